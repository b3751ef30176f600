"""``arena rate``: ratings from any list of results, or the gap of one match from its counts."""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click

from arena.cli.paths import NamedPath
from arena.cli.say import say, say_json_piece
from arena.cli.width import terminal_width
from arena.errors import ArenaError, Complaints, RatingError
from arena.ratings.elo import gap_of_games
from arena.ratings.pairs import pair_statistics
from arena.ratings.pool import SMALL
from arena.ratings.results import Columns, GameColumns
from arena.report.analysis import analyse, analysis_facts, gap_facts, how_rated
from arena.report.analysis_text import analysis_text, gap_text, pair_text
from arena.report.json_text import json_text
from arena.report.numbers import be, plural

POINTS = {
    "1": 1.0, "1.0": 1.0, "1-0": 1.0, "1:0": 1.0, "0": 0.0, "0.0": 0.0, "0-1": 0.0, "0:1": 0.0,
    **dict.fromkeys(("0.5", ".5", "1/2", "\u00bd", "1/2-1/2", "\u00bd-\u00bd", "0.5-0.5", "0.5:0.5"), 0.5),
}  # fmt: skip
WITHOUT = {"", "*", "-", "?", "aborted", "abandoned", "adjourned", "no result", "none", "undecided", "unfinished",
           "unterminated", "void"}  # fmt: skip
PLAYER = re.compile(r"player[ _]?\d+")
NEEDED = ("player1", "player2", "result")
TOGETHER = 1000  # pieces of JSON that are printed at once
MOST_NAMED = 20  # malformed lines named one by one; the rest are counted
MOST_RESULTS = 1_000_000_000  # of one kind, as counts
LONGEST_LINE = 100_000  # characters


def counts(text: str, names: str, how_many: int, option: str) -> tuple[int, ...]:
    """Return the whole numbers of an option such as ``76,123,89``; raise RatingError when they are not."""
    try:
        numbers = tuple(int(part) for part in text.split(","))
    except ValueError:
        numbers = ()
    if len(numbers) != how_many or min(numbers) < 0:
        raise RatingError(option, f"{text!r} is not {how_many} counts", f"Write {names} as whole numbers.")
    if max(numbers) > MOST_RESULTS:
        raise RatingError(option, f"{max(numbers)} results are too many", f"Each count is at most {MOST_RESULTS:,}.")
    return numbers


@click.command()
@click.argument("file", required=False, type=NamedPath(dir_okay=False))
@click.option("--wdl", metavar="W,D,L", help="Wins, draws and losses of the first of two bots.")
@click.option("--pairs", "pairs_", metavar="LL,LD,MID,WD,WW", help="Pairs by the first bot's result, worst first.")
@click.option(
    "--student/--normal", default=None,
    help="Student's t, or the normal distribution, for the interval of --wdl and --pairs  [Student's t below 30].",
)  # fmt: skip
@click.option(
    "--prior", type=float, default=0.0, show_default=True, help="Virtual draws of each bot against an average one."
)
@click.option("--advantage", is_flag=True, help="Also fit what moving first (player1) is worth.")
@click.option("--anchor", metavar="NAME=ELO", help="Shift the table so that this bot has this rating.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def command(
    file: Path | None,
    wdl: str | None,
    pairs_: str | None,
    student: bool | None,
    prior: float,
    advantage: bool,
    anchor: str | None,
    as_json: bool,
) -> None:
    """Rate a list of results, of any game.

    FILE is a CSV file with the columns player1, player2 and result (1, 0.5 or 0 for player1, who moves first; also
    1-0, 0-1, 1/2-1/2), and optionally pair (games of the same two bots and pair share their luck) and variant.
    Games without a result (*, aborted) are counted but not rated.
    """
    if sum(option is not None for option in (file, wdl, pairs_)) != 1:
        raise RatingError("arena rate", "one source of results is needed", "Give a FILE, or --wdl, or --pairs.")
    pool_only = {"--prior": prior != 0, "--advantage": advantage, "--anchor": anchor is not None}
    shape = "--normal" if student is False else "--student"
    idle = [name for name, given in ({shape: student is not None} if file else pool_only).items() if given]
    if idle:
        remedy = "It goes with --wdl and --pairs." if file else "These options go with a FILE."
        raise RatingError("arena rate", f"{', '.join(idle)} does nothing here", remedy)
    if wdl is not None:
        wins, draws, losses = counts(wdl, "W,D,L", 3, "--wdl")
        few = wins + draws + losses < SMALL
        gap = gap_of_games(wins, draws, losses, student=few if student is None else student)
        facts: dict[str, Any] = {"wins": wins, "draws": draws, "losses": losses, "games": gap.n, **gap_facts(gap)}
        _print(facts, gap_text(gap, "games"), as_json)
    elif pairs_ is not None:
        five = counts(pairs_, "LL,LD,MID,WD,WW", 5, "--pairs")
        statistics = pair_statistics(five, student=sum(five) < SMALL if student is None else student)
        facts = {
            "pairs": statistics.gap.n, "counts": list(statistics.counts), **gap_facts(statistics.gap),
            "saving": statistics.saving, "ratio": statistics.ratio,
            "half_width_of_single_games": statistics.single.half_width,
        }  # fmt: skip
        _print(facts, pair_text(statistics), as_json)
    elif file is not None:
        listed = read_results(file)
        analysis = analyse(listed.results, prior=prior, advantage=advantage, anchor=_anchor(anchor))
        heading = [f"{plural(analysis.games, 'game')}.", *how_rated(analysis, "pair" if listed.paired else "game")]
        if listed.without:
            many = f"{listed.without} without a result {be(listed.without)} set aside"
            heading[0] = f"{plural(analysis.games, 'game')}; {many}."
        facts = {**analysis_facts(analysis), "without_result": listed.without}
        text = "" if as_json else analysis_text(analysis, heading, "`--json`", terminal_width()).rstrip()
        _print(facts, text, as_json)


