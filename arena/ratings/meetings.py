"""What each two bots did against each other: records, crosstables, and pairs of games with swapped seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.contract.chance import Random
from arena.errors import RatingError
from arena.ratings.pairs import PairStatistics, count_pairs, pair_statistics
from arena.ratings.results import Results
from arena.ratings.spread import Spread, mean_spread, sign_flip_test

SMALL = 30  # pairs below which Student's t replaces the normal distribution


@dataclass(frozen=True, slots=True)
class Pairing:
    """What two bots did against each other: ``score`` is the first-named's mean, ``se`` clustered (None for one)."""

    one: str
    other: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    se: float | None


def pairings(results: Results) -> list[Pairing]:
    """Return every two bots that met, names in order; the error takes whole clusters (pairs) as observations."""
    found = []
    for one, other, chosen in _by_pairing(results):
        mine = np.where(results.first[chosen] == one, results.points[chosen], 1 - results.points[chosen])
        score = float(mine.mean())
        _, cluster = np.unique(results.cluster[chosen], return_inverse=True)
        sums = np.bincount(cluster, weights=mine - score)
        se = float(np.sqrt(sums @ sums)) / len(mine) if len(sums) > 1 else None
        names = results.names[one], results.names[other]
        wins, losses = int((mine > 0.5).sum()), int((mine < 0.5).sum())
        found.append(Pairing(*names, len(mine), wins, len(mine) - wins - losses, losses, score, se))
    return found


def crosstable(results: Results) -> dict[tuple[str, str], Pairing]:
    """Return every pairing from both sides: (row, column) -> the row's record against the column."""
    table: dict[tuple[str, str], Pairing] = {}
    for p in pairings(results):
        table[p.one, p.other] = p
        table[p.other, p.one] = Pairing(p.other, p.one, p.games, p.losses, p.draws, p.wins, 1 - p.score, p.se)
    return table


@dataclass(frozen=True, slots=True)
class PairTable:
    """The pairs of two bots from the first-named's side.

    left_out: games that are in no complete pair (one half missing, or not swapped); no pair statistic has them.
    """

    one: str
    other: str
    statistics: PairStatistics
    left_out: int


def pair_tables(results: Results) -> list[PairTable]:
    """Return the pair statistics of every two bots of whom at least one complete pair is there.

    A pair is the two games of a cluster in which the two bots met, once with each of them first.
    """
    found = []
    for one, other, chosen in _by_pairing(results):
        mine = np.where(results.first[chosen] == one, results.points[chosen], 1 - results.points[chosen])
        _, cluster = np.unique(results.cluster[chosen], return_inverse=True)
        games = np.bincount(cluster)
        first = np.bincount(cluster, weights=results.first[chosen] == one)
        whole = (games == 2) & (first == 1)
        if not whole.any():
            continue
        total = np.bincount(cluster, weights=mine)[whole]
        drawn = int((np.bincount(cluster, weights=mine == 0.5)[whole] == 2).sum())
        counts = count_pairs((total / 2).tolist())
        statistics = pair_statistics(counts, double_draws=drawn, student=sum(counts) < SMALL)
        names = results.names[one], results.names[other]
        found.append(PairTable(*names, statistics, int(games[~whole].sum())))
    return found


@dataclass(frozen=True, slots=True)
class SpreadTable:
    """The first-named bot's margin over the other in the game's points, one observation a pair (cluster).

    p: two-sided sign-flip test of "neither is better".
    """

    one: str
    other: str
    spread: Spread
    p: float


def spread_tables(results: Results, margins: Sequence[float], rng: Random) -> list[SpreadTable]:
    """Return the mean margin of every two bots that met. ``margins``: the first mover's, game by game."""
    values = np.asarray(margins, dtype=np.float64)
    if len(values) != results.games:
        raise RatingError("", f"{len(values)} margins for {results.games} games", "Give one a game.")
    found = []
    for one, other, chosen in _by_pairing(results):
        mine = np.where(results.first[chosen] == one, values[chosen], -values[chosen])
        _, cluster = np.unique(results.cluster[chosen], return_inverse=True)
        means = (np.bincount(cluster, weights=mine) / np.bincount(cluster)).tolist()
        names = results.names[one], results.names[other]
        found.append(SpreadTable(*names, mean_spread(means), sign_flip_test(means, rng)))
    return found


def _by_pairing(results: Results) -> Iterator[tuple[int, int, NDArray[np.int64]]]:
    """Yield (lower player, higher player, their games) for every two that met, in order of names."""
    n = len(results.names)
    key = np.minimum(results.first, results.second) * n + np.maximum(results.first, results.second)
    order = np.argsort(key, kind="stable")
    for chosen in np.split(order, np.flatnonzero(np.diff(key[order])) + 1) if len(key) else []:
        one, other = divmod(int(key[chosen[0]]), n)
        yield one, other, chosen
