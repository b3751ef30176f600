"""Does one number a bot explain the results? Goodness of fit, and cycles A beats B beats C beats A that are real."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.ratings.distributions import chi_squared_tail
from arena.ratings.elo import ELO_PER_NAT
from arena.ratings.meetings import Pairings
from arena.ratings.numbering import places
from arena.ratings.pool import FEWEST_CLUSTERS, Fit
from arena.ratings.results import GameColumns

REAL = 2.0  # standard errors by which all three scores of a cycle must exceed one half
MOST = 100  # cycles that are listed


@dataclass(frozen=True, slots=True)
class GoodnessOfFit:
    """A chi-squared test of the fit over the pairings; a small p says that strengths alone do not explain them.

    degrees: pairings - players + 1 (one less with a fitted advantage); p is None when there are none.
    """

    chi_squared: float
    degrees: int
    p: float | None


def goodness_of_fit(results: GameColumns, fit: Fit) -> GoodnessOfFit:
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
    pairing, where = places(np.minimum(a, b) * n + np.maximum(a, b))
    clusters = int(results.cluster.max()) + 1
    meeting, inside = places(where * clusters + results.cluster)
    of = meeting // clusters
    sums = np.bincount(inside, weights=residual)
    count, total = np.bincount(of), np.bincount(of, weights=sums)
    observed = np.bincount(of, weights=(sums - (total / count)[of]) ** 2) * count / np.maximum(count - 1, 1)
    variance = np.bincount(where, weights=expected * (1 - expected))
    seen = (count >= FEWEST_CLUSTERS) & (observed > 1e-12)
    chi_squared = float(np.sum(total**2 / np.where(seen, observed, variance)))
    degrees = len(pairing) - n + 1 - (fit.advantage_se is not None)
    return GoodnessOfFit(chi_squared, max(0, degrees), chi_squared_tail(chi_squared, degrees) if degrees > 0 else None)


@dataclass(frozen=True, slots=True)
class Cycle:
    """Three bots of which each beats the next and the last beats the first; ``scores`` in that order."""

    bots: tuple[str, str, str]
    scores: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Cycles:
    """The first MOST real cycles in order of names, and how many there are in all."""

    listed: tuple[Cycle, ...]
    total: int


def cycles(met: Pairings) -> Cycles:
    """Return the triples whose three scores all exceed one half by more than two standard errors.

    Where all clusters of a pairing came out the same there is no error; then the score exceeds one half when the
    bound of ``elo`` does.
    """
    above = np.abs(met.score - 0.5)
    least = (0.5 + above) * 0.025 ** (1 / np.maximum(met.clusters, 1))  # if all that was not seen were lost
    real = np.where(met.se > 0, above > REAL * met.se, (met.clusters > 1) & (least > 0.5))
    winner = np.where(met.score > 0.5, met.one, met.other)[real]
    loser = np.where(met.score > 0.5, met.other, met.one)[real]
    beats, beaten = [0] * len(met.names), [0] * len(met.names)  # sets of players as the bits of a number
    for one, other in zip(winner.tolist(), loser.tolist(), strict=True):
        beats[one] |= 1 << other
        beaten[other] |= 1 << one
    triples: list[tuple[int, int, int]] = []
    total = 0
    for one, other in sorted(zip(winner.tolist(), loser.tolist(), strict=True)):
        if other < one:
            continue  # each cycle once: from its first name
        third = (beats[other] & beaten[one]) >> (one + 1) << (one + 1)
        total += third.bit_count()
        while third and len(triples) < MOST:
            triples.append((one, other, (third & -third).bit_length() - 1))
            third &= third - 1
    score = dict(zip(zip(met.one.tolist(), met.other.tolist(), strict=True), met.score.tolist(), strict=True))

    def of(one: int, other: int) -> float:
        return float(score[one, other]) if one < other else 1 - float(score[other, one])

    listed = tuple(
        Cycle((met.names[a], met.names[b], met.names[c]), (of(a, b), of(b, c), of(c, a))) for a, b, c in triples
    )
    return Cycles(listed, total)


def superiority(fit: Fit, names: tuple[str, ...]) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """Return names by rating, best first, and the probability that each row's bot is stronger than each column's."""
    order = sorted(range(len(fit.players)), key=lambda place: (-float(fit.ratings[place]), names[fit.players[place]]))
    table = fit.superiority()[np.ix_(order, order)]
    return tuple(names[fit.players[place]] for place in order), table
