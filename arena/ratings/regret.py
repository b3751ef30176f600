"""What turns gave away, as means, rates and curves whose errors know that turns of one game hang together.

Numbers in, numbers out: a turn is a value and the number of its game (its *cluster*). Where the values are from, and
what a better move would have been, is others' business.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena.errors import RatingError
from arena.ratings.bounds import clopper_pearson
from arena.ratings.distributions import normal_quantile, student_quantile
from arena.ratings.spread import SMALL


@dataclass(frozen=True, slots=True)
class ClusteredMean:
    """A mean over turns with both ends of its 95 % interval.

    n: turns; clusters: games that they are from. mean is None without turns; se, low and high are None where
    all turns are of one game.
    """

    n: int
    clusters: int
    mean: float | None
    se: float | None
    low: float | None
    high: float | None


NOTHING = ClusteredMean(0, 0, None, None, None, None)


def clustered_mean(values: ArrayLike, clusters: ArrayLike, level: float = 0.95) -> ClusteredMean:
    """Return the mean of all values, every turn counting the same, with an error that takes games as observations.

    values: float[n], any unit. clusters: int[n], equal for turns of the same game.
    SE² = G/(G − 1) Σ over games of (sum of its deviations from the mean)² / n²; Student's t on G − 1 degrees of
    freedom below 30 games. Raises RatingError when the two have different lengths.

    Source: Liang and Zeger, Biometrika 73 (1986), for a mean.
    """
    x, groups = _checked(values, clusters)
    if not len(x):
        return NOTHING
    mean = math.fsum(x) / len(x)
    count = int(groups.max()) + 1
    if count == 1:
        return ClusteredMean(len(x), 1, mean, None, None, None)
    off = np.bincount(groups, weights=x - mean)
    se = math.sqrt(count / (count - 1) * float(off @ off)) / len(x)
    tail = (1 + level) / 2
    reach = se * (student_quantile(tail, count - 1) if count < SMALL else normal_quantile(tail))
    return ClusteredMean(len(x), count, mean, se, mean - reach, mean + reach)


def clustered_share(hits: ArrayLike, clusters: ArrayLike, level: float = 0.95) -> ClusteredMean:
    """Return the share of turns that are hits (0 or 1); its interval never leaves 0 to 1.

    A share of exactly 0 or 1 varies nowhere, so that it has no error of its own: its interval is the exact one of
    Clopper and Pearson with one observation a game.
    """
    share = clustered_mean(values := np.asarray(hits, dtype=np.float64), clusters, level)
    if len(values) and not np.isin(values, (0.0, 1.0)).all():
        raise RatingError("", "a share is made of hits (1) and misses (0) only")
    if share.mean is None:
        return share
    if share.mean in (0.0, 1.0):
        low, high = clopper_pearson(share.clusters * share.mean, share.clusters, level)
        return ClusteredMean(share.n, share.clusters, share.mean, None, low, high)
    if share.low is None or share.high is None:
        return share
    return ClusteredMean(share.n, share.clusters, share.mean, share.se, max(0.0, share.low), min(1.0, share.high))


def quantile_curve(values: ArrayLike, shares: Sequence[float]) -> list[float]:
    """Return, for each share, the smallest value that at least this share of all values do not exceed.

    No value in between is made up: what is returned is one of the values. [] without values.
    """
    x = np.sort(np.asarray(values, dtype=np.float64))
    if not len(x):
        return []
    if not all(0 <= share <= 1 for share in shares):
        raise RatingError("", "shares lie between 0 and 1")
    places = [max(0, math.ceil(share * len(x) - 1e-9) - 1) for share in shares]
    return [float(x[place]) for place in places]


def _checked(values: ArrayLike, clusters: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    x = np.asarray(values, dtype=np.float64)
    named = np.asarray(clusters)
    if x.shape != named.shape or x.ndim != 1:
        raise RatingError("", f"{x.size} values need as many clusters, not {named.size}")
    _, groups = np.unique(named, return_inverse=True)
    return x, groups.astype(np.int64)
