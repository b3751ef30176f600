"""How fast one core of a machine is, in a number that can be compared between machines of one run.

For runs with clocks alone: the same bot thinks further on a faster machine. The work is the arena's own mixture in
small: the interpreter, and arrays. It is timed several times, and the fastest counts: what others do on the machine
makes a measurement slower and never faster.
"""

from __future__ import annotations

import time

import numpy as np

_TIMES = 7
_STEPS = 40_000


def speed() -> float:
    """Return how often a second this machine does a piece of work of some 30 ms; takes a quarter of a second."""
    numbers = np.arange(_STEPS, dtype=np.int64)
    best = float("inf")
    for _ in range(_TIMES):
        began = time.perf_counter()
        _work(numbers)
        best = min(best, time.perf_counter() - began)
    return round(1.0 / best, 2)


def _work(numbers: np.ndarray[tuple[int], np.dtype[np.int64]]) -> int:
    value = 1
    for step in range(_STEPS):
        value = (value * 31 + step) & 0xFFFFFF
    for _ in range(4):
        value += int(np.sort(numbers ^ value)[value % _STEPS])
    return value
