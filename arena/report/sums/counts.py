"""Very many whole numbers, as which of them there are and how often: exact, in any order, and added to others. Pure.

Times are kept so, in microseconds: percentiles and means of millions of moves in the memory of their different values.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from math import ceil

import numpy as np
from numpy.typing import NDArray

_MOST_WAITING = 1 << 16

Whole = NDArray[np.int64]


class Counts:
    """How often each number was added. values: int64[different], ascending; counts: int64[different]."""

    def __init__(self, values: Whole | None = None, counts: Whole | None = None) -> None:
        self._values: Whole = np.empty(0, dtype=np.int64) if values is None else values
        self._counts: Whole = np.empty(0, dtype=np.int64) if counts is None else counts
        self._waiting = array("q")

    def add(self, values: Iterable[int]) -> None:
        """Add numbers."""
        self._waiting.extend(values)
        if len(self._waiting) >= _MOST_WAITING:
            self._settle()

    def merge(self, other: Counts) -> None:
        """Add all numbers of another one."""
        other._settle()
        self._settle()
        self._take(other._values, other._counts)

    @property
    def arrays(self) -> tuple[Whole, Whole]:
        """The values and their counts."""
        self._settle()
        return self._values, self._counts

    def __len__(self) -> int:
        """Return how many numbers were added, equal ones each."""
        return int(self._counts.sum()) + len(self._waiting)

    def total(self) -> int:
        """Return the sum of all numbers."""
        values, counts = self.arrays
        return int((values * counts).sum())

    def rank(self, share: float) -> int:
        """Return the least number that at least this share of them does not exceed; there must be one."""
        values, counts = self.arrays
        place = max(1, ceil(share * int(counts.sum())))
        return int(values[np.searchsorted(np.cumsum(counts), place)])

    def _settle(self) -> None:
        if self._waiting:
            values, counts = np.unique(np.array(self._waiting, dtype=np.int64), return_counts=True)
            self._waiting = array("q")
            self._take(values, counts.astype(np.int64))

    def _take(self, values: Whole, counts: Whole) -> None:
        if not len(values):
            return
        every, how_often = np.concatenate((self._values, values)), np.concatenate((self._counts, counts))
        order = np.argsort(every, kind="stable")
        every = every[order]
        starts = np.flatnonzero(np.concatenate(([True], every[1:] != every[:-1])))
        self._values, self._counts = every[starts], np.add.reduceat(how_often[order], starts)
