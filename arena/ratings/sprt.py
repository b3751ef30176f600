"""Sequential tests: may the match stop, and for which of two hypotheses?

H0 says that the gap is ``elo0``, H1 that it is ``elo1``; the log-likelihood ratio (LLR) walks between two
bounds. Counts stand worst first: (losses, draws, wins), or the five buckets of pairs LL, LD, middle, WD, WW.
A test that stopped has an outward-biased Elo; print it with a warning. In which order results may be looked
at is the business of ``stopping``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from arena.errors import RatingError
from arena.ratings.bayeselo import draw_elo_of, elo_per_raw, probabilities
from arena.ratings.elo import ELO_PER_NAT, plain, score_of
from arena.ratings.pairs import PAIR_SCORES

Model = Literal["logistic", "normalized", "bayeselo", "cutechess"]
MODELS: tuple[Model, ...] = ("logistic", "normalized", "bayeselo", "cutechess")
FARTHEST = 1000.0  # of elo0 and elo1 from 0: a hypothesis beyond it says nothing about bots
LEAST_GAP = 0.001  # of elo1 above elo0: nearer ones take more pairs than are ever played
EMPTY = 1e-3  # what an empty bucket is filled with
LARGEST_NELO_OF_PAIRS = 2 / 3 * 2 * ELO_PER_NAT  # beyond it the normalised pair form has no solution
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SprtState:
    """Where a test stands: the ratio, its two bounds, and "H0", "H1" or None while neither is reached."""

    llr: float
    lower: float
    upper: float
    accepted: Literal["H0", "H1"] | None


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test of elo0 against elo1 (in the units of the model).

    alpha: chance of accepting H1 although H0 is true; beta: of accepting H0 although H1 is true.
    elo1 is larger than elo0.
    model: "logistic" (Elo), "normalized" (normalised Elo), "bayeselo" (raw BayesElo units, games only),
           "cutechess" (logistic bounds turned into BayesElo units, half a game added to each count, games only).

    Source: Wald, Sequential Analysis (1947), for the bounds; the generalised ratio after Li, Liu and Ying,
    "Generalized sequential probability ratio test for separate families of hypotheses" (2014).
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalized"

    def __post_init__(self) -> None:
        if not (0 < self.alpha < 1 and 0 < self.beta < 1 and self.alpha + self.beta < 1):
            raise RatingError(
                "sprt", f"alpha {self.alpha:g} and beta {self.beta:g} are not error rates", "0.05 is usual."
            )
        if self.model not in MODELS:
            raise RatingError("sprt", f"no model called {self.model!r}", f"There are {', '.join(MODELS)}.")
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1)):
            raise RatingError("sprt", "elo0 and elo1 must be finite numbers")
        if max(abs(self.elo0), abs(self.elo1)) > FARTHEST:
            raise RatingError(
                "sprt", f"elo0 and elo1 lie between -{FARTHEST:g} and {FARTHEST:g}", "Choose nearer ones."
            )
        if self.elo1 <= self.elo0:
            raise RatingError(
                "sprt", f"elo1 must be larger than elo0, and {self.elo1:g} is not more than {self.elo0:g}",
                "H1 says that the first bot is better by elo1.",
            )  # fmt: skip
        if self.elo1 - self.elo0 < LEAST_GAP:
            raise RatingError(
                "sprt", f"elo1 must be larger than elo0 by {LEAST_GAP:g} or more, or the test has no end",
                "A few points are usual.",
            )  # fmt: skip

    @property
    def lower(self) -> float:
        """The bound at which H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The bound at which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def judge(self, counts: Sequence[float]) -> SprtState:
        """Return where the test stands after three counts (L, D, W) or five (pairs)."""
        llr = log_likelihood_ratio(counts, self.elo0, self.elo1, self.model)
        accepted: Literal["H0", "H1"] | None = "H1" if llr >= self.upper else "H0" if llr <= self.lower else None
        return SprtState(llr, self.lower, self.upper, accepted)


def log_likelihood_ratio(counts: Sequence[float], elo0: float, elo1: float, model: Model) -> float:
    """Return the log-likelihood ratio of elo1 over elo0; 0 without results and for equal hypotheses.

    Raises RatingError for counts that are not three or five, for BayesElo forms on pairs, and for a
    normalised pair bound beyond 231.6, where no distribution over the five buckets has it.
    """
    if len(counts) not in (3, 5) or min(counts) < 0:
        raise RatingError("sprt", f"{tuple(counts)} are not counts", "Give L, D, W or the five counts of pairs.")
    if not sum(counts) or elo0 == elo1:
        return 0.0
    if model in ("bayeselo", "cutechess"):
        if len(counts) != 3:
            raise RatingError("sprt", f"the {model} model is not valid for pairs", "Use normalized or logistic.")
        return _bayeselo_ratio(counts, elo0, elo1, cutechess=model == "cutechess")
    filled = np.array([count or EMPTY for count in counts], dtype=np.float64)
    points = np.array(PAIR_SCORES if len(counts) == 5 else (0.0, 0.5, 1.0))
    n = float(filled.sum())
    share = filled / n
    if model == "logistic":
        first, second = (tilt(share, points - score_of(elo)) for elo in (elo0, elo1))
    else:
        pairs = len(counts) == 5
        if pairs and max(abs(elo0), abs(elo1)) >= LARGEST_NELO_OF_PAIRS:
            raise RatingError(
                "sprt", f"a normalised bound of {max(abs(elo0), abs(elo1)):g} is out of reach for pairs",
                f"Stay below {LARGEST_NELO_OF_PAIRS:.1f}.",
            )  # fmt: skip
        scale = math.sqrt(2 if pairs else 1) / (2 * ELO_PER_NAT)
        first, second = (_normalised_fit(share, points, elo * scale) for elo in (elo0, elo1))
    return plain(n * float(np.sum(share * np.log(second / first))))


