"""The compiled search for the best play by look-ups: which parts of the hand make words with the tiles of a span.

The spans are taken most promising first, until none is left that could beat the best play; of each, those parts of
the hand that could. Conventions: ``walk.py``, ``spans.py``, ``bags.py``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.bags import U8, find, passes
from arena.engine._kernels.board import CROSS, E32, I8, I32, I32_2, I64, LETTER, ONE, U64, VALUE, WORD, int64
from arena.engine._kernels.bounds import prepare
from arena.engine._kernels.lay import C_CELL, C_END, C_GAINS, C_LEFT, C_NEXT, C_ODD, C_TIMES, try_words
from arena.engine._kernels.limits import NO_LIMIT, is_odd, most_of_span, rebound
from arena.engine._kernels.programmed import O_IDS, O_LIMITS, O_RAW, O_USED, ODD
from arena.engine._kernels.spans import (
    I64_2,
    MOST_HELD,
    P_COUNTS,
    P_ONE,
    P_OTHER,
    P_SUM,
    P_TOTAL,
    P_WILDS,
    P_WORTH,
    SHELVES,
    SPAN_BOUND,
    SPAN_FIRST,
    SPAN_LAST,
    SPAN_NEXT,
    parts_of_hand,
    survey,
)
from arena.engine._kernels.walk import (
    BONUS,
    BONUS_TILES,
    DONE,
    FACTOR,
    FULL,
    HEADER,
    NONE,
    NOTHING,
    PAUSED,
    STEPS,
    find_items,
)
from arena.jit import kernel, types

# state: the shelf at work (BEGIN: nothing is ready), the span of it, and the part of the hand
AT_SHELF, AT_SPAN, AT_PART = 0, 1, 2
STATE_SIZE = 3
BEGIN = SHELVES
# numbers: where the options of each letter begin, the first span of each shelf, a play, and about the hand: how many
# of each kind of tile, the most points of each, and those by tile, highest first
N_SHELVES = 66
N_ROW = N_SHELVES + SHELVES
N_COUNTS = N_ROW + HEADER + MOST_HELD
N_DEAR = N_COUNTS + MOST_HELD
N_WORTH = N_DEAR + MOST_HELD
NUMBERS_SIZE = N_WORTH + MOST_HELD


@kernel(
    types.int64(
        I8, I32_2, U64, I64, I32_2, I32, I32, I32_2, I32, I64, I64, U8, U64, I64, I64_2, I64, I32_2, I32,
        I64, I64, I32, I32, I64, types.none,
    ),
    types.int64(
        I8, I32_2, U64, I64, I32_2, I32, I32, I32_2, I32, I64, I64, U8, U64, I64, I64_2, I64, I32_2, I32,
        I64, I64, I32, I32, I64, ODD,
    ),
    bare=True,
)  # fmt: skip
def seek(
    letters: NDArray[np.int8],
    cells: NDArray[np.int32],
    cross: NDArray[np.uint64],
    dims: NDArray[np.int64],
    faces: NDArray[np.int32],
    tile_first: NDArray[np.int32],
    firsts: NDArray[np.int32],
    options: NDArray[np.int32],
    hand: NDArray[np.int32],
    salts: NDArray[np.int64],
    slots: NDArray[np.int64],
    text: NDArray[np.uint8],
    sieves: NDArray[np.uint64],
    sizes: NDArray[np.int64],
    parts: NDArray[np.int64],
    begins: NDArray[np.int64],
    spans: NDArray[np.int32],
    shelves: NDArray[np.int32],
    rules: NDArray[np.int64],
    work: NDArray[np.int64],
    row: NDArray[np.int32],
    best: NDArray[np.int32],
    state: NDArray[np.int64],
    odd: Any,
) -> int:
    # Goes on with the spans until none can beat the best play, or the steps are used up.
    steps = rules[STEPS]
    shelf, span, resumed = state[AT_SHELF], state[AT_SPAN], state[AT_PART]
    if odd is not None:
        raw, ids, limits, used = odd[O_RAW], odd[O_IDS], odd[O_LIMITS], odd[O_USED]
        odd_times, odd_crossing = work[C_TIMES:C_NEXT], work[C_LEFT:C_GAINS]
    gains = work[C_GAINS:C_END]
    while True:
        while span < 0:
            shelf -= 1
            if shelf < 0 or shelf < best[0]:
                return DONE
            span = int64(shelves[shelf])
        steps -= 1
        first, last = int64(spans[span, SPAN_FIRST]), int64(spans[span, SPAN_LAST])
        if spans[span, SPAN_BOUND] < best[0]:
            span, resumed = int64(spans[span, SPAN_NEXT]), int64(0)
            continue
        # the span: its empty cells, what its tiles and cross words are worth, the sum of its tiles
        count, lying, fixed, whole, crossing, either = int64(0), int64(0), int64(0), int64(1), int64(0), NONE
        for cell in range(first, last + 1):
            if letters[cell] > 0:
                lying += salts[letters[cell]]
                fixed += cells[cell, VALUE]
            else:
                work[C_CELL + count] = cell
                whole *= cells[cell, WORD]
                count += 1
                either |= cross[cell]
        bonus = int64(0)
        if count == rules[BONUS_TILES]:
            whole *= rules[FACTOR]
            bonus = rules[BONUS]
        gain_count = int64(0)
        for k in range(count):
            cell = work[C_CELL + k]
            times = whole
            if cells[cell, CROSS] >= 0:
                times += cells[cell, WORD]
                crossing += cells[cell, CROSS] * cells[cell, WORD]
            times *= cells[cell, LETTER]
            work[C_TIMES + k] = times
            if times > whole:
                at = gain_count
                while at > 0 and gains[at - 1] < times - whole:
                    gains[at] = gains[at - 1]
                    at -= 1
                gains[at] = times - whole
                gain_count += 1
        fixed = fixed * whole + crossing + bonus
        if odd is not None:
            work[C_ODD] = 0
            if is_odd(first, last, letters, cells):  # its bound is linear in the points of its tiles, and no more
                work[C_ODD], whole, gain_count = 1, int64(0), count
                fixed = most_of_span(
                    first, last, letters, cells, raw, ids, dims, limits, used, parts[begins[1], P_WORTH], rules,
                    odd_times, odd_crossing,
                )  # fmt: skip
                for k in range(count):
                    if fixed == NO_LIMIT:
                        work[C_TIMES + k] = 0
                    at = k
                    while at > 0 and gains[at - 1] < work[C_TIMES + k]:
                        gains[at] = gains[at - 1]
                        at -= 1
                    gains[at] = work[C_TIMES + k]
        for part in range(max(resumed, begins[count]), begins[count + 1]):
            if steps <= 0:
                state[AT_SHELF], state[AT_SPAN], state[AT_PART] = shelf, span, part
                return PAUSED
            steps -= 1
            bound = fixed + whole * parts[part, P_TOTAL]
            for k in range(gain_count):
                bound += gains[k] * parts[part, P_WORTH + k]
            if bound < best[0]:
                continue
            total, wilds = parts[part, P_SUM] + lying, parts[part, P_WILDS]
            if not passes(sieves, sizes, wilds, total):
                continue
            if wilds == 0:
                place = find(slots, total)
                if place >= 0:
                    steps -= try_words(
                        place, first, last, count, fixed, parts[part, P_COUNTS], text, letters, cross, dims, faces,
                        firsts, options, work, row, best, odd,
                    )  # fmt: skip
                continue
            one = int64(hand[2 * parts[part, P_ONE]])
            other = one if wilds == 1 else int64(hand[2 * parts[part, P_OTHER]])
            lowest, highest = int64(tile_first[other]), int64(tile_first[other]) + 1
            if wilds == 2:
                highest = int64(tile_first[other + 1])
            for outer in range(lowest, highest):
                partly = total
                if wilds == 2:
                    code = faces[outer, 1]
                    if (either >> np.uint64(code)) & ONE == NONE:
                        continue
                    partly += salts[code]
                    steps -= 1
                    if not passes(sieves, sizes, 1, partly):
                        continue
                from_face = outer if wilds == 2 and one == other else int64(tile_first[one])
                for inner in range(from_face, tile_first[one + 1]):
                    code = faces[inner, 1]
                    if (either >> np.uint64(code)) & ONE == NONE:
                        continue
                    steps -= 1
                    if not passes(sieves, sizes, 0, partly + salts[code]):
                        continue
                    place = find(slots, partly + salts[code])
                    if place >= 0:
                        steps -= try_words(
                            place, first, last, count, fixed, parts[part, P_COUNTS], text, letters, cross, dims,
                            faces, firsts, options, work, row, best, odd,
                        )  # fmt: skip

        span, resumed = int64(spans[span, SPAN_NEXT]), int64(0)


def search_plain(
    edges: NDArray[Any],
    root: int,
    everything: Any,
    letters: NDArray[np.int8],
    cells: NDArray[np.int32],
    cross: NDArray[np.uint64],
    anchors: NDArray[np.int8],
    dims: NDArray[np.int64],
    faces: NDArray[np.int32],
    tile_first: NDArray[np.int32],
    salts: NDArray[np.int64],
    slots: NDArray[np.int64],
    text: NDArray[np.uint8],
    sieves: NDArray[np.uint64],
    sizes: NDArray[np.int64],
    hand: NDArray[np.int32],
    distinct: int,
    rules: NDArray[np.int64],
    masks: NDArray[np.uint64],
    numbers: NDArray[np.int32],
    work: NDArray[np.int64],
    options: NDArray[np.int32],
    parts: NDArray[np.int64],
    items: NDArray[np.int32],
    item_count: int,
    spans: NDArray[np.int32],
    best: NDArray[np.int32],
    state: NDArray[np.int64],
    odd: Any,
) -> int:
    # Begins a search or goes on with it. item_count: of an opening, whose items are given; -1 where they are to be
    # found. Returns FULL where spans has no room for all.
    # odd: None where all squares are plain multipliers, else the arrays of ODD.
    firsts, shelves, row = numbers[:N_SHELVES], numbers[N_SHELVES:N_ROW], numbers[N_ROW:N_COUNTS]
    begins = work[C_END:]
    if state[AT_SHELF] == BEGIN:
        counts, dear, worth = numbers[N_COUNTS:N_DEAR], numbers[N_DEAR:N_WORTH], numbers[N_WORTH:]
        kinds = masks[:distinct]
        best[0] = NOTHING
        prepare(hand, distinct, tile_first, faces, firsts, options, kinds, counts, worth)
        parts_of_hand(hand, distinct, tile_first, faces, counts, salts, parts, begins, dear)
        if item_count < 0:
            item_count = find_items(letters, cells, anchors, dims, items)
        made = survey(
            edges, root, everything, letters, cells, cross, dims, kinds, dear, worth, items, item_count, rules, spans,
            shelves,
        )  # fmt: skip
        if made < 0:
            return FULL
        if odd is not None:
            rebound(
                letters, cells, cross, odd[O_RAW], odd[O_IDS], dims, odd[O_LIMITS], odd[O_USED], kinds,
                dear, worth, rules, spans, made, shelves, work,
            )  # fmt: skip
        state[AT_SPAN], state[AT_PART] = -1, 0
    return seek(
        letters, cells, cross, dims, faces, tile_first, firsts, options, hand, salts, slots, text, sieves, sizes, parts,
        begins, spans, shelves, rules, work, row, best, state, odd,
    )  # fmt: skip


SEARCH = (
    types.int64, types.uint64, I8, I32_2, U64, I8, I64, I32_2, I32, I64, I64, U8, U64, I64, I32, types.int64, I64, U64,
    I32, I64, I32_2, I64_2, I32, types.int64, I32_2, I32, I64,
)  # fmt: skip
search = kernel(types.int64(E32, *SEARCH, types.none), types.int64(E32, *SEARCH, ODD), bare=True)(search_plain)
