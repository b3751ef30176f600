"""What a square and a tile are drawn with, for pictures in SVG that are made without a browser.

``web/draw.js`` beside this draws the same marks in a browser, and ``web/board.css`` has their colours; a test holds the
two together. Sizes are units of the picture.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

SMALLEST = 12  # units of a text; what cannot be written so large is left out
WIDE = 0.66  # of a letter, in units of its height
LEAST_MARKED = {1: 14, 2: 18}  # side of a square that has room for so many signs
LEAST_POINTS = 30  # side of a tile that has room for its points


@dataclass(frozen=True, slots=True)
class DrawnMark:
    """One element: ``rect`` or ``text``, its attributes without the class, its classes, and what it says."""

    tag: str
    attributes: Mapping[str, float | str]
    classes: str
    text: str | None = None


def label(x: float, y: float, high: float, text: str, room: float, classes: str) -> DrawnMark:
    """Return a text whose middle is x, on the base line y, squeezed into the room that it has."""
    attributes: dict[str, float | str] = {"x": _round(x), "y": _round(y), "font-size": _round(high)}
    if len(text) * high * WIDE > room:
        attributes |= {"textLength": _round(room), "lengthAdjust": "spacingAndGlyphs"}
    return DrawnMark("text", attributes, classes, text)


def square_marks(kind: str, mark: str, side: float) -> list[DrawnMark]:
    """Return the marks of a square without a tile. kind: as in ``drawing.CLASSES``; a hole has none."""
    if kind == "hole":
        return []
    gap = 0.5 if side >= 16 else 0
    found = [_box(gap, side, 0.1, f"square {kind}")]
    high = max(SMALLEST, side * 0.34)
    if mark and side >= LEAST_MARKED[min(2, len(mark))]:
        found.append(label(side / 2, side / 2 + high * 0.36, high, mark, side - 3, "mark"))
    return found


def tile_marks(char: str, points: int | None, side: float, *, wild: bool = False, state: str = "") -> list[DrawnMark]:
    """Return the marks of a tile. state: ``fresh``, of the last play, or nothing."""
    found = [_box(1 if side >= 16 else 0.5, side, 0.12, f"tile {state}".strip())]
    if side < SMALLEST:
        return found
    many, two = len(char) > 1, (points or 0) > 9
    high = max(SMALLEST, side * (0.46 if many else 0.54 if two else 0.6))
    corner = max(SMALLEST, side * 0.27)
    shown = bool(points) and side >= LEAST_POINTS
    x = side / 2 - (side * (0.14 if two else 0.08) if shown else 0)
    y = side / 2 + high * 0.36 - (side * 0.03 if shown else 0)
    found.append(label(x, y, high, char, side - (side * 0.3 if shown else 4), "letter wild" if wild else "letter"))
    if shown:
        text = str(points)
        found.append(
            label(side - 2.5 - len(text) * corner * 0.3, side - side * 0.1, corner, text, side * 0.5, "points")
        )
    return found


def _box(inset: float, side: float, round_: float, classes: str) -> DrawnMark:
    size = side - 2 * inset
    return DrawnMark(
        "rect", {"x": inset, "y": inset, "width": size, "height": size, "rx": _round(side * round_)}, classes
    )


def _round(number: float) -> float:
    """Round to hundredths as a browser does."""
    return math.floor(number * 100 + 0.5) / 100
