"""How people name squares and directions: ``8H`` across, ``H8`` down, columns on to ``AA``. Pure.

Rows count from 1 at the top, columns from A at the left, of a finite board; where its first square
lies is the board's origin. Boards without an end, and plays in general, are written with signed
coordinates (moves.py). Printing writes capitals; reading takes either case.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from arena.board.layout import Layout
from arena.errors import NotationError
from arena.scrabble.moves import Placed
from arena.scrabble.tiles import TileSet


class Place(NamedTuple):
    """Where a word begins, and which way it reads."""

    x: int
    y: int
    across: bool


class Extent(NamedTuple):
    """The rectangle that coordinates count in: its first square, and how many columns and rows it has."""

    x: int
    y: int
    columns: int
    rows: int

    @classmethod
    def of(cls, layout: Layout) -> Extent:
        """Return a finite board's extent; raise NotationError for a board without an end."""
        if layout.bounds is None:
            problem = f"the board {layout.name!r} has no end, so its rows have no numbers"
            raise NotationError("square", problem, "Write signed coordinates, x then y")
        x0, y0, x1, y1 = layout.bounds
        return cls(x0, y0, x1 - x0 + 1, y1 - y0 + 1)


_ACROSS = re.compile(r"([0-9]+)([A-Za-z]+)")
_DOWN = re.compile(r"([A-Za-z]+)([0-9]+)")


def column_name(index: int) -> str:
    """Return the letters of a column counted from 0: A to Z, AA, AB and so on."""
    name, index = "", index + 1
    while index > 0:
        index, letter = divmod(index - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def column_index(name: str) -> int:
    """Return the column, counted from 0, of one or more letters A to Z in either case."""
    index = 0
    for letter in name.upper():
        index = index * 26 + ord(letter) - ord("A") + 1
    return index - 1


def read_place(text: str, extent: Extent) -> Place:
    """Return what ``8H`` (across) or ``H8`` (down) says on a board of that extent.

    Raises NotationError for anything else, and for a square outside the extent.
    """
    across, down = _ACROSS.fullmatch(text), _DOWN.fullmatch(text)
    if across:
        row, column = across[1], across[2]
    elif down:
        column, row = down[1], down[2]
    else:
        problem = f"cannot read {text!r}"
        raise NotationError("square", problem, "Write row and column, such as 8H (across) or H8 (down)")
    x, y = column_index(column[:9]), int(row[:9]) - 1
    if not (0 <= x < extent.columns and 0 <= y < extent.rows):
        size = f"rows 1 to {extent.rows} and columns A to {column_name(extent.columns - 1)}"
        raise NotationError("square", f"{text!r} is not on the board", f"It has {size}")
    return Place(extent.x + x, extent.y + y, across is not None)


def print_place(place: Place, extent: Extent) -> str:
    """Return the text of a place, the inverse of ``read_place``."""
    row, column = str(place.y - extent.y + 1), column_name(place.x - extent.x)
    return row + column if place.across else column + row


def read_tiles(text: str, place: Place, tiles: TileSet) -> list[Placed]:
    """Return the tiles of a word written from ``place`` on: capitals plain, lower case a wild card, ``.`` skips.

    A letter of several signs stands in brackets. Raises NotationError for what no tile shows.
    """
    found, x, y = [], place.x, place.y
    for sign in signs_of(text):
        if sign != ".":
            tile, face = tiles.read_board_letter(sign)
            found.append(Placed(x, y, tile, face.char, face.points))
        x, y = (x + 1, y) if place.across else (x, y + 1)
    return found


def signs_of(text: str) -> list[str]:
    """Return a written word's signs, one a square, brackets taken off; raise NotationError for stray brackets."""
    if not _WORD.fullmatch(text):
        raise NotationError("word", f"cannot read {text!r}", "Brackets hold the letters of one tile, as in [CH]OCO")
    return [bracket or sign for bracket, sign in _SIGN.findall(text)]


_SIGN = re.compile(r"\[([^\[\]\s]+)\]|([^\[\]\s])")
_WORD = re.compile(r"(?:\[[^\[\]\s]+\]|[^\[\]\s])+")