def tilt(share: Array, phi: Array) -> Array:
    """Return the distribution nearest to ``share`` (by likelihood) under which ``phi`` has mean 0.

    It is share / (1 + theta * phi), with theta the root of sum share * phi / (1 + theta * phi) in the open
    interval on which every denominator is positive. Source: Owen, Empirical Likelihood (2001), section 2.
    """
    from scipy.optimize import brentq

    smallest, largest = float(phi.min()), float(phi.max())
    if not smallest < 0 < largest:
        raise RatingError("sprt", "a hypothesis is outside what results can reach", "Use bounds closer to 0.")

    def slope(theta: float) -> float:
        return float(np.sum(share * phi / (1 + theta * phi)))

    left, right = -1 / largest, -1 / smallest
    # the slope runs from +infinity to -infinity; creep up to the poles until the signs differ
    for margin in (1e-12, 1e-13, 1e-14, 1e-15):
        low = left + margin * (right - left)
        high = right - margin * (right - left)
        if slope(low) > 0 > slope(high):
            break
    else:
        raise RatingError("sprt", "a hypothesis is too far from what these counts say", "Use bounds closer to 0.")
    theta = brentq(slope, low, high, xtol=1e-15, rtol=8.9e-16, maxiter=200)
    return share / (1 + theta * phi)


def _normalised_fit(share: Array, points: Array, t: float) -> Array:
    """Return the most likely distribution whose (mean - 1/2) / sigma is t; sigma is its own."""
    fit = np.full(len(points), 1 / len(points))
    for _ in range(50):
        mean = float(fit @ points)
        sigma = math.sqrt(float(fit @ (points - mean) ** 2))
        phi = points - 0.5 - 0.5 * t * sigma * (1 + ((points - mean) / sigma) ** 2)
        before, fit = fit, tilt(share, phi)
        if float(np.max(np.abs(fit - before))) < 1e-12:
            break
    return fit


def _bayeselo_ratio(counts: Sequence[float], elo0: float, elo1: float, *, cutechess: bool) -> float:
    """Return the ratio under the BayesElo model with its draw parameter taken from the observed shares."""
    filled = np.array(counts, dtype=np.float64) + (0.5 if cutechess else 0.0)
    if filled.min() == 0:
        raise RatingError(
            "sprt", "the BayesElo model needs at least one win, one draw and one loss", "Use normalized or logistic."
        )
    n = float(filled.sum())
    draw_elo = draw_elo_of(win=float(filled[2]) / n, loss=float(filled[0]) / n)
    if cutechess:
        factor = elo_per_raw(draw_elo)
        elo0, elo1 = elo0 / factor, elo1 / factor
    first, second = (np.array(probabilities(elo, draw_elo)[::-1]) for elo in (elo0, elo1))
    if min(first.min(), second.min()) <= 0:
        raise RatingError("sprt", "a hypothesis is outside what results can reach", "Use bounds closer to 0.")
    return plain(float(np.sum(filled * np.log(second / first))))


def approximate_ratio(counts: Sequence[float], elo0: float, elo1: float, model: Model) -> float:
    """Return the cheap closed forms of the logistic and the normalised ratio: quick, and close for small gaps."""
    points = np.array(PAIR_SCORES if len(counts) == 5 else (0.0, 0.5, 1.0))
    weights = np.array(counts, dtype=np.float64)
    n = float(weights.sum())
    if not n:
        return 0.0
    mean = float(weights @ points) / n
    variance = float(weights @ (points - mean) ** 2) / n
    if not variance:
        raise RatingError("sprt", "results that never vary have no approximate ratio", "Use the exact one.")
    form: Callable[[float], float]
    if model == "logistic":
        s0, s1 = score_of(elo0), score_of(elo1)
        return plain(n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance))
    if model == "normalized":
        scale = math.sqrt(2 if len(counts) == 5 else 1) / (2 * ELO_PER_NAT)
        t = (mean - 0.5) / math.sqrt(variance)
        form = lambda elo: math.log1p((t - elo * scale) ** 2)  # noqa: E731
        return plain(n / 2 * (form(elo0) - form(elo1)))
    raise RatingError("sprt", f"the {model} model has no approximate ratio")
