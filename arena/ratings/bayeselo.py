"""The BayesElo model: a draw zone around equality and an advantage of the first mover, in raw units.

A raw unit is not an Elo point once draws exist: near equality one raw unit is ``elo_per_raw`` points.
Kept for the sequential test of that name and for comparing with tables that were made with it.

Source: Rao and Kupper, JASA 62 (1967), for ties in paired comparisons; the parameters are Coulom's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.errors import RatingError
from arena.ratings.elo import score_of

DRAW_ELO = 97.3  # BayesElo's own defaults
ADVANTAGE = 32.8
PRIOR_DRAWS = 2.0


def probabilities(elo: float, draw_elo: float = DRAW_ELO) -> tuple[float, float, float]:
    """Return the chances (win, draw, loss) of the side that is ``elo`` raw units ahead."""
    win, loss = score_of(elo - draw_elo), score_of(-elo - draw_elo)
    return win, 1 - win - loss, loss


def draw_elo_of(win: float, loss: float) -> float:
    """Return the draw parameter under which equal sides would show these shares of wins and losses."""
    return 200 * math.log10((1 - loss) / loss * (1 - win) / win)


def elo_per_raw(draw_elo: float = DRAW_ELO) -> float:
    """Return the logistic Elo points of one raw unit near equality: 4x / (1 + x)**2 with x = 10**(-b/400)."""
    x = 10 ** (-draw_elo / 400)
    return 4 * x / (1 + x) ** 2


@dataclass(frozen=True, slots=True)
class BayesEloFit:
    """Ratings in raw units with mean zero, the draw parameter and the first mover's advantage."""

    ratings: tuple[float, ...]
    draw_elo: float
    advantage: float

    @property
    def scaled(self) -> tuple[float, ...]:
        """The ratings in Elo points near equality, as BayesElo prints them."""
        factor = elo_per_raw(self.draw_elo)
        return tuple(rating * factor for rating in self.ratings)


def fit_bayeselo(
    counts: Sequence[tuple[int, int, float, float, float]],
    players: int,
    *,
    prior: float = PRIOR_DRAWS,
    draw_elo: float = DRAW_ELO,
    advantage: float = ADVANTAGE,
    fit_parameters: bool = False,
) -> BayesEloFit:
    """Return the most likely ratings of a pool under the BayesElo model.

    counts: (first, second, wins, draws, losses) from the first mover's side, players counted from 0.
    prior:  virtual draws a player, spread over its opponents in proportion to the games played, half of them
            with each side first.
    fit_parameters: fit draw_elo and advantage too, from those given.
    """
    table: NDArray[np.float64] = np.zeros((players, players, 3))
    for first, second, *wdl in counts:
        table[first, second] += wdl
    games = table.sum(axis=2) + table.sum(axis=2).T
    played = games.sum(axis=1)
    if not played.all():
        raise RatingError("", "a player without games has no rating", "Leave it out.")
    share = games * (prior / 4 / played)[:, None]  # each of the two adds its own, for each side first
    table[:, :, 1] += share + share.T
    one, two = np.nonzero(table.sum(axis=2))
    wins, draws, losses = table[one, two].T

    def cost(free: NDArray[np.float64]) -> float:
        b, h = free[players:] if fit_parameters else (draw_elo, advantage)
        gap = free[one] - free[two] + h
        win, loss = 1 / (1 + 10 ** ((b - gap) / 400)), 1 / (1 + 10 ** ((b + gap) / 400))
        draw = np.maximum(1 - win - loss, 1e-300)
        return float(-(wins @ np.log(win) + draws @ np.log(draw) + losses @ np.log(loss)))

    start = np.concatenate((np.zeros(players), [draw_elo, advantage] if fit_parameters else []))
    from scipy.optimize import minimize

    best = minimize(cost, start, method="BFGS", options={"gtol": 1e-9, "maxiter": 2000})
    best = minimize(cost, best.x, method="Nelder-Mead", options={"xatol": 1e-7, "fatol": 1e-13, "maxiter": 40_000})
    ratings = best.x[:players] - best.x[:players].mean()
    b, h = (float(value) for value in best.x[players:]) if fit_parameters else (draw_elo, advantage)
    return BayesEloFit(tuple(float(rating) for rating in ratings), b, h)
