"""Bounds on a success rate: the exact ones of Clopper and Pearson, and Wilson's.

They stand where the normal interval fails: a bot that won or lost every game.
"""

from __future__ import annotations

import math

from arena.errors import RatingError
from arena.ratings.distributions import beta_quantile, normal_quantile, normal_share


def clopper_pearson(points: float, n: float, level: float = 0.95, *, one_sided: bool = False) -> tuple[float, float]:
    """Return exact bounds (low, high) on the expected score after ``points`` out of ``n`` games.

    Half points are allowed: the incomplete beta function interpolates. ``one_sided`` puts the whole
    error probability on each end. Source: Clopper and Pearson, Biometrika 26 (1934).
    """
    check(points, n)
    tail = (1 - level) if one_sided else (1 - level) / 2
    low = 0.0 if points == 0 else beta_quantile(tail, points, n - points + 1)
    high = 1.0 if points == n else beta_quantile(1 - tail, points + 1, n - points)
    return low, high


def wilson(points: float, n: float, level: float = 0.95) -> tuple[float, float]:
    """Return Wilson's score bounds (low, high). Source: Wilson, JASA 22 (1927)."""
    check(points, n)
    z = normal_quantile((1 + level) / 2)
    share = points / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    reach = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def odds_better(share: float, n: float) -> float:
    """Return the chance that the true score exceeds one half, taking every game's variance for a quarter.

    Known from Scrabble programs' autoplay summaries; it ignores draws and pairing.
    """
    return normal_share(2 * (share - 0.5) * math.sqrt(n))


def check(points: float, n: float) -> None:
    """Raise RatingError when the points cannot come from n games."""
    if n <= 0 or not 0 <= points <= n:
        raise RatingError("", f"{points:g} points out of {n:g} games is not a possible result")
