"""Several threads at one search of the compiled generator, which does not hold the interpreter while it walks.

A search begins alone, and is shared out only when it turns out to be long: whoever walks looks, after every few
thousand steps, whether somebody is idle, and gives away part of what is left. So there is no plan that could be
wrong, and what two threads find is what one would have found, in the same order; a search that the clock cuts
off may end elsewhere, as it may with one thread.

Threads start with the first search that needs them, never before a fork that copies a prepared process, and
sleep between searches. They know their Crew but not the Generator, which closes it when it goes.
"""

from __future__ import annotations

import threading

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels import walk as kernels
from arena.engine.walker import Walker
from arena.engine.watch import Watch

ALONE = 5_000  # steps, a sixth of a millisecond, before it is asked whether a search is long, and asked again
LONG = 20_000  # steps that are still to come, when a search for all plays is long
MANY = 8  # items that may still beat the best play, when a search for it is long
ENOUGH = 40_000  # steps after which it is long in any case
STRETCH = 3_000  # steps of a walk between two looks at who is idle, and at the clock
DEARER = 4  # times as much does a step cost where plays are scored by the programs of their squares
GLANCE = 0.001  # seconds between two looks at the clock while others walk


def is_long(walker: Walker, steps: int) -> bool:
    """Whether a walk has so much left after ``steps`` that it is worth sharing."""
    if walker.search.rules[kernels.BEST_ONLY]:
        return steps >= ENOUGH or walker.promising() >= MANY
    done, all_ = int(walker.state[kernels.AT_ITEM]), int(walker.state[kernels.END])
    return steps * (all_ - done) >= LONG * done


class Part:
    """What one walker finds until its walk is done: rows[start:end]; ``next`` is what comes later in the same walk."""

    __slots__ = ("end", "next", "start", "walker")

    def __init__(self, walker: Walker, next_: Part | None = None) -> None:
        self.walker, self.next = walker, next_
        self.start = self.end = int(walker.state[kernels.FOUND])


