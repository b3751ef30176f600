"""Scoring of one play of the search by look-ups where some of its squares are no plain multipliers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import BOARD, I32, I64, PROGRAMMED, TILES, Board, Programmed, Tiles
from arena.engine._kernels.score import FAILED, RAN, points_of_row
from arena.jit import kernel, types

STEPS_A_STEP = 4  # steps of a program that take as long as one of the search


@kernel(types.boolean(I32, BOARD, TILES, PROGRAMMED, I64), bare=True)
def score(row: NDArray[np.int32], board: Board, tiles: Tiles, programmed: Programmed, rules: NDArray[np.int64]) -> bool:
    # Gives a play the points that its squares' programs make; whether none of them fails.
    programmed.result[RAN] = 0
    points = points_of_row(row, 0, board, tiles, programmed, rules)
    if points == FAILED:
        return False
    row[0] = points
    return True
