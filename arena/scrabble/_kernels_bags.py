"""Compiled index of the lexicon's bags of letters: whether some word is made of exactly these letters.

A bag is the sum of its letters' salts, so that bags add up as their letters do: hand plus tiles on the board.
The index holds one 32-bit mark a bag, by open addressing. Two bags may share a sum, with a chance of about one in
10^8 a question; that is why the answer only ever spares work (a bound that is too high), and never finds a word.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from arena.jit import ctz, kernel
from arena.scrabble._kernels_board import E32, E64, I32, I64, ONE, U64, int64

NONE = np.uint64(0)
SHIFT = 17  # bits of a sum that only choose the slot; the mark is made of the rest
FREE = 0
DEEPEST = 256  # letters of the longest word that is looked at


@kernel(types.int32(types.int64))
def _mark(total: int) -> Any:
    return np.int32(((total >> SHIFT) & 0x7FFFFFFF) | 1)


@kernel(types.boolean(I32, types.int64))
def known(index: NDArray[np.int32], total: int) -> bool:
    """Whether the bag with this sum is in the index; an empty index knows everything."""
    if index.size == 0:
        return True
    last = index.size - 1
    slot, mark = total & last, _mark(total)
    while index[slot] != FREE:
        if index[slot] == mark:
            return True
        slot = (slot + 1) & last
    return False


def fill_plain(
    edges: NDArray[Any],
    forward: int,
    salts: NDArray[np.int64],
    index: NDArray[np.int32],
    states: NDArray[np.int64],
    pending: NDArray[np.uint64],
    sums: NDArray[np.int64],
) -> int:
    # Enters the bags of all words of a graph without cycles; returns how many there are. states, pending, sums:
    # working space of DEEPEST entries. A word beyond that ends the walk with -1.
    last = index.size - 1
    count = 0
    level = 0
    states[0], sums[0] = forward, 0
    pending[0] = np.uint64(edges[forward])
    while level >= 0:
        mask = pending[level]
        if mask == NONE:
            level -= 1
            continue
        rest = mask & (mask - ONE)
        bit = mask ^ rest
        pending[level] = rest
        state = states[level]
        code = ctz(bit)
        total = sums[level] + salts[code]
        place = 2
        below = np.uint64(edges[state]) & (bit - ONE)
        while below != NONE:
            below &= below - ONE
            place += 1
        if np.uint64(edges[state + 1]) & bit != NONE:
            slot, mark = total & last, _mark(total)
            while index[slot] != FREE and index[slot] != mark:
                slot = (slot + 1) & last
            if index[slot] == FREE:
                index[slot] = mark
                count += 1
        level += 1
        if level == DEEPEST:
            return -1
        target = int64(edges[state + place])
        states[level], sums[level] = target, total
        pending[level] = np.uint64(edges[target])
    return count


_FILL = (types.int64, I64, I32, I64, U64, I64)
fill = kernel(types.int64(E32, *_FILL), types.int64(E64, *_FILL))(fill_plain)


@kernel(types.int64(I32, types.int64, I32, types.int32[:, ::1], I64, I64))
def bags_of_hand(
    hand: NDArray[np.int32],
    distinct: int,
    tile_first: NDArray[np.int32],
    faces: NDArray[np.int32],
    salts: NDArray[np.int64],
    out: NDArray[np.int64],
) -> int:
    # Fills out with the sums of every bag that the whole hand can show; returns how many, -1 when there is no room.
    # hand: tile, count, tile, count ... Of several equal tiles the faces are chosen in order, so that no choice
    # is listed twice.
    count = 1
    out[0] = 0
    room = out.size // 2  # the upper half holds, for every bag, the face that the tile before it took
    for k in range(distinct):
        tile = hand[2 * k]
        first, end = int64(tile_first[tile]), int64(tile_first[tile + 1])
        if end - first == 1:
            more = hand[2 * k + 1] * salts[faces[first, 1]]
            for at in range(count):
                out[at] += more
            continue
        for at in range(count):
            out[room + at] = first
        for _ in range(hand[2 * k + 1]):
            old = count
            for at in range(old):  # the first choice takes the old one's place, the others go to the end
                total, lowest = out[at], out[room + at]
                for face in range(lowest + 1, end):
                    if count == room:
                        return -1
                    out[count] = total + salts[faces[face, 1]]
                    out[room + count] = face
                    count += 1
                out[at] = total + salts[faces[lowest, 1]]
    return count