class Crew:
    """Threads that help the one that calls, at one search at a time.

    threads: how many walk, with the caller; fewer where the system gives no more. walker: to make others like it.
    """

    def __init__(self, threads: int, walker: Walker) -> None:
        self._mutex = threading.Lock()  # guards what follows
        self._own = [walker.another() for _ in range(threads - 1)]
        self._spare: list[Walker] = []  # who could be given something
        self._ready: list[Walker] = []  # who was given something, and nobody has begun it
        self._sleepers: list[threading.Lock] = []  # each wakes one thread when it is released
        self._going = 0  # walks that are ready or under way
        self._stopped = self._closed = False
        self._bell = _bell()  # wakes the thread that called
        self._error: BaseException | None = None
        self._parts: dict[Walker, Part] | None = None
        self._best = np.zeros(0, np.int32)
        self._threads: list[threading.Thread] = []
        for _ in self._own:
            thread = threading.Thread(target=self._serve, daemon=True)
            try:
                thread.start()
            except RuntimeError:  # a limit of the process
                break
            self._threads.append(thread)

    @property
    def alive(self) -> bool:
        """Whether the threads are there: not in a process that was forked."""
        return all(thread.is_alive() for thread in self._threads)

    def close(self) -> None:
        """Let the threads end."""
        self._closed = True
        while self._sleepers:
            self._sleepers.pop().release()

    def every(self, walker: Walker) -> NDArray[np.int32]:
        """Finish a walk to all plays that was interrupted; return the rows, int32[n, width]."""
        first = Part(walker)
        first.start = 0
        self._parts = {walker: first}
        self._search(walker, None)
        width, rows = walker.search.width, []
        part: Part | None = first
        while part is not None:
            rows.append(part.walker.rows[part.start * width : part.end * width])
            part = part.next
        return np.concatenate(rows).reshape(-1, width)

    def best(self, walker: Walker, watch: Watch | None) -> None:
        """Finish a walk to the best play that was interrupted, unless the watch ends it: walker.best will say."""
        self._parts = None
        self._search(walker, watch)
        for other in self._own:
            if other.best[0] >= walker.best[0]:
                walker.compete(other.best, 1)

    def _search(self, walker: Walker, watch: Watch | None) -> None:
        search = walker.search
        search.rules[kernels.STEPS] = STRETCH // (DEARER if walker.ground.programmed else 1)
        for own in self._own:
            own.begin(search, np.zeros_like(walker.hand.counts), walker.space.order, 0)
        self._best = walker.best[: search.width].copy()
        self._error, self._stopped, self._bell = None, False, _bell()
        self._spare, self._going = list(self._own), 1
        try:
            self._walk(walker, watch)
            while (other := self._next(watch)) is not None:
                self._walk(other, watch)
        finally:
            self._stopped = True  # after an error, what was given away is taken up to be put down again
            with self._mutex:
                if self._bell in self._sleepers:
                    self._sleepers.remove(self._bell)
            while (other := self._next(None)) is not None:
                self._walk(other, None)
            self._spare, self._parts = [], None
            for own in self._own:
                del own.search
        if self._error is not None:
            raise self._error

    def _next(self, watch: Watch | None) -> Walker | None:
        # Waits for something to do, None when the search is over: for the thread that called.
        while True:
            with self._mutex:
                if self._ready:
                    return self._ready.pop()
                if not self._going:
                    return None
                self._sleepers.append(self._bell)
            if watch is None:
                self._bell.acquire()
                continue
            while not self._bell.acquire(timeout=-1 if self._stopped else GLANCE):
                if watch.ends(self._row()):
                    self._stopped = True

    def _serve(self) -> None:
        # The life of a thread.
        bell = _bell()
        while True:
            with self._mutex:
                walker = self._ready.pop() if self._ready else None
                if walker is None:
                    self._sleepers.append(bell)
            if walker is not None:
                self._walk(walker, None)
                continue
            if not self._closed:  # asked after lying down, for ``close`` wakes those who lie
                bell.acquire()
            if self._closed:
                return

    def _walk(self, walker: Walker, watch: Watch | None) -> None:
        # Does what a walker was given, or what is left of it when others were given of it.
        parts = self._parts
        try:
            while not self._stopped:
                if self._sleepers and self._spare and not self._ready:
                    self._give(walker)
                if parts is not None:
                    ended = walker.go_on_to_all()
                else:
                    ended = walker.go_on_to_best()
                    self._compare(walker)
                if ended == kernels.DONE:
                    break
                if watch is not None and watch.ends(walker.best_row()):
                    self._stopped = True
            if parts is not None:
                part = parts[walker]
                part.end = part.start + walker.score(part.start)
        except BaseException as error:
            self._error, self._stopped = error, True
        finally:
            with self._mutex:
                self._spare.append(walker)
                self._going -= 1
                if not self._going and self._bell in self._sleepers:
                    self._sleepers.remove(self._bell)
                    self._bell.release()

    def _give(self, walker: Walker) -> None:
        with self._mutex:
            if not self._sleepers or not self._spare or self._ready:
                return
            other = self._spare.pop()
            if not walker.give(other):
                self._spare.append(other)
                return
            if self._parts is not None:
                mine = self._parts[walker]
                self._parts[other] = mine.next = Part(other, mine.next)
            self._going += 1
            self._ready.append(other)
            self._sleepers.pop().release()

    def _compare(self, walker: Walker) -> None:
        # Lets a walker and the others know the best play; among equals each keeps its own until the end.
        mine, best = walker.best, self._best
        if mine[0] == best[0]:
            return
        with self._mutex:
            if mine[0] > best[0]:
                best[:] = mine[: best.size]
            elif mine[0] < best[0]:
                mine[: best.size] = best

    def _row(self) -> list[int] | None:
        with self._mutex:
            row: list[int] = self._best.tolist()
        return None if row[0] == kernels.NOTHING else row


def _bell() -> threading.Lock:
    bell = threading.Lock()
    bell.acquire()
    return bell
