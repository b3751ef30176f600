"""Compiled preparation of a walk: the hand's options, and what no play of an item can beat.

The bound of an item supposes that the best tiles of the hand lie on the squares that multiply most, as far
as the cross checks allow any; the lexicon is asked for no more than the letters beside the run.
The first such bounds ("shadow plays") are those of the engine wolges.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import (
    BOARD,
    GRAPH32,
    HAND,
    I32,
    I32_2,
    I64,
    INDEX,
    TILES,
    U64,
    Board,
    Graph,
    Hand,
    Index,
    Tiles,
)  # fmt: skip
from arena.engine._kernels.bags import passes
from arena.engine._kernels.board import CROSS, LETTER, ONE, VALUE, WORD, int64
from arena.engine._kernels.walk import BONUS, BONUS_TILES, FACTOR, FEWEST, HELD, NONE, NOTHING
from arena.jit import kernel, popcount, types

NO_LIMIT = 1 << 30  # bound of a span over a square whose program is no plain multiplier
ASKED = 64  # answers about bags of letters that are kept during one call, a power of two


@kernel(types.int64(HAND, TILES), bare=True)
def prepare(hand: Hand, tiles: Tiles) -> int:
    # Makes all of the hand from ``tiles``; returns how many it holds.
    distinct, first, options, kinds, counts = hand.kinds.size, hand.first, hand.options, hand.kinds, hand.counts
    worth, faces, tile_first = hand.worth, tiles.faces, tiles.first
    for code in range(first.size):
        first[code] = 0
    for k in range(distinct):
        tile = hand.tiles[2 * k]
        counts[k] = hand.tiles[2 * k + 1]
        kinds[k] = NONE
        for face in range(tile_first[tile], tile_first[tile + 1]):
            code = faces[face, 1]
            kinds[k] |= ONE << np.uint64(code)
            first[code + 1] += 1
    for code in range(1, first.size):
        first[code] += first[code - 1]
    held = 0
    for k in range(distinct):
        tile = hand.tiles[2 * k]
        most = int64(0)
        for face in range(tile_first[tile], tile_first[tile + 1]):
            code = faces[face, 1]
            at = first[code]
            first[code] = at + 1
            options[at, 0], options[at, 1], options[at, 2] = k, face, faces[face, 2]
            most = max(most, int64(faces[face, 2]))
        hand.dear[k] = most
        for _ in range(counts[k]):
            at = held
            while at > 0 and worth[at - 1] < most:
                worth[at] = worth[at - 1]
                at -= 1
            worth[at] = most
            held += 1
    for code in range(first.size - 1, 0, -1):  # each entry has moved on to the end of its letter
        first[code] = first[code - 1]
    first[0] = 0
    return held


@kernel(types.int64(types.uint64, U64, I32_2, I32, types.int64), bare=True)
def _most(
    allowed: Any, kinds: NDArray[np.uint64], options: NDArray[np.int32], first: NDArray[np.int32], dearest: int
) -> int:
    # The most points that a tile of the hand can show among the letters of ``allowed``, at least 0.
    most = 0
    for code in range(1, first.size - 1):
        if allowed & (ONE << np.uint64(code)) != NONE:
            for option in range(first[code], first[code + 1]):
                most = max(most, int64(options[option, 2]))
        if most >= dearest:
            break
    return most


def shadow_plain(
    graph: Graph,
    board: Board,
    hand: Hand,
    items: NDArray[np.int32],
    item_count: int,
    rules: NDArray[np.int64],
    scratch: NDArray[np.int64],
    index: Index,
    bags: NDArray[np.int64],
    bounds: NDArray[np.int32],
    order: NDArray[np.int32],
) -> None:
    # Fills bounds, and order: the items, most promising first. scratch: int64[7 * (held + 2) + 2 * ASKED].
    # bags: what the whole hand can show (none: not known).
    edges, root, everything = graph.edges, graph.root, graph.everything
    letters, cells, cross = board.letters, board.cells, board.cross
    first, options, kinds, worth = hand.first, hand.options, hand.kinds, hand.worth
    salts, sieves, sizes, bag_count = index.salts, index.sieves, index.sizes, bags.size
    held = rules[HELD]
    side, block = held + 2, (held + 2) * (held + 1)
    lefts, rights, limits = 0, side, 2 * side  # cells; limits: the most points by tile, lefts then rights
    through, in_order, right_limits, between = 3 * side, 4 * side, 5 * side, 6 * side
    asked = 7 * side  # answers by the tiles on the board: sum, then 1 or 0
    for k in range(asked, asked + 2 * ASKED):
        scratch[k] = -1
    hand_letters = NONE
    for k in range(kinds.size):
        hand_letters |= kinds[k]
    dearest = int64(worth[0])
    for number in range(item_count):
        cell = int64(items[number])
        base = number * block
        for k in range(block):
            bounds[base + k] = NOTHING
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
        order[number] = number
        if node < 0:
            continue
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
            scratch[lefts + left_count] = left
            scratch[limits + left_count] = (
                dearest if allowed == hand_letters else _most(allowed, kinds, options, first, dearest)
            )
            left_count += 1
            left -= 1
            beside = everything
        # and at the right, with the points of the tiles that lie between and behind
        right, right_count, passed = cell + 1, int64(0), int64(0)
        scratch[through] = 0
        scratch[between] = lying
        while right_count < held and letters[right] == 0:
            allowed = hand_letters & cross[right]
            if allowed == NONE:
                break
            scratch[rights + right_count] = right
            scratch[right_limits + right_count] = (
                dearest if allowed == hand_letters else _most(allowed, kinds, options, first, dearest)
            )
            right_count += 1
            right += 1
            while letters[right] > 0:
                passed += cells[right, VALUE]
                lying += salts[letters[right]]
                right += 1
            scratch[through + right_count] = passed
            scratch[between + right_count] = lying
        after = NONE  # what may stand first at the right when nothing lies at the left
        if fewest_left == 0 and np.uint64(edges[node]) & ONE != NONE:
            after = np.uint64(edges[int64(edges[node + 2])])
        for i in range(fewest_left, left_count + 1):
            most_right = min(right_count, held - i)
            if i == 0 and right_count > 0 and after & hand_letters & cross[scratch[rights]] == NONE:
                most_right = int64(0)
            multiplier, programmed, crossing = int64(1), False, int64(0)
            for k in range(i):
                here = scratch[lefts + k]
                if cells[here, WORD] < 0:
                    programmed = True
                multiplier *= cells[here, WORD]
                if cells[here, CROSS] >= 0:
                    crossing += int64(cells[here, CROSS]) * cells[here, WORD]
            fresh = True  # whether the list of multipliers must be made anew
            limited = int64(0)
            for j in range(most_right + 1):
                count = i + j
                if j > 0:
                    here = scratch[rights + j - 1]
                    if cells[here, WORD] < 0:
                        programmed = True
                    if cells[here, WORD] != 1:
                        fresh = True
                        multiplier *= cells[here, WORD]
                    if cells[here, CROSS] >= 0:
                        crossing += int64(cells[here, CROSS]) * cells[here, WORD]
                if count == 0 or count < rules[FEWEST]:
                    fresh = True
                    continue
                if count == held and bag_count > 0:  # the whole hand: is there such a word at all?
                    slot = asked + 2 * (scratch[between + j] & (ASKED - 1))
                    if scratch[slot] != scratch[between + j]:
                        scratch[slot], scratch[slot + 1] = scratch[between + j], 0
                        for k in range(bag_count):
                            if passes(sieves, sizes, 0, bags[k] + scratch[between + j]):
                                scratch[slot + 1] = 1
                                break
                    if scratch[slot + 1] == 0:
                        continue
                if programmed:
                    bounds[base + i * side + j] = NO_LIMIT
                    continue
                whole = multiplier
                if count == rules[BONUS_TILES]:
                    if rules[FACTOR] != 1:
                        fresh = True
                        whole = multiplier * rules[FACTOR]
                begin = int64(0) if fresh else count - 1
                if fresh:
                    limited = int64(0)
                for k in range(begin, count):
                    here = scratch[lefts + k] if k < i else scratch[rights + k - i]
                    times = whole + cells[here, WORD] if cells[here, CROSS] >= 0 else whole
                    times *= cells[here, LETTER]
                    limited += times * (scratch[limits + k] if k < i else scratch[right_limits + k - i])
                    at = k
                    while at > 0 and scratch[in_order + at - 1] < times:
                        scratch[in_order + at] = scratch[in_order + at - 1]
                        at -= 1
                    scratch[in_order + at] = times
                fresh = count == rules[BONUS_TILES] and rules[FACTOR] != 1
                total = int64(0)
                for k in range(count):
                    total += scratch[in_order + k] * worth[k]
                total = min(total, limited) + (fixed + scratch[through + j]) * whole + crossing
                if count == rules[BONUS_TILES]:
                    total += rules[BONUS]
                bounds[base + i * side + j] = total
        above = int64(NOTHING)
        for i in range(left_count, -1, -1):
            for j in range(held - 1, -1, -1):
                at = base + i * side + j
                bounds[at] = max(bounds[at], bounds[at + 1]) if j < held else bounds[at]
            above = max(above, int64(bounds[base + i * side]))
            bounds[base + i * side + held + 1] = above
        mine = bounds[base + held + 1]
        at = number
        while at > 0 and bounds[order[at - 1] * block + held + 1] < mine:
            order[at] = order[at - 1]
            at -= 1
        order[at] = number


SHADOW = BOARD, HAND, I32, types.int64, I64, I64, INDEX, I64, I32, I32
shadow = kernel(types.void(GRAPH32, *SHADOW), bare=True)(shadow_plain)


@kernel(types.int64(HAND, TILES, I64, I64), bare=True)
def bags_of_hand(hand: Hand, tiles: Tiles, salts: NDArray[np.int64], out: NDArray[np.int64]) -> int:
    # Fills out with the sums of every bag that the whole hand can show; returns how many, -1 when there is no room.
    # Of several equal tiles the faces are chosen in order, so that no choice is listed twice.
    faces, tile_first = tiles.faces, tiles.first
    count = 1
    out[0] = 0
    capacity = out.size // 2  # the upper half holds, for every bag, the face that the tile before it took
    for k in range(hand.kinds.size):
        tile = hand.tiles[2 * k]
        first, end = int64(tile_first[tile]), int64(tile_first[tile + 1])
        if end - first == 1:
            more = hand.tiles[2 * k + 1] * salts[faces[first, 1]]
            for at in range(count):
                out[at] += more
            continue
        for at in range(count):
            out[capacity + at] = first
        for _ in range(hand.tiles[2 * k + 1]):
            old = count
            for at in range(old):  # the first choice takes the old one's place, the others go to the end
                total, lowest = out[at], out[capacity + at]
                for face in range(lowest + 1, end):
                    if count == capacity:
                        return -1
                    out[count] = total + salts[faces[face, 1]]
                    out[capacity + count] = face
                    count += 1
                out[at] = total + salts[faces[lowest, 1]]
    return count
