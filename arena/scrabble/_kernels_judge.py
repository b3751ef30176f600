"""Compiled verdict on one play; conventions: ``_kernels_board.py``."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from arena.jit import kernel, popcount
from arena.scrabble._kernels_board import CROSS, E32, E64, I8, I32_2, I64, LETTER, ONE, U64, VALUE, WORD, int64

ILLEGAL, LEGAL, UNSCORED = 0, 1, 2  # UNSCORED: legal, and only programs know the points


def judge_plain(
    edges: NDArray[Any],
    root: int,
    letters: NDArray[np.int8],
    cells: NDArray[np.int32],
    cross: NDArray[np.uint64],
    new: NDArray[np.int64],
    count: int,
    told: NDArray[np.int64],
) -> int:
    # new: cell, code, points of each new tile, along one row of one orientation, ascending. Whether the play touches
    # others, or opens the game, is not asked here. told: first and last cell of the main word, its points without
    # bonus, and the points of each new tile's cross word (-1: none).
    for k in range(count):
        cell = new[3 * k]
        if letters[cell] != 0 or cross[cell] & (ONE << np.uint64(new[3 * k + 1])) == np.uint64(0):
            return ILLEGAL
    start, last = new[0], new[3 * (count - 1)]
    while letters[start - 1] > 0:
        start -= 1
    while letters[last + 1] > 0:
        last += 1
    node, whole, k = int64(root), False, count - 1
    points, factor, scored = int64(0), int64(1), LEGAL
    for cell in range(last, start - 1, -1):  # the GADDAG has whole words from their last letter on
        code = int64(letters[cell])
        if code > 0:
            points += cells[cell, VALUE]
        else:
            if k < 0 or new[3 * k] != cell:
                return ILLEGAL
            code = new[3 * k + 1]
            value = new[3 * k + 2] * cells[cell, LETTER]
            points += value
            factor *= cells[cell, WORD]
            told[3 + k] = (cells[cell, CROSS] + value) * cells[cell, WORD] if cells[cell, CROSS] >= 0 else -1
            if cells[cell, WORD] < 0:
                scored = UNSCORED
            k -= 1
        if node >= 0:
            mask, bit = np.uint64(edges[node]), ONE << np.uint64(code)
            if mask & bit == np.uint64(0):
                node = int64(-1)
            else:
                whole = np.uint64(edges[node + 1]) & bit != np.uint64(0)
                node = int64(edges[node + 2 + popcount(mask & (bit - ONE))])
    told[0], told[1], told[2] = start, last, points * factor
    return scored if last == start or (node >= 0 and whole) else ILLEGAL


_JUDGE = (types.int64, I8, I32_2, U64, I64, types.int64, I64)
judge = kernel(types.int64(E32, *_JUDGE), types.int64(E64, *_JUDGE))(judge_plain)
