"""The compiled search for the best play by look-ups: which parts of the hand make words with the tiles of a span.

The spans are taken most promising first, until none is left that could beat the best play; of each, those parts of
the hand that could. The best play is that with the most points, or where ``kept`` is given that with the most equity:
points and the value of what is kept of the hand. Of plays with the same equity that is best which has more points.

By equity a span is left as soon as the parts that are still to come are worth much less than its first one was. It is
put back, with what they come to for its bound: other spans have better ones, and once these have raised what is to be
beaten, most of the parts that were put off are never asked for.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.alone import find_alone
from arena.engine._kernels.arrays import (
    BOARD,
    GRAPH32,
    HAND,
    I64,
    INDEX,
    KEPT,
    LAST_TILES,
    LEAVE_TABLE,
    PROGRAMMED,
    SOUGHT,
    TILES,
    Board,
    Graph,
    Hand,
    Index,
    Kept,
    LastTiles,
    LeaveTable,
    Programmed,
    Sought,
    Tiles,
)  # fmt: skip
from arena.engine._kernels.bags import LOW, bit_of, find, passes
from arena.engine._kernels.board import ONE, int64
from arena.engine._kernels.bounds import prepare
from arena.engine._kernels.lay import (
    C_ASKED,
    C_BITS,
    C_CELL,
    C_CROSSED,
    C_GAINS,
    C_LEFT,
    C_NEXT,
    C_PROGRAMMED,
    C_TIMES,
    lay_out,
    try_words,
)  # fmt: skip
from arena.engine._kernels.limits import NO_LIMIT, most_of_span, rebound
from arena.engine._kernels.spans import (
    BELOW,
    BITS,
    C_ALONE,
    C_BEGINS,
    C_SCRATCH,
    ON_PROGRAMMED,
    P_COUNTS,
    P_ONE,
    P_OTHER,
    P_SUM,
    P_TOTAL,
    P_WILDS,
    P_WORTH,
    SHELVES,
    SPAN_BESIDES,
    SPAN_BOUND,
    SPAN_COUNT,
    SPAN_FIRST,
    SPAN_FIXED,
    SPAN_FROM,
    SPAN_GAINED,
    SPAN_GAINS,
    SPAN_HIGH,
    SPAN_LAST,
    SPAN_LOW,
    SPAN_NEXT,
    SPAN_WHOLE,
    parts_of_hand,
    survey,
)
from arena.engine._kernels.walk import (
    DONE,
    FULL,
    HEADER,
    HELD,
    NONE,
    NOTHING,
    PAUSED,
    STEPS,
    find_items,
    precedes,
)
from arena.engine._kernels.worth import KIND, value_last, value_parts
from arena.jit import kernel, types

# state: the shelf at work (BEGIN: nothing is ready), the span of it, and how many items of an opening are given
# (-1: they are to be found)
AT_SHELF, AT_SPAN, ITEM_COUNT = 0, 1, 2
STATE_SIZE = 3
BEGIN = SHELVES
PATIENCE = 14  # points by which parts of a span may be worth less than its bound before they are put off

_SEEK = BOARD, TILES, INDEX, HAND, SOUGHT, I64


@kernel(
    types.int64(*_SEEK, types.none, types.none),
    types.int64(*_SEEK, PROGRAMMED, types.none),
    types.int64(*_SEEK, types.none, KEPT),
    types.int64(*_SEEK, PROGRAMMED, KEPT),
    bare=True,
)
def seek(
    board: Board,
    tiles: Tiles,
    index: Index,
    hand: Hand,
    space: Sought,
    rules: NDArray[np.int64],
    programmed: Programmed | None,
    kept: Kept | None,
) -> int:
    # Goes on with the spans until none can beat the best play, or the steps are used up.
    cross = board.cross
    faces, tile_first, salts, slots = tiles.faces, tiles.first, index.salts, index.slots
    sieves, sizes, text = index.sieves, index.sizes, index.text
    parts, spans, shelves, work = space.parts, space.spans, space.shelves, space.work
    best, state, begins, alone = space.best, space.state, space.work[C_BEGINS:], space.alone
    steps = rules[STEPS]
    shelf, span = state[AT_SHELF], state[AT_SPAN]
    linear_times, linear_crossing = work[C_TIMES:C_NEXT], work[C_LEFT:C_GAINS]
    gains, asked, bits = work[C_GAINS:C_BEGINS], work[C_ASKED:C_BITS], work[C_BITS:]
    if kept is not None:  # of each part of the hand, the play with the most points has the most equity
        equity, trial = kept.equity, kept.trial
        trying = Sought(
            space.parts, space.spans, space.shelves, space.items, space.work, space.row, trial, space.state, space.alone
        )  # fmt: skip
    while True:
        while span < 0:
            shelf -= 1
            if shelf < 0:
                return DONE
            if kept is not None:
                if shelf - BELOW < equity[0]:
                    return DONE
            elif shelf < best[0]:
                return DONE
            span = int64(shelves[shelf])
        if steps <= 0:
            state[AT_SHELF], state[AT_SPAN] = shelf, span
            return PAUSED
        steps -= 1
        first, last = int64(spans[span, SPAN_FIRST]), int64(spans[span, SPAN_LAST])
        if kept is not None:
            beaten = spans[span, SPAN_BOUND] < equity[0]
        else:
            beaten = spans[span, SPAN_BOUND] < best[0]
        if beaten:
            span = int64(spans[span, SPAN_NEXT])
            continue
        count, whole = int64(spans[span, SPAN_COUNT]), int64(spans[span, SPAN_WHOLE])
        fixed, gain_count = int64(spans[span, SPAN_FIXED]), int64(spans[span, SPAN_GAINED])
        lying = (int64(spans[span, SPAN_HIGH]) << 32) | (int64(spans[span, SPAN_LOW]) & LOW)
        fresh, laid_out, either = last - first + 1 == count, False, NONE
        for k in range(gain_count):
            gains[k] = spans[span, SPAN_GAINS + k]
        if programmed is not None:
            work[C_PROGRAMMED] = 0
            if gain_count == ON_PROGRAMMED:
                # its bound is linear in the points of its tiles, and no more
                work[C_PROGRAMMED], whole, gain_count = 1, int64(0), count
                either, laid_out = lay_out(first, last, whole, board, work), True
                fixed = most_of_span(
                    first, last, board, programmed, parts[begins[1], P_WORTH], rules, linear_times, linear_crossing
                )
                for k in range(count):
                    if fixed == NO_LIMIT:
                        work[C_TIMES + k] = 0
                    at = k
                    while at > 0 and gains[at - 1] < work[C_TIMES + k]:
                        gains[at] = gains[at - 1]
                        at -= 1
                    gains[at] = work[C_TIMES + k]
        following, from_part, to_part = int64(spans[span, SPAN_NEXT]), begins[count], begins[count + 1]
        if fresh:
            to_part = from_part + work[C_ALONE + count]
        if kept is not None:
            # what a play comes to at the most, besides the points of its tiles and what they leave
            besides = int64(spans[span, SPAN_BESIDES])
            if programmed is not None:
                if work[C_PROGRAMMED] != 0:
                    besides = fixed
                    for k in range(gain_count):
                        besides += gains[k] * hand.worth[k]
            from_part += spans[span, SPAN_FROM]
        # the parts that could beat the best play, then all their bits at once: few of these are in a cache
        asking = int64(0)
        for place in range(from_part, to_part):
            at = int64(alone[place]) if fresh else place
            part = at
            if kept is not None:
                most = kept.sums[at] + besides  # those behind it come to less
                if most < equity[0]:
                    break
                if most < shelf - BELOW - PATIENCE and shelf > 0:
                    lower = int64(np.ceil(most))
                    spans[span, SPAN_BOUND], spans[span, SPAN_FROM] = lower, place - begins[count]
                    lower = max(lower + BELOW, 0)
                    spans[span, SPAN_NEXT] = shelves[lower]
                    shelves[lower] = span
                    break
                part = int64(kept.order[at])
            bound = fixed + whole * parts[part, P_TOTAL]
            for k in range(gain_count):
                bound += gains[k] * parts[part, P_WORTH + k]
            if kept is not None:
                if bound + kept.parts[part] < equity[0]:
                    continue
            elif bound < best[0]:
                continue
            asked[asking], bits[asking] = part, bit_of(sizes, parts[part, P_WILDS], parts[part, P_SUM] + lying)
            asking += 1
        steps -= asking
        passed = int64(0)
        for k in range(asking):
            bit = bits[k]
            asked[passed] = asked[k]
            passed += int64((sieves[bit >> 6] >> np.uint64(bit & 63)) & ONE)
        if passed > 0 and not laid_out:
            either = lay_out(first, last, whole, board, work)
        crossed = work[C_CROSSED] != 0
        for at in range(passed):
            part = asked[at]
            total, wilds = parts[part, P_SUM] + lying, parts[part, P_WILDS]
            if crossed:  # each of the squares must take some letter of the part
                shows, packed, fits = NONE, parts[part, P_COUNTS], True
                for kind in range(hand.kinds.size):
                    if (packed >> (BITS * kind)) & KIND != 0:
                        shows |= hand.kinds[kind]
                for k in range(count):
                    if cross[work[C_CELL + k]] & shows == NONE:
                        fits = False
                        break
                if not fits:
                    continue
            one = int64(hand.tiles[2 * parts[part, P_ONE]])
            other = int64(hand.tiles[2 * parts[part, P_OTHER]]) if wilds == 2 else one
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
                end_face = from_face + 1 if wilds == 0 else int64(tile_first[one + 1])
                for inner in range(from_face, end_face):
                    fully = partly
                    if wilds > 0:
                        code = faces[inner, 1]
                        if (either >> np.uint64(code)) & ONE == NONE:
                            continue
                        fully += salts[code]
                        steps -= 1
                        if not passes(sieves, sizes, 0, fully):
                            continue
                    stands = int64(find(slots, fully))
                    if stands < 0:
                        continue
                    if kept is not None:
                        # less than what would do, and a word of no letters, before which no other goes
                        least = equity[0] - kept.parts[part]
                        trial[0] = max(int64(np.ceil(least)) - 2, NOTHING) if least > NOTHING else NOTHING
                        trial[1], trial[2] = 1, 0
                        steps -= try_words(
                            text[stands:], first, last, count, fixed, parts[part, P_COUNTS], board, tiles, hand, trying,
                            rules, programmed,
                        )  # fmt: skip
                        if trial[1] <= trial[2]:
                            mine = trial[0] + kept.parts[part]
                            if mine > equity[0] or (mine == equity[0] and precedes(trial, 0, best, board, tiles)):
                                equity[0] = mine
                                for column in range(HEADER + count):
                                    best[column] = trial[column]
                    else:
                        steps -= try_words(
                            text[stands:], first, last, count, fixed, parts[part, P_COUNTS], board, tiles, hand, space,
                            rules, programmed,
                        )  # fmt: skip
        span = following


def search_plain(
    graph: Graph,
    board: Board,
    tiles: Tiles,
    index: Index,
    hand_arrays: Hand,
    distinct: int,
    rules: NDArray[np.int64],
    space: Sought,
    programmed: Programmed | None,
    leaves: LeaveTable | None,
    last_tiles: LastTiles | None,
    kept: Kept | None,
) -> int:
    # Begins a search or goes on with it. hand_arrays: of the hand, longer than its ``distinct`` kinds. programmed: None
    # where all squares are plain multipliers. kept: None where the most points are looked for; what is kept is worth
    # what leaves say, or with an empty bag last_tiles. Returns FULL where space.spans has no room for all.
    hand = Hand(
        hand_arrays.tiles, hand_arrays.first, hand_arrays.options, hand_arrays.kinds[:distinct], hand_arrays.counts,
        hand_arrays.dear, hand_arrays.worth,
    )  # fmt: skip
    spans, shelves, state = space.spans, space.shelves, space.state
    if state[AT_SHELF] == BEGIN:
        space.best[0] = NOTHING
        prepare(hand, tiles)
        parts_of_hand(hand, tiles, index.salts, space.parts, space.work[C_BEGINS:], space.work[C_SCRATCH:])
        if kept is not None and leaves is not None:
            kept.equity[0] = -np.inf
            value_parts(hand.tiles, distinct, space.parts, space.work[C_BEGINS:], leaves, kept)
        if kept is not None and last_tiles is not None:
            begins, held, points = space.work[C_BEGINS:], rules[HELD], int64(0)
            for kind in range(distinct):
                points += int64(hand.tiles[2 * kind + 1]) * last_tiles.worth[hand.tiles[2 * kind]]
            value_last(hand.tiles, distinct, held, held, points, space.parts, begins, last_tiles, kept)
        item_count = state[ITEM_COUNT]
        if item_count < 0:
            item_count = find_items(board, space.items)
        find_alone(index, rules[HELD], space, kept)
        made = survey(graph, board, hand, space, item_count, rules, index, kept)
        if made < 0:
            return FULL
        if programmed is not None:
            rebound(board, programmed, hand, rules, spans, made, shelves, space.work, kept)
        state[AT_SPAN] = -1
    return seek(board, tiles, index, hand, space, rules, programmed, kept)


SEARCHED = BOARD, TILES, INDEX, HAND, types.int64, I64, SOUGHT
# What the search is given last: programs, leaves or the last tiles, and what they come to.
BY_POINTS = (
    (types.none, types.none, types.none, types.none),
    (PROGRAMMED, types.none, types.none, types.none),
)
BY_EQUITY = (
    (types.none, LEAVE_TABLE, types.none, KEPT),
    (PROGRAMMED, LEAVE_TABLE, types.none, KEPT),
    (types.none, types.none, LAST_TILES, KEPT),
    (PROGRAMMED, types.none, LAST_TILES, KEPT),
)
search = kernel(*(types.int64(GRAPH32, *SEARCHED, *way) for way in (*BY_POINTS, *BY_EQUITY)), bare=True)(search_plain)
