"""Which words can still be played: compiled, for the endgame search, which then reads a graph of these alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import I8, I64, I64_2, U8, U64
from arena.engine._kernels.board import ONE, int64
from arena.engine._kernels.walk import NONE
from arena.jit import kernel, popcount, types


@kernel(
    types.boolean(U8, types.int64, types.int64, I8, I64, types.int64, types.int64, types.int64, I64, types.int64, I64),
    bare=True,
)
def _lies(
    text: NDArray[np.uint8],
    begin: int,
    length: int,
    letters: NDArray[np.int8],
    before: NDArray[np.int64],
    first: int,
    last: int,
    least: int,
    counts: NDArray[np.int64],
    wild: int,
    work: NDArray[np.int64],
) -> bool:
    # Whether the word can be made somewhere on a line, over ``least`` of its tiles.
    for start in range(first, last - length + 2):
        if before[start + length] - before[start] < least:
            continue
        if letters[start - 1] > 0 or letters[start + length] > 0:
            continue
        lacking, fits, upto = int64(0), True, length
        for k in range(length):
            lies, code = int64(letters[start + k]), int64(text[begin + k])
            if lies != 0 and lies != code:
                fits, upto = False, k
                break
            if lies == 0:
                work[code] += 1
                if work[code] > counts[code]:
                    lacking += 1
        for k in range(upto):
            work[text[begin + k]] = 0
        if fits and lacking <= wild:
            return True
    return False


@kernel(types.int64(U8, I8, I64, I64_2, U64, I64, types.int64, I64, I64), bare=True)
def playable(
    text: NDArray[np.uint8],
    letters: NDArray[np.int8],
    before: NDArray[np.int64],
    lines: NDArray[np.int64],
    line_masks: NDArray[np.uint64],
    counts: NDArray[np.int64],
    wild: int,
    work: NDArray[np.int64],
    found: NDArray[np.int64],
) -> int:
    # Fills found with the places in ``text`` (of the Index) of the words that the tiles of all hands together can make
    # on some line of the board, whatever lies across; returns how many, one more than found has room for where there
    # are too many. before: for each cell, and one behind the last, how many tiles lie in those before it.
    # lines: first and last cell of each line with tiles, and how many those are; line_masks: their letters. counts: by
    # code, tiles that show one letter; wild: tiles with several. work: int64[64], zeros.
    made, at = int64(0), int64(0)
    while at < text.size:
        if text[at] == 0:
            at += 1
            continue
        length, begin = int64(text[at]), at + 1
        lacking, mask = int64(0), NONE
        for k in range(begin, begin + length):
            code = int64(text[k])
            work[code] += 1
            if work[code] > counts[code]:
                lacking += 1
                mask |= ONE << np.uint64(code)
        for k in range(begin, begin + length):
            work[text[k]] = 0
        fits = lacking <= wild
        if not fits:
            for line in range(lines.shape[0]):
                if lacking > lines[line, 2] + wild or popcount(mask & ~line_masks[line]) > wild:
                    continue
                first, last = lines[line, 0], lines[line, 1]
                if _lies(text, begin, length, letters, before, first, last, lacking - wild, counts, wild, work):
                    fits = True
                    break
        if fits:
            if made == found.size:
                return made + 1
            found[made] = at
            made += 1
        at = begin + length
    return made
