"""Pictures of boards for people: squares, tiles, and the last play, in plain text or in a terminal's colours.

A cell is its character and a blank; ``#`` is no square. A finite board shows its own extent and a rim
around it, a board without end the tiles and MARGIN squares around them. Whose tiles they are, and what they
score, is not known here: a tile is the text that is shown for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from arena.board.layout import HOLE, Layout, SquareKind, Window

MARGIN = 8
NOTHING = "#"

_RESET = "\x1b[0m"
_LAST, _OLDER, _NO_SQUARE = "\x1b[1;30;43m", "\x1b[1m", "\x1b[2m"
_LETTERS = {2: "\x1b[30;106m", 3: "\x1b[97;44m"}  # by letter multiplier: light blue, blue
_WORDS = {2: "\x1b[30;105m", 3: "\x1b[97;41m"}  # by word multiplier: pink, red
_OTHER = "\x1b[30;102m"  # squares that are programs of another sort: green

Square = tuple[int, int]


def picture(
    layout: Layout,
    tiles: Mapping[Square, str] | None = None,
    *,
    marks: Collection[Square] = (),
    colour: bool = False,
    window: Window | None = None,
) -> str:
    """Return a board as text, one line a row, without a line feed at the end.

    tiles:  what stands where, (x, y) -> the character shown.
    marks:  the squares of the last play, or of the play in question; told apart by colour only.
    colour: whether to use the terminal's colours.
    window: what to show, both ends included; by default ``shown_window``.

    Cells are as wide as the longest tile, so that tiles of several characters ("CH") stand in columns.
    """
    tiles = tiles or {}
    x0, y0, x1, y1 = window or shown_window(layout, tiles)
    width = max((len(tile) for (x, y), tile in tiles.items() if x0 <= x <= x1 and y0 <= y <= y1), default=1)
    marked = frozenset(marks)
    lines = []
    for y, row in enumerate(layout.ids(x0, y0, x1, y1).tolist(), y0):
        cells = []
        for x, square in enumerate(row, x0):
            kind = layout.kinds[square] if square != HOLE else None
            tile = tiles.get((x, y))
            cell = (tile if tile is not None else kind.glyph if kind else NOTHING).ljust(width)
            if colour:
                cell = painted(cell, kind, tile is not None, (x, y) in marked)
            cells.append(cell + " ")
        lines.append("".join(cells))
    return "\n".join(lines)


def shown_window(layout: Layout, tiles: Iterable[Square] = ()) -> Window:
    """Return what a picture shows: a finite board and its rim, or the tiles and MARGIN squares around them."""
    if layout.bounds:
        x0, y0, x1, y1 = layout.bounds
        return x0 - 1, y0 - 1, x1 + 1, y1 + 1
    columns, rows = zip(*(list(tiles) or [layout.centre]), strict=True)
    return min(columns) - MARGIN, min(rows) - MARGIN, max(columns) + MARGIN, max(rows) + MARGIN


def letter_grid(layout: Layout, window: Window) -> list[str]:
    """Return the bare glyphs of a window, one text a row: ``.`` for a square whose glyph is blank, # for a hole."""
    glyphs = {HOLE: NOTHING} | {number: kind.glyph.replace(" ", ".") for number, kind in layout.kinds.items()}
    return ["".join(glyphs[square] for square in row) for row in layout.ids(*window).tolist()]


def legend(layout: Layout) -> list[str]:
    """Return a line for every kind of square: its glyph, its name, and what it multiplies."""
    lines = []
    for kind in layout.kinds.values():
        lines.append(f"{kind.glyph!r:5} {kind.name:8} {_says(kind)}")
    return [*lines, f"{NOTHING!r:5} no square"]


def _says(kind: SquareKind) -> str:
    match kind.multipliers:
        case None:
            return "a program of its own"
        case (1, 1):
            return "plain"
        case (letter, 1):
            return f"letter x {letter}"
        case (1, word):
            return f"word x {word}"
        case (letter, word):
            return f"letter x {letter}, word x {word}"


def painted(cell: str, kind: SquareKind | None, tile: bool, marked: bool) -> str:
    """Return a cell's text in its colours. kind: of the square, None for no square; tile: whether one lies there."""
    if tile:
        paint = _LAST if marked else _OLDER
    elif kind is None:
        paint = _NO_SQUARE
    elif kind.multipliers is None:
        paint = _OTHER
    else:
        letter, word = kind.multipliers
        paint = _WORDS.get(min(word, 3)) or _LETTERS.get(min(letter, 3)) or ""
    return f"{paint}{cell}{_RESET}" if paint else cell
