"""What fills a layout: compiled board programs, exact for every 32-bit coordinate, and grids of ids.

Nothing is remembered here: that is what a Layout does (arena/board/layout.py).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena.board.layout import HIGH, HOLE, LOW, Window
from arena.boardlang._kernels import FAILED
from arena.boardlang.compile import Code
from arena.boardlang.run import board_window, run_code


class ProgramSquares:
    """The squares of a board's program. ``known`` are the ids that are squares; outside ``bounds`` there is none."""

    def __init__(self, code: Code, known: Sequence[int], bounds: Window | None) -> None:
        self.code, self.bounds = code, bounds
        self.known = np.zeros(max(known) + 1, dtype=np.uint8)
        self.known[list(known)] = 1
        self.longest = 0  # steps of the longest run so far

    def __call__(self, x0: int, y0: int, x1: int, y1: int) -> NDArray[np.int32]:
        """Fill a window; see Layout.fill."""
        ids = np.full((max(0, y1 - y0 + 1), max(0, x1 - x0 + 1)), HOLE, dtype=np.int32)
        left, top, right, bottom = self.bounds or (LOW, LOW, HIGH, HIGH)
        ax, ay, bx, by = max(x0, left), max(y0, top), min(x1, right), min(y1, bottom)
        if ax > bx or ay > by:
            return ids
        inside = np.empty((by - ay + 1, bx - ax + 1), dtype=np.int32)
        steps, _ = board_window(self.code, ax, ay, inside, self.known)
        self.longest = max(self.longest, steps)
        failed = np.argwhere(inside == FAILED)
        if len(failed):
            self.complain(ax + int(failed[0][1]), ay + int(failed[0][0]))
        ids[ay - y0 : by - y0 + 1, ax - x0 : bx - x0 + 1] = inside
        return ids

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
