"""Boards as a page draws them: rows of squares, each with its class, its text and its points."""

from __future__ import annotations

from typing import Any

from arena.report.pictures import HOLE, PLAIN, Picture, sign

# how a square of each sign is coloured; see the page's styles
CLASSES = {PLAIN: "plain", "'": "l2", '"': "l3", "^": "l4", "-": "w2", "=": "w3", "~": "w4", " ": "hole"}


def squares(picture: Picture, layout: Any) -> list[list[dict[str, Any]]]:
    """Return the rows of a board: class, text and points of each square."""
    x0, y0, x1, y1 = picture.window
    ids = None if layout is None else layout.ids(x0, y0, x1, y1)
    rows = []
    for y in range(y0, y1 + 1):
        row = []
        for x in range(x0, x1 + 1):
            cell = picture.tiles.get((x, y))
            if cell is not None:
                kind = "tile fresh" if cell.fresh else "tile"
                row.append(
                    {"kind": kind + (" wild" if cell.points == 0 else ""), "text": cell.char, "points": cell.points}
                )
                continue
            square = 0 if ids is None else int(ids[y - y0, x - x0])
            mark = PLAIN if ids is None else " " if square == HOLE else sign(layout.kinds[square])
            row.append({"kind": CLASSES.get(mark, "other"), "text": "", "points": None})
        rows.append(row)
    return rows
