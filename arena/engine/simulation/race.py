"""Which candidate is best, by paired samples: those that cannot catch up are dropped, with a stated error.

All candidates that are left meet the same draws, so that what counts is the difference from the leader, draw by draw.
After every block of draws (a look), one is dropped when the leader is ahead of it by more than z standard errors of the
mean difference. At look t of n candidates, z leaves the normal tail an error of ``error`` / (n t (t + 1)): over all
looks and candidates the chance that the best one is ever dropped is ``error`` at the most, as far as means of LEAST or
more draws are normally distributed (a union bound over looks and arms; Audibert, Bubeck and Munos 2010 and Garivier
and Kaufmann 2016 have sharper ones).
"""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

LEAST = 16  # draws before anybody is dropped
ERROR = 0.05


class Race:
    """Sums over draws of what candidates are worth; ``left`` are the numbers of those that are not dropped."""

    def __init__(self, count: int, error: float = ERROR) -> None:
        self.left = np.arange(count)
        self.draws = np.zeros(count, np.int64)
        self._error, self._looks, self._count = error, 0, count
        self._sums, self._products = np.zeros(count), np.zeros((count, count))

    def add(self, worth: NDArray[np.float64]) -> None:
        """Add float64[draws, left], one column for each candidate that is left."""
        left = self.left
        self.draws[left] += len(worth)
        self._sums[left] += worth.sum(axis=0)
        self._products[np.ix_(left, left)] += worth.T @ worth

    @property
    def means(self) -> NDArray[np.float64]:
        """float64[candidates]; 0 for one without draws."""
        means: NDArray[np.float64] = self._sums / np.maximum(1, self.draws)
        return means

    @property
    def leader(self) -> int:
        """The first of the best candidates that are left."""
        return int(self.left[np.argmax(self.means[self.left])])

    def look(self) -> None:
        """Drop those that cannot catch up."""
        leader, left = self.leader, self.left
        count = int(self.draws[leader])
        self._looks += 1
        if count < LEAST or len(left) == 1 or self._error <= 0:
            return
        tail = self._error / (self._count * self._looks * (self._looks + 1))
        behind = self.means[leader] - self.means[left]
        products = self._products
        squares = products[leader, leader] + products[left, left] - 2 * products[leader, left]
        variance = np.maximum(0.0, squares / count - behind**2) * count / (count - 1)
        self.left = left[behind <= NormalDist().inv_cdf(1 - tail) * np.sqrt(variance / count)]
