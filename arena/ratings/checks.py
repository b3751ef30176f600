"""Does one number a bot explain the results? Goodness of fit, and cycles A beats B beats C beats A that are real."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2

from arena.ratings.elo import ELO_PER_NAT
from arena.ratings.meetings import Pairing
from arena.ratings.pool import FEWEST_CLUSTERS, Fit
from arena.ratings.results import Results

REAL = 2.0  # standard errors by which all three scores of a cycle must exceed one half


@dataclass(frozen=True, slots=True)
class GoodnessOfFit:
    """A chi-squared test of the fit over the pairings; a small p says that strengths alone do not explain them.

    degrees: pairings - players + 1 (one less with a fitted advantage); p is None when there are none.
    """

    chi_squared: float
    degrees: int
    p: float | None


def goodness_of_fit(results: Results, fit: Fit) -> GoodnessOfFit:
    """Test a fit of these results: sum over pairings of (observed - expected)**2 / variance.

    The variance of a pairing's residual is taken from its clusters where there are at least ten, else from
    the model. Source: Pearson's chi-squared with the degrees of freedom left by the ratings.
    """
    place = np.full(len(results.names), -1, dtype=np.int64)
    place[list(fit.players)] = np.arange(len(fit.players))
    a, b = place[results.first], place[results.second]
    gap = (fit.ratings[a] - fit.ratings[b] + fit.advantage) / ELO_PER_NAT
    expected = 1 / (1 + np.exp(-gap))
    residual = (results.points - expected) * np.where(a < b, 1, -1)
    n = len(fit.players)
    key = np.minimum(a, b) * n + np.maximum(a, b)
    total = 0.0
    for pairing in np.unique(key):
        chosen = key == pairing
        _, cluster = np.unique(results.cluster[chosen], return_inverse=True)
        sums = np.bincount(cluster, weights=residual[chosen])
        variance = float((expected[chosen] * (1 - expected[chosen])).sum())
        if len(sums) >= FEWEST_CLUSTERS:
            observed = float(np.sum((sums - sums.mean()) ** 2)) * len(sums) / (len(sums) - 1)
            variance = observed if observed > 1e-12 else variance
        total += float(sums.sum()) ** 2 / variance
    degrees = len(np.unique(key)) - n + 1 - (fit.advantage_se is not None)
    return GoodnessOfFit(total, max(0, degrees), float(chi2.sf(total, degrees)) if degrees > 0 else None)


@dataclass(frozen=True, slots=True)
class Cycle:
    """Three bots of which each beats the next and the last beats the first; ``scores`` in that order."""

    bots: tuple[str, str, str]
    scores: tuple[float, float, float]


def cycles(met: list[Pairing]) -> list[Cycle]:
    """Return the triples whose three scores all exceed one half by more than two standard errors."""
    score: dict[tuple[str, str], tuple[float, float]] = {}
    for pairing in met:
        if pairing.se is not None:
            score[pairing.one, pairing.other] = (pairing.score, pairing.se)
            score[pairing.other, pairing.one] = (1 - pairing.score, pairing.se)

    def beats(one: str, other: str) -> bool:
        mean, se = score.get((one, other), (0.5, 0.0))
        return mean - 0.5 > max(REAL * se, 1e-12)

    found = []
    for a, b, c in combinations(sorted({name for pair in score for name in pair}), 3):
        for one, two, three in ((a, b, c), (a, c, b)):
            if beats(one, two) and beats(two, three) and beats(three, one):
                scores = (score[one, two][0], score[two, three][0], score[three, one][0])
                found.append(Cycle((one, two, three), scores))
    return found


def superiority(fit: Fit, names: tuple[str, ...]) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """Return names by rating, best first, and the probability that each row's bot is stronger than each column's."""
    order = sorted(range(len(fit.players)), key=lambda place: (-float(fit.ratings[place]), names[fit.players[place]]))
    table = fit.superiority()[np.ix_(order, order)]
    return tuple(names[fit.players[place]] for place in order), table
