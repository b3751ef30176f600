"""Boards and racks as a page draws them: squares with class, text and points; the key of what their marks mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from arena.board.drawing import CLASSES, MARKS, PLAIN, Picture, names_of_signs, squares
from arena.records.record import GameRecord
from arena.report.page.pictures import placed

_RACK_TILE = re.compile(r"\[([^\[\]]*)\]|(#\d+)|([^\s,])")  # as a hand is printed: [CH], #7 (its id), A, ?


def page_board(picture: Picture, layout: Any) -> dict[str, Any]:
    """Return a board for the page's template: the window's coordinates, and rows of ``squares``."""
    x0, y0, x1, y1 = picture.window
    return {"xs": range(x0, x1 + 1), "rows": list(zip(range(y0, y1 + 1), squares(picture, layout), strict=True))}


def square_key(layouts: Iterable[Any]) -> list[dict[str, str]]:
    """Return class, text and meaning of every kind of square but the plain one that these boards have."""
    return [
        {"kind": CLASSES.get(mark, "other"), "text": MARKS.get(mark, mark), "name": " or ".join(kinds)}
        for mark, kinds in names_of_signs(layouts).items()
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
    texts = ["".join(parts) for parts in _RACK_TILE.findall(hand)]
    return [{"kind": "tile wild" if text == "?" else "tile", "text": text, "points": worth.get(text)} for text in texts]


def letter_points(record: GameRecord) -> Mapping[str, int]:
    """Return letter -> points of the tiles laid in a game that are worth something."""
    return {char: points for move in record.moves for _, _, char, points in placed(move) if points}
