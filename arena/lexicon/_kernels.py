"""Compiled inner loops of the word graph: building it from sorted words, and walking it.

The layout is that of ``wordgraph.py``. Building always writes 64-bit entries; the public face narrows
them. Masks are uint64 and indices int64 throughout, and never meet in one expression: numba would
make floats of them. Products stay below 2^64, so that plain Python (JIT off) computes the same. Arrays
are copied in loops: numba takes seconds to compile an assignment of slices.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.jit import kernel, popcount, types

U8 = types.Array(types.uint8, 1, "C", readonly=True)
U64 = types.uint64[::1]
I64 = types.int64[::1]

ONE = np.uint64(1)
LOW32 = np.uint64(0xFFFFFFFF)
SHIFT32 = np.uint64(32)
MIX = np.uint64(0x9E3779B1)  # 2^32 divided by the golden ratio: spreads neighbouring values


@kernel(types.int64(U64, types.int64))
def _hash(edges: NDArray[np.uint64], state: int) -> np.int64:
    h = LOW32
    for at in range(state, state + 2 + popcount(edges[state])):
        x = edges[at]
        h = (h ^ ((x ^ (x >> SHIFT32)) & LOW32)) * MIX
        h = (h ^ (h >> SHIFT32)) & LOW32
    return np.int64(h)


@kernel(types.int64(U64, types.int64, I64))
def _intern(edges: NDArray[np.uint64], top: int, table: NDArray[np.int64]) -> Any:
    # The candidate stands at edges[top:]. Returns the state that equals it: an older one, or top itself,
    # which is then entered in the table (open addressing, 0 = free; the empty state is never asked for).
    last = table.size - 1
    slot = _hash(edges, top) & last
    while table[slot] != 0:
        old = table[slot]
        size = 2 + popcount(edges[old])
        k = 0
        while k < size and edges[old + k] == edges[top + k]:
            k += 1
        if k == size:
            return old
        slot = (slot + 1) & last
    table[slot] = top
    return top


@kernel(types.int64(U64, types.int64, I64, types.uint64, types.uint64, I64, types.int64))
def _merged(
    edges: NDArray[np.uint64],
    top: int,
    table: NDArray[np.int64],
    mask: np.uint64,
    done: np.uint64,
    target: NDArray[np.int64],
    count: int,
) -> Any:
    # Returns the state with these edges: an older one, or the one that now stands at edges[top:].
    if count == 0:
        return 0
    edges[top] = mask
    edges[top + 1] = done
    for k in range(count):
        edges[top + 2 + k] = np.uint64(target[k])
    return _intern(edges, top, table)


@kernel(U64(U64, types.int64, types.int64))
def _first(edges: NDArray[np.uint64], top: int, size: int) -> NDArray[np.uint64]:
    # Returns edges[:top] in an array of a size of its own.
    made = np.zeros(size, np.uint64)
    for at in range(top):
        made[at] = edges[at]
    return made


@kernel(I64(U64, I64))
def _doubled(edges: NDArray[np.uint64], table: NDArray[np.int64]) -> NDArray[np.int64]:
    bigger = np.zeros(table.size * 2, np.int64)
    last = bigger.size - 1
    for k in range(table.size):
        state = table[k]
        if state != 0:
            slot = _hash(edges, state) & last
            while bigger[slot] != 0:
                slot = (slot + 1) & last
            bigger[slot] = state
    return bigger


@kernel(types.Tuple((U64, types.int64, types.int64))(U8, I64, types.int64))
def build(codes: NDArray[np.uint8], starts: NDArray[np.int64], letters: int) -> Any:
    """Return (edges, forward root, GADDAG root) of sorted, distinct, non-empty words.

    codes: the letter codes of all words, one after the other; word i is codes[starts[i]:starts[i + 1]].

    The forward graph is the incremental one of Daciuk et al. (2000): whatever can no longer change is
    merged with an equal state. On the way every prefix gets a number, its parent and its state. What
    follows the delimiter in the GADDAG after a reversed prefix is that very state, so the GADDAG is an
    automaton of the reversed prefixes alone; it is made depth first, by sorting the prefixes by their
    last letter, then by the one before, and merging equal states in the same table.
    """
    words = starts.size - 1
    longest = 0
    prefixes = 1
    for i in range(words):
        size = starts[i + 1] - starts[i]
        longest = max(longest, size)
        shared = 0
        if i > 0:
            least = min(size, starts[i] - starts[i - 1])
            while shared < least and codes[starts[i] + shared] == codes[starts[i - 1] + shared]:
                shared += 1
        prefixes += size - shared

    round_size = 2 + letters + 1 + 3 * (longest + 1)  # what one round of either loop may write: a state and a chain
    edges = np.zeros(max(round_size + 2, 2 * prefixes), np.uint64)
    table = np.zeros(1 << 12, np.int64)
    top = 2  # state 0, with its two empty masks, is the end of every word that no other continues
    states = 0

    # prefix 0 is the empty one
    parent = np.zeros(prefixes, np.int32)
    letter = np.zeros(prefixes, np.uint8)
    ends = np.zeros(prefixes, np.uint8)
    follow = np.zeros(prefixes, np.int64)  # the forward state behind the prefix

    # the open states, by depth
    mask = np.zeros(longest + 2, np.uint64)
    done = np.zeros(longest + 2, np.uint64)
    count = np.zeros(longest + 2, np.int64)
    target = np.zeros((longest + 2, letters + 1), np.int64)
    at = np.zeros(longest + 2, np.int64)

    fresh = 1
    for i in range(words + 1):
        # i == words closes what the last word left open
        size = starts[i + 1] - starts[i] if i < words else 0
        shared = 0
        before = 0
        if i > 0:
            before = starts[i] - starts[i - 1]
            if i < words:
                least = min(size, before)
                while shared < least and codes[starts[i] + shared] == codes[starts[i - 1] + shared]:
                    shared += 1
        for depth in range(before, shared, -1):
            if top + round_size > edges.size:
                edges = _first(edges, top, 2 * edges.size)
            state = _merged(edges, top, table, mask[depth], done[depth], target[depth], count[depth])
            if state == top:
                top += 2 + count[depth]
                states += 1
                if states * 2 > table.size:
                    table = _doubled(edges, table)
            follow[at[depth]] = state
            target[depth - 1, count[depth - 1]] = state
            count[depth - 1] += 1
        for depth in range(shared, size):
            code = codes[starts[i] + depth]
            bit = ONE << np.uint64(code)
            mask[depth] |= bit
            parent[fresh] = at[depth]
            letter[fresh] = code
            at[depth + 1] = fresh
            mask[depth + 1] = np.uint64(0)
            done[depth + 1] = np.uint64(0)
            count[depth + 1] = 0
            if depth == size - 1:
                done[depth] |= bit
                ends[fresh] = 1
            fresh += 1

    if top + round_size > edges.size:
        edges = _first(edges, top, 2 * edges.size)
    forward = _merged(edges, top, table, mask[0], done[0], target[0], count[0])
    if forward == top:
        top += 2 + count[0]
        states += 1

    # The GADDAG. Each item is a prefix with the ancestor whose letter comes next; letter 0 = all read.
    item = np.empty(prefixes - 1, np.int32)
    ahead = np.empty(prefixes - 1, np.int32)
    for k in range(prefixes - 1):
        item[k] = ahead[k] = k + 1
    item_spare = np.empty(prefixes - 1, np.int32)
    ahead_spare = np.empty(prefixes - 1, np.int32)
    bucket = np.zeros((longest + 2, letters + 2), np.int64)
    chosen = np.zeros(longest + 2, np.int64)
    tail = np.zeros(longest + 2, np.int64)
    single = np.zeros(1, np.int64)

    gaddag = 0
    depth = 0
    low, high = 0, prefixes - 1
    entering = prefixes > 1
    while entering or (depth >= 0 and prefixes > 1):
        if entering:
            entering = False
            for c in range(letters + 2):
                bucket[depth, c] = 0
            for k in range(low, high):
                bucket[depth, np.int64(letter[ahead[k]]) + 1] += 1
            bucket[depth, 0] = low
            for c in range(1, letters + 2):
                bucket[depth, c] += bucket[depth, c - 1]
            for k in range(low, high):  # bucket[c] moves from the start of letter c to its end
                own = np.int64(letter[ahead[k]])
                place = bucket[depth, own]
                bucket[depth, own] = place + 1
                item_spare[place] = item[k]
                ahead_spare[place] = ahead[k]
            for k in range(low, high):
                item[k] = item_spare[k]
                ahead[k] = ahead_spare[k]
            for c in range(letters + 1, 0, -1):  # and back
                bucket[depth, c] = bucket[depth, c - 1]
            bucket[depth, 0] = low
            mask[depth] = np.uint64(0)
            done[depth] = np.uint64(0)
            count[depth] = 0
            chosen[depth] = 0
            if bucket[depth, 1] > low:
                whole = item[low]
                if ends[whole] != 0:
                    done[depth - 1] |= ONE << np.uint64(chosen[depth - 1])
                if follow[whole] != 0:
                    mask[depth] = ONE
                    target[depth, 0] = follow[whole]
                    count[depth] = 1

        c = chosen[depth] + 1
        while c <= letters and bucket[depth, c] == bucket[depth, c + 1]:
            c += 1
        chosen[depth] = c
        if top + round_size > edges.size:
            edges = _first(edges, top, 2 * edges.size)
        while (states + longest + 1) * 2 > table.size:
            table = _doubled(edges, table)

        if c > letters:
            state = _merged(edges, top, table, mask[depth], done[depth], target[depth], count[depth])
            if state == top:
                top += 2 + count[depth]
                states += 1
            depth -= 1
            if depth < 0:
                gaddag = state
            else:
                target[depth, count[depth]] = state
                count[depth] += 1
            continue

        mask[depth] |= ONE << np.uint64(c)
        low, high = bucket[depth, c], bucket[depth, c + 1]
        if high - low > 1:
            for k in range(low, high):
                ahead[k] = parent[ahead[k]]
            depth += 1
            entering = True
            continue

        # One prefix only: what is left of it is a chain without branches, made from its end.
        whole = item[low]
        size = 0
        x = ahead[low]
        while x != 0:
            tail[size] = letter[x]
            size += 1
            x = parent[x]
        single[0] = follow[whole]
        state = _merged(edges, top, table, ONE, np.uint64(0), single, 1 if follow[whole] != 0 else 0)
        if state == top:
            top += 3
            states += 1
        for k in range(size - 1, 0, -1):
            bit = ONE << np.uint64(tail[k])
            single[0] = state
            state = _merged(
                edges, top, table, bit, bit if k == size - 1 and ends[whole] != 0 else np.uint64(0), single, 1
            )
            if state == top:
                top += 3
                states += 1
        if size == 1 and ends[whole] != 0:
            done[depth] |= ONE << np.uint64(c)
        target[depth, count[depth]] = state
        count[depth] += 1

    return _first(edges, top, top), forward, gaddag
