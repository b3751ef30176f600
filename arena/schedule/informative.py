"""Pairs of games in the order in which they tell most of the ratings for the time that they take. Pure.

Of all pairs that are missing the next one is that which takes most off the sum of the variances of the ratings for
each second that it is expected to take, all before it taken for played (``ratings/information.py``). Among equals,
it is the first in the order of the tournament. A pair of which a game is there already comes before all others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence

import numpy as np

from arena.config.model import Tournament
from arena.contract.game_ids import game_id, name_of
from arena.ratings.information import Array, Information
from arena.schedule.jobs import Job, is_asked_for, make_job, tables_with_pairs
from arena.schedule.pairs import Pair, PairOrder, Seconds, paired

_DIGITS = 9  # in which gains are compared, so that rounding decides nothing


class Known:
    """What is known of the ratings of some bots, as long as pairs are given out. place: of each in ``information``."""

    def __init__(self, names: Sequence[str], taken: Array, wanted: Iterable[str]) -> None:
        """taken: float64[n, n], points that each of ``names`` took from each. wanted: whose variances count."""
        self.place: Mapping[str, int] = {name: index for index, name in enumerate(names)}
        mask = np.zeros(len(names), dtype=np.bool_)
        mask[[self.place[name] for name in wanted]] = True
        self.information = Information(taken, mask)

    def rating(self, name: str) -> float:
        """Return the rating of a bot before the first pair was given out, as natural-log odds."""
        return float(self.information.ratings[self.place[name]])


class MostInformative(PairOrder):
    """Pairs of games of two, the one that tells most for its time first."""

    def __init__(
        self, queues: Sequence[tuple[tuple[str, ...], Iterable[Pair]]], known: Known, seconds: Seconds, workers: int
    ) -> None:
        """queues: tables, each with its missing pairs in their order; pairs are asked for one at a time."""
        self._known, self._seconds, self._workers = known, seconds, workers
        self._tables = [table for table, _ in queues]
        self._first = np.array([known.place[table[0]] for table in self._tables], dtype=np.int64)
        self._second = np.array([known.place[table[1]] for table in self._tables], dtype=np.int64)
        self._rest = [iter(pairs) for _, pairs in queues]
        self._next: list[Pair | None] = [None] * len(queues)
        self._takes = np.full(len(queues), np.inf)  # seconds of each game of the next pair
        self._games = np.zeros(len(queues), dtype=np.int64)  # of the next pair
        for at in range(len(queues)):
            self._advance(at)

    @property
    def shortest(self) -> float | None:
        least = float(self._walls([0.0] * self._workers).min(initial=np.inf))
        return None if np.isinf(least) else least

    def next(self, limit: float, busy: Sequence[float] = ()) -> Pair | None:
        fits = np.flatnonzero(self._walls(busy or [0.0] * self._workers) <= limit)
        if not len(fits):
            return None
        halves = fits[self._games[fits] < 2]
        if len(halves):
            at = int(halves[0])
        else:
            gains = self._known.information.gains(self._first[fits], self._second[fits], self._games[fits])
            worth = gains / (self._takes[fits] * self._games[fits])
            at = int(fits[np.argmax(np.round(worth / (worth.max() or 1.0), _DIGITS))])
        pair = self._next[at]
        assert pair is not None
        self._known.information.learn(int(self._first[at]), int(self._second[at]), len(pair.jobs))
        self._advance(at)
        return pair

    def retime(self, bots: Collection[str]) -> None:
        if not bots:
            return
        for at, pair in enumerate(self._next):
            if pair is not None and (self._tables[at][0] in bots or self._tables[at][1] in bots):
                self._takes[at] = self._seconds(pair.variant, pair.table)

    def _advance(self, at: int) -> None:
        """Look at the next pair of a table."""
        pair = self._next[at] = next(self._rest[at], None)
        self._takes[at] = np.inf if pair is None else self._seconds(pair.variant, pair.table)
        self._games[at] = 0 if pair is None else len(pair.jobs)

    def _walls(self, busy: Sequence[float]) -> Array:
        """Return float64[tables]: the seconds until the next pair of each is over, if it begins as soon as it can.

        The second half is for the worker that is free first then: that of the first half, or another one.
        """
        first = busy[0] + self._takes
        second = np.minimum(first, busy[1]) if len(busy) > 1 else first
        walls: Array = np.where(self._games < 2, first, np.maximum(first, second + self._takes))
        return walls


class Informative(MostInformative):
    """The missing pairs of a round robin or a gauntlet of two."""

    def __init__(
        self,
        tournament: Tournament,
        done: Collection[str],
        names: Sequence[str],
        taken: Array,
        seconds: Seconds,
        workers: int,
        only: Container[str] | None = None,
        out: Collection[str] = (),
    ) -> None:
        """done: ids of the games that are there. names: of all that played or will. only, out: see ``missing_jobs``.

        taken: float64[n, n], points that each of ``names`` took from each. workers: games at once.
        """
        self._tournament, self._done = tournament, done
        self._variants = [variant.name for variant in tournament.variants]
        self._begun = _begun(done)
        queues = [
            (table, self._missing(table, most))
            for table, most in tables_with_pairs(tournament)
            if is_asked_for(table, only, out)
        ]
        known = Known(names, taken, (bot.name for bot in tournament.bots))
        super().__init__(queues, known, seconds, workers)

    def _missing(self, table: tuple[str, ...], most: int) -> Iterator[Pair]:
        """Yield the pairs of a table that are missing: those of which there is a part first, then in their order.

        most: pairs that it plays.
        """
        pairing, halves = "-vs-".join(table), range(1, self._tournament.players + 1)
        for variant, pair in self._begun.get(pairing, ()):
            lacking = [half for half in halves if game_id(variant, pairing, pair, half) not in self._done]
            if lacking and variant in self._variants and pair <= most:
                yield self._pair(variant, table, pair, lacking)
        begun = set(self._begun.get(pairing, ()))
        for pair in range(1, most + 1):
            for variant in self._variants:
                if (variant, pair) not in begun:
                    yield self._pair(variant, table, pair, halves)

    def _pair(self, variant: str, table: tuple[str, ...], pair: int, halves: Sequence[int]) -> Pair:
        made = tuple(make_job(self._tournament, variant, table, pair, half) for half in halves)
        return Pair(variant, table, made)


def in_round(jobs: Iterable[Job], known: Known, seconds: Seconds, workers: int) -> MostInformative:
    """Return the order of games that may all be played now, such as those of a round."""
    queues: dict[tuple[str, ...], list[Pair]] = {}
    for pair in paired(jobs):
        queues.setdefault(pair.table, []).append(pair)
    begun_first = [(table, sorted(pairs, key=lambda pair: len(pair.jobs))) for table, pairs in queues.items()]
    return MostInformative(begun_first, known, seconds, workers)


def _begun(done: Collection[str]) -> dict[str, list[tuple[str, int]]]:
    """Return pairing -> (variant, pair) of which there is a game, in order."""
    begun: dict[str, set[tuple[int, str]]] = defaultdict(set)
    for id in done:
        name = name_of(id)
        begun[name.pairing].add((name.pair, name.variant))
    return {pairing: [(variant, pair) for pair, variant in sorted(found)] for pairing, found in begun.items()}
