"""Boards and racks as a page draws them: squares with class, text and points; the key of what their marks mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from arena.records.record import GameRecord
from arena.report.pictures import HOLE, PLAIN, Picture, placed, sign

# how a square of each sign is coloured (see the page's styles), and what is written on it
CLASSES = {PLAIN: "plain", "'": "l2", '"': "l3", "^": "l4", "-": "w2", "=": "w3", "~": "w4", " ": "hole"}
MARKS = {PLAIN: "", " ": "", "'": "2L", '"': "3L", "^": "4L", "-": "2W", "=": "3W", "~": "4W"}

_RACK_TILE = re.compile(r"\[([^\[\]]*)\]|(#\d+)|([^\s,])")  # as a hand is printed: [CH], #7 (its id), A, ?


def page_board(picture: Picture, layout: Any) -> dict[str, Any]:
    """Return a board for the page's template: the window's coordinates, and rows of ``squares``."""
    x0, y0, x1, y1 = picture.window
    return {"xs": range(x0, x1 + 1), "rows": list(zip(range(y0, y1 + 1), squares(picture, layout), strict=True))}


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
            row.append({"kind": CLASSES.get(mark, "other"), "text": MARKS.get(mark, mark), "points": None})
        rows.append(row)
    return rows


def square_key(layouts: Iterable[Any]) -> list[dict[str, str]]:
    """Return class, text and meaning of every kind of square but the plain one that these boards have."""
    names: dict[str, list[str]] = {}
    for layout in layouts:
        for _, kind in sorted(layout.kinds.items()):
            known = names.setdefault(sign(kind), [])
            if str(kind.name) not in known:
                known.append(str(kind.name))
    return [
        {"kind": CLASSES.get(mark, "other"), "text": MARKS.get(mark, mark), "name": " or ".join(kinds)}
        for mark, kinds in names.items()
        if mark != PLAIN
    ]


def rack_tiles(record: GameRecord, turn: int) -> list[dict[str, Any]]:
    """Return the rack that a turn was played from, tile by tile: class, text, points; [] where none is recorded.

    points: as tiles of that letter were laid in the same game; None for a letter that never was.
    """
    hand = record.moves[turn].note.get("hand") if turn < len(record.moves) else None
    if not isinstance(hand, str):
        return []
    worth = letter_points(record)
    told = ["".join(parts) for parts in _RACK_TILE.findall(hand)]
    return [{"kind": "tile wild" if text == "?" else "tile", "text": text, "points": worth.get(text)} for text in told]


def letter_points(record: GameRecord) -> Mapping[str, int]:
    """Return letter -> points of the tiles laid in a game that are worth something."""
    return {char: points for move in record.moves for _, _, char, points in placed(move) if points}
