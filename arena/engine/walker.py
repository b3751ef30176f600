"""The working space of one walk of the compiled generator, and what all walks of one search share.

A walk can be interrupted after some steps and goes on where it was; its arrays are those of ``_kernels/arrays.py``.
Where a search is split (parallel.py), every part has a Walker of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels import walk as kernels
from arena.engine._kernels.arrays import Hand, Walk
from arena.engine._kernels.score import keep_best, score_rows
from arena.engine._kernels.split import promising, split
from arena.engine.field import Field, Ground
from arena.engine.plays import kept_row
from arena.engine.programs import Programs

FIRST_ROOM = 4096  # plays for which there is room at first


class Search(NamedTuple):
    """What the walks of one search share: nothing of it changes while they go, but for the hand's counts.

    Arrays: see ``_kernels/arrays.py``.
    """

    field: Field
    hand: Hand
    items: NDArray[np.int32]
    bounds: NDArray[np.int32]
    rules: NDArray[np.int64]
    width: int  # entries of a row


class Walker:
    """One walk: used by one thread at a time, and made once for many searches at one table.

    programs: of the squares that are no plain multipliers, None where there are none. walk: the kernel.
    """

    search: Search
    hand: Hand  # with counts of its own

    def __init__(self, ground: Ground, programs: Programs | None, walk: Callable[..., int]) -> None:
        self.ground, self._programs, self._walk = ground, programs, walk
        none = np.zeros(0, np.int32)
        self.space = Walk(
            none, np.zeros(0, np.int64), np.zeros(0, np.uint64), none, none, none,
            np.zeros(kernels.STATE_SIZE, np.int64),
        )  # fmt: skip
        self.given = none  # items that others gave
        self._most = -1

    @property
    def state(self) -> NDArray[np.int64]:
        """How far it is; see ``_kernels/walk.py``."""
        return self.space.state

    @property
    def best(self) -> NDArray[np.int32]:
        """The best play so far as a row."""
        return self.space.best

    @property
    def rows(self) -> NDArray[np.int32]:
        """What it found: state[FOUND] rows, and room for more."""
        return self.space.rows

    def another(self) -> Walker:
        """Return a walker for the same table."""
        return Walker(self.ground, self._programs, self._walk)

    def begin(self, search: Search, counts: NDArray[np.int32], order: NDArray[np.int32], end: int) -> None:
        """Stand before the first of the items.

        counts: how many of each kind of tile there are, to be written to; order[:end]: the items to take.
        """
        held, space = search.width - kernels.HEADER, self.space
        stack, masks, shown, rows, best = space.stack, space.masks, space.shown, space.rows, space.best
        if held > self._most:
            self._most = held
            stack = np.zeros((2 * held + 4) * kernels.FRAME_SIZE, np.int64)
            masks = np.zeros((2 * held + 4) * kernels.MASKS_SIZE, np.uint64)
            best = np.zeros(kernels.HEADER + held, np.int32)
        if rows.size < FIRST_ROOM * search.width:
            rows = np.zeros(FIRST_ROOM * search.width, np.int32)
        if shown.size < search.field.letters.size:
            shown = np.zeros(search.field.letters.size, np.int32)
        self.space = Walk(order, stack, masks, shown, rows, best, space.state)
        self.search = search
        self.hand = search.hand if counts is search.hand.counts else search.hand._replace(counts=counts)
        best[0] = kernels.NOTHING
        space.state[:] = 0
        space.state[kernels.AT_LEVEL], space.state[kernels.END] = -1, end

    def go_on(self) -> int:
        """Walk until it is DONE, PAUSED after the steps of the search's rules, or FULL of rows."""
        ground, search = self.ground, self.search
        return self._walk(
            ground.graph, search.field.board, ground.tiles, self.hand, search.items, self.state[kernels.END],
            search.bounds, search.rules, self.space,
        )  # fmt: skip

    def go_on_to_all(self) -> int:
        """Walk until it is DONE or PAUSED, with as much room for rows as it takes."""
        while (ended := self.go_on()) == kernels.FULL:
            self.space = self.space._replace(rows=np.concatenate([self.rows, np.zeros_like(self.rows)]))
        return ended

    def go_on_to_best(self) -> int:
        """Walk on, and let what was found on squares that only their programs know compete with the best play."""
        ended = self.go_on()
        if self.state[kernels.FOUND]:
            self.compete(self.rows, self.score(0))
            self.state[kernels.FOUND] = 0
        return ended

    def promising(self) -> int:
        """Return how many of the items that are left may still beat the best play."""
        return promising(self.search.bounds, self.search.rules, self.space)

    def give(self, other: Walker) -> bool:
        """Give some of what is left of a walk that was interrupted to another walker that is done; say whether.

        Of all plays, the other one's rows belong behind those that are found here until the walk is done.
        """
        search, size = self.search, self.space.order.size
        if other.given.size < size:
            other.given = np.zeros(size, np.int32)
        other.space = other.space._replace(order=other.given)  # what it took before may be the caller's, for good
        given: bool = split(search.bounds, search.rules, self.hand, self.space, other.hand, other.space)
        if given and self.best[0] > other.best[0]:  # of equals, each keeps its own
            other.best[: search.width] = self.best[: search.width]
        return given

    def score(self, start: int) -> int:
        """Score the rows from ``start`` on that are not yet, and drop those that cannot be; return how many are left.

        They count from ``start``; the walk goes on behind them.
        """
        found, search, programs = int(self.state[kernels.FOUND]) - start, self.search, self._programs
        if programs is None or not found:
            return found
        left = score_rows(
            self.rows[start * search.width :], found, search.field.board, self.ground.tiles, programs.on(search.field),
            search.rules,
        )  # fmt: skip
        self.state[kernels.FOUND] = start + left
        return left

    def all_rows(self) -> NDArray[np.int32]:
        """Return what a walk to all plays found, scored: int32[n, width]."""
        found, width = self.score(0), self.search.width
        return self.rows[: found * width].reshape(found, width).copy()

    def compete(self, rows: NDArray[np.int32], count: int) -> None:
        """Let the first ``count`` of the rows compete with the best play."""
        keep_best(rows, count, self.search.width, self.best, self.search.field.board, self.ground.tiles)

    def best_row(self) -> list[int] | None:
        """Return the best play so far as a row, None before there is one."""
        return kept_row(self.best)
