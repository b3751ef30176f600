"""A priority queue: put things in, take the least one out.

Everything that keeps an ordered list with a bound (best moves, best plays, the next pairing) keeps it here.
The cost is that of a binary heap (``heapq``), with n things inside:

=================  ==========================================
``insert``         O(log n)
``take``           O(log n)
``least``          O(1)
``len``, ``bool``  O(1)
=================  ==========================================

Things that compare equal come out in the order in which they went in. The keys decide alone: the things
themselves are never compared, so they need no order of their own.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from arena.errors import ArenaError

T = TypeVar("T")


class EmptyQueue(ArenaError):
    """The least thing of an empty queue was asked for."""


class PriorityQueue(Generic[T]):
    """A queue whose least thing comes out first.

    key: what the order goes by (anything that ``<`` orders totally); the thing itself by default.
    """

    def __init__(self, things: Iterable[T] = (), *, key: Callable[[T], Any] = lambda thing: thing) -> None:
        self._key = key
        self._count = 0
        self._heap: list[tuple[Any, int, T]] = []
        for thing in things:
            self.insert(thing)

    def __len__(self) -> int:
        return len(self._heap)

    def insert(self, thing: T) -> None:
        """Put a thing in."""
        heapq.heappush(self._heap, (self._key(thing), self._count, thing))
        self._count += 1

    def least(self) -> T:
        """Return the least thing and leave it in; raise EmptyQueue where there is none."""
        if not self._heap:
            raise EmptyQueue("priority queue", "it is empty, so it has no least thing", "Ask len() or bool() first")
        return self._heap[0][2]

    def take(self) -> T:
        """Take the least thing out and return it; raise EmptyQueue where there is none."""
        thing = self.least()
        heapq.heappop(self._heap)
        return thing


def in_order(things: Iterable[T], *, key: Callable[[T], Any] = lambda thing: thing) -> Iterator[T]:
    """Yield the things, least first, written against the queue's interface alone; stable, O(n log n)."""
    yield from drain(PriorityQueue(things, key=key))


def best(things: Iterable[T], count: int, *, key: Callable[[T], Any] = lambda thing: thing) -> list[T]:
    """Return the ``count`` greatest things, greatest first, in O(n log count) time and O(count) room.

    Of things that compare equal those that came first are kept, and come first.
    """
    kept: PriorityQueue[tuple[Any, int, T]] = PriorityQueue(key=lambda entry: entry[:2])
    for index, thing in enumerate(things):
        kept.insert((key(thing), -index, thing))
        if len(kept) > count:
            kept.take()
    return [thing for _, _, thing in drain(kept)][::-1]


def drain(queue: PriorityQueue[T]) -> Iterator[T]:
    """Yield what a queue holds, least first, and leave it empty."""
    while queue:
        yield queue.take()
