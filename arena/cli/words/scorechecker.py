"""``arena scorechecker WORDS`` and ``arena solver WORDS``: cases on standard input, verdicts on standard output.

Nothing else is written to standard output, to the byte. A malformed case is told on standard error
with its line; the cases before it have been answered, and the exit status is 2.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any, TextIO

import click

from arena.board.layout import Layout
from arena.cli.shared_work import progress, workers_option
from arena.config.given_file import read_given
from arena.engine.compiled import COMPILED
from arena.errors import NotationError
from arena.notation.casetext import read_pairs, read_trays, tiles_mapping
from arena.notation.checker import Setting, checked, solved
from arena.parallel import share
from arena.printable import printable_lines
from arena.scrabble.table import Table
from arena.scrabble.tiles import TileSet

BATCH = 8  # cases that travel to another process together
WORKERS = "Processes that share the cases of a long file  [1: each is answered as soon as it is read]."

words_argument = click.argument("words")
tiles_option = click.option(
    "--tiles", help="A file with 'letter points count' on each line, * for the blank (default: the usual tiles)."
)


@click.command()
@words_argument
@tiles_option
@workers_option(WORKERS)
def scorechecker(words: str, tiles: str | None, workers: int | None) -> int:
    """Judge pairs of boards from standard input by the word list WORDS (a file or a name)."""
    setting = at_table(words, tiles)
    return answer(read_pairs(standard_input()), lambda case: checked(case, setting), sys.stdout, workers, between="\n")


@click.command()
@words_argument
@tiles_option
@workers_option(WORKERS)
def solver(words: str, tiles: str | None, workers: int | None) -> int:
    """Find the best play of each board and tray from standard input by the word list WORDS (a file or a name)."""
    setting = at_table(words, tiles)
    return answer(read_trays(standard_input()), lambda case: solved(case, setting), sys.stdout, workers)


def answer(
    cases: Iterator[Any], text: Callable[[Any], str], out: TextIO, workers: int | None = None, between: str = ""
) -> int:
    """Write the answer to every case as soon as it is known; ``between`` parts them.

    workers: processes that share the cases, which are read ahead then. None: this one, case by case.
    """
    parted = ""
    try:
        with progress(None, "cases", printing=True) if workers else nullcontext(lambda: None) as done:
            for _, answered in share(text, cases, workers=workers or 1, batch=BATCH):
                out.write(parted + printable_lines(answered))
                parted = between
                done()
    finally:
        out.flush()
    return 0


def standard_input() -> TextIO:
    """Return standard input as text of any line ends; what is not UTF-8 reads as a sign that fits nowhere."""
    return io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig", errors="replace", newline=None)


def at_table(words: str, tiles_file: str | None) -> Setting:
    """Return what makes a case's table: its board, the word list, the tiles, the course's rules."""
    from arena.cli.words.fit import warn_of_words
    from arena.variants.load import load_rules, load_tiles
    from arena.variants.load_lexicon import load_lexicon

    tiles = load_tiles("english") if tiles_file is None else _tiles(tiles_file)
    lexicon, rules = load_lexicon(words, tiles.alphabet), load_rules("cs351")
    warn_of_words(tiles, lexicon, bag=False)

    def setting(layout: Layout) -> Table:
        return Table(layout, tiles, lexicon, rules, rules.hand_size, COMPILED)

    return setting


def _tiles(file: str) -> TileSet:
    try:
        text = read_given(file, NotationError, "Name a list of tiles", stdin=False).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(file, f"cannot be read: {error}", "Save it in the encoding UTF-8") from error
    return TileSet.from_mapping(tiles_mapping(text, file), name=file)
