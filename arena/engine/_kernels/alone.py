"""Which parts of a hand make words by themselves, for spans in which no tile lies: their bounds are lower for it.

The sieve is asked, so that a few that make none are among them.
"""

from __future__ import annotations

from math import ceil

import numpy as np

from arena.engine._kernels.arrays import INDEX, KEPT, SOUGHT, Index, Kept, Sought
from arena.engine._kernels.bags import bit_of
from arena.engine._kernels.board import ONE, int64
from arena.engine._kernels.spans import (
    C_ALONE,
    C_ALONE_TOTAL,
    C_BEGINS,
    JOINED,
    LEAST,
    MOST_HELD,
    P_SUM,
    P_TOTAL,
    P_WILDS,
)
from arena.jit import kernel, types


@kernel(
    types.void(INDEX, types.int64, SOUGHT, types.none),
    types.void(INDEX, types.int64, SOUGHT, KEPT),
    bare=True,
)
def find_alone(index: Index, held: int, space: Sought, kept: Kept | None) -> None:
    # Fills space.alone, and what work and kept.added know of it: for a hand of so many tiles whose parts are filled, as
    # are the rest of kept (None where the most points are looked for).
    sieves, sizes, parts, work, alone = index.sieves, index.sizes, space.parts, space.work, space.alone
    work[C_ALONE] = work[C_ALONE + 1] = 0  # no word is that short
    for size in range(2, held + 1):
        begin = work[C_BEGINS + size]
        end = begin
        for at in range(begin, work[C_BEGINS + size + 1]):
            part = at
            if kept is not None:
                part = int64(kept.order[at])
            bit = bit_of(sizes, parts[part, P_WILDS], parts[part, P_SUM])
            alone[end] = at  # the next one takes its place unless the bit is set: no branch to be guessed
            end += int64((sieves[bit >> 6] >> np.uint64(bit & 63)) & ONE)
        total, bare, once = int64(LEAST), float(LEAST), float(LEAST)
        twice, thrice = float(LEAST), float(LEAST)
        for place in range(begin, end):
            part = int64(alone[place])
            if kept is not None:
                part = int64(kept.order[part])
                value, points = kept.parts[part], float(parts[part, P_TOTAL])
                bare, once = max(bare, value), max(once, value + points)
                twice, thrice = max(twice, value + 2.0 * points), max(thrice, value + 3.0 * points)
            total = max(total, parts[part, P_TOTAL])
        work[C_ALONE + size], work[C_ALONE_TOTAL + size] = end - begin, total
        if kept is not None:
            at = JOINED * (MOST_HELD + 1) + size
            kept.added[at], kept.added[at + MOST_HELD + 1] = int64(ceil(bare)), int64(ceil(once))
            kept.added[at + 2 * (MOST_HELD + 1)] = int64(ceil(twice))
            kept.added[at + 3 * (MOST_HELD + 1)] = int64(ceil(thrice))
