"""The compiled sums of training: what racks were worth, and what that makes of every leave.

A rack is its tiles' numbers in leave tables (see engine/leaves.py), ascending. Its features, in this order, with K
kinds of tiles: how many of each kind; how many pairs of each two kinds (of the same kind: of its tiles), kind (i, j)
with i <= j at K + j * (j + 1) / 2 + i; whether all its tiles make a word, how likely they do with one letter of the
board, and that number's root. It is for training (arena/training), whose samples.py says
what racks are taken.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import F64, I32, I32_2, I64, INDEX, LEAVE_TABLE, Index, LeaveTable
from arena.engine._kernels.bags import find, passes
from arena.engine._kernels.board import ONE, int64
from arena.engine._kernels.worth import BEFORE, ENDS, FIRST, NEXTS, TARGET
from arena.jit import kernel, popcount, types

MOST_BAGS = 2048  # bags of letters that a rack may show, each choice of faces counted; beyond it nothing is known
BINGO_FEATURES = 3
F64_2 = types.float64[:, ::1]
U8_2 = types.uint8[:, ::1]


@kernel(types.int64(I32, types.int64, LEAVE_TABLE))
def rank_of(rack: NDArray[np.int32], size: int, leaves: LeaveTable) -> int:
    # The place of a leave among the values; -1 where it has none.
    states, edges = leaves.states, leaves.edges
    state, rank, ended = int64(leaves.root), int64(-1), True
    for k in range(size):
        bit = ONE << np.uint64(rack[k])
        mask = states[state, NEXTS]
        if mask & bit == np.uint64(0):
            return int64(-1)
        edge = int64(states[state, FIRST]) + popcount(mask & (bit - ONE))
        rank += int64(edges[edge, BEFORE])
        if ended:
            rank += 1
        ended = states[state, ENDS] & bit != np.uint64(0)
        state = int64(edges[edge, TARGET])
    return rank if ended else int64(-1)


@kernel(types.void(I32, types.int64, I32_2, I32, INDEX, F64, I64, F64))
def bingo_features(
    rack: NDArray[np.int32],
    size: int,
    faces: NDArray[np.int32],
    first: NDArray[np.int32],
    index: Index,
    letters: NDArray[np.float64],
    bags: NDArray[np.int64],
    out: NDArray[np.float64],
) -> None:
    # Fills out. rack: here the tiles' ids. letters: how often a letter of the board is each code, summing to 1.
    # bags: room for MOST_BAGS.
    out[0] = out[1] = out[2] = 0.0
    salts, slots, sieves, sizes = index.salts, index.slots, index.sieves, index.sizes
    if slots.size == 0:
        return
    bags[0] = 0
    count = int64(1)
    for k in range(size):
        tile = rack[k]
        begin, end = int64(first[tile]), int64(first[tile + 1])
        if count * (end - begin) > bags.size:
            return
        old = count
        for face in range(begin + 1, end):
            for at in range(old):
                bags[count] = bags[at] + salts[faces[face, 1]]
                count += 1
        for at in range(old):
            bags[at] += salts[faces[begin, 1]]
    for at in range(count):
        if passes(sieves, sizes, 0, bags[at]) and find(slots, bags[at]) >= 0:
            out[0] = 1.0
            break
    for code in range(1, letters.size):
        if letters[code] == 0.0:
            continue
        for at in range(count):
            more = bags[at] + salts[code]
            if passes(sieves, sizes, 1, bags[at]) and passes(sieves, sizes, 0, more) and find(slots, more) >= 0:
                out[1] += letters[code]
                break
    out[2] = sqrt(out[1])


@kernel(types.int64(I32, types.int64, types.int64, F64, I64, F64))
def features_of(
    rack: NDArray[np.int32],
    size: int,
    kinds: int,
    bingo: NDArray[np.float64],
    places: NDArray[np.int64],
    numbers: NDArray[np.float64],
) -> int:
    # Fills places and numbers with the features that are not 0; returns how many they are. bingo: of bingo_features.
    made = int64(0)
    begin = int64(0)
    while begin < size:
        kind, end = int64(rack[begin]), begin
        while end < size and rack[end] == kind:
            end += 1
        count = end - begin
        places[made], numbers[made] = kind, float(count)
        made += 1
        if count > 1:
            places[made], numbers[made] = kinds + kind * (kind + 1) // 2 + kind, count * (count - 1) / 2.0
            made += 1
        other = int64(0)
        while other < begin:
            lower, stop = int64(rack[other]), other
            while rack[stop] == lower:
                stop += 1
            places[made] = kinds + kind * (kind + 1) // 2 + lower
            numbers[made] = float(count * (stop - other))
            made += 1
            other = stop
        begin = end
    base = kinds + kinds * (kinds + 1) // 2
    for k in range(bingo.size):
        if bingo[k] != 0.0:
            places[made], numbers[made] = base + k, bingo[k]
            made += 1
    return made


@kernel(types.void(I64, F64, types.int64, types.float64, F64_2, F64))
def add_to_fit(
    places: NDArray[np.int64],
    numbers: NDArray[np.float64],
    made: int,
    value: float,
    squares: NDArray[np.float64],
    products: NDArray[np.float64],
) -> None:
    # Adds a rack to the sums of a fit by least squares: of the features with each other, and with the value.
    for i in range(made):
        products[places[i]] += numbers[i] * value
        for j in range(made):
            squares[places[i], places[j]] += numbers[i] * numbers[j]


@kernel(types.void(I32, types.int64, types.int64, types.int64, types.float64, types.int64, LEAVE_TABLE, F64_2))
def add_to_leaves(
    rack: NDArray[np.int32],
    size: int,
    forced: int,
    longest: int,
    value: float,
    stage: int,
    leaves: LeaveTable,
    sums: NDArray[np.float64],
) -> None:
    # Adds a rack to each of its leaves of up to ``longest`` tiles: to the sum of values, to how many there were, and
    # to how many in this stage of a game. Equal tiles count as different ones: what they are drawn with is then as
    # likely as it is for somebody who holds the leave. forced: mask of tiles that were not drawn, and must be in it.
    part = np.empty(size, np.int32)
    for mask in range(1, 1 << size):
        if mask & forced != forced:
            continue
        held = int64(0)
        for k in range(size):
            if mask >> k & 1:
                part[held] = rack[k]
                held += 1
        if held > longest:
            continue
        rank = rank_of(part, held, leaves)
        if rank >= 0:
            sums[rank, 0] += value
            sums[rank, 1] += 1.0
            sums[rank, 2 + stage] += 1.0


@kernel(types.int64(LEAVE_TABLE, U8_2))
def list_leaves(leaves: LeaveTable, out: NDArray[np.uint8]) -> int:
    # Fills out with the tiles of each leave, in the order of the values: how many they are, then their numbers.
    states, edges = leaves.states, leaves.edges
    deepest = out.shape[1]
    state_at, left, path = np.zeros(deepest, np.int64), np.zeros(deepest, np.uint64), np.zeros(deepest, np.int64)
    level, made = int64(0), int64(0)
    state_at[0], left[0] = leaves.root, states[leaves.root, NEXTS]
    while level >= 0:
        pending = left[level]
        if pending == np.uint64(0):
            level -= 1
            continue
        rest = pending & (pending - ONE)
        bit = pending ^ rest
        left[level] = rest
        state = state_at[level]
        path[level] = popcount(bit - ONE)
        if states[state, ENDS] & bit != np.uint64(0):
            out[made, 0] = level + 1
            for k in range(level + 1):
                out[made, 1 + k] = path[k]
            made += 1
        edge = int64(states[state, FIRST]) + popcount(states[state, NEXTS] & (bit - ONE))
        if edges[edge, TARGET] != 0 and level + 2 < deepest:
            level += 1
            state_at[level] = edges[edge, TARGET]
            left[level] = states[state_at[level], NEXTS]
    return made


@kernel(types.void(U8_2, I32, I32_2, I32, INDEX, F64, F64, types.int64, types.int64, F64))
def value_racks(
    listed: NDArray[np.uint8],
    tile_of: NDArray[np.int32],
    faces: NDArray[np.int32],
    first: NDArray[np.int32],
    index: Index,
    letters: NDArray[np.float64],
    weights: NDArray[np.float64],
    kinds: int,
    full: int,
    out: NDArray[np.float64],
) -> None:
    # Fills out with the fitted value of each leave of ``full`` tiles (those that are whole racks).
    rack, tiles = np.empty(full, np.int32), np.empty(full, np.int32)
    bags, bingo = np.empty(MOST_BAGS, np.int64), np.zeros(BINGO_FEATURES, np.float64)
    room = full * (full + 1) + BINGO_FEATURES
    places, numbers = np.empty(room, np.int64), np.empty(room, np.float64)
    for rank in range(listed.shape[0]):
        if listed[rank, 0] != full:
            continue
        for k in range(full):
            rack[k] = listed[rank, 1 + k]
            tiles[k] = tile_of[rack[k]]
        bingo_features(tiles, full, faces, first, index, letters, bags, bingo)
        made = features_of(rack, full, kinds, bingo, places, numbers)
        total = 0.0
        for k in range(made):
            total += weights[places[k]] * numbers[k]
        out[rank] = total


@kernel(types.float64(U8_2, LEAVE_TABLE, I64, types.int64, F64))
def complete(
    listed: NDArray[np.uint8], leaves: LeaveTable, counts: NDArray[np.int64], full: int, out: NDArray[np.float64]
) -> float:
    # Fills out with the value of each shorter leave: the mean of those with one tile more, each as likely as it is to
    # be drawn from all tiles (counts, by number) but those of the leave. Returns that of no tiles.
    longer = np.empty(full, np.int32)
    first_of, next_of = np.full(full, -1, np.int64), np.empty(listed.shape[0], np.int64)
    for rank in range(listed.shape[0]):
        size = int64(listed[rank, 0])
        if size < full:
            next_of[rank] = first_of[size]
            first_of[size] = rank
    nothing = 0.0
    for size in range(full - 1, -1, -1):
        rank = first_of[size] if size > 0 else int64(-2)
        while rank != -1:
            total, weight = 0.0, 0.0
            for number in range(counts.size):
                left, at = counts[number], int64(0)
                for k in range(size):
                    if listed[rank, 1 + k] == number:
                        left -= 1
                if left <= 0:
                    continue
                while at < size and listed[rank, 1 + at] < number:
                    longer[at] = listed[rank, 1 + at]
                    at += 1
                longer[at] = number
                for k in range(at, size):
                    longer[k + 1] = listed[rank, 1 + k]
                total += left * out[rank_of(longer, size + 1, leaves)]
                weight += left
            mean = total / weight if weight > 0 else 0.0
            if size == 0:
                nothing = mean
                break
            out[rank] = mean
            rank = next_of[rank]
    return nothing
