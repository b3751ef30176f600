"""``arena games``: which games are installed, a package for a new one, and whether one keeps the contract."""

from __future__ import annotations

import inspect
import json
import shlex
from pathlib import Path

import click
from tabulate import tabulate

from arena.cli.paths import NamedPath
from arena.cli.say import say, say_json
from arena.cli.seeds import SeedType
from arena.config.naming import written
from arena.contract.chance import seed_of
from arena.errors import EXIT_OK, EXIT_USAGE
from arena.games.conformance import check_game
from arena.games.findings import CheckResult
from arena.games.secrets_check import NEITHER, telling_all
from arena.printable import printable_json
from arena.report.numbers import plural
from arena.small_games import read_game
from arena.variants.plugins import games as installed_games
from arena.variants.plugins import maker, makers, package_of


@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
@click.pass_context
def games(context: click.Context, as_json: bool) -> None:
    """List the installed games and their options; start a new one (new), check one (check)."""
    if context.invoked_subcommand is not None:
        return
    rows = []
    known = installed_games()
    for registered, point in [(name, point) for name, points in known.items() for point in points]:
        name = written(registered, maker(point), makers(known)[registered])
        try:
            factory = point.load()
            said = ", ".join(str(p.replace(annotation=p.empty)) for p in inspect.signature(factory).parameters.values())
            about = (inspect.getdoc(factory) or "").split("\n")[0]
        except Exception as error:  # anybody's module: the others are still listed
            said, about = "", f"does not load: {type(error).__name__}: {error}"
        rows.append({"game": name, "options": said, "about": about, "from": package_of(point)[0]})
    if as_json:
        say_json(rows)
    else:
        say(tabulate(rows, headers="keys", tablefmt="simple", disable_numparse=True))


@games.command()
@click.argument("name")
@click.option("--into", type=NamedPath(), default=Path(), help="The folder to create it in.")
def new(name: str, into: Path) -> None:
    """Write a package for a new game called NAME: ready to install, play and change."""
    from arena.cli.games.new_game import write_game

    folder = write_game(name, into, ["word", *installed_games()])
    say(f"{folder} is ready. Next:")
    say(f"  pip install -e {shlex.quote(str(folder))}")
    say(f"  arena games check {name}")


@games.command()
@click.argument("name")
@click.option(
    "--games", "count", type=click.IntRange(min=1), default=20, show_default=True, help="How many random games to play."
)
@click.option(
    "--states", type=click.IntRange(min=1), default=2000, show_default=True, help="About how many states to look at."
)
@click.option(
    "--seed", type=SeedType(), default="1", show_default=True, help="Seed of the random games: any text or number."
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def check(name: str, count: int, states: int, seed: str, as_json: bool) -> int:
    """Play random games of NAME and report every promise of the contract that it breaks.

    The exit status is 2 if there is one. NAME is a game's, or module:factory, and may carry options: connect(7,6,4),
    nim(3,5,7), peg(board=cross).
    """
    game = read_game(name)
    report = check_game(game, seed=seed_of(0, seed), games=count, states=states)
    if telling_all(game) is not None:
        report.add("what is hidden from a seat is not told to it", NEITHER, [])
    say(_json(report) if as_json else _text(report))
    return EXIT_OK if report.good else EXIT_USAGE


def _json(report: CheckResult) -> str:
    findings = [
        {"promise": finding.promise, "seen": finding.seen, "moves": list(finding.moves)} for finding in report.findings
    ]
    fields = {
        "game": report.name, "good": report.good, "games": report.games, "states": report.states, "findings": findings,
    }  # fmt: skip
    return printable_json(json.dumps(fields))


def _text(report: CheckResult) -> str:
    looked = f"{report.name}: {plural(report.games, 'game')}, {plural(report.states, 'state')}"
    if report.good:
        return f"{looked}: every promise is kept"
    return "\n".join([f"{looked}: {plural(len(report.findings), 'promise')} broken", *map(str, report.findings)])
