"""Compiled bounds of what plays come to on squares whose programs are no plain multipliers.

``Programmed.limits`` says of each square, by the place of its letter in the word (the last one stands for all further
ones), what its programs make of the points at the most, as boardlang's ``limits.py`` tells, and about how large they
make things; the names L_... below are its columns.

From the last program of a word back to its first, what a letter's points are multiplied by at the most is known,
and so the points of the word have a bound that is linear in the points of its tiles.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.boardlang.limits import LARGEST
from arena.engine._kernels.arrays import (
    BOARD,
    HAND,
    I8,
    I32,
    I32_2,
    I32_3,
    I64,
    KEPT,
    PROGRAMMED,
    Board,
    Hand,
    Kept,
    Programmed,
)  # fmt: skip
from arena.engine._kernels.board import CROSS, LETTER, WORD, int64, twin
from arena.engine._kernels.spans import (
    BELOW,
    MOST_HELD,
    ON_PROGRAMMED,
    SHELVES,
    SPAN_BOUND,
    SPAN_FIRST,
    SPAN_GAINED,
    SPAN_LAST,
    SPAN_NEXT,
    most_allowed,
)
from arena.engine._kernels.walk import BONUS, BONUS_TILES, FACTOR, NONE
from arena.jit import kernel, types

PLACES = 16
FAR = 1 << 20  # further than any letter stands in its word
MOST_POINTS = 1 << 12  # of a tile
L_WORD, L_OWN, L_OTHER, L_ONE, L_SIZE, L_TIMES = range(6)
LIMIT_SIZE = 6
CUT = 1 << 30  # what is larger counts as this
NO_LIMIT = (1 << 31) - 1


@kernel(types.int64(types.int64, types.int64, I8, I32, I32, I32_3, types.int64, types.int64, I64), bare=True)
def most_of_word(
    start: int,
    last: int,
    letters: NDArray[np.int8],
    raw: NDArray[np.int32],
    ids: NDArray[np.int32],
    limits: NDArray[np.int32],
    used: int,
    dearest: int,
    times: NDArray[np.int64],
) -> int:
    # Fills times with what the points of each new tile count at the most, in order, and returns what comes to them
    # at the most; NO_LIMIT where nobody can tell. dearest: the most points of a new tile.
    new, highest, others, added = int64(0), int64(dearest), int64(0), int64(0)
    word, whole, size = int64(1), int64(1), int64(0)
    for cell in range(start, last + 1):
        place = min(cell - start, PLACES - 1)
        if letters[cell] > 0:
            row = int64(used)
            highest = max(highest, int64(raw[cell]))
            added += int64(limits[row, place, L_OWN]) * raw[cell]
        else:
            row = int64(ids[cell])
            times[new] = limits[row, place, L_OWN]
            new += 1
        word *= limits[row, place, L_WORD]
        others += limits[row, place, L_OTHER]
        added += limits[row, place, L_ONE]
        size += limits[row, place, L_SIZE]
        whole *= limits[row, place, L_TIMES]
        if whole > LARGEST:
            return NO_LIMIT
    if whole * size > LARGEST:
        return NO_LIMIT
    for k in range(new):
        times[k] = max(times[k], 0) * word
    return max(added + max(others, 0) * highest, 0) * word


@kernel(types.int64(types.int64, types.int64, BOARD, PROGRAMMED, types.int64, I64, I64, I64), bare=True)
def most_of_span(
    first: int,
    last: int,
    board: Board,
    programmed: Programmed,
    dearest: int,
    rules: NDArray[np.int64],
    times: NDArray[np.int64],
    crossing: NDArray[np.int64],
) -> int:
    # The same of all words of a play in cells first..last; each of times is at least 0. crossing: working space.
    letters, cells, raw, ids, dims = board.letters, board.cells, board.raw, board.ids, board.dims
    limits, used = programmed.limits, programmed.used
    added = most_of_word(first, last, letters, raw, ids, limits, used, dearest, times)
    if added == NO_LIMIT:
        return NO_LIMIT
    count = int64(0)
    for cell in range(first, last + 1):
        count += 1 if letters[cell] <= 0 else 0
    if count == rules[BONUS_TILES]:
        for k in range(count):
            times[k] *= rules[FACTOR]
        added = added * rules[FACTOR] + rules[BONUS]
    k = int64(0)
    for cell in range(first, last + 1):
        if letters[cell] > 0:
            continue
        if cells[cell, CROSS] >= 0:
            if cells[cell, WORD] >= 0:
                added += int64(cells[cell, CROSS]) * cells[cell, WORD]
                times[k] += int64(cells[cell, LETTER]) * cells[cell, WORD]
            else:
                there = twin(cell, dims)
                start, end = there, there
                while letters[start - 1] > 0:
                    start -= 1
                while letters[end + 1] > 0:
                    end += 1
                more = most_of_word(start, end, letters, raw, ids, limits, used, dearest, crossing)
                if more == NO_LIMIT:
                    return NO_LIMIT
                added += more
                times[k] += crossing[0]
        times[k] = max(times[k], 0)
        k += 1
    return added


@kernel(types.boolean(types.int64, types.int64, I8, I32_2), bare=True)
def on_programmed(first: int, last: int, letters: NDArray[np.int8], cells: NDArray[np.int32]) -> bool:
    # Whether a play in these cells lays a tile on a square whose program is no plain multiplier.
    for cell in range(first, last + 1):
        if letters[cell] <= 0 and cells[cell, WORD] < 0:
            return True
    return False


_REBOUND = BOARD, PROGRAMMED, HAND, I64, I32_2, types.int64, I32, I64


@kernel(types.void(*_REBOUND, types.none), types.void(*_REBOUND, KEPT), bare=True)
def rebound(
    board: Board,
    programmed: Programmed,
    hand: Hand,
    rules: NDArray[np.int64],
    spans: NDArray[np.int32],
    made: int,
    shelves: NDArray[np.int32],
    work: NDArray[np.int64],
    kept: Kept | None,
) -> None:
    # Gives the spans over programmed squares, whose bounds are none yet, their own, and puts all on their shelves anew.
    # kept: as of survey.
    letters, cells, cross = board.letters, board.cells, board.cross
    kinds, dear, worth = hand.kinds, hand.dear, hand.worth
    times, crossing, ordered = work[:MOST_HELD], work[MOST_HELD : 2 * MOST_HELD], work[2 * MOST_HELD :]
    dearest = int64(worth[0])
    hand_letters = NONE
    for k in range(kinds.size):
        hand_letters |= kinds[k]
    shelves[:] = -1
    for span in range(made):
        first, last = int64(spans[span, SPAN_FIRST]), int64(spans[span, SPAN_LAST])
        if on_programmed(first, last, letters, cells):
            bound = most_of_span(first, last, board, programmed, dearest, rules, times, crossing)
            if bound != NO_LIMIT:
                limited, matched, count = int64(0), int64(0), int64(0)
                for cell in range(first, last + 1):
                    if letters[cell] > 0:
                        continue
                    allowed = hand_letters & cross[cell]
                    most = dearest if allowed == hand_letters else most_allowed(allowed, kinds, dear, dearest)
                    limited += times[count] * most
                    at = count
                    while at > 0 and ordered[at - 1] < times[count]:
                        ordered[at] = ordered[at - 1]
                        at -= 1
                    ordered[at] = times[count]
                    count += 1
                for k in range(count):
                    matched += ordered[k] * worth[k]
                bound = min(bound + min(limited, matched), NO_LIMIT)
                if kept is not None:
                    bound = min(bound + kept.added[count], NO_LIMIT)
            spans[span, SPAN_BOUND], spans[span, SPAN_GAINED] = bound, ON_PROGRAMMED
        bound = int64(spans[span, SPAN_BOUND])
        if kept is not None:
            bound += BELOW
        shelf = min(max(bound, 0), SHELVES - 1)
        spans[span, SPAN_NEXT] = shelves[shelf]
        shelves[shelf] = span
