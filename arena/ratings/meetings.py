"""What each two bots did against each other: records, crosstables, and pairs of games with swapped seats."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.contract.chance import Random
from arena.errors import RatingError
from arena.ratings.lines import Lines
from arena.ratings.numbering import places
from arena.ratings.pairs import PairStatistics, count_pairs, pair_statistics
from arena.ratings.results import GameColumns
from arena.ratings.spread import Margins, Spread, mean_spread, sign_flip_test

NOTHING = 1e-12
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


class Pairings(Lines[Pairing]):
    """Every two bots that met, names in order: a line each, made when it is asked for, and their columns.

    one, other: int64[pairings], places in the results' names. games, clusters, wins, draws, losses: int64[pairings].
    score, se: float64[pairings], the first-named's; se is "not a number" for a single cluster, and 0 where all
    clusters came out the same.
    """

    def __init__(self, results: GameColumns) -> None:
        met = _Met(results)
        mine, where = met.mine, met.where
        self.names = results.names
        self.one, self.other = met.one, met.other
        self.games, self.clusters = np.bincount(where), np.bincount(met.of)
        self.wins = np.bincount(where, weights=mine > 0.5).astype(np.int64)
        self.losses = np.bincount(where, weights=mine < 0.5).astype(np.int64)
        self.draws = self.games - self.wins - self.losses
        self.score = np.bincount(where, weights=mine) / np.maximum(self.games, 1)
        off = met.sum(mine - self.score[where])
        se = np.sqrt(np.bincount(met.of, weights=off * off)) / np.maximum(self.games, 1)
        se[se < NOTHING] = 0.0
        self.se = np.where(self.clusters > 1, se, np.nan)
        super().__init__(len(self.one), self._line)

    def among(self, names: Sequence[str]) -> list[Pairing]:
        """Return the pairings of these bots with each other."""
        chosen = np.isin(np.arange(len(self.names)), [self.names.index(name) for name in names])
        return [self[int(index)] for index in np.flatnonzero(chosen[self.one] & chosen[self.other])]

    def _line(self, index: int) -> Pairing:
        se = float(self.se[index])
        return Pairing(
            self.names[self.one[index]], self.names[self.other[index]], int(self.games[index]), int(self.wins[index]),
            int(self.draws[index]), int(self.losses[index]), float(self.score[index]), None if math.isnan(se) else se,
        )  # fmt: skip


def pairings(results: GameColumns) -> Pairings:
    """Return every two bots that met, names in order; the error takes whole clusters (pairs) as observations."""
    return Pairings(results)


def crosstable(results: GameColumns) -> dict[tuple[str, str], Pairing]:
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


def pair_tables(results: GameColumns) -> Lines[PairTable]:
    """Return the pair statistics of every two bots of whom at least one complete pair is there.

    A pair is the two games of a cluster in which the two bots met, once with each of them first.
    Raises RatingError for the points of a pair that are no whole or half ones.
    """
    met = _Met(results)
    size = np.bincount(met.inside)
    whole = (size == 2) & (met.sum((results.first == met.one[met.where]).astype(np.float64)) == 1)
    total = met.sum(met.mine)[whole]
    bucket = np.round(2 * total).astype(np.int64)
    if (odd := np.flatnonzero(bucket != 2 * total)).size:
        count_pairs([float(total[odd[0]]) / 2])  # says what is wrong with it
    one, other = met.one, met.other
    n = len(one)
    counts = np.bincount(met.of[whole] * 5 + bucket, minlength=5 * n).reshape(n, 5)
    drawn = np.bincount(met.of[whole], weights=met.sum(met.mine == 0.5)[whole] == 2, minlength=n).astype(np.int64)
    left_out = np.bincount(met.of[~whole], weights=size[~whole], minlength=n).astype(np.int64)
    rows = np.flatnonzero(counts.sum(axis=1))
    names = results.names

    def line(index: int) -> PairTable:
        row = rows[index]
        own = counts[row].tolist()
        statistics = pair_statistics(own, double_draws=int(drawn[row]), student=sum(own) < SMALL)
        return PairTable(names[one[row]], names[other[row]], statistics, int(left_out[row]))

    return Lines(len(rows), line)


@dataclass(frozen=True, slots=True)
class SpreadTable:
    """The first-named bot's margin over the other in the game's points, one observation a pair (cluster).

    p: two-sided sign-flip test of "neither is better".
    """

    one: str
    other: str
    spread: Spread
    p: float


def spread_tables(results: GameColumns, margins: Margins, rng: Random) -> list[SpreadTable]:
    """Return the mean margin of every two bots that met. ``margins``: the first mover's, game by game."""
    values = np.asarray(margins, dtype=np.float64)
    if len(values) != results.games:
        raise RatingError("", f"{len(values)} margins for {results.games} games", "Give one a game.")
    tables = []
    for one, other, chosen in _by_pairing(results):
        mine = np.where(results.first[chosen] == one, values[chosen], -values[chosen])
        _, cluster = places(results.cluster[chosen])
        means = np.bincount(cluster, weights=mine) / np.bincount(cluster)
        names = results.names[one], results.names[other]
        tables.append(SpreadTable(*names, mean_spread(means), sign_flip_test(means, rng)))
    return tables


def _by_pairing(results: GameColumns) -> Iterator[tuple[int, int, NDArray[np.int64]]]:
    """Yield (lower player, higher player, their games) for every two that met, in order of names."""
    met = _Met(results)
    order = np.argsort(met.where, kind="stable")
    if not results.games:
        return
    for index, chosen in enumerate(np.split(order, np.cumsum(np.bincount(met.where))[:-1])):
        yield int(met.one[index]), int(met.other[index]), chosen


class _Met:
    """Games by the two who met, and within these by cluster: a *meeting*.

    one, other: int64[pairings], the lower and the higher player. where: int64[games], the pairing of each game.
    inside: int64[games], its meeting. of: int64[meetings], the pairing of each meeting. mine: float64[games], the
    points of the lower player.
    """

    def __init__(self, results: GameColumns) -> None:
        n = max(1, len(results.names))
        low, high = np.minimum(results.first, results.second), np.maximum(results.first, results.second)
        key, self.where = places(low * n + high)
        self.one, self.other = key // n, key % n
        clusters = int(results.cluster.max()) + 1 if results.games else 1
        meeting, self.inside = places(self.where * clusters + results.cluster)
        self.of = meeting // clusters
        self.mine = np.where(results.first == low, results.points, 1 - results.points)

    def sum(self, values: NDArray[np.float64] | NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return float64[meetings]: the sums of one value a game."""
        return np.asarray(np.bincount(self.inside, weights=values, minlength=len(self.of)), dtype=np.float64)
