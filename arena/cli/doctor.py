"""``arena doctor``: what is whole and what is damaged in a tournament's results."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.say import say
from arena.errors import EXIT_OK, EXIT_RUN
from arena.records.doctor import Health, examine
from arena.records.store import GAMES, find_results
from arena.report.numbers import be, plural


@click.command("doctor")
@click.argument("name")
def command(name: str) -> int:
    """Examine every game of NAME: a tournament under results/, a folder with results, or its games.sqlite.

    Changes nothing. `arena run FILE --resume` makes a new file of the whole games (the damaged one stays beside it)
    and plays the others again.
    """
    path = Path(name)
    folder = path.parent if path.name == GAMES and path.is_file() else find_results(name)
    health = examine(folder)
    for line in lines(health):
        say(line)
    return EXIT_OK if health.sound else EXIT_RUN


def lines(health: Health) -> list[str]:
    """Return what is to be said of a file's health."""
    told = [f"{plural(health.games, 'game')} {be(health.games)} whole"]
    if health.damaged:
        lost = len(health.damaged)
        told.append(f"{plural(lost, 'game')} {be(lost)} damaged:")
        told += [f"  {name}: {problem}" for name, problem in health.damaged]
    if health.faults:
        told.append("the file itself is damaged:")
        told += [f"  {line}" for fault in health.faults for line in fault.splitlines()]
    if health.manifest:
        told.append(f"the manifest cannot be read ({health.manifest}): a resume cannot tell whose games these are")
    if not health.sound:
        told.append("`arena run FILE --resume` plays again what is lost, and keeps this file under another name")
    return told
