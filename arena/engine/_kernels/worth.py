"""Compiled look-up of leaves: the value of what is kept of a hand, for each part of it that is laid."""

from __future__ import annotations

from math import ceil

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import (
    F64,
    I32,
    I32_2,
    I64,
    I64_2,
    KEPT,
    LAST_TILES,
    LEAVE_TABLE,
    Kept,
    LastTiles,
    LeaveTable,
)  # fmt: skip
from arena.engine._kernels.board import ONE, int64
from arena.engine._kernels.spans import BITS, LEAST, MOST_HELD, P_BEFORE, P_COUNTS, P_KIND, P_TOTAL
from arena.engine._kernels.walk import HEADER, NONE
from arena.jit import kernel, popcount, types

NEXTS, ENDS, FIRST = 0, 1, 2  # columns of LeaveTable.states
TARGET, BEFORE = 0, 1  # and of LeaveTable.edges
TRIFLE = 1e-6  # points by which Kept.sums are too high, so that no sum in another order is rounded to more
KIND = (1 << BITS) - 1


@kernel(types.float64(I32, I32, types.int64, LEAVE_TABLE), bare=True)
def leave_value(numbers: NDArray[np.int32], counts: NDArray[np.int32], kinds: int, leaves: LeaveTable) -> float:
    # The value of a leave; numbers: of its kinds of tiles, ascending; counts: how many of each, some perhaps 0.
    # 0.0 for a leave that the table does not have.
    states, edges = leaves.states, leaves.edges
    state, rank, ended = int64(leaves.root), int64(0), False
    for k in range(kinds):
        bit = ONE << np.uint64(numbers[k])
        for _ in range(counts[k]):
            mask = states[state, NEXTS]
            if mask & bit == NONE:
                return 0.0
            if ended:
                rank += 1
            edge = int64(states[state, FIRST]) + popcount(mask & (bit - ONE))
            rank += int64(edges[edge, BEFORE])
            ended = states[state, ENDS] & bit != NONE
            state = int64(edges[edge, TARGET])
    return float(leaves.values[rank]) if ended else 0.0


@kernel(types.int64(I32, types.int64, LEAVE_TABLE, I32), bare=True)
def in_order(tiles: NDArray[np.int32], distinct: int, leaves: LeaveTable, order: NDArray[np.int32]) -> int:
    # Fills order with the numbers of a hand's kinds of tiles (Hand.tiles), ascending, and behind them which kinds they
    # are: int32[2 * distinct]. Returns how many tiles the hand has.
    held = int64(0)
    for k in range(distinct):
        number = leaves.numbers[tiles[2 * k]]
        held += tiles[2 * k + 1]
        at = k
        while at > 0 and order[at - 1] > number:
            order[at], order[distinct + at] = order[at - 1], order[distinct + at - 1]
            at -= 1
        order[at], order[distinct + at] = number, k
    return held


@kernel(types.void(I64_2, I64, types.int64, KEPT), bare=True)
def rank_parts(parts: NDArray[np.int64], begins: NDArray[np.int64], held: int, kept: Kept) -> None:
    # Fills added, order and sums of kept, whose parts are filled: of a hand of ``held`` tiles.
    values, added, order, sums = kept.parts, kept.added, kept.order, kept.sums
    for at in range(added.size):
        added[at] = LEAST
    for laid in range(held + 1):
        begin, end = begins[laid], begins[laid + 1]
        alone, once, twice, thrice = float(LEAST), float(LEAST), float(LEAST), float(LEAST)
        for part in range(begin, end):
            value, points = values[part], float(parts[part, P_TOTAL])
            alone, once = max(alone, value), max(once, value + points)
            twice, thrice = max(twice, value + 2.0 * points), max(thrice, value + 3.0 * points)
            mine = value + points + TRIFLE
            at = part
            while at > begin and sums[at - 1] < mine:
                sums[at], order[at] = sums[at - 1], order[at - 1]
                at -= 1
            sums[at], order[at] = mine, part
        added[laid], added[(MOST_HELD + 1) + laid] = int64(ceil(alone)), int64(ceil(once))
        added[2 * (MOST_HELD + 1) + laid], added[3 * (MOST_HELD + 1) + laid] = int64(ceil(twice)), int64(ceil(thrice))


