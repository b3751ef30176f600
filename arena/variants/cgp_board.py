"""The tiles of a CGP on a board of ours. Pure."""

from __future__ import annotations

from arena.errors import ArenaError, Complaints, ConfigError, NotationError
from arena.notation.cgp import Cgp
from arena.scrabble.moves import Placed
from arena.scrabble.table import Table


def board_of_cgp(cgp: Cgp, table: Table, where: str) -> dict[tuple[int, int], Placed]:
    """Return the tiles on the board; row 1 is the board's first, wherever that lies.

    Raises ConfigError or Complaints for what is no position on the table's board; ``where`` is the text's place.
    """
    layout = table.layout
    if layout.bounds is None:
        raise ConfigError(f"{where}: bdn {layout.name}", "a board without end has no first row", "Use a position file")
    x0, y0, x1, y1 = layout.bounds
    high, wide = len(cgp.rows), len(cgp.rows[0])
    if (wide, high) != (x1 - x0 + 1, y1 - y0 + 1):
        problem = f"{wide} by {high} squares are not the {x1 - x0 + 1} by {y1 - y0 + 1} of the board {layout.name!r}"
        raise ConfigError(where, problem, "Name the board with bdn NAME; or --board NAME")
    board: dict[tuple[int, int], Placed] = {}
    wrong: list[ArenaError] = []
    for y, row in enumerate(cgp.rows, y0):
        for x, letter in enumerate(row, x0):
            if letter is None:
                continue
            if not layout.has(x, y):
                place = f"{where}: row {y - y0 + 1}, column {x - x0 + 1}"
                wrong.append(ConfigError(place, f"{letter.char} is where {layout.name!r} has no square"))
                continue
            try:
                tile, face = table.tiles.tile_showing(letter.char, letter.blank)
            except NotationError as error:
                wrong.append(ConfigError(where, error.problem, error.remedy))
                continue
            board[x, y] = Placed(x, y, tile, face.char, face.points)
    if wrong:
        raise Complaints(wrong)
    return board
