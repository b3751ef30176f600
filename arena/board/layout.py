"""What lies where: square -> square kind, or no square at all; finite or without end.

Pure. x grows to the right, y grows downward, both may be negative.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

HOLE = -1  # in id windows: no square here

Window = tuple[int, int, int, int]  # x0, y0, x1, y1, both ends included


@dataclass(frozen=True)
class SquareKind:
    """One kind of square.

    id:          what board programs answer.
    name, glyph: for people ("DLS", "a"); glyph is one character.
    programs:    priority -> source text in the board language (lower priorities run first).
    multipliers: (letter, word) where the programs are recognised as the plain ones, else None.
    """

    id: int
    name: str
    glyph: str
    programs: Mapping[int, str] = field(hash=False)
    multipliers: tuple[int, int] | None = None


@dataclass(frozen=True, eq=False)
class Layout:
    """A board without tiles.

    name:   what people call it.
    centre: the square that the first play must cover, (x, y).
    kinds:  square id -> kind; an id outside it is a hole.
    used:   the kind that counts under a tile of an earlier play.
    bounds: the smallest window with every square in it, or None on a board without end.
    fill:   (x0, y0, x1, y1) -> int32[y1 - y0 + 1, x1 - x0 + 1] of square ids, HOLE where there is none.
            May raise ProgramError when the board's program fails on a square.
    """

    name: str
    centre: tuple[int, int]
    kinds: Mapping[int, SquareKind]
    used: SquareKind
    bounds: Window | None
    fill: Callable[[int, int, int, int], NDArray[np.int32]]

    @property
    def infinite(self) -> bool:
        return self.bounds is None

    def ids(self, x0: int, y0: int, x1: int, y1: int) -> NDArray[np.int32]:
        """Return the square ids of a window, both ends included; HOLE where there is no square."""
        return self.fill(x0, y0, x1, y1)

    def id_at(self, x: int, y: int) -> int:
        """Return the square id at (x, y), HOLE where there is no square."""
        return int(self.fill(x, y, x, y)[0, 0])
