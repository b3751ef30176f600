"""Ratings of a pool of bots by Bradley and Terry's model, with errors that know about pairs.

Expected points of i against j: 1 / (1 + 10**((R_j - R_i - h) / 400)); a draw is half a point; h is the
first mover's advantage, fitted or 0. The fit needs one league (see ``linking``) or a prior. Ratings have mean
zero over the players fitted; an anchor is a constant added afterwards and changes no difference.

Errors are the sandwich C M C: C the inverse of the information, M made of the squared residuals of whole
*clusters* (pairs, or seeds), so that what two halves of a pair have in common is neither counted twice nor
lost. With few clusters that is unreliable, and the model's own C stands in; ``errors`` says which.

Source: Bradley and Terry, Biometrika 39 (1952); Huber (1967) and Liang and Zeger (1986) for the errors.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.stats import norm
from scipy.stats import t as student_t

from arena.errors import RatingError
from arena.ratings.elo import ELO_PER_NAT
from arena.ratings.linking import leagues
from arena.ratings.results import Results

FEWEST_CLUSTERS = 10  # below, residuals say too little about their own variance
SMALL = 30  # clusters of a player below which Student's t replaces the normal distribution
Errors = Literal["clustered", "model"]
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fit:
    """Fitted ratings of the players of one league.

    players:    indices into the results' names; every array below is in this order.
    ratings:    float64[n], Elo points, mean zero (or shifted by an anchor).
    covariance: float64[n, n] of the ratings, Elo points squared.
    clusters:   int64[n], the clusters that each player took part in.
    residuals:  sparse float64[all clusters, unknowns]: what each cluster scored above expectation.
    response:   float64[unknowns, n]: how far such a residual moves each rating (Elo points).
    advantage, advantage_se: the first mover's advantage in Elo points and its error; (0, None) when not fitted.
    errors:     "clustered" or "model".
    prior:      virtual draws that each player was given against the pool's mean.
    """

    players: tuple[int, ...]
    ratings: Array
    covariance: Array
    clusters: NDArray[np.int64]
    residuals: csr_array
    response: Array
    advantage: float
    advantage_se: float | None
    errors: Errors
    prior: float

    @property
    def influence(self) -> Array:
        """float64[all clusters, n]: how far each cluster moves each rating; the Gram matrix is the covariance."""
        return np.asarray(self.residuals @ self.response)

    def quantile(self, player: int, level: float = 0.95) -> float:
        """Return how many standard errors half an interval of the player at this place spans."""
        tail = (1 + level) / 2
        n = int(self.clusters[player])
        return float(student_t.ppf(tail, max(1, n - 1)) if n < SMALL else norm.ppf(tail))

    def interval(self, player: int, level: float = 0.95) -> tuple[float, float]:
        """Return both ends of the interval of the player at this place, in Elo points."""
        reach = self.quantile(player, level) * float(np.sqrt(max(0.0, self.covariance[player, player])))
        return float(self.ratings[player]) - reach, float(self.ratings[player]) + reach

    def difference(self, player: int, other: int) -> tuple[float, float]:
        """Return the rating difference of two players (by place) and its standard error."""
        c = self.covariance
        variance = c[player, player] + c[other, other] - 2 * c[player, other]
        return float(self.ratings[player] - self.ratings[other]), float(np.sqrt(max(variance, 0.0)))

    def superiority(self) -> Array:
        """Return float64[n, n]: the probability that the row's player is stronger than the column's."""
        n = len(self.players)
        table = np.full((n, n), 0.5)
        for row in range(n):
            for column in range(n):
                gap, se = self.difference(row, column)
                if row != column and (se > 1e-9 or abs(gap) > 1e-9):
                    table[row, column] = norm.cdf(gap / se) if se > 1e-9 else float(gap > 0)
        return table


def fit_pool(results: Results, *, prior: float = 0.0, advantage: bool = False, errors: Errors | None = None) -> Fit:
    """Fit every player that played, who must form one league unless a prior holds them together.

    prior:     virtual draws of every player against the pool's mean (0: maximum likelihood).
    advantage: also fit the first mover's advantage.
    errors:    "clustered", "model", or None for clustered where there are at least ten clusters.

    Raises RatingError when the ratings would be infinite; rate such results with ``tables.rate``.
    """
    players = tuple(np.flatnonzero(results.played().sum(axis=1)).tolist())
    if len(players) < 2:
        raise RatingError("", "ratings need at least one game between two bots")
    if not prior and leagues(results.taken()[np.ix_(players, players)])[0] != tuple(range(len(players))):
        raise RatingError("", "the results do not put all bots on one scale", "Split them into leagues first.")
    place = np.full(len(results.names), -1, dtype=np.int64)
    place[list(players)] = np.arange(len(players))
    first, second = place[results.first], place[results.second]
    n, free = len(players), len(players) + advantage
    theta = _solve(first, second, results.points, n, prior, advantage)
    gap = theta[first] - theta[second] + (theta[n] if advantage else 0.0)
    expected = 1 / (1 + np.exp(-gap))
    information = _information(first, second, expected, n, free, theta, prior)
    inverse = centred_inverse(information, n)
    residual = results.points - expected
    count = int(results.cluster.max()) + 1
    scores = csr_array(
        (
            np.concatenate((residual, -residual, residual if advantage else residual[:0])),
            (
                np.concatenate((results.cluster, results.cluster, results.cluster if advantage else first[:0])),
                np.concatenate((first, second, np.full(len(first) if advantage else 0, n, dtype=np.int64))),
            ),
        ),
        shape=(count, free),
    )
    kind: Errors = errors or ("clustered" if count >= FEWEST_CLUSTERS else "model")
    if kind == "clustered":
        covariance = np.asarray(inverse @ (scores.T @ scores).toarray() @ inverse) * ELO_PER_NAT**2
    else:
        covariance = inverse * ELO_PER_NAT**2
    pairs = np.unique(np.concatenate((results.cluster * n + first, results.cluster * n + second)))
    return Fit(
        players,
        theta[:n] * ELO_PER_NAT + 0.0,
        covariance[:n, :n],
        np.bincount(pairs % n, minlength=n).astype(np.int64),
        scores,
        inverse[:, :n] * ELO_PER_NAT,
        float(theta[n]) * ELO_PER_NAT if advantage else 0.0,
        float(np.sqrt(covariance[n, n])) if advantage else None,
        kind,
        prior,
    )


def anchored(fit: Fit, player: int, rating: float) -> Fit:
    """Return the fit shifted so that the player at this place has ``rating``, and errors are relative to it.

    Its own error becomes 0 and everybody else's that of the difference; no difference changes.
    """
    n = len(fit.players)
    shift = np.eye(n)
    shift[:, player] -= 1
    ratings = shift @ fit.ratings + rating
    return replace(fit, ratings=ratings, covariance=shift @ fit.covariance @ shift.T, response=fit.response @ shift.T)


def _solve(
    first: NDArray[np.int64], second: NDArray[np.int64], points: Array, n: int, prior: float, advantage: bool
) -> Array:
    """Return the maximum of the (penalised) likelihood on natural-log odds, ratings summing to zero, by Newton."""
    # games that share both players count together: the cost of a step does not grow with the games
    key, where = np.unique(first * n + second, return_inverse=True)
    a, b = key // n, key % n
    games = np.bincount(where).astype(np.float64)
    taken = np.bincount(where, weights=points)
    free = n + advantage
    theta = np.zeros(free)

    def cost(at: Array) -> float:
        gap = at[a] - at[b] + (at[n] if advantage else 0.0)
        penalty = prior * float(np.sum(np.logaddexp(0, at[:n]) - at[:n] / 2))
        return float(np.sum(games * np.logaddexp(0, gap) - taken * gap)) + penalty

    best = cost(theta)
    for _ in range(200):
        gap = theta[a] - theta[b] + (theta[n] if advantage else 0.0)
        expected = 1 / (1 + np.exp(-gap))
        rest = taken - games * expected
        slope = np.zeros(free)
        np.add.at(slope, a, rest)
        np.add.at(slope, b, -rest)
        slope[:n] += prior * (0.5 - 1 / (1 + np.exp(-theta[:n])))
        if advantage:
            slope[n] = rest.sum()
        information = _information(a, b, expected, n, free, theta, prior, games)
        step = centred_inverse(information, n) @ slope
        if float(np.max(np.abs(step))) < 1e-13:
            break
        size = 1.0
        while size > 1e-10 and cost(theta + size * step) > best + 1e-12 * abs(best):
            size /= 2
        theta = theta + size * step
        theta[:n] -= theta[:n].mean()
        best = cost(theta)
    return theta


def _information(
    a: NDArray[np.int64],
    b: NDArray[np.int64],
    expected: Array,
    n: int,
    free: int,
    theta: Array,
    prior: float,
    games: Array | None = None,
) -> Array:
    """Return the information matrix float64[free, free], per squared unit of natural-log odds."""
    weight = expected * (1 - expected) * (1.0 if games is None else games)
    pair = np.bincount(a * n + b, weights=weight, minlength=n * n).reshape(n, n)
    matrix = np.zeros((free, free))
    matrix[:n, :n] = -(pair + pair.T)
    matrix[np.arange(n), np.arange(n)] += pair.sum(axis=0) + pair.sum(axis=1)
    if free > n:
        matrix[n, :n] = matrix[:n, n] = pair.sum(axis=1) - pair.sum(axis=0)
        matrix[n, n] = weight.sum()
    if prior:
        alone = 1 / (1 + np.exp(-theta[:n]))
        matrix[np.arange(n), np.arange(n)] += prior * alone * (1 - alone)
    return matrix


def centred_inverse(matrix: Array, n: int) -> Array:
    """Return the inverse of ``matrix`` on the space where the first n unknowns sum to zero."""
    free = len(matrix)
    bordered = np.zeros((free + 1, free + 1))
    bordered[:free, :free] = matrix
    bordered[free, :n] = bordered[:n, free] = 1
    try:
        return np.asarray(np.linalg.inv(bordered)[:free, :free])
    except np.linalg.LinAlgError:
        raise RatingError("", "the first mover's advantage cannot be told from the ratings") from None
