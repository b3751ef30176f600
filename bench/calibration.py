"""One fixed loop that every measurement is divided by, so that figures of different machines compare.

Times on shared machines are noisy and machines differ; the ratio of a figure to this loop, measured in the
same process, moves far less. The loop does what our kernels do: dependent loads from a table that fits the
second cache, bit counts, an unpredictable branch. It must never change: that would move every ratio.
"""

from __future__ import annotations

import statistics
import time

import numpy as np
from numba import types
from numpy.typing import NDArray

from arena.jit import kernel, popcount

STEPS = 2_000_000
ENTRIES = 1 << 16


@kernel(types.int64(types.uint32[::1], types.int64))
def _walk(table: NDArray[np.uint32], steps: int) -> int:
    place = np.int64(0)
    total = np.int64(0)
    for _ in range(steps):
        entry = table[place]
        if popcount(entry) & 1:
            total += np.int64(entry) & 0xFF
        place = (np.int64(entry) ^ total) & (table.size - 1)
    return total  # type: ignore[return-value]


def calibrate(runs: int = 7) -> float:
    """Return the processor seconds of one run of the loop (2,000,000 steps), the median of ``runs``."""
    table = np.empty(ENTRIES, np.uint32)
    value = 1
    for k in range(ENTRIES):  # a full-period generator: the same table everywhere
        value = (value * 1_664_525 + 1_013_904_223) & 0xFFFFFFFF
        table[k] = value
    _walk(table, 1_000)
    times = []
    for _ in range(runs):
        start = time.process_time()
        _walk(table, STEPS)
        times.append(time.process_time() - start)
    return statistics.median(times)
