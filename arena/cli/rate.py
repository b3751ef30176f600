"""``arena rate``: ratings from any list of results, or the gap of one match from its counts."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from arena.cli.say import say
from arena.errors import ArenaError, Complaints, RatingError
from arena.printable import printable_json
from arena.ratings.elo import gap_of_games
from arena.ratings.pairs import pair_statistics
from arena.ratings.results import GameResult, Results
from arena.report.analysis import analyse, analysis_facts, gap_facts, how_rated
from arena.report.analysis_text import analysis_text, gap_text, pair_text
from arena.report.numbers import json_ready, plural

POINTS = {"1": 1.0, "1.0": 1.0, "0.5": 0.5, ".5": 0.5, "0": 0.0, "0.0": 0.0}
NEEDED = ("player1", "player2", "result")
MOST_TOLD = 20  # malformed lines named one by one; the rest are counted


def counts(text: str, names: str, how_many: int, option: str) -> tuple[int, ...]:
    """Return the whole numbers of an option such as ``76,123,89``; raise RatingError when they are not."""
    try:
        found = tuple(int(part) for part in text.split(","))
    except ValueError:
        found = ()
    if len(found) != how_many or min(found) < 0:
        raise RatingError(option, f"{text!r} is not {how_many} counts", f"Write {names} as whole numbers.")
    return found


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--wdl", metavar="W,D,L", help="Wins, draws and losses of the first of two bots.")
@click.option("--pairs", "pairs_", metavar="LL,LD,MID,WD,WW", help="Pairs by the first bot's result, worst first.")
@click.option("--student", is_flag=True, help="Student's t for the interval of --wdl and --pairs (few games).")
@click.option("--prior", type=float, default=0.0, show_default=True, help="Virtual draws of each bot against the mean.")
@click.option("--advantage", is_flag=True, help="Also fit what moving first (player1) is worth.")
@click.option("--anchor", metavar="NAME=ELO", help="Shift the table so that this bot has this rating.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def command(
    file: Path | None,
    wdl: str | None,
    pairs_: str | None,
    student: bool,
    prior: float,
    advantage: bool,
    anchor: str | None,
    as_json: bool,
) -> None:
    """Rate a list of results, of any game.

    FILE is a CSV file with the columns player1, player2 and result (1, 0.5 or 0 for player1, who moves first), and,
    if you like, pair (games of the same two bots and pair share their luck) and variant.
    """
    if sum(option is not None for option in (file, wdl, pairs_)) != 1:
        raise RatingError("arena rate", "one source of results is needed", "Give a FILE, or --wdl, or --pairs.")
    pool_only = {"--prior": prior != 0, "--advantage": advantage, "--anchor": anchor is not None}
    idle = [name for name, given in ({"--student": student} if file else pool_only).items() if given]
    if idle:
        remedy = "It goes with --wdl and --pairs." if file else "Such options go with a FILE."
        raise RatingError("arena rate", f"{', '.join(idle)} does nothing here", remedy)
    if wdl is not None:
        wins, draws, losses = counts(wdl, "W,D,L", 3, "--wdl")
        gap = gap_of_games(wins, draws, losses, student=student)
        facts: dict[str, Any] = {"wins": wins, "draws": draws, "losses": losses, "games": gap.n, **gap_facts(gap)}
        _print(facts, gap_text(gap, "games"), as_json)
    elif pairs_ is not None:
        statistics = pair_statistics(counts(pairs_, "LL,LD,MID,WD,WW", 5, "--pairs"), student=student)
        facts = {
            "pairs": statistics.gap.n, "counts": list(statistics.counts), **gap_facts(statistics.gap),
            "saving": statistics.saving, "ratio": statistics.ratio,
            "half_width_of_single_games": statistics.single.half_width,
        }  # fmt: skip
        _print(facts, pair_text(statistics), as_json)
    elif file is not None:
        games = read_results(file)
        paired = any(game.cluster is not None for game in games)
        fixed = _anchor(anchor)
        analysis = analyse(Results.of(games), prior=prior, advantage=advantage, anchor=fixed)
        heading = [f"{plural(analysis.games, 'game')}.", *how_rated(analysis, "pair" if paired else "game")]
        _print(analysis_facts(analysis), analysis_text(analysis, heading).rstrip(), as_json)


def read_results(path: Path) -> list[GameResult]:
    """Return the games of a CSV file. Raises every malformed line at once, each with its line number."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise RatingError(str(path), f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RatingError(str(path), "is not UTF-8 text", "Save it as CSV in UTF-8.") from error
    return parse_results(text.splitlines(), str(path))


def parse_results(lines: Iterable[str], name: str) -> list[GameResult]:
    """Return the games of the lines of a CSV file called ``name`` (see ``read_results``)."""
    reader = csv.reader(lines, strict=True)
    heads = [head.strip().lower() for head in next(reader, [])]
    missing = [column for column in NEEDED if column not in heads]
    if missing:
        remedy = "The first line must name player1, player2 and result, and may name pair and variant."
        raise RatingError(f"{name}:1", f"no column called {' or '.join(missing)}", remedy)
    twice = sorted({head for head in heads if head and heads.count(head) > 1})
    if twice:
        raise RatingError(f"{name}:1", f"the column {twice[0]} stands there twice", "Remove one.")
    games: list[GameResult] = []
    wrong: list[ArenaError] = []
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                try:
                    games.append(_game(heads, cells, f"{name}:{reader.line_num}"))
                except RatingError as error:
                    wrong.append(error)
    except csv.Error as error:
        wrong.append(RatingError(f"{name}:{reader.line_num}", f"is no CSV: {error}"))
    if wrong:
        more = len(wrong) - MOST_TOLD
        if more > 0:
            wrong[MOST_TOLD:] = [RatingError(name, f"{more} more lines like these")]
        raise Complaints(wrong)
    if not games:
        raise RatingError(name, "there are no results in it", "Write one game a line under the heads.")
    return games


def _game(heads: list[str], cells: list[str], where: str) -> GameResult:
    if len(cells) != len(heads):
        raise RatingError(where, f"{len(cells)} columns where the first line has {len(heads)}")
    row = {head: cell.strip() for head, cell in zip(heads, cells, strict=True)}
    first, second, result = (row[column] for column in NEEDED)
    if not first or not second:
        raise RatingError(where, f"{'player1' if not first else 'player2'} is empty", "Name both players.")
    if first == second:
        raise RatingError(where, f"{first} plays itself", "Such a game rates nobody; remove the line.")
    if result not in POINTS:
        raise RatingError(where, f"the result {result!r} is not 1, 0.5 or 0", "Write player1's points.")
    variant, pair = row.get("variant", ""), row.get("pair", "")
    cluster = (variant, *sorted((first, second)), pair) if pair else None
    return GameResult(first, second, POINTS[result], cluster, variant)


def _anchor(text: str | None) -> tuple[str, float] | None:
    if text is None:
        return None
    name, _, number = text.rpartition("=")
    try:
        rating = float(number)
    except ValueError:
        rating = math.nan
    if not name or not math.isfinite(rating):
        raise RatingError("--anchor", f"{text!r} is no bot and rating", "Write NAME=ELO, such as greedy=1500.")
    return name, rating


def _print(facts: dict[str, Any], text: str, as_json: bool) -> None:
    say(printable_json(json.dumps(json_ready(facts), indent=2, ensure_ascii=False)) if as_json else text)
