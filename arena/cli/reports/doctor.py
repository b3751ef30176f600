"""``arena doctor``: what is whole and what is damaged in a tournament's results."""

from __future__ import annotations

import os
from pathlib import Path

import click

from arena.cli.say import say
from arena.cli.shared_work import games_progress, on_all_cores, progress
from arena.errors import EXIT_OK, EXIT_RUN, ResultsError
from arena.records.doctor import Health, examine, repair, restore_manifest
from arena.records.results import Results, ResultsFolder
from arena.records.store import GAMES, LOCK, find_results
from arena.records.watch import hold_lock
from arena.report.numbers import be, plural
from arena.report.sums.check import drop_sums, wrong_sums


@click.command("doctor")
@click.argument("name")
@click.option("--mend", is_flag=True, help="Copy the undamaged games into a new file, and rebuild a damaged manifest.")
def command(name: str, mend: bool) -> int:
    """Examine every game of NAME: a tournament under results/, a folder with results, or its games.sqlite.

    Changes nothing without --mend. `arena run FILE --resume` copies the undamaged games into a new file (the
    damaged one stays beside it), rebuilds a damaged manifest, and plays the lost games again.
    """
    path = Path(name)
    folder = path.parent if path.name == GAMES and os.path.isfile(path) else find_results(name)
    with progress(_count(folder), "games") as done:
        health = examine(folder, done)
    for line in lines(health, mend):
        say(line)
    doubted = wrong_sums(ResultsFolder(folder), share=on_all_cores, progress=games_progress) if health.sound else []
    if doubted:
        say(f"sums.sqlite says of {plural(len(doubted), 'part')} of the games something else than they do")
    if not mend:
        if doubted:
            say("Delete it, or use --mend here: the next report makes these sums again")
        return EXIT_OK if health.sound and not health.manifest and not doubted else EXIT_RUN
    if doubted:
        say(
            "let go of these sums"
            if drop_sums(ResultsFolder(folder), doubted)
            else "they cannot be changed; delete the file"
        )
    for line in mended(folder, health, "" if doubted else "there was nothing to mend"):
        say(line)
    return EXIT_OK


def _count(folder: Path) -> int | None:
    """Return how many games there seem to be, None where nobody can say."""
    try:
        with Results(folder) as store:
            return store.count()
    except ResultsError:
        return None


def mended(folder: Path, health: Health, nothing: str = "there was nothing to mend") -> list[str]:
    """Mend what is damaged; return what was done, ``nothing`` where there was nothing to do.

    Raises ResultsError where a run writes there, or nothing can be.
    """
    try:
        lock = hold_lock(folder / LOCK)
        if lock is None:
            raise ResultsError(str(folder), "a run is writing here", "Wait for it, or stop it first")
        try:
            lines = []
            if not health.sound:
                lines.append(
                    f"made a new {GAMES} of {plural(repair(folder).games, 'game')}; the old one stays beside it"
                )
            if source := restore_manifest(folder):
                lines.append(f"made the manifest again from {source}")
        finally:
            os.close(lock)
    except OSError as error:
        raise ResultsError(str(folder), f"cannot be written ({error.strerror})", "Check who owns it") from error
    return lines or ([nothing] if nothing else [])


def lines(health: Health, mend: bool = False) -> list[str]:
    """Return what is to be said of a file's health."""
    report = [f"{plural(health.games, 'game')} {be(health.games)} whole"]
    if health.damaged:
        lost = len(health.damaged)
        report.append(f"{plural(lost, 'game')} {be(lost)} damaged:")
        report += [f"  {name}: {problem}" for name, problem in health.damaged]
    if health.faults:
        report.append("the file itself is damaged:")
        report += [f"  {line}" for fault in health.faults for line in fault.splitlines()]
    if health.manifest:
        report.append(f"the manifest cannot be read ({health.manifest})")
    if mend:
        return report
    if not health.sound:
        report.append("`arena run FILE --resume` plays again what is lost, and keeps this file under another name")
    if health.manifest:
        report.append("`arena run FILE --resume`, or --mend here, makes the manifest again")
    return report
