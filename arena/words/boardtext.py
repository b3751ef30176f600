"""The board and a rack as text for a terminal: rows and columns by number, colours only where they are wanted.

A tile is its letter, a small one where its player chose what it shows (a blank). An empty square is ``.``, or,
with bonus squares, ``W3 W2 L3 L2`` for what it multiplies; ``##`` is no square; a square that is a program of
another sort is its name. A board without end shows the tiles and a margin around them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from arena.board.layout import HOLE, Layout, SquareKind, Window
from arena.board.text import painted
from arena.scrabble.moves import Placed
from arena.scrabble.position import Board, Square
from arena.scrabble.table import Table

MARGIN = 5  # squares around the tiles on a board without end
_NO_SQUARE = "##"


def board_text(
    table: Table, board: Board, *, bonus_squares: bool = True, marks: Collection[Square] = (), colour: bool = False
) -> str:
    """Return the board with its rows' and columns' numbers, one line a row.

    marks: squares of the last play, told apart by colour only.
    """
    window = x0, y0, x1, y1 = shown(table.layout, board)
    tiles = {at: tile_text(table, tile) for at, tile in board.items()}
    kinds = table.layout.kinds
    labels = {number: square_text(kind, bonus_squares) for number, kind in kinds.items()}
    columns = [str(x) for x in range(x0, x1 + 1)]
    width = max(map(len, [*columns, *tiles.values(), *labels.values(), _NO_SQUARE]))
    margin = max(len(str(y)) for y in (y0, y1))
    lines = [" " * margin + "".join(f" {name:>{width}}" for name in columns)]
    for y, row in enumerate(table.layout.ids(*window).tolist(), y0):
        cells = []
        for x, square in enumerate(row, x0):
            kind = None if square == HOLE else kinds[square]
            tile = tiles.get((x, y))
            cell = f"{tile or (labels[square] if kind else _NO_SQUARE):>{width}}"
            cells.append(painted(cell, kind, tile is not None, (x, y) in marks) if colour else cell)
        lines.append(f"{y:>{margin}} " + " ".join(cells))
    return "\n".join(line.rstrip() for line in lines)


def shown(layout: Layout, board: Board) -> Window:
    """Return what is shown: a finite board whole, else the tiles (or the centre) and MARGIN squares around."""
    if layout.bounds is not None:
        return layout.bounds
    xs, ys = zip(*(list(board) or [layout.centre]), strict=True)
    return min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN


def tile_text(table: Table, tile: Placed) -> str:
    """Return a tile on the board: a small letter where its player chose what it shows."""
    return table.tiles.alphabet.small(tile.char) if table.tiles.tiles[tile.tile].wild else tile.char


def square_text(kind: SquareKind, bonus_squares: bool) -> str:
    """Return an empty square."""
    if not bonus_squares or kind.multipliers == (1, 1):
        return "."
    match kind.multipliers:
        case None:
            return kind.name[:4] or kind.glyph
        case (letter, 1):
            return f"L{letter}"
        case (1, word):
            return f"W{word}"
        case (letter, word):
            return f"L{letter}W{word}"


def rack_text(table: Table, hand: Mapping[int, int]) -> str:
    """Return a rack with its values, blanks last: ``C3 A1 A1 _0``; a tile of several faces with all of them."""
    tiles, wild = table.tiles, table.tiles.wild
    shown_tiles = []
    for tile in sorted(hand, key=lambda tile: (tile == wild, tile)):
        if tile == wild:
            text = f"_{tiles.tiles[tile].points}"
        else:
            text = "/".join(f"{face.char}{face.points}" for face in tiles.tiles[tile].faces)
        shown_tiles += [text] * hand[tile]
    return " ".join(shown_tiles) or "(empty)"
