"""``arena moves POSITION``: every legal play of a position, best first; ``--summary`` for many positions.

A play is named by its squares and faces. Where two tiles of a hand show the same letter for the same
points, plays that differ only in which of them lies where are one play here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from arena.cli.say import say, say_columns, say_json
from arena.cli.shared_work import progress, workers_option
from arena.cli.words.effort import ENDGAME, SIM, effort_of, effort_options, taken
from arena.cli.words.fit import warn_of_words, warn_once
from arena.cli.words.positions import cgp_options, given_options, position_of, read_as, strict_option, warn
from arena.cli.words.ranked import ranked_json, ranked_lines
from arena.config.tournament import MOST_SEATS
from arena.errors import ArenaError
from arena.parallel import share
from arena.runner.sandbox.limits import cores
from arena.scrabble.position import laid, text_of, words_through
from arena.variants.fit import misfits
from arena.words import FoundPlays, Position, ScoredPlay
from arena.words.ranking import RANKINGS, Ranking
from arena.words.reading import read_source

BATCH = 20  # lines that travel to another process together: each takes about a millisecond there
SEARCHES = {"sim": (SIM,), "endgame": (ENDGAME,)}  # ranking -> the searches it makes
WITH_LEAVES = ("equity", "sim")
NOTHING_FOUND = {  # what is told where a search says nothing of any move
    "endgame": "no value was found in what was looked at: give more --nodes or --seconds",
    "sim": "nothing was simulated, so this is the order by equity: there was no time, or such hands (of more than "
    "10 tiles) or rules are not simulated",
}
NO_PLAY = -1  # what a summary says for the best score where there is no play


def play_json(position: Position, scored: ScoredPlay) -> dict[str, object]:
    """Return a play as the JSON answer has it: tiles, word, words (the main word first), score."""
    tiles = scored.play.tiles
    runs = words_through(laid(position.board, tiles), tiles)
    return {
        "tiles": [[tile.x, tile.y, tile.char, tile.points] for tile in tiles],
        "word": scored.word,
        "words": [text_of(run) for run, _ in runs],
        "score": scored.score,
    }


def lines_of(plays: FoundPlays) -> Iterator[str]:
    """Yield a line a play for people: points, word, direction, and the play as ``arena judge`` reads it."""
    for scored in plays:
        yield f"{scored.score:5}  {scored.word:15}  {'across' if scored.across else 'down':6}  {scored.play}"


def summary_line(position: Position) -> str:
    """Return number of plays, best score and sum of scores, separated by tabs."""
    scores = position.plays(ordered=False).scores
    best = int(scores.max()) if len(scores) else NO_PLAY
    return f"{len(scores)}\t{best}\t{int(scores.sum())}"


class Summary(NamedTuple):
    """What there is to print of one line: warnings of its position, misfits of its words, and what was asked for.

    error: why there is no summary, for it is told after the warnings.
    """

    warnings: tuple[str, ...]
    misfits: list[str]
    text: str
    error: ArenaError | None


def summarise(base: Path | None, given: Mapping[str, str], strict: bool, line: tuple[str, str]) -> Summary:
    """Return what there is to print of a line (its place, its text). Prints nothing: this may be another process."""
    where, text = line
    position = read_as(text, where, base, given)
    if strict:
        warn(position.warnings, where, strict)  # raises
    odd = misfits(position.table.tiles, position.table.lexicon, bag=False)
    try:
        return Summary(position.warnings, odd, summary_line(position), None)
    except ArenaError as error:
        return Summary(position.warnings, odd, "", error)


def print_summaries(text: str, where: str, work: Callable[[tuple[str, str]], Summary], workers: int) -> None:
    """Print a summary a line of a text, in their order."""
    lines = [(f"{where}:{number}", line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    said: set[str] = set()
    with progress(len(lines), "positions", printing=True) as done:
        for (at, _), summary in share(work, lines, workers=workers, batch=BATCH):
            warn(summary.warnings, at, strict=False)
            warn_once(summary.misfits, said)
            if summary.error is not None:
                raise summary.error
            say_columns(summary.text)
            done()


@click.command()
@click.argument("positions", metavar="POSITION")
@click.option("--top", type=click.IntRange(min=0), default=None, help="Only this many of the best plays.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array and nothing else.")
@click.option(
    "--summary", is_flag=True, help="Read one position per line; print plays, best score and sum of scores for each."
)
@click.option("--cgp", "as_cgp", is_flag=True, help="Print the position as a CGP and nothing else.")
@click.option(
    "--by",
    type=click.Choice(RANKINGS),
    help="Rank plays and exchanges: points, equity (points and what the tiles kept are worth), sim (how often a move "
    "wins in simulated games), endgame (points still to come; with an empty bag, or one tile in it).",
)
@click.option("--leaves", metavar="FILE", help="With --by equity or sim: the leave table  [the one that comes along].")
@click.option(
    "--seats", type=click.IntRange(1, MOST_SEATS), help="With --by: how many play  [as the position says, or 2]."
)
@effort_options(seconds=True, iterations="5000", candidates="15", nodes="2000000")
@workers_option("With --summary: processes that share the positions  [the cores].")
@strict_option
@cgp_options
def moves(
    positions: str,
    top: int | None,
    as_json: bool,
    summary: bool,
    as_cgp: bool,
    workers: int | None,
    strict: bool,
    by: Ranking | None,
    leaves: str | None,
    seats: int | None,
    **options: Any,
) -> None:
    """List every legal play of a position, best first; with --by, exchanges and the pass among them.

    POSITION is a JSON file (- is standard input), or a CGP: 'BOARD RACKS SCORES ZEROS bdn scrabble; lex default;'.
    Order: most points (or what --by says), then the word, its row, its column, across before down.
    """
    if by is None and seats is not None:
        raise click.UsageError("--seats goes with --by")
    if leaves is not None and by not in WITH_LEAVES:
        raise click.UsageError("--leaves goes with --by equity or --by sim")
    searched = taken(options, by, SEARCHES)
    if by is not None and (summary or as_cgp):
        raise click.UsageError("--by goes with neither --summary nor --cgp")
    if summary and (as_json or as_cgp or top is not None):
        raise click.UsageError("--summary goes with neither --json nor --cgp nor --top")
    if as_cgp and (as_json or top is not None):
        raise click.UsageError("--cgp prints the position, no plays: it goes with neither --json nor --top")
    if workers is not None and not summary:
        raise click.UsageError("--workers goes with --summary")
    text, where, base = read_source(positions)
    given = given_options(options)
    if summary:
        print_summaries(text, where, partial(summarise, base, given, strict), workers or cores())
        return
    position = position_of(text, where, base, given, strict)
    warn_of_words(position.table.tiles, position.table.lexicon, bag=False)
    if as_cgp:
        say(position.cgp())
        return
    if by is not None:
        effort, budget = effort_of(searched)
        ranked = position.ranked(by, top=top, leaves=leaves, seats=seats, effort=effort, budget=budget)
        if as_json:
            say_json([ranked_json(position, move) for move in ranked], ensure_ascii=False)
        for line in () if as_json else ranked_lines(position.table, ranked):
            say(line)
        if by in NOTHING_FOUND and all(move.value is None and move.win is None for move in ranked):
            say(NOTHING_FOUND[by], err=True)
        return
    plays = position.plays(top)
    if as_json:
        say_json([play_json(position, scored) for scored in plays], ensure_ascii=False)
        return
    for line in lines_of(plays):
        say(line)
    if not plays:
        say("no legal play", err=True)
