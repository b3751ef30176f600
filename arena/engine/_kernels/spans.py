"""Compiled preparation of a search by look-ups: the parts of a hand, and the spans of the board with their bounds.

A span is where a word may stand: a run of squares in one row, at both ends of which the word ends; its empty squares
are filled from the hand. Its bound is what no play there beats: the best tiles of the hand on the squares that
multiply most, as far as the cross checks allow any. A part is a choice of tiles of the hand. A span that
takes the whole hand, the only part of its size, is left out where the sieves say that no word is made of these tiles.

Bounds of points and bounds of equity (points and the value of the leave) are never mixed: a search is for one or the
other from its beginning to its end. Those of equity have added to them what is the most that a play of so many tiles
leaves in the hand, which may be less than nothing, or where the word counts once to three times the most that its tiles
and what they leave come to together, which is less than both apart; their shelves begin at -BELOW.

A part is where its columns P_... say: sum of its tiles with one face, how many others it has and the kinds of the first
two of them, how many of each kind, the points of its tiles together, where it may grow from, and each tile's points,
highest first. A span's columns: its first and last cell, its bound, the next span of its shelf (-1: none), and how many
parts of its size, in the order of Kept, have been looked at: a search for equity puts it back for the others.
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
    I32_2,
    I64,
    I64_2,
    INDEX,
    KEPT,
    TILES,
    U64,
    Board,
    Graph,
    Hand,
    Index,
    Kept,
    Tiles,
)  # fmt: skip
from arena.engine._kernels.bags import passes
from arena.engine._kernels.board import CROSS, LETTER, ONE, VALUE, WORD, int64
from arena.engine._kernels.walk import BONUS, BONUS_TILES, FACTOR, FEWEST, HELD, NONE
from arena.jit import kernel, popcount, types

MOST_HELD = 10  # tiles of the largest hand whose parts are looked up
P_SUM, P_WILDS, P_COUNTS, P_TOTAL, P_ONE, P_OTHER, P_LAST = 0, 1, 2, 3, 4, 5, 6
P_WORTH = 7  # and on: the most points each of its tiles can show, highest first
PART_SIZE = P_WORTH + MOST_HELD
BITS = 4  # of P_COUNTS, for each kind of tile

SPAN_FIRST, SPAN_LAST, SPAN_BOUND, SPAN_NEXT, SPAN_FROM = 0, 1, 2, 3, 4
SPAN_SIZE = 5
SHELVES = 512
BELOW = 64  # equity for which there are shelves below 0
JOINED = 4  # Kept.added has the values of leaves alone, and with so many times less one the points of the tiles laid


@kernel(types.void(HAND, TILES, I64, I64_2, I64))
def parts_of_hand(
    hand: Hand, tiles: Tiles, salts: NDArray[np.int64], parts: NDArray[np.int64], begins: NDArray[np.int64]
) -> None:
    # Fills parts, and begins: where the parts of each size begin.
    # A part grows from a smaller one by a tile that is worth no more than its last one, so that none is listed twice
    # and its worths are in order.
    distinct, counts, faces, tile_first = hand.kinds.size, hand.counts, tiles.faces, tiles.first
    kinds = np.empty(MOST_HELD, np.int64)
    worth = np.empty(MOST_HELD, np.int64)
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
                for column in range(P_WORTH + size):
                    parts[made, column] = parts[old, column]
                if tile_first[tile + 1] - first == 1:
                    parts[made, P_SUM] += salts[faces[first, 1]]
                else:
                    parts[made, P_WILDS] = wilds + 1
                    if wilds == 0:
                        parts[made, P_ONE] = kind
                    else:
                        parts[made, P_OTHER] = kind
                parts[made, P_LAST] = at
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
    items: NDArray[np.int32],
    item_count: int,
    rules: NDArray[np.int64],
    index: Index,
    every: NDArray[np.int64],
    spans: NDArray[np.int32],
    shelves: NDArray[np.int32],
    kept: Kept | None,
) -> int:
    # Fills spans and shelves; returns how many there are, -1 where there is no room for all. every: the part that is
    # the whole hand. kept: None where the most points are looked for.
    edges, root, everything = graph.edges, graph.root, graph.everything
    letters, cells, cross, dims = board.letters, board.cells, board.cross, board.dims
    kinds, dear, worth = hand.kinds, hand.dear, hand.worth
    salts, sieves, sizes = index.salts, index.sieves, index.sizes
    held, size = rules[HELD], dims[2]
    bonus_tiles, fewest = rules[BONUS_TILES], rules[FEWEST]
    shelves[:] = -1
    before = np.empty(MOST_HELD + 2, np.int64)  # most points of so many tiles
    before[0] = 0
    for k in range(held):
        before[k + 1] = before[k] + worth[k]
    dearest = int64(worth[0])
    left_cells, left_most = np.empty(MOST_HELD, np.int64), np.empty(MOST_HELD, np.int64)
    right_cells, right_most = np.empty(MOST_HELD, np.int64), np.empty(MOST_HELD, np.int64)
    through, ends = np.empty(MOST_HELD + 1, np.int64), np.empty(MOST_HELD + 1, np.int64)
    sums = np.empty(MOST_HELD + 1, np.int64)  # of the tiles that lie in the span
    # squares that count more than the word does: letter multiplier, word multiplier of the cross word, how much more
    gains_letter, gains_word = np.empty(MOST_HELD, np.int64), np.empty(MOST_HELD, np.int64)
    gains = np.empty(MOST_HELD, np.int64)
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
                    for k in range(gain_count):
                        if gains[k] > 0:
                            gained += gains[k] * worth[k]
                most, limit = whole * before[count], whole * limited + cross_limited
                if kept is not None:
                    if 0 <= whole and whole < JOINED:
                        most = int64(kept.added[whole * (MOST_HELD + 1) + count])
                    else:
                        most += kept.added[count]
                    limit += kept.added[count]
                bound = min(most + gained, limit) + whole * (fixed + through[j]) + crossing + bonus
                if kept is not None:
                    shelf = min(max(bound + BELOW, 0), SHELVES - 1)
                else:
                    shelf = min(max(bound, 0), SHELVES - 1)
                spans[made, SPAN_FIRST], spans[made, SPAN_LAST], spans[made, SPAN_BOUND] = first, last, bound
                spans[made, SPAN_NEXT], spans[made, SPAN_FROM] = shelves[shelf], 0
                shelves[shelf] = made
                made += 1
    return int(made)


SURVEY = BOARD, HAND, I32, types.int64, I64, INDEX, I64, I32_2, I32
survey = kernel(
    types.int64(GRAPH32, *SURVEY, types.none),
    types.int64(GRAPH64, *SURVEY, types.none),
    types.int64(GRAPH32, *SURVEY, KEPT),
    types.int64(GRAPH64, *SURVEY, KEPT),
)(survey_plain)
