"""How long a match will take that stops by itself.

The log-likelihood ratio of a sequential test moves like a Brownian motion: per pair it drifts by
(t1 - t0) (t - (t0 + t1) / 2) with variance (t1 - t0)**2, where t is the true gap in standard deviations of a
pair's score, and t0 and t1 are those of the hypotheses. What is asked of it is when it leaves the interval
between the two bounds. Both bounds are moved outward by 0.583 standard deviations, which is how far a walk in
steps overshoots on the average.

Source: Wald, Sequential Analysis (1947), for the expected length; Cox and Miller, The Theory of Stochastic
Processes (1965), section 5.7, for the distribution between two barriers; Siegmund, Sequential Analysis (1985),
section 10.2, for the overshoot.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.ratings.distributions import Z95
from arena.ratings.elo import ELO_PER_NAT, score_of
from arena.ratings.sprt import Sprt

OVERSHOOT = 0.5826
FEW_PAIRS = 30  # a test that takes fewer on the average has error rates that nobody promises
HALF_GAMES = 1 / 8  # variance of a pair's score without draws, its halves independent


@dataclass(frozen=True, slots=True)
class Length:
    """Pairs until a sequential test stops: expected under H0, half way between the two (the longest), under H1.

    most: all but 5 % of the tests that are half way stop within so many.
    """

    under_h0: int
    half_way: int
    under_h1: int
    most: int


def sprt_length(sprt: Sprt, variance: float = HALF_GAMES) -> Length:
    """Return how many pairs a test takes; ``variance`` is that of a pair's score (normalised Elo needs none).

    BayesElo's raw units are taken as Elo, which they are as long as nothing is drawn.
    """
    if sprt.model == "normalized":
        t0, t1 = (elo * math.sqrt(2) / (2 * ELO_PER_NAT) for elo in (sprt.elo0, sprt.elo1))
    else:
        t0, t1 = ((score_of(elo) - 0.5) / math.sqrt(variance) for elo in (sprt.elo0, sprt.elo1))
    step = abs(t1 - t0)
    lower, upper = sprt.lower - OVERSHOOT * step, sprt.upper + OVERSHOOT * step
    drifts = -(step**2) / 2, 0.0, step**2 / 2
    under_h0, half_way, under_h1 = (math.ceil(expected_exit(drift, step, lower, upper)) for drift in drifts)
    return Length(under_h0, half_way, under_h1, math.ceil(exit_quantile(0.0, step, lower, upper, 0.95)))


def too_wide(sprt: Sprt) -> bool:
    """Return whether the bounds are so far apart that the test is over before its error rates hold.

    Wald's bounds are for a ratio of known distributions; here these are fitted to the results. From a dozen pairs the
    fit is poor, and alpha or beta is then missed: which of them, and by how much, depends on how pairs vary.
    """
    length = sprt_length(sprt)
    return min(length.under_h0, length.under_h1) < FEW_PAIRS


WIDE = (
    "The bounds lie so far apart that the test is over in fewer than 30 pairs or so; from so few, alpha and beta are "
    "not assured. Choose nearer ones, or confirm the verdict with a match of fixed length."
)


def expected_exit(drift: float, sigma: float, lower: float, upper: float) -> float:
    """Return the expected time at which a Brownian motion from 0 leaves lower..upper."""
    if drift == 0:
        return -lower * upper / sigma**2
    theta = -2 * drift / sigma**2
    at_upper = math.expm1(theta * lower) / (math.expm1(theta * lower) - math.expm1(theta * upper))
    return (at_upper * upper + (1 - at_upper) * lower) / drift


def still_inside(time: float, drift: float, sigma: float, lower: float, upper: float) -> float:
    """Return the chance that a Brownian motion from 0 has not left lower..upper by ``time``."""
    width, start, pull = upper - lower, -lower, drift / sigma**2
    total = 0.0
    for n in range(1, 2001):
        wave = n * math.pi / width
        fade = math.exp(-0.5 * time * (wave**2 * sigma**2 + drift**2 / sigma**2))
        mass = wave * (1 - (-1) ** n * math.exp(pull * width)) / (pull**2 + wave**2)
        total += 2 / width * math.exp(-pull * start) * math.sin(wave * start) * mass * fade
        if fade < 1e-16:
            break
    return min(1.0, max(0.0, total))


def exit_quantile(drift: float, sigma: float, lower: float, upper: float, share: float) -> float:
    """Return the time by which a Brownian motion from 0 has left lower..upper with the chance ``share``."""
    from scipy.optimize import brentq

    far = expected_exit(drift, sigma, lower, upper)
    while still_inside(far, drift, sigma, lower, upper) > 1 - share:
        far *= 2
    near = far / 1e3
    return float(brentq(lambda time: still_inside(time, drift, sigma, lower, upper) - (1 - share), near, far))


def rounds_for_width(games: NDArray[np.float64], half_width: float) -> int:
    """Return how often a set of games has to be played until every 95 % interval is narrow enough.

    games: float64[players, players], the games between each two in one round; everybody is linked to everybody.
    half_width: in Elo, of ratings with mean zero. For equal players, without draws, all games independent: an
    upper guess where seats are swapped on the same seed.
    """
    return math.ceil(float(_widths(games).max() ** 2) / half_width**2 - 1e-9)


def rounds_with_most(
    games: NDArray[np.float64], most: NDArray[np.int64], half_width: float, whose: Sequence[int]
) -> int | None:
    """Return the same where each two play no more than ``most`` rounds; None where even all of them are too few.

    most: int64[players, players]. whose: players whose interval has to be narrow enough.
    """

    def enough(rounds: int) -> bool:
        return bool(_widths(games * np.minimum(most, rounds))[list(whose)].max() <= half_width * (1 + 1e-9))

    low, high = 0, int(most.max())
    if not enough(high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _widths(games: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return half of every 95 % interval after these games, in Elo."""
    information = (np.diag(games.sum(axis=1)) - games) / (4 * ELO_PER_NAT**2)
    return np.asarray(Z95 * np.sqrt(np.linalg.pinv(information, hermitian=True).diagonal()))
