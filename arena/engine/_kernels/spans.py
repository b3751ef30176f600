"""Compiled preparation of a search by look-ups: the parts of a hand, and the spans of the board with their bounds.

A span is where a word may stand: a run of squares in one row, at both ends of which the word ends; its empty squares
are filled from the hand. Its bound is what no play there beats: the best tiles of the hand on the squares that
multiply most, as far as the cross checks allow any. A part is a choice of tiles of the hand. A span
that takes the whole hand, the only part of its size, is left out where the sieves say that it makes no word there.

Bounds of points and bounds of equity (points and the value of the leave) are never mixed: a search is for one or the
other from its beginning to its end. Those of equity have added to them what is the most that a play of so many tiles
leaves in the hand, which may be less than nothing, or where the word counts once to three times the most that its tiles
and what they leave come to together, which is less than both apart; their shelves begin at -BELOW.

A part is where its columns P_... say: sum of its tiles with one face, how many others it has and the kinds of the first
two of them, how many of each kind, the points of its tiles together, where it may grow from, of which kind its
last tile is and the part without it, and each tile's points, highest first.

A span's columns: its first and last cell, its bound, the next span of its shelf (-1: none), and how many
parts of its size, in the order of Kept, have been looked at: a search for equity puts it back for the others. Then what
whoever looks at it wants to know: how many empty squares it has, points besides those of the hand's tiles, how often
the word counts, and in a search for equity what a play comes to besides what is in Kept.sums; the sum of the tiles that
lie there (its lower half and its upper one), how many squares count more than the word does, and how much more, the
most first.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import (
    BOARD,
    GRAPH32,
    GRAPH64,
    HAND,
    I32,
    I64,
    I64_2,
    INDEX,
    KEPT,
    SOUGHT,
    TILES,
    U64,
    Board,
    Graph,
    Hand,
    Index,
    Kept,
    Sought,
    Tiles,
)  # fmt: skip
from arena.engine._kernels.bags import LOW, passes
from arena.engine._kernels.board import CROSS, LETTER, ONE, VALUE, WORD, int64
from arena.engine._kernels.walk import BONUS, BONUS_TILES, FACTOR, FEWEST, HELD, NONE
from arena.jit import kernel, popcount, types

MOST_HELD = 10  # tiles of the largest hand whose parts are looked up
P_SUM, P_WILDS, P_COUNTS, P_TOTAL, P_ONE, P_OTHER, P_LAST, P_KIND, P_BEFORE = range(9)
P_WORTH = 9  # and on: the most points each of its tiles can show, highest first
PART_SIZE = P_WORTH + MOST_HELD
BITS = 4  # of P_COUNTS, for each kind of tile

SPAN_FIRST, SPAN_LAST, SPAN_BOUND, SPAN_NEXT, SPAN_FROM = 0, 1, 2, 3, 4
SPAN_COUNT, SPAN_FIXED, SPAN_WHOLE, SPAN_BESIDES, SPAN_LOW, SPAN_HIGH, SPAN_GAINED = 5, 6, 7, 8, 9, 10, 11
SPAN_GAINS = 12  # and on
SPAN_SIZE = SPAN_GAINS + MOST_HELD
ON_PROGRAMMED = -1  # SPAN_GAINED of a span with an empty square whose program is no plain multiplier
SHELVES = 512
LEAST = -(1 << 20)  # what takes the place of the most where there is nothing
HALF = 1 << 31
BELOW = 64  # equity for which there are shelves below 0
# Sought.work, behind what lay.py has there: where the parts of each size begin, how many of each size make words by
# themselves, the most points of one of these, and room for what is worked out here
C_BEGINS = 7 * MOST_HELD
C_ALONE = C_BEGINS + MOST_HELD + 3
C_ALONE_TOTAL = C_ALONE + MOST_HELD + 1
C_SCRATCH = C_ALONE_TOTAL + MOST_HELD + 1
C_BEHIND = C_SCRATCH + 11 * (MOST_HELD + 2)
JOINED = 4  # Kept.added has the values of leaves alone, and with so many times less one the points of the tiles laid


@kernel(types.void(HAND, TILES, I64, I64_2, I64, I64), bare=True)
def parts_of_hand(
    hand: Hand,
    tiles: Tiles,
    salts: NDArray[np.int64],
    parts: NDArray[np.int64],
    begins: NDArray[np.int64],
    scratch: NDArray[np.int64],
) -> None:
    # Fills parts, and begins: where the parts of each size begin. scratch: int64[2 * MOST_HELD].
    # A part grows from a smaller one by a tile that is worth no more than its last one, so that none is listed twice
    # and its worths are in order.
    distinct, counts, faces, tile_first = hand.kinds.size, hand.counts, tiles.faces, tiles.first
    kinds, worth = scratch[:MOST_HELD], scratch[MOST_HELD:]
    for k in range(distinct):
        most = int64(hand.dear[k])
        at = k
        while at > 0 and worth[at - 1] < most:
            worth[at], kinds[at] = worth[at - 1], kinds[at - 1]
            at -= 1
        worth[at], kinds[at] = most, k
    for column in range(PART_SIZE):
        parts[0, column] = 0
    begins[0], begins[1] = 0, 1
    made, size = int64(1), int64(0)
    while begins[size] < begins[size + 1]:
        for old in range(begins[size], begins[size + 1]):
            for at in range(parts[old, P_LAST], distinct):
                kind = kinds[at]
                if (parts[old, P_COUNTS] >> (BITS * kind)) & ((1 << BITS) - 1) == counts[kind]:
                    continue
                tile = int64(hand.tiles[2 * kind])
                first, wilds = int64(tile_first[tile]), parts[old, P_WILDS]
                for column in range(P_LAST):
                    parts[made, column] = parts[old, column]
                for column in range(P_WORTH, P_WORTH + size):
                    parts[made, column] = parts[old, column]
                if tile_first[tile + 1] - first == 1:
                    parts[made, P_SUM] += salts[faces[first, 1]]
                else:
                    parts[made, P_WILDS] = wilds + 1
                    if wilds == 0:
                        parts[made, P_ONE] = kind
                    else:
                        parts[made, P_OTHER] = kind
                parts[made, P_LAST], parts[made, P_KIND], parts[made, P_BEFORE] = at, kind, old
                parts[made, P_COUNTS] += int64(1) << (BITS * kind)
                parts[made, P_WORTH + size] = worth[at]
                parts[made, P_TOTAL] += worth[at]
                made += 1
        size += 1
        begins[size + 1] = made


@kernel(types.int64(types.uint64, U64, I32, types.int64), bare=True)
def most_allowed(allowed: Any, kinds: NDArray[np.uint64], best: NDArray[np.int32], dearest: int) -> int:
    # The most points of a kind of tile that can show some letter of ``allowed``.
    most = 0
    for k in range(kinds.size):
        if allowed & kinds[k] != NONE and best[k] > most:
            most = int64(best[k])
            if most == dearest:
                break
    return most


def survey_plain(
    graph: Graph,
    board: Board,
    hand: Hand,
    space: Sought,
    item_count: int,
    rules: NDArray[np.int64],
    index: Index,
    kept: Kept | None,
) -> int:
    # Fills spans and shelves; returns how many there are, -1 where there is no room for all. kept: None where the most
    # points are looked for.
    edges, root, everything = graph.edges, graph.root, graph.everything
    letters, cells, cross, dims = board.letters, board.cells, board.cross, board.dims
    kinds, dear, worth = hand.kinds, hand.dear, hand.worth
    salts, sieves, sizes = index.salts, index.sieves, index.sizes
    items, spans, shelves, work = space.items, space.spans, space.shelves, space.work
    alone_count, alone_total = work[C_ALONE:C_ALONE_TOTAL], work[C_ALONE_TOTAL:C_SCRATCH]
    held, size = rules[HELD], dims[2]
    every = space.parts[work[C_BEGINS + held]]  # the part that is the whole hand
    bonus_tiles, fewest = rules[BONUS_TILES], rules[FEWEST]
    shelves[:] = -1
    room = MOST_HELD + 2
    scratch = work[C_SCRATCH:]
    before = scratch[:room]  # most points of so many tiles
    before[0] = 0
    for k in range(held):
        before[k + 1] = before[k] + worth[k]
    dearest = int64(worth[0])
    left_cells, left_most = scratch[room : 2 * room], scratch[2 * room : 3 * room]
    right_cells, right_most = scratch[3 * room : 4 * room], scratch[4 * room : 5 * room]
    through, ends = scratch[5 * room : 6 * room], scratch[6 * room : 7 * room]
    sums = scratch[7 * room : 8 * room]  # of the tiles that lie in the span
    # squares that count more than the word does: letter multiplier, word multiplier of the cross word, how much more
    gains_letter, gains_word = scratch[8 * room : 9 * room], scratch[9 * room : 10 * room]
    gains = scratch[10 * room : 11 * room]
    hand_letters = NONE
    for k in range(kinds.size):
        hand_letters |= kinds[k]
    made, capacity = int64(0), spans.shape[0]
    for number in range(item_count):
        cell = int64(items[number])
        if made + (held + 1) * (held + 1) > capacity:
            return -1
        node, left, fixed, lying = int64(root), cell, int64(0), int64(0)
        while letters[left] > 0:
            fixed += cells[left, VALUE]
            lying += salts[letters[left]]
            mask = np.uint64(edges[node])
            bit = ONE << np.uint64(letters[left])
            if mask & bit == NONE:
                node = int64(-1)
                break
            node = int64(edges[node + 2 + popcount(mask & (bit - ONE))])
            left -= 1
        if node < 0:
            continue
        run = left + 1
        fewest_left = 1 if left == cell else 0
        # the cells that may be filled at the left, nearest first
        beside = np.uint64(edges[node])
        left_count = int64(0)
        while left_count < held:
            allowed = hand_letters & cross[left] & beside
            if allowed == NONE or letters[left] != 0:
                break
            if left_count > 0 or fewest_left == 0:
                if letters[left - 1] > 0 or (cells[left, CROSS] >= 0 and letters[left + 1] <= 0):
                    break
            left_cells[left_count] = left
            left_most[left_count] = dearest if allowed == hand_letters else most_allowed(allowed, kinds, dear, dearest)
            left_count += 1
            left -= 1
            beside = everything
        # and at the right, with the points of the tiles that lie between and behind
        right, right_count, passed = cell + 1, int64(0), int64(0)
        through[0], ends[0], sums[0] = 0, cell, lying
        while right_count < held and letters[right] == 0:
            allowed = hand_letters & cross[right]
            if allowed == NONE:
                break
            right_cells[right_count] = right
            right_most[right_count] = (
                dearest if allowed == hand_letters else most_allowed(allowed, kinds, dear, dearest)
            )
            right_count += 1
            right += 1
            while letters[right] > 0:
                passed += cells[right, VALUE]
                lying += salts[letters[right]]
                right += 1
            through[right_count] = passed
            ends[right_count], sums[right_count] = right - 1, lying
        after = NONE  # what may stand first at the right when nothing lies at the left
        if fewest_left == 0 and np.uint64(edges[node]) & ONE != NONE:
            after = np.uint64(edges[int64(edges[node + 2])])
        left_times, left_crossing, left_limit, left_cross_limit = int64(1), int64(0), int64(0), int64(0)
        left_gains = int64(0)
        for i in range(left_count + 1):
            if i > 0:
                here = left_cells[i - 1]
                letter, word = int64(cells[here, LETTER]), int64(cells[here, WORD])
                left_times *= word
                limit = letter * left_most[i - 1]
                left_limit += limit
                if cells[here, CROSS] >= 0:
                    left_crossing += cells[here, CROSS] * word
                    left_cross_limit += limit * word
                    gains_letter[left_gains], gains_word[left_gains] = letter, word
                    left_gains += 1
                elif letter > 1:
                    gains_letter[left_gains], gains_word[left_gains] = letter, 0
                    left_gains += 1
            elif fewest_left == 1:
                continue
            most_right = min(right_count, held - i)
            if i == 0 and right_count > 0 and after & hand_letters & cross[right_cells[0]] == NONE:
                most_right = int64(0)
            first = left_cells[i - 1] if i > 0 else run
            times, crossing, limited, cross_limited = left_times, left_crossing, left_limit, left_cross_limit
            gain_count, gained, gained_at, gained_of = left_gains, int64(0), int64(-1), int64(-1)
            paying = int64(0)
            for j in range(most_right + 1):
                count = i + j
                if j > 0:
                    here = right_cells[j - 1]
                    letter, word = int64(cells[here, LETTER]), int64(cells[here, WORD])
                    times *= word
                    limit = letter * right_most[j - 1]
                    limited += limit
                    if cells[here, CROSS] >= 0:
                        crossing += cells[here, CROSS] * word
                        cross_limited += limit * word
                        gains_letter[gain_count], gains_word[gain_count] = letter, word
                        gain_count += 1
                    elif letter > 1:
                        gains_letter[gain_count], gains_word[gain_count] = letter, 0
                        gain_count += 1
                last = ends[j]
                if count < fewest or count == 0 or first == last:
                    continue
                if count == 1 and first >= size:  # a single tile that makes two words is the play across
                    here = left_cells[0] if i > 0 else right_cells[0]
                    if cells[here, CROSS] >= 0:
                        continue
                fresh = last - first + 1 == count  # nothing lies there: the word is made of the hand alone
                if fresh and alone_count[count] == 0:
                    continue
                if count == held and not passes(sieves, sizes, every[P_WILDS], every[P_SUM] + sums[j]):
                    continue
                whole, bonus = times, int64(0)
                if count == bonus_tiles:
                    whole *= rules[FACTOR]
                    bonus = rules[BONUS]
                if whole != gained_at or gain_count != gained_of:
                    gained_at, gained_of, gained = whole, gain_count, int64(0)
                    for k in range(gain_count):
                        gain = gains_letter[k] * (whole + gains_word[k]) - whole
                        at = k
                        while at > 0 and gains[at - 1] < gain:
                            gains[at] = gains[at - 1]
                            at -= 1
                        gains[at] = gain
                    paying = int64(0)
                    while paying < gain_count and gains[paying] > 0:
                        gained += gains[paying] * worth[paying]
                        paying += 1
                total = alone_total[count] if fresh else before[count]
                besides = whole * (fixed + through[j]) + crossing + bonus
                most, limit = whole * total, whole * limited + cross_limited
                if kept is not None:
                    block = JOINED * (MOST_HELD + 1) if fresh else 0
                    if 0 <= whole and whole < JOINED:
                        most = int64(kept.added[block + whole * (MOST_HELD + 1) + count])
                    else:
                        most += kept.added[block + count]
                    limit += kept.added[block + count]
                    spans[made, SPAN_BESIDES] = besides + gained + max(whole - 1, 0) * total
                bound = min(most + gained, limit) + besides
                if kept is not None:
                    shelf = min(max(bound + BELOW, 0), SHELVES - 1)
                else:
                    shelf = min(max(bound, 0), SHELVES - 1)
                spans[made, SPAN_FIRST], spans[made, SPAN_LAST], spans[made, SPAN_BOUND] = first, last, bound
                spans[made, SPAN_NEXT], spans[made, SPAN_FROM] = shelves[shelf], 0
                spans[made, SPAN_COUNT], spans[made, SPAN_FIXED], spans[made, SPAN_WHOLE] = count, besides, whole
                # both halves as 32 bits with a sign, which is what fits there
                spans[made, SPAN_LOW], spans[made, SPAN_HIGH] = ((sums[j] + HALF) & LOW) - HALF, sums[j] >> 32
                spans[made, SPAN_GAINED] = paying
                for k in range(paying):
                    spans[made, SPAN_GAINS + k] = gains[k]
                shelves[shelf] = made
                made += 1
    return int(made)


SURVEY = BOARD, HAND, SOUGHT, types.int64, I64, INDEX
survey = kernel(
    types.int64(GRAPH32, *SURVEY, types.none),
    types.int64(GRAPH64, *SURVEY, types.none),
    types.int64(GRAPH32, *SURVEY, KEPT),
    types.int64(GRAPH64, *SURVEY, KEPT),
    bare=True,
)(survey_plain)
