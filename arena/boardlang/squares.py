"""Layouts from compiled board programs and from grids of ids: exact for every 32-bit coordinate, and cached.

A board without end is computed in chunks, each once. A chunk is a private detail: a program that fails on
a square outside the window that was asked for does not fail that window.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena.board.layout import HOLE, Window
from arena.boardlang._kernels import FAILED
from arena.boardlang.compile import Code
from arena.boardlang.run import board_window, run_code

_SIDE = 16  # squares of a chunk, a power of two so that chunks end where 32-bit coordinates do
_KEPT = 32768  # chunks of one layout in memory (1 KB each)
_LOW, _HIGH = -(1 << 31), (1 << 31) - 1


class ProgramSquares:
    """The squares of a board's program. ``known`` are the ids that are squares; outside ``bounds`` there is none."""

    def __init__(self, code: Code, known: Sequence[int], bounds: Window | None) -> None:
        self.code, self.bounds = code, bounds
        self.known = np.zeros(max(known) + 1, dtype=np.uint8)
        self.known[list(known)] = 1
        self.chunks: dict[tuple[int, int], tuple[NDArray[np.int32], bool]] = {}
        self.longest = 0  # steps of the longest run so far

    def __call__(self, x0: int, y0: int, x1: int, y1: int) -> NDArray[np.int32]:
        """Fill a window; see Layout.fill."""
        ids = np.full((max(0, y1 - y0 + 1), max(0, x1 - x0 + 1)), HOLE, dtype=np.int32)
        left, top, right, bottom = self.bounds or (_LOW, _LOW, _HIGH, _HIGH)
        ax, ay, bx, by = max(x0, left), max(y0, top), min(x1, right), min(y1, bottom)
        if ax > bx or ay > by:
            return ids
        for cy in range(ay // _SIDE, by // _SIDE + 1):
            for cx in range(ax // _SIDE, bx // _SIDE + 1):
                fx, fy = max(ax, cx * _SIDE), max(ay, cy * _SIDE)
                tx, ty = min(bx, cx * _SIDE + _SIDE - 1), min(by, cy * _SIDE + _SIDE - 1)
                part = self.part(cx, cy, (fx, fy, tx, ty))
                failed = np.argwhere(part == FAILED)
                if len(failed):
                    self.complain(fx + int(failed[0][1]), fy + int(failed[0][0]))
                ids[fy - y0 : ty - y0 + 1, fx - x0 : tx - x0 + 1] = part
        return ids

    def part(self, cx: int, cy: int, window: Window) -> NDArray[np.int32]:
        """Return a window that lies in one chunk; without the chunk where that has a square that takes too long."""
        x0, y0, x1, y1 = window
        chunk, at_x, at_y, whole = self.chunk(cx, cy)
        if whole:
            return chunk[y0 - at_y : y1 - at_y + 1, x0 - at_x : x1 - at_x + 1]
        ids = np.empty((y1 - y0 + 1, x1 - x0 + 1), dtype=np.int32)
        board_window(self.code, x0, y0, ids, self.known)
        return ids

    def chunk(self, cx: int, cy: int) -> tuple[NDArray[np.int32], int, int, bool]:
        """Return a chunk, cut to the bounds, its first square's coordinates, and whether all of it is known."""
        left, top, right, bottom = self.bounds or (_LOW, _LOW, _HIGH, _HIGH)
        x0, y0 = max(left, cx * _SIDE), max(top, cy * _SIDE)
        found = self.chunks.get((cx, cy))
        if found is None:
            x1, y1 = min(right, cx * _SIDE + _SIDE - 1), min(bottom, cy * _SIDE + _SIDE - 1)
            ids = np.empty((y1 - y0 + 1, x1 - x0 + 1), dtype=np.int32)
            steps, whole = board_window(self.code, x0, y0, ids, self.known)
            self.longest = max(self.longest, steps)
            if len(self.chunks) >= _KEPT:
                self.chunks.clear()
            found = self.chunks[cx, cy] = (ids, whole)
        return found[0], x0, y0, found[1]

    def complain(self, x: int, y: int) -> None:
        """Run the program once more on a square where it failed, to raise its error with the square's name."""
        code = self.code
        named = Code(code.code, code.size, code.characters, code.places, f"{code.program} on the square ({x}, {y})")
        run_code(named, (x, y))
        raise AssertionError("a program that failed once fails again")


class GridSquares:
    """Squares that stand in a grid: ids[row, column] with its first square at (x0, y0); none outside."""

    def __init__(self, ids: NDArray[np.int32], x0: int, y0: int) -> None:
        self.ids, self.x0, self.y0 = ids, x0, y0

    def __call__(self, x0: int, y0: int, x1: int, y1: int) -> NDArray[np.int32]:
        """Fill a window; see Layout.fill."""
        ids = np.full((max(0, y1 - y0 + 1), max(0, x1 - x0 + 1)), HOLE, dtype=np.int32)
        rows, columns = self.ids.shape
        ax, ay = max(x0, self.x0), max(y0, self.y0)
        bx, by = min(x1, self.x0 + columns - 1), min(y1, self.y0 + rows - 1)
        if ax <= bx and ay <= by:
            part = self.ids[ay - self.y0 : by - self.y0 + 1, ax - self.x0 : bx - self.x0 + 1]
            ids[ay - y0 : by - y0 + 1, ax - x0 : bx - x0 + 1] = part
        return ids


def extent(ids: NDArray[np.int32], x0: int, y0: int) -> Window | None:
    """Return the smallest window with every square of a grid in it, None where there is no square."""
    rows, columns = np.nonzero(ids != HOLE)
    if not len(rows):
        return None
    return x0 + int(columns.min()), y0 + int(rows.min()), x0 + int(columns.max()), y0 + int(rows.max())
