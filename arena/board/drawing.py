"""Squares as pictures show them: what is coloured how, and what is written there. For pages, notebooks and text.

Whose tiles they are, and what they score, is not known here: a tile is the letter and the points that are shown for it.
y grows downward.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from arena.board.layout import HOLE, Layout, SquareKind, Window

MARGIN = 1  # squares shown around the tiles
WIDEST, HIGHEST = 31, 25  # squares; a larger board is cut to a window around the play

PLAIN, OTHER = ".", "*"
SIGNS = {(1, 1): PLAIN, (2, 1): "'", (3, 1): '"', (4, 1): "^", (1, 2): "-", (1, 3): "=", (1, 4): "~"}

# how a square of each sign is coloured (COLOURS), and what is written on it
CLASSES = {PLAIN: "plain", "'": "l2", '"': "l3", "^": "l4", "-": "w2", "=": "w3", "~": "w4", " ": "hole"}
MARKS = {PLAIN: "", " ": "", "'": "2L", '"': "3L", "^": "4L", "-": "2W", "=": "3W", "~": "4W"}

# name -> colour on light paper, colour on dark paper
COLOURS = {
    "tile": ("#f3dfae", "#c9b27a"),
    "tile-ink": ("#231a05", "#231a05"),
    "tile-edge": ("#8a6d2f", "#00000066"),
    "fresh": ("#ffb52e", "#ffae1a"),
    "l2": ("#bfe0f2", "#2f566b"),
    "l3": ("#6fb1dd", "#235f86"),
    "w2": ("#f6c6c6", "#6b3636"),
    "w3": ("#e58484", "#9c3d3d"),
    "other": ("#cdb9e8", "#57457a"),
    "square": ("#e9e9df", "#2b2d31"),
    "mark": ("#2a2a28", "#dededa"),
}


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
    window: Window


@dataclass(frozen=True, slots=True)
class Shown:
    """A square of a picture: the classes that colour it, its text, and the points in its corner (None: none)."""

    kind: str
    text: str
    points: int | None = None


def window_of(tiles: Mapping[tuple[int, int], Cell], layout: Layout | None) -> Window:
    """Return a finite board whole where it is small, else the tiles with a margin, cut around the fresh ones."""
    bounds = None if layout is None else layout.bounds
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


def sign(kind: SquareKind) -> str:
    """Return the sign of a kind of square; never a letter, so that it is not taken for a tile."""
    if kind.multipliers is not None:
        return SIGNS.get(kind.multipliers, OTHER)
    glyph = str(kind.glyph)
    return glyph if glyph.strip() and not glyph.isalnum() and glyph not in "[]|" else OTHER


def squares(picture: Picture, layout: Layout | None) -> list[list[Shown]]:
    """Return the rows of a picture's window; without a layout all squares are plain."""
    x0, y0, x1, y1 = picture.window
    ids = None if layout is None else layout.ids(x0, y0, x1, y1)
    rows = []
    for y in range(y0, y1 + 1):
        row = []
        for x in range(x0, x1 + 1):
            cell = picture.tiles.get((x, y))
            if cell is not None:
                kind = "tile fresh" if cell.fresh else "tile"
                row.append(Shown(kind + (" wild" if cell.points == 0 else ""), cell.char, cell.points))
                continue
            square = 0 if ids is None else int(ids[y - y0, x - x0])
            mark = PLAIN if layout is None else " " if square == HOLE else sign(layout.kinds[square])
            row.append(Shown(CLASSES.get(mark, "other"), MARKS.get(mark, mark)))
        rows.append(row)
    return rows


def names_of_signs(layouts: Iterable[Layout]) -> dict[str, list[str]]:
    """Return sign -> the names of the kinds of square that it stands for on these boards."""
    names: dict[str, list[str]] = {}
    for layout in layouts:
        for _, kind in sorted(layout.kinds.items()):
            known = names.setdefault(sign(kind), [])
            if str(kind.name) not in known:
                known.append(str(kind.name))
    return names
