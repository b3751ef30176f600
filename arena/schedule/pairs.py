"""Pairs of games, and which of them is played next where that is free: what every such order shares. Pure.

A pair is given out whole: its games share a seed, with the seats rotated. How long games are expected to take is asked
anew for each pair, so that what was learnt of it meanwhile counts.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

from arena.schedule.jobs import Job

Seconds = Callable[[str, tuple[str, ...]], float]  # (variant, table) -> seconds that a game is expected to take


@dataclass(frozen=True, slots=True)
class Pair:
    """The missing games of one pair. table: its bots, sorted."""

    variant: str
    table: tuple[str, ...]
    jobs: tuple[Job, ...]


class PairOrder(Protocol):
    """Pairs that are missing, one at a time."""

    @property
    def shortest(self) -> float | None:
        """Seconds of the shortest pair that may come next, all workers being idle; None where none is missing."""

    def next(self, limit: float, busy: Sequence[float] = ()) -> Pair | None:
        """Return the next pair of those that are expected to be over within so many seconds; None without any.

        busy: after how many seconds each worker is expected to be free, sorted; () where all are idle.
        """

    def retime(self, bots: Collection[str]) -> None:
        """Ask again how long the games of these bots are expected to take."""


def paired(jobs: Iterable[Job]) -> Iterator[Pair]:
    """Yield the pairs of games that come one after another, each when it is asked for."""
    for _, games in groupby(jobs, key=lambda job: job.pair_id):
        together = tuple(games)
        yield Pair(together[0].variant, tuple(sorted(together[0].bots)), together)


class InSequence(PairOrder):
    """Pairs in the order in which they are given; none is begun before the one ahead of it."""

    def __init__(self, pairs: Iterable[Pair], seconds: Seconds, workers: int) -> None:
        """pairs: is asked for each when it may come next. workers: games at once."""
        self._pairs, self._seconds, self._workers = iter(pairs), seconds, workers
        self._next = next(self._pairs, None)

    @property
    def shortest(self) -> float | None:
        return None if self._next is None else self._wall(self._next, ())

    def next(self, limit: float, busy: Sequence[float] = ()) -> Pair | None:
        pair = self._next
        if pair is None or self._wall(pair, busy) > limit:
            return None
        self._next = next(self._pairs, None)
        return pair

    def retime(self, bots: Collection[str]) -> None:
        """Do nothing: it is asked each time."""

    def _wall(self, pair: Pair, busy: Sequence[float]) -> float:
        free = list(busy) or [0.0] * self._workers
        seconds, over = self._seconds(pair.variant, pair.table), 0.0
        for _ in pair.jobs:
            over = max(over, ended := free[0] + seconds)
            heapq.heapreplace(free, ended)
        return over


class Running:
    """Games on their way, and when each is expected to be over. Times are what is left of a budget then."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._ends: dict[str, float] = {}

    def begun(self, id: str, left: float, seconds: float) -> None:
        """Note a game that begins with so much left, or that waits for the worker that is free first."""
        last = sorted(self._ends.values())[: self._workers]
        self._ends[id] = (left if len(last) < self._workers else min(left, last[-1])) - seconds

    def ended(self, id: str) -> None:
        """Note that a game is over."""
        self._ends.pop(id, None)

    def may_begin(self, left: float, longest: float | None) -> bool:
        """Tell whether a worker is free, or all that waits for it is over in time even where games are the longest.

        longest: seconds of a game, None where nothing ends one in time.
        """
        if len(self._ends) < self._workers:
            return True
        return longest is not None and -(-(len(self._ends) + 1) // self._workers) * longest <= left

    def busy(self, left: float) -> list[float]:
        """Return after how many seconds each worker is expected to be free, sorted; one that is overdue, at once."""
        ends = sorted(max(0.0, left - end) for end in self._ends.values())[-self._workers :]
        return [0.0] * (self._workers - len(ends)) + ends
