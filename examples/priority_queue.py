"""A second priority queue beside arena's own: the same interface, another way to keep the order.

Arena's queue (arena/contract/queue.py) is a binary heap in a list. This one is a leftist heap: a tree whose shorter
side is always on the right, so that two heaps are melded along their right sides in O(log n), and everything else is
a meld. A heap is a value: melding makes a new one and leaves both as they were.

    python examples/priority_queue.py

runs one test over both queues and says what it found. To try one of your own, give it to ``check``.

Source: Crane, Linear Lists and Priority Queues as Balanced Binary Trees (1972).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from arena.contract.queue import EmptyQueue, PriorityQueue, drain

T = TypeVar("T")


@dataclass(frozen=True)
class Heap(Generic[T]):
    """One thing, least of all below it. rank: steps to the nearest missing branch, along the right side."""

    key: Any
    thing: T
    left: Heap[T] | None = None
    right: Heap[T] | None = None
    rank: int = 1


def meld(one: Heap[T] | None, other: Heap[T] | None) -> Heap[T] | None:
    """Return a heap of the things of both, in O(log n) time; of equal keys those of ``one`` come first."""
    if one is None or other is None:
        return one or other
    if other.key < one.key:
        one, other = other, one
    right = meld(one.right, other)
    assert right is not None, "a meld with something is something"
    left = one.left
    if left is None or left.rank < right.rank:
        left, right = right, left  # the shorter side goes to the right
    return Heap(one.key, one.thing, left, right, 1 + (right.rank if right is not None else 0))


class LeftistQueue(Generic[T]):
    """The interface of PriorityQueue over a leftist heap."""

    def __init__(self, things: Iterable[T] = (), *, key: Callable[[T], Any] = lambda thing: thing) -> None:
        self._key = key
        self._heap: Heap[T] | None = None
        self._size = self._count = 0
        for thing in things:
            self.insert(thing)

    def __len__(self) -> int:
        return self._size

    def insert(self, thing: T) -> None:
        """Put a thing in; of equal ones the earlier comes out first, so its number belongs to the key."""
        self._heap = meld(self._heap, Heap((self._key(thing), self._count), thing))
        self._size, self._count = self._size + 1, self._count + 1

    def least(self) -> T:
        """Return the least thing and leave it in; raise EmptyQueue where there is none."""
        if self._heap is None:
            raise EmptyQueue("priority queue", "it is empty, so it has no least thing", "Ask len() or bool() first")
        return self._heap.thing

    def take(self) -> T:
        """Take the least thing out and return it; raise EmptyQueue where there is none."""
        thing = self.least()
        assert self._heap is not None
        self._heap = meld(self._heap.left, self._heap.right)
        self._size -= 1
        return thing


def check(make: Callable[..., Any], rng: random.Random) -> int:
    """Put a queue to the test against a sorted list; return how many steps it passed, or raise AssertionError."""
    queue: Any = make(key=lambda pair: pair[0])
    mirror: list[tuple[int, int]] = []
    steps = 2000
    for step in range(steps):
        if mirror and rng.random() < 0.45:
            expected = min(mirror)  # of equal keys the earlier one: the second number counts the steps
            assert queue.least() == expected and queue.take() == expected
            mirror.remove(expected)
        else:
            pair = (rng.randrange(20), step)
            queue.insert(pair)
            mirror.append(pair)
        assert len(queue) == len(mirror)
    assert list(drain(queue)) == sorted(mirror)
    for ask in (queue.take, queue.least):
        try:
            ask()
        except EmptyQueue:
            continue
        raise AssertionError("an empty queue gave something")
    return steps


if __name__ == "__main__":
    for make in (PriorityQueue, LeftistQueue):
        print(f"{make.__name__}: {check(make, random.Random(1)):,} steps as a sorted list would have them")
