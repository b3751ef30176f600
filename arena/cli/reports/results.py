"""``arena results``: what was played, newest first: when, how many games, whether all of it, and who leads."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import NamedTuple

import click
import msgspec
from tabulate import tabulate

from arena.cli.paths import NamedPath
from arena.cli.reports.kind_of import is_listed, missing_of_season, played_of_list
from arena.cli.say import say, say_json
from arena.config.model import Tournament
from arena.errors import ArenaError, ResultsError
from arena.records.results import ResultsFolder
from arena.records.store import GAMES, Results, being_written
from arena.report.sums.finished import FinishedGames
from arena.schedule.jobs import count_jobs
from arena.schedule.schedule import replayed


class ResultsRow(NamedTuple):
    """One tournament. when: of its last game, seconds since 1970. total: games of all of it, None where that is open.

    state: complete, unfinished, running, damaged, open (games of people, of which no number is planned).
    leader: the bot with the greatest share of the points, "" for none; share: of its points, 0 to 1.
    """

    name: str
    when: float
    games: int
    total: int | None
    state: str
    leader: str = ""
    share: float | None = None


def row_of(folder: Path) -> ResultsRow:
    """Return what is to be said of the results in a folder; whatever is wrong with them is a state, and no error."""
    when = max(path.stat().st_mtime for name in (GAMES, f"{GAMES}-wal") if (path := folder / name).exists())
    try:
        with Results(folder) as results:
            manifest = results.manifest
            tournament = msgspec.convert(manifest.identity, Tournament)
            games = results.count()
            missing = missing_of_season(tournament, manifest.season, results.ids()) if tournament.season else 0
        finished = FinishedGames(ResultsFolder(folder))
        total: int | None = games + missing
        shares = {bot: points / played for bot, (points, played) in finished.points().items()}
        if tournament.season:
            complete = not missing
        elif is_listed(tournament):
            total = count_jobs(tournament)
            complete, _ = played_of_list(tournament, finished, games)
        else:
            schedule = replayed(tournament, finished)
            complete, total = schedule.settled, schedule.total if schedule.exact else None
    except (ArenaError, msgspec.ValidationError):
        return ResultsRow(folder.name, when, 0, None, "damaged")
    retired = {entry.name for entry in manifest.season if not entry.plays}
    leader = min(shares.keys() - retired, key=lambda bot: (-shares[bot], bot), default="")
    complete = complete and games > 0
    state = "running" if being_written(folder) else "complete" if complete else "unfinished"
    if manifest.tournament.get("people"):  # games of people: there are as many as there are
        return ResultsRow(folder.name, when, games, None, "open", leader, shares.get(leader))
    return ResultsRow(folder.name, when, games, games if complete else total, state, leader, shares.get(leader))


def text_of(rows: list[ResultsRow]) -> str:
    """Return the table for people."""
    shown = [
        (
            row.name,
            time.strftime("%Y-%m-%d %H:%M", time.localtime(row.when)),
            str(row.games) if row.total in (None, row.games) else f"{row.games} of {row.total}",
            row.state if row.state != "damaged" else f"damaged, see: arena doctor {row.name}",
            row.leader and f"{row.leader}, {100 * (row.share or 0.0):.0f} %",
        )
        for row in rows
    ]
    heads = ("tournament", "last game", "games", "state", "leads")
    return tabulate(shown, heads, tablefmt="simple", disable_numparse=True)


@click.command("results")
@click.argument("folder", type=NamedPath(), default=Path("results"))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array and nothing else.")
def command(folder: Path, as_json: bool) -> None:
    """List the tournaments that were played, newest first; FOLDER is where their results are  [results].

    The leader has the largest share of its games' points; `arena report NAME` has the ratings.
    """
    if not os.path.isdir(folder) and folder != Path("results"):
        raise ResultsError(str(folder), "there is no such folder", "Name the folder that holds the folders of results")
    rows = [row_of(path.parent) for path in folder.glob(f"*/{GAMES}") if os.access(path, os.R_OK)]
    rows.sort(key=lambda row: (-row.when, row.name))
    if as_json:
        say_json([row._asdict() for row in rows], ensure_ascii=False)
    elif rows:
        say(text_of(rows))
    else:
        say(f"nothing was played in {folder} yet; `arena run quickstart` plays a first tournament")
