"""Ratings from games of two to eight players by Plackett and Luce's model.

The chance of an order is the product, place by place, of the strength of whoever takes it over the summed strength
of those left. Players who share a place count as the mean over their orders, so that a tie of two is half a win
for each, as in ``pool``. Errors are clustered by game (or by what several games share): the n (n - 1) / 2
comparisons inside one game are not independent, and taking them so understates the error.

Source: Plackett, Applied Statistics 24 (1975); Luce, Individual Choice Behavior (1959).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arena.errors import RatingError
from arena.ratings.elo import ELO_PER_NAT
from arena.ratings.linking import groups
from arena.ratings.pool import FEWEST_CLUSTERS, LEAST_SHARE, Errors, Fit, centred_inverse, centred_solve, hidden

if TYPE_CHECKING:  # SciPy is loaded when something is fitted
    from scipy.sparse import csr_array

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Ranking:
    """One finished game: ``places`` stands beside ``bots`` (1 is the best, equal places tied)."""

    bots: tuple[str, ...]
    places: tuple[int, ...]
    cluster: Hashable = None
    variant: str = ""


def choices(places: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...], float]]:
    """Yield every choice that the orders which the places allow are made of: who was chosen, among whom, its weight.

    The weights are the shares of those orders in which the choice occurs. They are counted and not listed: before the
    bots of a tie of n stand any m of them, with a share of 1 in n over m, and any of the m is chosen next alike.
    """
    seats = sorted(range(len(places)), key=lambda seat: places[seat])
    behind = len(seats)
    for _, group in groupby(seats, key=lambda seat: places[seat]):
        tied = tuple(group)
        behind -= len(tied)
        rest = tuple(seats[len(seats) - behind :])
        for left in range(len(tied), 0, -1):
            if left + behind < 2:
                break  # the last one is chosen by nobody
            for among in combinations(tied, left):
                for one in among:
                    yield one, (*among, *rest), 1 / (comb(len(tied), left) * left)


def taken_points(rankings: Iterable[Ranking], names: Sequence[str]) -> Array:
    """Return float64[players, players]: games in which row finished ahead of column, ties counted half."""
    number = {name: index for index, name in enumerate(names)}
    table = np.zeros((len(names), len(names)))
    for game in rankings:
        for one, place in zip(game.bots, game.places, strict=True):
            for other, theirs in zip(game.bots, game.places, strict=True):
                if one != other:
                    table[number[one], number[other]] += 1.0 if place < theirs else 0.5 if place == theirs else 0.0
    return table


def _most_likely(stages: _Stages, n: int) -> Array:
    """Return the most likely skills by Newton's method; those of the first ``n`` players have the mean 0."""
    theta = np.zeros(stages.players)
    best, *_ = _likelihood(stages, theta)
    for _ in range(200):
        _, slope, information, _ = _likelihood(stages, theta)
        step = centred_solve(information, slope, stages.players)
        if float(np.max(np.abs(step))) < 1e-13:
            break
        size = 1.0
        while size > 1e-10 and _likelihood(stages, theta + size * step)[0] < best - 1e-12 * abs(best):
            size /= 2
        theta = theta + size * step
        theta -= theta[:n].mean()
        best, *_ = _likelihood(stages, theta)
    return theta


def fit_rankings(
    rankings: Sequence[Ranking], names: Sequence[str], *, prior: float = 0.0, errors: Errors | None = None
) -> Fit:
    """Fit the players who played, as ``pool.fit_pool`` does for two; ``players`` are indices into ``names``.

    Raises RatingError when a bot sits in two seats of one game, or the results give no finite ratings.
    """
    for game in rankings:
        if len(set(game.bots)) != len(game.bots) or len(game.bots) != len(game.places):
            raise RatingError("", f"a game of {', '.join(game.bots)} ranks nobody", "Give each seat one bot and place.")
    taken = taken_points(rankings, names)
    players = tuple(np.flatnonzero((taken + taken.T).sum(axis=1)).tolist())
    if len(players) < 2:
        raise RatingError("", "ratings need at least one game between two bots")
    if not prior and len(groups(taken[np.ix_(players, players)])) != 1:
        raise RatingError("", "the results do not put all bots on one scale", "Give a prior, or split them.")
    place = {names[player]: index for index, player in enumerate(players)}
    n = len(players)
    stages = _stages(rankings, place, prior)
    theta = _most_likely(stages, n)
    _, _, information, by_game = _likelihood(stages, theta)
    inverse = centred_inverse(information, n, stages.players)
    numbers: dict[Hashable, int] = {}
    cluster = [
        numbers.setdefault(("alone", index) if game.cluster is None else ("shared", game.cluster), len(numbers))
        for index, game in enumerate(rankings)
    ]
    from scipy.sparse import csr_array

    gather = csr_array(  # the phantom's draws, which come after the games, belong to no cluster
        (np.ones(len(cluster)), (np.array(cluster), np.arange(len(cluster)))), shape=(len(numbers), stages.games)
    )
    residuals = csr_array(gather @ by_game)
    kind: Errors = errors or ("clustered" if len(numbers) >= FEWEST_CLUSTERS else "model")
    covariance, unseen = inverse, csr_array((0, stages.players))
    if kind == "clustered":
        unseen = _hidden(rankings, cluster, place, theta)
        middle = (residuals.T @ residuals).toarray() + (unseen.T @ unseen).toarray()
        covariance = np.asarray(inverse @ middle @ inverse)
        varied = np.diag(covariance)[:n] > LEAST_SHARE * np.diag(inverse)[:n]
        if errors is None and not varied.all():
            covariance, kind, unseen = inverse, "model", unseen[:0]
    seen = {(cluster[index], place[bot]) for index, game in enumerate(rankings) for bot in game.bots}
    return Fit(
        players, theta[:n] * ELO_PER_NAT + 0.0, covariance[:n, :n] * ELO_PER_NAT**2,
        np.bincount([bot for _, bot in seen], minlength=n).astype(np.int64),
        residuals, unseen, inverse[:, :n] * ELO_PER_NAT, 0.0, None, kind, prior,
    )  # fmt: skip


