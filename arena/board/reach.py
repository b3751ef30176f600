"""Which squares hang together: what a first play in the centre can ever lead to."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from arena.board.layout import HOLE


def reachable(ids: NDArray[np.int32], column: int, row: int) -> NDArray[np.bool_]:
    """Return which squares of a window are connected with one of them, side by side, inside the window.

    ids:         int32[rows, columns] of square ids, HOLE where there is none (see Layout.ids).
    column, row: the square to begin from, counted in the window; a hole reaches nothing.
    """
    reached = np.zeros(ids.shape, dtype=np.bool_)
    rows, columns = ids.shape
    if ids[row, column] == HOLE:
        return reached
    reached[row, column] = True
    waiting = deque([(row, column)])
    while waiting:
        y, x = waiting.popleft()
        for ny, nx in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
            if 0 <= ny < rows and 0 <= nx < columns and not reached[ny, nx] and ids[ny, nx] != HOLE:
                reached[ny, nx] = True
                waiting.append((ny, nx))
    return reached
