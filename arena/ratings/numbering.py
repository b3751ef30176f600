"""Numbers that stand for a few different things among very many, as places in the list of these things."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_SPAN = 4  # times as many different numbers as numbers are listed without sorting

Whole = NDArray[np.int64]


def places(numbers: Whole) -> tuple[Whole, Whole]:
    """Return the different numbers, ascending, and for each number its place among them.

    numbers: int64[n], 0 or more. As ``np.unique(numbers, return_inverse=True)``, which sorts all of them, or hashes
    them: where they are dense, as those of clusters are, one pass in a third of the memory does.
    """
    if not len(numbers):
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    span = int(numbers.max()) + 1
    if span > _SPAN * len(numbers) + 1024:
        found, place = np.unique(numbers, return_inverse=True)
        return found, place.astype(np.int64, copy=False)
    there = np.zeros(span, dtype=np.bool_)
    there[numbers] = True
    found = np.flatnonzero(there)
    if len(found) == span:
        return found, numbers.astype(np.int64, copy=False)
    place_of = np.cumsum(there, dtype=np.int32)
    place_of -= 1
    return found, place_of[numbers].astype(np.int64)
