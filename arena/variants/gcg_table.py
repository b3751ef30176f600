"""The table that a GCG record was played at: the board and tiles that it names, by our names or the field's."""

from __future__ import annotations

import re
from pathlib import Path

from arena.scrabble.gcg import COORDINATE, GcgGame, Kind
from arena.scrabble.notation import column_index
from arena.scrabble.table import Table
from arena.variants.field_names import SIZES, board_name, tiles_name, tiles_of_board
from arena.variants.load import load_table

NO_WORDS = "odd"  # replaying looks no word up: a lexicon that fits every alphabet and needs no file


def table_of_record(
    game: GcgGame,
    *,
    board: str | None = None,
    tiles: str | None = None,
    rules: str = "tournament",
    lexicon: str | None = None,
    base: Path | None = None,
) -> tuple[Table, list[str]]:
    """Return the table of a record, and what had to be guessed.

    board, tiles: names or paths that go before the record's own. lexicon: None where no word is to be looked up.
    base: the folder that paths begin in. Raises ArenaErrors.
    """
    guesses = []
    named = board or game.pragma("board") or game.pragma("board-layout")
    if not named:
        named = SIZES[15]
        if _reach(game) > 15 and game.pragma("origin") is None:
            named = SIZES[21]
            guesses.append(f"taken to be played on the board {named}: a play begins beyond 15 rows and columns")
    set_name = tiles or game.pragma("tile-distribution") or tiles_of_board(named)
    table = load_table(
        board=board_name(named),
        tiles=tiles_name(set_name),
        rules=rules,
        lexicon=lexicon or NO_WORDS,
        base=base,
    )
    return table, guesses


def _reach(game: GcgGame) -> int:
    """Return the last row or column, from 1, that a play begins in."""
    found = [COORDINATE.fullmatch(event.where) for event in game.events if event.kind is Kind.PLAY]
    parts = [part for match in found if match for part in match.groups() if part and len(part) < 4]
    return max((int(part) if re.match(r"\d", part) else column_index(part) + 1 for part in parts), default=0)