@dataclass(frozen=True)
class Listed:
    """The games of a list. without: how many more have no result. paired: whether any is of a pair."""

    results: GameColumns
    without: int
    paired: bool


def read_results(path: Path) -> Listed:
    """Return the games of a CSV file. Raises every malformed line at once, each with its line number."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            lines = iter(partial(file.readline, LONGEST_LINE + 1), "")  # a device has no end of its line
            return parse_results(lines, str(path))
    except OSError as error:
        raise RatingError(str(path), f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RatingError(str(path), "is not UTF-8 text", "Save it as CSV in UTF-8.") from error


def parse_results(lines: Iterable[str], name: str) -> Listed:
    """Return the games of the lines of a CSV file called ``name`` (see ``read_results``)."""
    reader = csv.reader(_no_longer(lines, name), strict=True)
    wrong: list[ArenaError] = []
    more = 0
    games, without, paired = Columns(), 0, False
    try:
        heads = next(reader, [])
        place = _places(heads, name)
        for cells in reader:
            if not "".join(cells).strip():
                continue
            try:
                game = _game(place, len(heads), cells, f"{name}:{reader.line_num}")
            except RatingError as error:
                more += len(wrong) == MOST_NAMED
                if len(wrong) < MOST_NAMED:
                    wrong.append(error)
                continue
            if game is None:
                without += 1
            else:
                paired = paired or game[3] is not None
                games.add(*game)
    except csv.Error as error:
        wrong.append(RatingError(f"{name}:{reader.line_num}", f"is not valid CSV: {error}"))
    if more:
        wrong.append(RatingError(name, f"{more} more lines like these"))
    if wrong:
        raise Complaints(wrong)
    if not len(games):
        but = f" but {plural(without, 'game')} without one" if without else ""
        raise RatingError(name, f"it holds no results{but}", "Write one game per line below the column names.")
    return Listed(games.results(), without, paired)


def _no_longer(lines: Iterable[str], name: str) -> Iterator[str]:
    """Yield the lines; raise RatingError for one that no game is told in."""
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise RatingError(f"{name}:{number}", f"a line of more than {LONGEST_LINE:,} characters cannot be a game")
        yield line


def _places(line: list[str], name: str) -> dict[str, int]:
    """Return the column of each head; raise RatingError for a line of heads that cannot be a list of games of two."""
    heads = [head.strip().lower() for head in line]
    missing = [column for column in NEEDED if column not in heads]
    if missing:
        remedy = "The first line must name player1, player2 and result, and may name pair and variant."
        raise RatingError(f"{name}:1", f"no column called {' or '.join(missing)}", remedy)
    twice = sorted({head for head in heads if head and heads.count(head) > 1})
    if twice:
        raise RatingError(f"{name}:1", f"the column {twice[0]} appears twice", "Remove one.")
    third = [head for head in heads if PLAYER.fullmatch(head) and head not in NEEDED]
    if third:
        remedy = "Lists are of games of two; `arena report` rates a tournament of more seats from its records."
        raise RatingError(f"{name}:1", f"the column {third[0]} is for games of more than two players", remedy)
    return {head: at for at, head in enumerate(heads)}


def _game(
    place: dict[str, int], columns: int, cells: list[str], where: str
) -> tuple[str, str, float, Hashable, str] | None:
    """Return a line's game as ``Columns.add`` takes it, None where it has no result."""
    if len(cells) != columns:
        raise RatingError(where, f"{len(cells)} columns, but the first line has {columns}")
    first, second = cells[place["player1"]].strip(), cells[place["player2"]].strip()
    result = cells[place["result"]].strip()
    if not first or not second:
        raise RatingError(where, f"{'player1' if not first else 'player2'} is empty", "Name both players.")
    if first == second:
        raise RatingError(where, f"{first} plays itself", "Such a game says nothing about strength; remove the line.")
    points = POINTS.get(result)
    if points is None:
        written = " ".join(result.lower().split())
        if written in WITHOUT:
            return None
        points = POINTS.get("".join(written.split()).replace("\u2013", "-"))
    if points is None:
        remedy = "Write player1's points, or 1-0, 0-1, 1/2-1/2; * is a game without a result."
        raise RatingError(where, f"the result {result!r} is not 1, 0.5 or 0", remedy)
    variant = cells[place["variant"]].strip() if "variant" in place else ""
    pair = cells[place["pair"]].strip() if "pair" in place else ""
    cluster = (variant, first, second, pair) if first < second else (variant, second, first, pair)
    return first, second, points, cluster if pair else None, variant


def _anchor(text: str | None) -> tuple[str, float] | None:
    if text is None:
        return None
    name, _, number = text.rpartition("=")
    try:
        rating = float(number)
    except ValueError:
        rating = math.nan
    if not name or not math.isfinite(rating):
        raise RatingError("--anchor", f"{text!r} is not a bot and a rating", "Write NAME=ELO, such as greedy=1500.")
    return name, rating


def _print(facts: dict[str, Any], text: str, as_json: bool) -> None:
    if not as_json:
        say(text)
        return
    together: list[str] = []
    for piece in json_text(facts):
        together.append(piece)
        if len(together) == TOGETHER:
            say_json_piece("".join(together), nl=False)
            together.clear()
    say_json_piece("".join(together), nl=True)
