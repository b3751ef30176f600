"""What lies where: square -> square kind, or no square at all; finite or without end.

Pure. x grows to the right, y grows downward, both may be negative. A board may be a program that works its squares out,
so a Layout remembers what it was asked for, within bounds: it is the one place that does, and everybody asks it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from arena.errors import ProgramError

HOLE = -1  # in id windows: no square here
LOW, HIGH = -(1 << 31), (1 << 31) - 1  # the board language counts in 32 bits: beyond them there are no squares

SIDE = 16  # squares of a chunk, a power of two so that chunks end where 32-bit coordinates do
MOST_CHUNKS = 16384  # that one layout remembers (1 KiB each)
MOST_KINDS = 1 << 16  # single squares whose kinds it remembers besides
_UNKNOWN = -2  # in a chunk: nobody has asked for this square alone, and some square of the chunk has none

Square = tuple[int, int]
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
    kinds:  square id -> kind, whose id it is.
    used:   the kind that counts under a tile of an earlier play.
    bounds: the smallest window with every square in it, or None on a board without end.
    fill:   (x0, y0, x1, y1) -> int32[y1 - y0 + 1, x1 - x0 + 1] of square ids; an id outside ``kinds`` is a hole. It
            raises ProgramError where the board's program fails on a square of the window. It is asked through ``ids``
            and ``kind_at``, which remember: for windows within the bounds and within 32 bits.

    A program that fails on a square fails what asks for that square, and nothing beside it.
    """

    name: str
    centre: tuple[int, int]
    kinds: Mapping[int, SquareKind]
    used: SquareKind
    bounds: Window | None
    fill: Callable[[int, int, int, int], NDArray[np.int32]]
    _chunks: dict[Square, NDArray[np.int32]] = field(default_factory=dict, init=False, repr=False)
    _failing: set[Square] = field(default_factory=set, init=False, repr=False)  # chunks with squares that are unknown
    _kinds: dict[Square, SquareKind | None] = field(default_factory=dict, init=False, repr=False)

    @property
    def infinite(self) -> bool:
        return self.bounds is None

    def ids(self, x0: int, y0: int, x1: int, y1: int) -> NDArray[np.int32]:
        """Return the square ids of a window, both ends included; HOLE where there is no square.

        Raises ProgramError, naming the square, where the board's program fails on one of them.
        """
        ids = np.full((max(0, y1 - y0 + 1), max(0, x1 - x0 + 1)), HOLE, np.int32)
        left, top, right, bottom = self._within(x0, y0, x1, y1)
        if left > right or top > bottom:
            return ids
        for cy in range(top // SIDE, bottom // SIDE + 1):
            for cx in range(left // SIDE, right // SIDE + 1):
                chunk = self._chunk(cx, cy)
                ax, bx = max(left, cx * SIDE), min(right, cx * SIDE + SIDE - 1)
                ay, by = max(top, cy * SIDE), min(bottom, cy * SIDE + SIDE - 1)
                part = chunk[ay - cy * SIDE : by - cy * SIDE + 1, ax - cx * SIDE : bx - cx * SIDE + 1]
                if (cx, cy) in self._failing and (part == _UNKNOWN).any():
                    part[:] = self._asked(ax, ay, bx, by)
                ids[ay - y0 : by - y0 + 1, ax - x0 : bx - x0 + 1] = part
        return ids

    def kind_at(self, x: int, y: int) -> SquareKind | None:
        """Return the kind of the square at (x, y), None where there is none; for a square at a time the quickest.

        Raises ProgramError where the board's program fails on it.
        """
        try:
            return self._kinds[x, y]
        except KeyError:
            kind = self.kinds.get(int(self.ids(x, y, x, y)[0, 0]))
        if len(self._kinds) >= MOST_KINDS:
            self._kinds.clear()
        self._kinds[x, y] = kind
        return kind

    def id_at(self, x: int, y: int) -> int:
        """Return the square id at (x, y), HOLE where there is no square; see ``kind_at``."""
        kind = self.kind_at(x, y)
        return HOLE if kind is None else kind.id

    def has(self, x: int, y: int) -> bool:
        """Return whether there is a square at (x, y); see ``kind_at``."""
        return self.kind_at(x, y) is not None

    def _within(self, x0: int, y0: int, x1: int, y1: int) -> Window:
        # The part of a window where squares can be.
        left, top, right, bottom = self.bounds or (LOW, LOW, HIGH, HIGH)
        return max(x0, left, LOW), max(y0, top, LOW), min(x1, right, HIGH), min(y1, bottom, HIGH)

    def _chunk(self, cx: int, cy: int) -> NDArray[np.int32]:
        # int32[SIDE, SIDE]; UNKNOWN within the bounds where the whole cannot be had at once.
        chunk = self._chunks.get((cx, cy))
        if chunk is None:
            if len(self._chunks) >= MOST_CHUNKS:
                self._chunks.clear()
                self._failing.clear()
            x, y = cx * SIDE, cy * SIDE
            x0, y0, x1, y1 = self._within(x, y, x + SIDE - 1, y + SIDE - 1)
            chunk = np.full((SIDE, SIDE), HOLE, np.int32)
            inside = chunk[y0 - y : y1 - y + 1, x0 - x : x1 - x + 1]
            try:
                inside[:] = self._asked(x0, y0, x1, y1)
            except ProgramError:  # of some square, which may not be one that is wanted
                inside[:] = _UNKNOWN
                self._failing.add((cx, cy))
            self._chunks[cx, cy] = chunk
        return chunk

    def _asked(self, x0: int, y0: int, x1: int, y1: int) -> NDArray[np.int32]:
        ids = self.fill(x0, y0, x1, y1)
        return np.where(np.isin(ids, list(self.kinds)), ids, HOLE)
