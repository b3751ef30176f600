"""Boards and racks as a page draws them, in SVG; the key of what their marks mean.

The page has ``arena/board/web/board.css`` for their colours; ``draw.js`` beside it draws the same where a script may.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from markupsafe import Markup

from arena.board.drawing import CLASSES, MARKS, PLAIN, Picture, Shown, names_of_signs
from arena.board.svg import board_on_page, shown_on_page
from arena.records.record import GameRecord
from arena.report.page.pictures import begun_with, placed

_RACK_TILE = re.compile(r"\[([^\[\]]*)\]|(#\d+)|([^\s,])")  # as a hand is printed: [CH], #7 (its id), A, ?


SIDE = 24  # of a tile that stands by itself; pixels


def page_board(picture: Picture, layout: Any, label: str) -> Markup:
    """Return a board for the page's template. label: what it shows, in words."""
    return Markup(board_on_page(picture, layout, label))


def page_square(kind: str, text: str, points: int | None = None, side: int = SIDE) -> Markup:
    """Return a square or a tile that stands by itself. kind: its classes."""
    return Markup(shown_on_page(Shown(kind, text, points), side))


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
    laid = chain(begun_with(record), *map(placed, record.moves))
    return {char: points for _, _, char, points in laid if points}
