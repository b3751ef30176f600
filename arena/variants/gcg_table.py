"""The table that a GCG record was played at: the board and tiles that it names, by our names or the field's."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from arena.errors import ConfigError
from arena.notation.gcg import COORDINATE, EventKind, GcgGame
from arena.notation.squares import column_index
from arena.scrabble.table import Table
from arena.variants.field_names import SIZES, board_name, tiles_name, tiles_of_board
from arena.variants.load import BOARDS, TILES, find, load_table

NO_WORDS = "odd"  # replaying looks no word up: a lexicon that fits every alphabet and needs no file


@dataclass(frozen=True)
class RecordTable:
    """The table of a record. problems, remarks: (line, text) of names that are not known, and of guesses."""

    table: Table
    problems: tuple[tuple[int, str], ...] = ()
    remarks: tuple[tuple[int, str], ...] = ()


def table_of_record(
    game: GcgGame,
    *,
    board: str | None = None,
    tiles: str | None = None,
    rules: str = "tournament",
    lexicon: str | None = None,
    base: Path | None = None,
) -> RecordTable:
    """Return the table of a record; a board or a set that the record names and nobody knows does not hide the rest.

    board, tiles: names or paths that go before the record's own. lexicon: None where no word is to be looked up.
    base: the folder that paths begin in. Raises ArenaErrors.
    """
    problems, remarks = list[tuple[int, str]](), list[tuple[int, str]]()

    def named(folder: str, words: tuple[str, ...], ours: Callable[[str], str], instead: str) -> str:
        """Return what the record names for one part, ``instead`` where that is nothing or not to be found."""
        for word in words:
            if name := game.pragma(word):
                try:
                    find(folder, ours(name), base)
                except ConfigError as error:
                    problem = f"{error.problem}: taken to be {instead}. {error.remedy}"
                    problems.append((game.lines.get(word, 1), problem))
                    return instead
                return name
        return instead

    if not board:
        usual = SIZES[15]
        if game.pragma("origin") is None and _reach(game) > 15:
            usual = SIZES[21]
        board = named(BOARDS, ("board", "board-layout"), board_name, usual)
        if usual == SIZES[21] and not (game.pragma("board") or game.pragma("board-layout")):
            remarks.append((1, f"taken to be played on the board {usual}: a play begins beyond 15 rows and columns"))
    tiles = tiles or named(TILES, ("tile-distribution",), tiles_name, tiles_of_board(board))
    table = load_table(
        board=board_name(board), tiles=tiles_name(tiles), rules=rules, lexicon=lexicon or NO_WORDS, base=base
    )
    return RecordTable(table, tuple(problems), tuple(remarks))


def _reach(game: GcgGame) -> int:
    """Return the last row or column, from 1, that a play begins in."""
    matches = [COORDINATE.fullmatch(event.where) for event in game.events if event.kind is EventKind.PLAY]
    parts = [part for match in matches if match for part in match.groups() if part and len(part) < 4]
    return max((int(part) if re.match(r"\d", part) else column_index(part) + 1 for part in parts), default=0)
