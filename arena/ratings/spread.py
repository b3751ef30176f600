"""Margins in the game's own points: their mean, its error, and a test that assumes no distribution.

A margin is a bot's score minus its opponent's; over a pair it is the mean of the two games' margins.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.contract.chance import Random
from arena.ratings.distributions import normal_quantile, student_quantile

EXACT_UP_TO = 20  # 2**20 sign patterns take a moment; more are drawn by lot
DRAWN_UP_TO = 5000  # margins; for more the sums of sign patterns are normal to far more digits than draws would tell
SMALL = 30  # below so many observations Student's t replaces the normal distribution


Margins = Sequence[float] | NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean margin in game points with both ends of its 95 % interval (None for fewer than two observations)."""

    n: int
    mean: float | None
    se: float | None
    low: float | None
    high: float | None


def mean_spread(margins: Margins, level: float = 0.95) -> Spread:
    """Return mean and interval of independent margins, one a pair (or one a game where games are independent)."""
    values = np.asarray(margins, dtype=np.float64)
    n = len(values)
    if n == 0:
        return Spread(0, None, None, None, None)
    mean = math.fsum(values) / n
    if n == 1:
        return Spread(1, mean, None, None, None)
    off = values - mean
    se = math.sqrt(math.fsum(off * off) / (n - 1) / n)
    tail = (1 + level) / 2
    reach = se * (student_quantile(tail, n - 1) if n < SMALL else normal_quantile(tail))
    return Spread(n, mean, se, mean - reach, mean + reach)


def sign_flip_test(margins: Margins, rng: Random, draws: int = 9999) -> float:
    """Return the two-sided p value of "neither is better": the share of sign patterns with a mean as large.

    Exact over all 2**n patterns for n up to 20; above that ``draws`` random patterns from ``rng``, counted
    as (k + 1) / (draws + 1) so that it is never 0; above 5,000 by the normal distribution that such sums come to,
    and never below 1 / (draws + 1) either. No margins at all: 1.

    Source: Fisher, The Design of Experiments (1935), section 21.
    """
    values = np.asarray(margins, dtype=np.float64)
    n = len(values)
    if n == 0:
        return 1.0
    seen = abs(float(values.sum()))
    tolerance = 1e-9 * max(1.0, float(np.abs(values).sum()))  # sums of the same numbers in another order
    if n <= EXACT_UP_TO:
        sums = np.zeros(1)
        for value in values:  # doubling: every pattern's sum after each margin
            sums = np.concatenate((sums + value, sums - value))
        return float(np.mean(np.abs(sums) >= seen - tolerance))
    if n > DRAWN_UP_TO:
        size = math.sqrt(float((values * values).sum()))
        return max(math.erfc(seen / size / math.sqrt(2)), 1 / (draws + 1)) if size else 1.0
    generator = np.random.default_rng(rng.getrandbits(64))
    as_large = 0
    block = max(1, 2_000_000 // n)
    for start in range(0, draws, block):
        signs = generator.integers(0, 2, size=(min(block, draws - start), n), dtype=np.int8) * 2 - 1
        as_large += int(np.count_nonzero(np.abs(signs @ values) >= seen - tolerance))
    return (as_large + 1) / (draws + 1)