@kernel(types.void(I32, types.int64, I64_2, I64, LEAVE_TABLE, KEPT))
def value_parts(
    tiles: NDArray[np.int32],
    distinct: int,
    parts: NDArray[np.int64],
    begins: NDArray[np.int64],
    leaves: LeaveTable,
    kept: Kept,
) -> None:
    # Fills kept, but for the best play: for the hand (Hand.tiles), its parts, and where those of each size begin.
    # All that may be kept, those without the next kind of tile first: what has so many of each kind stands at the sum
    # of these numbers times ``strides``, which are in the order of the hand's kinds.
    states, edges, values = leaves.states, leaves.edges, leaves.values
    order, strides = np.empty(2 * MOST_HELD, np.int32), np.empty(MOST_HELD, np.int64)
    held = in_order(tiles, distinct, leaves, order)
    size = int64(1)
    for k in range(distinct):
        kind = int64(order[distinct + k])
        strides[kind] = size
        size *= tiles[2 * kind + 1] + 1
    worth, behind, ranks = np.empty(size, np.float64), np.empty(size, np.int64), np.empty(size, np.int64)
    places = np.empty(size, np.int64)  # among the values, -1 for none; read together, for few of them are in a cache
    behind[0], ranks[0], places[0] = leaves.root, 0, -1
    old = int64(1)
    for k in range(distinct):
        bit = ONE << np.uint64(order[k])
        for more in range(old, old * (tiles[2 * order[distinct + k] + 1] + 1)):
            state, rank = behind[more - old], ranks[more - old]
            mask = states[state, NEXTS]
            if mask & bit == NONE:
                places[more], behind[more], ranks[more] = -1, 0, 0
                continue
            edge = int64(states[state, FIRST]) + popcount(mask & (bit - ONE))
            rank += int64(edges[edge, BEFORE])
            if states[state, ENDS] & bit != NONE:
                places[more], ranks[more] = rank, rank + 1
            else:
                places[more], ranks[more] = -1, rank
            behind[more] = int64(edges[edge, TARGET])
        old *= tiles[2 * order[distinct + k] + 1] + 1
    for more in range(size):
        worth[more] = float(values[places[more]]) if places[more] >= 0 else 0.0
    highest = -np.inf
    behind[0] = size - 1  # from here on: what each part keeps
    for laid in range(held + 1):
        for part in range(begins[laid], begins[laid + 1]):
            if laid > 0:
                behind[part] = behind[parts[part, P_BEFORE]] - strides[parts[part, P_KIND]]
            place = behind[part]
            kept.parts[part] = worth[place]
            if laid > 0:
                highest = max(highest, worth[place])
        kept.equity[1 + laid] = highest
    for laid in range(held + 1, MOST_HELD + 1):
        kept.equity[1 + laid] = -np.inf
    rank_parts(parts, begins, held, kept)


@kernel(
    types.void(I32, types.int64, types.int64, types.int64, types.int64, I64_2, I64, LAST_TILES, KEPT),
    bare=True,
)
def value_last(
    tiles: NDArray[np.int32],
    distinct: int,
    held: int,
    whole: int,
    points: int,
    parts: NDArray[np.int64],
    begins: NDArray[np.int64],
    last_tiles: LastTiles,
    kept: Kept,
) -> None:
    # Fills kept as ``value_parts`` does, for a hand that is played with the bag empty. held: tiles of the hand that is
    # searched with; whole, points: tiles of the seat's, which may be more, and what they cost.
    worth, out = last_tiles.worth, float(last_tiles.weight * last_tiles.others)
    kept.equity[0] = -np.inf
    for laid in range(MOST_HELD + 1):
        kept.equity[1 + laid] = -np.inf
    for laid in range(held + 1):
        for part in range(begins[laid], begins[laid + 1]):
            left = points
            for kind in range(distinct):
                left -= ((parts[part, P_COUNTS] >> (BITS * kind)) & KIND) * worth[tiles[2 * kind]]
            kept.parts[part] = out if laid == whole else -float(last_tiles.not_out + last_tiles.weight * left)
    rank_parts(parts, begins, held, kept)


@kernel(types.void(I32, types.int64, types.int64, I32_2, types.int64, I32, LEAVE_TABLE, F64))
def value_rows(
    rows: NDArray[np.int32],
    count: int,
    width: int,
    faces: NDArray[np.int32],
    distinct: int,
    tiles: NDArray[np.int32],
    leaves: LeaveTable,
    out: NDArray[np.float64],
) -> None:
    # Fills out with the value of what each play of ``rows`` keeps of the hand (tiles: Hand.tiles, longer than its
    # ``distinct`` kinds). faces: Tiles.faces.
    order, counts = np.empty(2 * distinct, np.int32), np.empty(distinct, np.int32)
    in_order(tiles, distinct, leaves, order)
    for play in range(count):
        at = play * width
        for k in range(distinct):
            counts[k] = tiles[2 * order[distinct + k] + 1]
        for laid in range(rows[at + 3]):
            tile = faces[rows[at + HEADER + laid], 0]
            for k in range(distinct):
                if tiles[2 * order[distinct + k]] == tile:
                    counts[k] -= 1
        out[play] = leave_value(order, counts, distinct, leaves)
