"""Board pictures of recorded games: which tiles lie where after a turn, drawn as text or handed on as cells.

Tiles are read from the moves' text (``<x> <y> <tile id><char><points>``), so that a picture needs the records only;
a layout, when there is one, adds squares and holes. y grows downward.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.records.record import GameRecord, MoveRecord

HOLE = -1  # in windows of square ids: no square here
MARGIN = 1  # squares shown around the tiles
WIDEST, HIGHEST = 31, 25  # squares; a larger game is cut to a window around the play

PLAIN, OTHER = ".", "*"
SIGNS = {(1, 1): PLAIN, (2, 1): "'", (3, 1): '"', (4, 1): "^", (1, 2): "-", (1, 3): "=", (1, 4): "~"}

_TILE = re.compile(r"(-?\d+)\s+(-?\d+)\s+(\d+)([^\d\s+-][^\d\s]*?)(-?\d+)(?=\s|$)")


@dataclass(frozen=True)
class Cell:
    """One tile on the board: its letter, its points, and whether the play in question put it there."""

    char: str
    points: int
    fresh: bool


@dataclass(frozen=True)
class Picture:
    """Tiles by square, and the window to show: x0, y0, x1, y1, both ends included."""

    tiles: Mapping[tuple[int, int], Cell]
    window: tuple[int, int, int, int]


def placed(move: MoveRecord) -> list[tuple[int, int, str, int]]:
    """Return (x, y, letter, points) of the tiles that a turn left on the board; [] when it left none."""
    if move.move is None or move.note.get("kind") != "play":
        return []
    return [(int(x), int(y), char, int(points)) for x, y, _, char, points in _TILE.findall(move.move)]


def picture_after(record: GameRecord, turn: int, layout: Any = None) -> Picture:
    """Return the board after a turn (counted from 0), the tiles of that turn marked as fresh."""
    tiles: dict[tuple[int, int], Cell] = {}
    for move in record.moves:
        if move.turn > turn:
            break
        for x, y, char, points in placed(move):
            tiles[x, y] = Cell(char, points, move.turn == turn)
    return Picture(tiles, window_of(tiles, layout))


def window_of(tiles: Mapping[tuple[int, int], Cell], layout: Any) -> tuple[int, int, int, int]:
    """Return a finite board whole where it is small, else the tiles with a margin, cut around the fresh ones."""
    bounds: tuple[int, int, int, int] | None = None if layout is None else layout.bounds
    if bounds is not None and bounds[2] - bounds[0] < WIDEST and bounds[3] - bounds[1] < HIGHEST:
        return bounds
    squares = list(tiles) or [(0, 0)]
    fresh = [square for square, cell in tiles.items() if cell.fresh] or squares
    x0, x1 = _cut([x for x, _ in squares], [x for x, _ in fresh], WIDEST)
    y0, y1 = _cut([y for _, y in squares], [y for _, y in fresh], HIGHEST)
    return x0, y0, x1, y1


def _cut(all_: list[int], fresh: list[int], most: int) -> tuple[int, int]:
    low, high = min(all_) - MARGIN, max(all_) + MARGIN
    if high - low < most:
        return low, high
    middle = (min(fresh) + max(fresh)) // 2
    low = max(low, middle - most // 2)
    return low, min(high, low + most - 1)


def picture_text(picture: Picture, layout: Any = None) -> str:
    """Return the picture in letters: ``[A]`` the play, lower case a tile worth nothing; see ``legend``."""
    x0, y0, x1, y1 = picture.window
    ids = None if layout is None else layout.ids(x0, y0, x1, y1)
    rows: list[list[tuple[str, bool]]] = []
    for y in range(y0, y1 + 1):
        row = []
        for x in range(x0, x1 + 1):
            cell = picture.tiles.get((x, y))
            if cell is not None:
                row.append((_face(cell), cell.fresh))
            else:
                row.append((_square(layout, None if ids is None else int(ids[y - y0, x - x0])), False))
        rows.append(row)
    width = max(len(text) for row in rows for text, _ in row)
    return "\n".join(_joined(row, width) for row in rows)


def _joined(row: list[tuple[str, bool]], width: int) -> str:
    """Return a row with a blank between squares, turned into brackets around the fresh ones."""
    text = "[" if row[0][1] else " "
    for index, (char, fresh) in enumerate(row):
        after = index + 1 < len(row) and row[index + 1][1]
        text += char.ljust(width) + ("|" if fresh and after else "]" if fresh else "[" if after else " ")
    return text.rstrip()


def _face(cell: Cell) -> str:
    lower = cell.char.lower()
    return lower if cell.points == 0 and len(lower) == len(cell.char) else cell.char


def _square(layout: Any, square: int | None) -> str:
    if square is None:
        return PLAIN
    return " " if square == HOLE or square not in layout.kinds else sign(layout.kinds[square])


def sign(kind: Any) -> str:
    """Return the sign of a kind of square; never a letter, so that it is not taken for a tile."""
    if kind.multipliers is not None:
        return SIGNS.get(kind.multipliers, OTHER)
    glyph = str(kind.glyph)
    return glyph if glyph.strip() and not glyph.isalnum() and glyph not in "[]|" else OTHER


def legend(picture: Picture, layout: Any) -> str:
    """Return one line that says what the signs of a picture mean, and where it lies."""
    told = ["[A] the play", "b a tile worth nothing", f"{PLAIN} a plain square"]
    if layout is not None:
        names: dict[str, list[str]] = {}
        for _, kind in sorted(layout.kinds.items()):
            names.setdefault(sign(kind), []).append(str(kind.name))
        told += [f"{mark} {' or '.join(kinds)}" for mark, kinds in names.items() if mark != PLAIN]
        told.append("blank: no square")
    return "; ".join([*told, f"top left: x {picture.window[0]}, y {picture.window[1]}"])
