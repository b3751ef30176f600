"""Compiled index of the lexicon's words by their letters (Index): which words are made of exactly these."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import E32, E64, I64, INDEX, U64, Index
from arena.engine._kernels.board import ONE, int64
from arena.jit import ctz, kernel, types

NONE = np.uint64(0)
SHIFT = 17  # bits of a sum that only choose the slot; the mark is made of the rest
SIEVED = 5  # bits of a sum that choose no bit of a sieve
FREE = 0
DEEPEST = 255  # letters of the longest word that is looked at
LOW = 0xFFFFFFFF

OPEN = types.int64(I64, types.int64)


@kernel(types.int64(types.int64))
def _mark(total: int) -> Any:
    return (((total >> SHIFT) & 0x7FFFFFFF) | 1) << 32


@kernel(types.int64(I64, types.int64), bare=True)
def find(slots: NDArray[np.int64], total: int) -> Any:
    """Return where the words of the bag with this sum stand in ``text``, -1 when there are none."""
    last = slots.size - 1
    slot, mark = total & last, _mark(total)
    while slots[slot] != FREE:
        if slots[slot] & ~LOW == mark:
            return slots[slot] & LOW
        slot = (slot + 1) & last
    return int64(-1)


@kernel(types.int64(I64, types.int64, types.int64), bare=True)
def bit_of(sizes: NDArray[np.int64], lacking: int, total: int) -> int:
    """Return the bit of the sieves that is set where, perhaps, ``lacking`` letters more make a word's bag of this."""
    at = (total >> SIEVED) & (sizes[1 + lacking] - 1)
    if lacking > 0:
        at += sizes[1]
    if lacking > 1:
        at += sizes[2]
    return at


@kernel(types.boolean(U64, I64, types.int64, types.int64), bare=True)
def passes(sieves: NDArray[np.uint64], sizes: NDArray[np.int64], lacking: int, total: int) -> bool:
    """Whether, perhaps, ``lacking`` (0 to 2) letters more make a word's bag of the bag with this sum."""
    at = bit_of(sizes, lacking, total)
    return bool((sieves[at >> 6] >> np.uint64(at & 63)) & ONE != NONE)


@kernel(types.void(U64, types.int64), bare=True)
def _sift(sieves: NDArray[np.uint64], at: int) -> None:
    sieves[at >> 6] |= ONE << np.uint64(at & 63)


def fill_plain(edges: NDArray[Any], forward: int, index: Index) -> int:
    # Goes through all words of a graph without cycles. Without text, enters their bags in slots and sieves, leaves
    # the bytes of each bag's words in the lower half of its slot, and returns the bytes that text must have; -1 when a
    # word is too long. With it, fills text, and leaves where the bags' words stand.
    salts, slots, text, sieves, sizes = index.salts, index.slots, index.text, index.sieves, index.sizes
    last = slots.size - 1
    states, sums = np.zeros(DEEPEST + 1, np.int64), np.zeros(DEEPEST + 1, np.int64)
    pending, word = np.zeros(DEEPEST + 1, np.uint64), np.zeros(DEEPEST + 1, np.int64)
    writing = text.size > 0
    text_size = int64(0)
    if writing:
        for slot in range(slots.size):
            if slots[slot] != FREE:
                size = slots[slot] & LOW
                slots[slot] += text_size - size
                text_size += size + 1
    level = 0
    states[0] = forward
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
        word[level] = code
        level += 1
        if level == DEEPEST:
            return -1
        if np.uint64(edges[state + 1]) & bit != NONE:
            slot, mark = total & last, _mark(total)
            while slots[slot] != FREE and slots[slot] & ~LOW != mark:
                slot = (slot + 1) & last
            if writing:
                at = slots[slot] & LOW
                text[at] = level
                for k in range(level):
                    text[at + 1 + k] = word[k]
            else:  # also for a bag that shares sum and mark with another one: its letters are not the same
                if slots[slot] == FREE:
                    slots[slot] = mark
                    text_size += 1
                _sift(sieves, (total >> SIEVED) & (sizes[1] - 1))
                for i in range(level):
                    less = total - salts[word[i]]
                    _sift(sieves, sizes[1] + ((less >> SIEVED) & (sizes[2] - 1)))
                    for j in range(i):
                        _sift(sieves, sizes[1] + sizes[2] + (((less - salts[word[j]]) >> SIEVED) & (sizes[3] - 1)))
            slots[slot] += level + 1
            text_size += level + 1
        target = int64(edges[state + place])
        states[level], sums[level] = target, total
        pending[level] = np.uint64(edges[target])
    if writing:
        before = int64(0)
        for slot in range(slots.size):
            if slots[slot] != FREE:
                end = slots[slot] & LOW
                slots[slot] += before - end
                before = end + 1
    return text_size


fill = kernel(types.int64(E32, types.int64, INDEX), types.int64(E64, types.int64, INDEX))(fill_plain)