def _hidden(rankings: Sequence[Ranking], cluster: Sequence[int], place: dict[str, int], theta: Array) -> csr_array:
    """Return what clusters may hide that all came out the same for two players (see ``pool.hidden``)."""
    met = [
        (number, place[game.bots[one]], place[game.bots[other]], game.places[one], game.places[other])
        for number, game in zip(cluster, rankings, strict=True)
        for one, other in combinations(range(len(game.bots)), 2)
    ]
    group, first, second, mine, theirs = np.array(met, dtype=np.int64).T
    points = np.where(mine < theirs, 1.0, np.where(mine > theirs, 0.0, 0.5))
    expected = 1 / (1 + np.exp(theta[second] - theta[first]))
    return hidden(group, first, second, points, expected * (1 - expected), len(theta))


@dataclass(frozen=True, slots=True)
class _Stages:
    """Every choice of every order, one row each: who was chosen among whom, in which game, with which weight.

    among: int64[rows, seats], padded with the number of players; chosen: int64[rows]. players counts the phantom of
    the prior, and games its draws: one choice of one and one of the other with every player.
    """

    among: NDArray[np.int64]
    chosen: NDArray[np.int64]
    game: NDArray[np.int64]
    weight: Array
    games: int
    players: int


def _stages(rankings: Sequence[Ranking], place: dict[str, int], prior: float) -> _Stages:
    """Spread the games into rows; a game with ties weighs each of its orders alike (see choices)."""
    widest = max(2, *(len(game.bots) for game in rankings))
    among: list[list[int]] = []
    chosen: list[int] = []
    of_game: list[int] = []
    weight: list[float] = []
    n = len(place) + (prior > 0)
    for number, game in enumerate(rankings):
        for one, seats, share in choices(game.places):
            among.append([place[game.bots[seat]] for seat in seats] + [n] * (widest - len(seats)))
            chosen.append(place[game.bots[one]])
            of_game.append(number)
            weight.append(share)
    games = len(rankings)
    if prior:
        for player in range(n - 1):
            for taker in (player, n - 1):
                among.append([player, n - 1, *[n] * (widest - 2)])
                chosen.append(taker)
                of_game.append(games)
                weight.append(prior / 2)
            games += 1
    return _Stages(
        np.array(among, dtype=np.int64), np.array(chosen, dtype=np.int64), np.array(of_game, dtype=np.int64),
        np.array(weight), games, n,
    )  # fmt: skip


def _likelihood(stages: _Stages, theta: Array) -> tuple[float, Array, Array, csr_array]:
    """Return the log likelihood, its slope, the information, and the slope game by game (sparse)."""
    from scipy.sparse import csr_array

    n = stages.players
    padded = np.append(theta, -np.inf)
    strength = padded[stages.among]
    top = strength.max(axis=1, keepdims=True)
    odds = np.exp(strength - top)
    total = odds.sum(axis=1, keepdims=True)
    share = odds / total
    loglik = float(stages.weight @ (theta[stages.chosen] - top[:, 0] - np.log(total[:, 0])))
    real = stages.among < n
    rows, columns = np.nonzero(real)
    weight, who, part = stages.weight[rows], stages.among[rows, columns], share[rows, columns]
    game = stages.game
    by_game = csr_array(
        (
            np.concatenate((stages.weight, -weight * part)),
            (np.concatenate((game, game[rows])), np.concatenate((stages.chosen, who))),
        ),
        shape=(stages.games, n),
    )
    slope: Array = np.asarray(by_game.sum(axis=0), dtype=np.float64).ravel()
    matrix = np.zeros((n + 1, n + 1))
    seats = stages.among.shape[1]
    for one in range(seats):
        np.add.at(matrix, (stages.among[:, one], stages.among[:, one]), stages.weight * share[:, one])
        for other in range(seats):
            product_ = stages.weight * share[:, one] * share[:, other]
            np.add.at(matrix, (stages.among[:, one], stages.among[:, other]), -product_)
    information = matrix[:n, :n]
    return loglik, slope, information, by_game
