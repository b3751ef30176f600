"""Pairs of games in the order in which they tell most of the ratings for the time that they take. Pure.

Of all pairs that are missing the next one is that which takes most off the sum of the variances of the ratings for
each second that it is expected to take, all before it taken for played (``ratings/information.py``). Among equals,
it is the first in the order of the tournament. A pair of which a game is there already comes before all others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from arena.config.model import Tournament
from arena.contract.result import game_id
from arena.ratings.information import Array, Information
from arena.schedule.jobs import Job, make_job, tables

_DIGITS = 9  # in which gains are compared, so that rounding decides nothing

Seconds = Callable[[str, tuple[str, ...]], float]  # (variant, table) -> seconds that a game is expected to take


@dataclass(frozen=True, slots=True)
class Pair:
    """The missing games of one pair. table: its bots, sorted. seconds: that each game is expected to take."""

    variant: str
    table: tuple[str, ...]
    jobs: tuple[Job, ...]
    seconds: float

    def wall(self, workers: int) -> float:
        """Return the seconds after which all its games are over, on so many workers that have nothing else to do."""
        return self.seconds * -(-len(self.jobs) // workers)


class Informative:
    """The missing pairs of a tournament of two, one at a time."""

    def __init__(
        self,
        tournament: Tournament,
        done: Collection[str],
        names: Sequence[str],
        taken: Array,
        seconds: Seconds,
        workers: int,
        only: Container[str] | None = None,
    ) -> None:
        """done: ids of the games that are there. names: of all that played or will. only: see ``missing_jobs``.

        taken: float64[n, n], points that each of ``names`` took from each. workers: games at once.
        """
        self._tournament, self._done, self._seconds, self._workers = tournament, done, seconds, workers
        self._variants = [variant.name for variant in tournament.variants]
        self._caps = tournament.caps()
        self._begun = _begun(done)
        place = {name: index for index, name in enumerate(names)}
        wanted = np.zeros(len(names), dtype=np.bool_)
        wanted[[place[bot.name] for bot in tournament.bots]] = True
        self._information = Information(taken, wanted)
        self._tables = [table for table in tables(tournament) if only is None or any(bot in only for bot in table)]
        self._first = np.array([place[table[0]] for table in self._tables], dtype=np.int64)
        self._second = np.array([place[table[1]] for table in self._tables], dtype=np.int64)
        self._rest = [self._missing(table) for table in self._tables]
        self._next = [next(pairs, None) for pairs in self._rest]
        self._walls = np.array([self._wall(pair) for pair in self._next])
        self._costs = np.array([np.inf if pair is None else pair.seconds * len(pair.jobs) for pair in self._next])
        self._games = np.array([0 if pair is None else len(pair.jobs) for pair in self._next], dtype=np.int64)

    @property
    def shortest(self) -> float | None:
        """Seconds of the shortest pair that may come next, None where none is missing."""
        least = float(self._walls.min(initial=np.inf))
        return None if np.isinf(least) else least

    def next(self, limit: float) -> Pair | None:
        """Return the next pair of those that are expected to be over within so many seconds; None without any."""
        fits = np.flatnonzero(self._walls <= limit)
        if not len(fits):
            return None
        halves = fits[self._games[fits] < self._tournament.players]
        if len(halves):
            at = int(halves[0])
        else:
            gains = self._information.gains(self._first[fits], self._second[fits], self._games[fits])
            worth = gains / self._costs[fits]
            at = int(fits[np.argmax(np.round(worth / (worth.max() or 1.0), _DIGITS))])
        pair = self._next[at]
        assert pair is not None
        self._information.learn(int(self._first[at]), int(self._second[at]), len(pair.jobs))
        following = next(self._rest[at], None)
        self._next[at], self._walls[at] = following, self._wall(following)
        self._costs[at] = np.inf if following is None else following.seconds * len(following.jobs)
        self._games[at] = 0 if following is None else len(following.jobs)
        return pair

    def _wall(self, pair: Pair | None) -> float:
        return np.inf if pair is None else pair.wall(self._workers)

    def _missing(self, table: tuple[str, ...]) -> Iterator[Pair]:
        """Yield the pairs of a table that are missing: those of which there is a part first, then in their order."""
        pairing, halves = "-vs-".join(table), range(1, self._tournament.players + 1)
        most = min((self._caps[name] for name in table if name in self._caps), default=self._tournament.pairs)
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
        return Pair(variant, table, made, self._seconds(variant, table))


def _begun(done: Collection[str]) -> dict[str, list[tuple[str, int]]]:
    """Return pairing -> (variant, pair) of which there is a game, in order."""
    begun: dict[str, set[tuple[int, str]]] = defaultdict(set)
    for id in done:
        variant, pairing, pair, _ = id.split("/")
        begun[pairing].add((int(pair), variant))
    return {pairing: [(variant, pair) for pair, variant in sorted(found)] for pairing, found in begun.items()}
