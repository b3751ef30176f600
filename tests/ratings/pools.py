"""Pools with known answers, and simulated ones with known strengths."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from arena.ratings.results import GameColumns, GameResult


def block(first, second, wins, draws, losses, variant=""):
    """Return so many games of a first mover against a second, counted from the first's side."""
    points = [1.0] * wins + [0.5] * draws + [0.0] * losses
    return [GameResult(first, second, point, variant=variant) for point in points]


# the pool called P2 in the sources: an Ordo and a BayesElo run of it are known
P2 = [
    *block("A", "B", 5, 2, 3), *block("B", "A", 3, 2, 5), *block("B", "C", 6, 1, 3),
    *block("C", "B", 3, 1, 6), *block("A", "C", 7, 2, 1), *block("C", "A", 1, 2, 7),
]  # fmt: skip


def simulated(rng, strengths, pairs, noise=0.0, advantage=0.0, variant=""):
    """Return a round robin of swapped pairs between bots of these strengths (Elo).

    noise: standard deviation (Elo) of luck that belongs to the seed: it helps the same *bot* in both halves, and so
    correlates them. The mean strength over that luck is what is to be found, so the luck is symmetric.
    """
    games = []
    for (one, a), (two, b) in combinations(enumerate(strengths), 2):
        for pair in range(pairs):
            luck = rng.normal(0, noise) if noise else 0.0
            for half in (0, 1):
                gap = a - b + luck + (advantage if half == 0 else -advantage)
                won = float(rng.random() < 1 / (1 + 10 ** (-gap / 400)))
                names = (f"bot{one}", f"bot{two}")
                cluster = (variant, one, two, pair)
                if half == 0:
                    games.append(GameResult(*names, won, cluster, variant))
                else:
                    games.append(GameResult(*names[::-1], 1 - won, cluster, variant))
    return games


def rows_of(tables):
    """Return name -> row of rating tables."""
    return {row.name: row for row in tables.rows}


def results(games):
    """Return games in columns."""
    return GameColumns.of(games)


def generator(seed):
    """Return numpy's generator for a seed."""
    return np.random.default_rng(seed)
