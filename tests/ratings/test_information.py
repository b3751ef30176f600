"""What games would tell: against inverses that are made anew for each question, and a known answer."""

from __future__ import annotations

import numpy as np
import pytest

from arena.ratings.information import Information, middle_ratings
from arena.ratings.pool import fit_pool
from arena.ratings.results import GameColumns, GameResult

TAKEN = np.array([[0, 6, 2, 0], [2, 0, 1.5, 1], [0, 0.5, 0, 0], [0, 3, 0, 0]], dtype=float)
PLAYERS = 4


def covariance(ratings, games, prior=1.0):
    """Return the inverse of the information, from the formula written out."""
    matrix = np.zeros((PLAYERS, PLAYERS))
    for i in range(PLAYERS):
        p = 1 / (1 + np.exp(-ratings[i]))
        matrix[i, i] += prior * p * (1 - p)
        for j in range(PLAYERS):
            p = 1 / (1 + np.exp(ratings[j] - ratings[i]))
            matrix[i, i] += games[i, j] * p * (1 - p)
            matrix[i, j] -= games[i, j] * p * (1 - p)
    return np.linalg.inv(matrix)


def test_two_players_without_games_are_known_as_well_as_the_prior_says():
    known = Information(np.zeros((2, 2)), np.array([True, True]))
    assert known.variance == pytest.approx(8.0)  # a draw with the middle tells 1/4 of each
    gains = known.gains(np.array([0]), np.array([1]), np.array([2]))
    # Their difference has a variance of 8; two even games tell 1/2 of it: 1 / (1/8 + 1/2) is left. Their mean stays.
    assert gains[0] == pytest.approx((8 - 1 / (1 / 8 + 1 / 2)) / 2)


def test_what_pairs_would_tell_is_what_the_inverse_says_afterwards():
    ratings, games = middle_ratings(TAKEN), TAKEN + TAKEN.T
    wanted = np.array([True, False, True, True])
    known = Information(TAKEN, wanted)
    assert known.covariance == pytest.approx(covariance(ratings, games))
    first, second = np.array([0, 0, 2, 1]), np.array([1, 3, 3, 2])
    for _ in range(3):
        before = np.diag(covariance(ratings, games))[wanted].sum()
        gains = known.gains(first, second, np.array([2, 2, 2, 1]))
        for i, j, count, gain in zip(first, second, (2, 2, 2, 1), gains, strict=True):
            more = games.copy()
            more[i, j] += count
            more[j, i] += count
            assert gain == pytest.approx(before - np.diag(covariance(ratings, more))[wanted].sum())
        known.learn(2, 3, 2)
        games[2, 3] += 2
        games[3, 2] += 2
        assert known.covariance == pytest.approx(covariance(ratings, games))
        assert known.variance == pytest.approx(np.diag(covariance(ratings, games))[wanted].sum())


def test_the_ratings_are_those_of_the_pool_where_many_games_leave_the_prior_little_to_say():
    games = [
        GameResult(str(i), str(j), 1.0 if game < 400 * (i + j) / 8 else 0.0)
        for i in range(3) for j in range(i + 1, 4) for game in range(400)
    ]  # fmt: skip
    columns = GameColumns.of(games)
    ours = middle_ratings(columns.taken())
    fitted = fit_pool(columns).ratings * np.log(10) / 400
    assert ours - ours.mean() == pytest.approx(fitted - fitted.mean(), abs=0.02)


def test_whoever_won_all_games_has_a_finite_rating():
    taken = np.array([[0.0, 1e6], [0.0, 0.0]])
    ratings = middle_ratings(taken)
    assert np.isfinite(ratings).all() and ratings[0] > 5 > -5 > ratings[1]
