"""How much games that are not played yet would tell of ratings: which pairing to play next. Pure.

Bradley and Terry's model, as in ``pool``. Given the ratings so far, a game between i and j adds p (1 - p) to the
information about their difference, p being i's expected points. With C the inverse of the information (the
covariance of the ratings), w the information of the games in question and v = C (e_i - e_j), they take

    w |v|^2 / (1 + w d),   d = v_i - v_j

off the sum of the variances of all ratings (Sherman and Morrison, Annals of Mathematical Statistics 21, 1950), summed
over the players that are of interest alone. Designs that make this sum small are called A-optimal.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.ratings.prior import PRIOR

Array = NDArray[np.float64]
_STEPS = 100  # of Newton's method, at most; none moves a rating by more than 1, where a whole step may lead astray
_STILL = 1e-9  # natural-log odds: a step as short as that is the last


def middle_ratings(taken: Array, prior: float = PRIOR) -> Array:
    """Return float64[n], natural-log odds: what ``taken`` and ``prior`` draws of each player against 0 make likeliest.

    taken: float64[n, n], the points that each row's player took from each column's. prior: above 0.
    """
    games = taken + taken.T
    ratings = np.zeros(len(taken))
    for _ in range(_STEPS):
        expected = _shares(ratings)
        own = _share(ratings)
        slope = (taken - games * expected).sum(axis=1) + prior * (0.5 - own)
        step = np.linalg.solve(_information(ratings, games, prior), slope)
        ratings = ratings + np.clip(step, -1.0, 1.0)
        if np.abs(step).max(initial=0.0) < _STILL:
            break
    return ratings


def _share(ratings: Array) -> Array:
    shares: Array = 1 / (1 + np.exp(-ratings))
    return shares


def _shares(ratings: Array) -> Array:
    return _share(ratings[:, None] - ratings[None, :])


def _information(ratings: Array, games: Array, prior: float) -> Array:
    """Return float64[n, n], what the games and the prior tell of the ratings."""
    expected, own = _shares(ratings), _share(ratings)
    weights = games * expected * (1 - expected)
    matrix: Array = np.negative(weights, dtype=np.float64)
    matrix[np.diag_indices(len(matrix))] += weights.sum(axis=1) + prior * own * (1 - own)
    return matrix


class Information:
    """What is known of the ratings of n players, and what more games would tell; no result is needed for that.

    covariance: float64[n, n], squared natural-log odds, after all that was learnt. ratings: float64[n], before it.
    """

    def __init__(self, taken: Array, wanted: NDArray[np.bool_], prior: float = PRIOR) -> None:
        """taken: as for ``middle_ratings``. wanted: bool[n], whose variances count."""
        ratings = self.ratings = middle_ratings(taken, prior)
        expected = _shares(ratings)
        self._each = expected * (1 - expected)  # of one game
        self.covariance: Array = np.asarray(np.linalg.inv(_information(ratings, taken + taken.T, prior)), np.float64)
        self._wanted = wanted.astype(np.float64)
        self._products: Array = self.covariance @ (self._wanted[:, None] * self.covariance)

    @property
    def variance(self) -> float:
        """The sum of the variances that count."""
        return float(np.diag(self.covariance) @ self._wanted)

    def gains(self, first: NDArray[np.int64], second: NDArray[np.int64], games: NDArray[np.int64]) -> Array:
        """Return float64[m]: by how much each pairing's games would lower ``variance``."""
        c, g = self.covariance, self._products
        own, squares = np.diag(c), np.diag(g)
        between = own[first] + own[second] - 2 * c[first, second]
        length = squares[first] + squares[second] - 2 * g[first, second]
        weights = self._each[first, second] * games
        gains: Array = weights * length / (1 + weights * between)
        return gains

    def learn(self, first: int, second: int, games: int) -> None:
        """Take these games for played."""
        c, g = self.covariance, self._products
        v, u = c[:, first] - c[:, second], g[:, first] - g[:, second]
        weight = float(self._each[first, second]) * games
        share = weight / (1 + weight * float(v[first] - v[second]))
        length = float(v @ (self._wanted * v))
        outer = np.outer(v, u)
        self._products = g - share * (outer + outer.T) + share**2 * length * np.outer(v, v)
        self.covariance = c - share * np.outer(v, v)
