"""``arena moves POSITION``: every legal play of a position, best first; ``--summary`` for many positions.

A play is named by its squares and faces. Where two tiles of a hand show the same letter for the same
points, plays that differ only in which of them lies where are one play here.
"""

from __future__ import annotations

from collections.abc import Iterator

import click

from arena.cli.say import say, say_columns, say_json
from arena.cli.words.fit import warn_of_words
from arena.cli.words.positions import cgp_options, given_options, position_of, strict_option
from arena.scrabble.position import laid, text_of, words_through
from arena.words import FoundPlays, Position, ScoredPlay
from arena.words.reading import read_source

NO_PLAY = -1  # what a summary says for the best score where there is no play


def play_json(position: Position, found: ScoredPlay) -> dict[str, object]:
    """Return a play as the JSON answer has it: tiles, word, words (the main word first), score."""
    tiles = found.play.tiles
    runs = words_through(laid(position.board, tiles), tiles)
    return {
        "tiles": [[tile.x, tile.y, tile.char, tile.points] for tile in tiles],
        "word": found.word,
        "words": [text_of(run) for run, _ in runs],
        "score": found.score,
    }


def lines_of(plays: FoundPlays) -> Iterator[str]:
    """Yield a line a play for people: points, word, direction, and the play as ``arena judge`` reads it."""
    for found in plays:
        yield f"{found.score:5}  {found.word:15}  {'across' if found.across else 'down':6}  {found.play}"


def summary_line(position: Position) -> str:
    """Return number of plays, best score and sum of scores, separated by tabs."""
    scores = position.plays(ordered=False).scores
    best = int(scores.max()) if len(scores) else NO_PLAY
    return f"{len(scores)}\t{best}\t{int(scores.sum())}"


@click.command()
@click.argument("positions", metavar="POSITION")
@click.option("--top", type=click.IntRange(min=0), default=None, help="Only this many of the best plays.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array and nothing else.")
@click.option(
    "--summary", is_flag=True, help="Read one position per line; print plays, best score and sum of scores for each."
)
@click.option("--cgp", "as_cgp", is_flag=True, help="Print the position as a CGP and nothing else.")
@strict_option
@cgp_options
def moves(
    positions: str,
    top: int | None,
    as_json: bool,
    summary: bool,
    as_cgp: bool,
    strict: bool,
    **options: str | None,
) -> None:
    """List every legal play of a position, best first.

    POSITION is a JSON file (- is standard input), or a CGP: 'BOARD RACKS SCORES ZEROS bdn scrabble; lex default;'.
    Order: most points, then the word, its row, its column, across before down.
    """
    if summary and (as_json or as_cgp or top is not None):
        raise click.UsageError("--summary goes with neither --json nor --cgp nor --top")
    if as_cgp and (as_json or top is not None):
        raise click.UsageError("--cgp prints the position, no plays: it goes with neither --json nor --top")
    text, where, base = read_source(positions)
    given = given_options(options)
    if summary:
        warned: set[str] = set()
        for number, line in enumerate(text.splitlines(), start=1):
            if line.strip():
                at = f"{where}:{number}"
                position = position_of(line, at, base, given, strict)
                warn_of_words(position.table.tiles, position.table.lexicon, bag=False, said=warned)
                say_columns(summary_line(position))
        return
    position = position_of(text, where, base, given, strict)
    warn_of_words(position.table.tiles, position.table.lexicon, bag=False)
    if as_cgp:
        say(position.cgp())
        return
    plays = position.plays(top)
    if as_json:
        say_json([play_json(position, found) for found in plays], ensure_ascii=False)
        return
    for line in lines_of(plays):
        say(line)
    if not plays:
        say("no legal play", err=True)
