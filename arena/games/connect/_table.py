"""The table of positions that were searched before, and the sizes of a board that its kernels go by.

A position has one number, the mover's stones plus all stones; scrambled, its upper bits choose a bucket and the
rest is kept in the entry, so that no two positions are ever taken for one another. int64 throughout.
"""

from __future__ import annotations

from typing import Any

from arena.jit import kernel, popcount, types

_i = types.int64
_a = types.Array(types.int64, 1, "C")

# board: the sizes and masks of one board; HORIZON: with so many stones a position counts as a tie, unseen
RODS, HEIGHT, K, FULL, BOTTOM, FOLLOW, CELLS, BITS, TWINS, HORIZON = range(10)
MIDDLE = 16  # from here on: the rods, those in the middle first
WAYS = 4  # entries of a bucket: one line of the cache holds two buckets
BIAS = 64  # bounds are kept as numbers from 1 to 127


@kernel(_i(_i, _a))
def mirrored(key: Any, board: Any) -> Any:
    width = board[HEIGHT] + 1
    rod = (1 << width) - 1
    other = 0
    for _ in range(board[RODS]):
        other = other << width | key & rod
        key >>= width
    return other


@kernel(_i(_i, _i))
def scrambled(key: Any, bits: Any) -> Any:
    """Return another number of that many bits, different for different keys."""
    bits, key = int(bits), int(key)  # without the JIT a numpy integer would warn of the overflow that is meant
    half = bits // 2
    key ^= key >> half
    key = (key * 0x1D8AF066CCE5D3AB) & ((1 << bits) - 1)
    return key ^ key >> half


@kernel(_i(_i, _i, _i, _a))
def code_of(mine: Any, mask: Any, count: Any, board: Any) -> Any:
    """Return a position's scrambled key; early ones share it with their mirror image."""
    key = mine + mask
    if count < board[TWINS]:
        key = min(key, mirrored(key, board))
    return scrambled(key, board[BITS])


@kernel(_i(_i, _i, _a))
def probe(code: Any, bits: Any, table: Any) -> Any:
    """Return the entry of a scrambled key, 0 where there is none. Entry: rest of the key, work, lower, upper."""
    size = table.shape[0] // WAYS
    shift = bits - popcount(size - 1)
    first = (code >> shift) * WAYS
    rest = code & ((1 << shift) - 1)
    for at in range(first, first + WAYS):
        if table[at] >> 20 == rest and table[at] != 0:
            return table[at]
    return 0


@kernel(_i(_i, _i, _i, _i, _i, _a))
def store(code: Any, bits: Any, lower: Any, upper: Any, work: Any, table: Any) -> Any:
    """Keep bounds; the entry that cost least goes. Return 1 where an empty place was filled."""
    size = table.shape[0] // WAYS
    shift = bits - popcount(size - 1)
    first = (code >> shift) * WAYS
    rest = code & ((1 << shift) - 1)
    place = first
    least = 1 << 62
    for at in range(first, first + WAYS):
        entry = table[at]
        if entry == 0 or entry >> 20 == rest:
            place = at
            break
        if entry >> 14 & 63 < least:
            least = entry >> 14 & 63
            place = at
    fresh = 1 if table[place] == 0 else 0
    table[place] = rest << 20 | work << 14 | (lower + BIAS) << 7 | upper + BIAS
    return fresh


@kernel(types.void(_a, _a, _i))
def move_table(old: Any, new: Any, bits: Any) -> None:
    """Copy all entries to a greater table."""
    shift = bits - popcount(old.shape[0] // WAYS - 1)
    for at in range(old.shape[0]):
        entry = old[at]
        if entry != 0:
            code = (at // WAYS) << shift | entry >> 20
            store(code, bits, (entry >> 7 & 127) - BIAS, (entry & 127) - BIAS, entry >> 14 & 63, new)
