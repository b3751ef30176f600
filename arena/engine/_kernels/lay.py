"""The search by look-ups, in one span: words that were looked up are laid with the tiles of a part of the hand."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import (
    BOARD,
    HAND,
    I64,
    PROGRAMMED,
    SOUGHT,
    TILES,
    U8,
    Board,
    Hand,
    Programmed,
    Sought,
    Tiles,
)  # fmt: skip
from arena.engine._kernels.board import CROSS, LETTER, ONE, WORD, int64
from arena.engine._kernels.programmed import STEPS_A_STEP, score
from arena.engine._kernels.score import RAN
from arena.engine._kernels.spans import BITS, C_BEHIND, MOST_HELD
from arena.engine._kernels.walk import HEADER, NONE, NOTHING, precedes
from arena.jit import kernel, types

# work: of the span at work, its empty cells, how often each counts, how its tiles were chosen, and how much more than
# the word its squares count, most first
C_CELL, C_TIMES, C_NEXT, C_CHOSEN, C_POINTS, C_LEFT, C_GAINS = (MOST_HELD * k for k in range(7))
# whether the span has a programmed square, and whether some of its squares have a cross word
C_PROGRAMMED, C_CROSSED = C_BEHIND, C_BEHIND + 1
# the parts that are worth asking for in the span, and the bits of the sieves that are asked about them
MOST_ALIKE = comb(MOST_HELD, MOST_HELD // 2)  # parts of one size
C_ASKED, C_BITS = C_CROSSED + 1, C_CROSSED + 1 + MOST_ALIKE
WORK_SIZE = C_BITS + MOST_ALIKE


@kernel(types.uint64(types.int64, types.int64, types.int64, BOARD, I64), bare=True, forceinline=True)
def lay_out(first: int, last: int, whole: int, board: Board, work: NDArray[np.int64]) -> Any:
    # Fills in the empty cells of a span, how often each counts, and whether it has a cross word. Returns the mask of
    # letters that some cell allows.
    letters, cells, cross = board.letters, board.cells, board.cross
    count, either = int64(0), NONE
    work[C_CROSSED] = 0
    for cell in range(first, last + 1):
        if letters[cell] > 0:
            continue
        times = whole
        if cells[cell, CROSS] >= 0:
            work[C_CROSSED] = 1
            times += cells[cell, WORD]
        work[C_CELL + count], work[C_TIMES + count] = cell, times * cells[cell, LETTER]
        count += 1
        either |= cross[cell]
    return either


_TRIED = U8, *5 * (types.int64,), BOARD, TILES, HAND, SOUGHT, I64


@kernel(types.int64(*_TRIED, types.none), types.int64(*_TRIED, PROGRAMMED), bare=True, forceinline=True)
def try_words(
    words: NDArray[np.uint8],
    first: int,
    last: int,
    count: int,
    fixed: int,
    counts: int,
    board: Board,
    tiles: Tiles,
    hand: Hand,
    space: Sought,
    rules: NDArray[np.int64],
    programmed: Programmed | None,
) -> int:
    # Lays the words of a bag (as in Index.text) on a span in all ways in which they use just these tiles of the hand
    # (counts), and keeps what is better than the best. fixed: points besides those of the tiles of the hand. Returns
    # steps.
    letters, cross, firsts, options = board.letters, board.cross, hand.first, hand.options
    work, row, best = space.work, space.row, space.best
    size, steps, at = last - first + 1, int64(1), int64(0)
    while words[at] != 0:
        length = int64(words[at])
        begin = at + 1
        at = begin + length
        steps += 1
        if length != size:
            continue
        fits = True
        for k in range(size):
            code, lies = int64(words[begin + k]), int64(letters[first + k])
            if lies > 0:
                if lies != code:
                    fits = False
                    break
            elif (cross[first + k] >> np.uint64(code)) & ONE == NONE:
                fits = False
                break
        if not fits:
            continue
        for kind in range(MOST_HELD):
            work[C_LEFT + kind] = (counts >> (BITS * kind)) & ((1 << BITS) - 1)
        k = int64(0)
        work[C_POINTS] = fixed
        work[C_NEXT] = firsts[words[begin + work[C_CELL] - first]]
        work[C_CHOSEN] = -1
        while k >= 0:
            steps += 1
            chosen = work[C_CHOSEN + k]
            if chosen >= 0:
                work[C_LEFT + options[chosen, 0]] += 1
                work[C_CHOSEN + k] = -1
            code = int64(words[begin + work[C_CELL + k] - first])
            option, end = work[C_NEXT + k], int64(firsts[code + 1])
            while option < end and work[C_LEFT + options[option, 0]] == 0:
                option += 1
            if option >= end:
                k -= 1
                continue
            work[C_NEXT + k] = option + 1
            work[C_CHOSEN + k] = option
            work[C_LEFT + options[option, 0]] -= 1
            points = work[C_POINTS + k] + options[option, 2] * work[C_TIMES + k]
            row[HEADER + k] = options[option, 1]
            if k + 1 < count:
                k += 1
                work[C_POINTS + k] = points
                work[C_NEXT + k] = firsts[words[begin + work[C_CELL + k] - first]]
                work[C_CHOSEN + k] = -1
            elif points >= best[0]:
                row[0], row[1], row[2], row[3] = points, first, last, count
                if programmed is not None:
                    if work[C_PROGRAMMED] != 0:
                        known = score(row, board, tiles, programmed, rules)
                        steps += 1 + programmed.result[RAN] // STEPS_A_STEP
                        if not known:
                            continue
                        points = int64(row[0])
                if points > best[0] or best[0] == NOTHING or precedes(row, 0, best, board, tiles):
                    for column in range(HEADER + count):
                        best[column] = row[column]
    return steps
