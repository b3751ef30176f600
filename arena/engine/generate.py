"""Finds every legal play, or the best one, on any board: the public face of the compiled generator.

A Generator is made once for a table and used by one thread at a time; it keeps its working space from
call to call. A play is named by its tiles: which tile, on which square, with which face; a single
tile is one play, whichever way it is read. The order of plays, best first: most points, then the main
word by the alphabet, its row, its column, across before down, and the tiles' ids. A single tile that makes
two words has the one across for its main word.

Plays whose points cannot be told, because a square's program fails on them, are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from arena.contract.budget import Budget
from arena.engine._kernels import bounds
from arena.engine._kernels import seek as seeking
from arena.engine._kernels import walk as kernels
from arena.engine._kernels.arrays import Hand
from arena.engine.field import Field, ground_of
from arena.engine.parallel import ALONE, DEARER, Crew, is_long
from arena.engine.plays import Plays, read_row
from arena.engine.programs import programs_of
from arena.engine.seeker import Seeker
from arena.engine.walker import Search, Walker
from arena.engine.watch import Watch
from arena.scrabble.finding import EngineField, ScoredPlay
from arena.scrabble.legality import knows
from arena.scrabble.moves import Play
from arena.scrabble.position import all_words, laid
from arena.scrabble.table import Table

__all__ = ["Generator", "Plays", "ScoredPlay"]

NO_LIMIT = 1 << 62
SLICE = 20_000  # steps of a walk between two looks at the budget: one or two milliseconds
MOST_BAGS = 400  # bags of letters that a hand can show (two wild cards: 351); beyond it, they are not looked up


def own_field(field: EngineField) -> Field:
    """Return a field as this engine's own; raise TypeError for another's."""
    if not isinstance(field, Field):
        raise TypeError(f"a field of this engine is wanted (Table.empty_field), not {type(field).__name__}")
    return field


class Generator:
    """Move generation for one table. Making one compiles or loads the kernels, before any clock starts.

    threads: how many may work at one long search (see parallel.py); what is found is the same.
    """

    def __init__(self, table: Table, threads: int = 1) -> None:
        self.table = table
        self.ground = ground_of(table)
        if self.ground.graph.edges.dtype == np.uint32:
            seek: Callable[..., int] = seeking.search
            walk, self._shadow = kernels.walk, bounds.shadow
        else:
            from arena.engine._kernels import wide

            walk, self._shadow, seek = wide.walk, wide.shadow, wide.search
        rules = self._rules = np.zeros(kernels.RULES_SIZE, np.int64)
        rules[kernels.BONUS_TILES] = table.rules.bonus_count(table.hand_size)
        rules[kernels.BONUS], rules[kernels.FACTOR] = table.rules.full_hand_bonus, table.rules.bonus_factor
        self._first = np.zeros(66, np.int32)
        self._options = np.zeros((max(1, len(self.ground.tiles.faces)), 3), np.int32)
        self._items = np.zeros(0, np.int32)
        self._bounds = np.zeros(1, np.int32)
        self._most = -1
        self._room(table.hand_size)
        programs = programs_of(table)
        self._bags = np.zeros(2 * MOST_BAGS, np.int64)
        self._walker = Walker(self.ground, programs, walk)
        self._threads = threads
        self._crew: Crew | None = None
        self._seeker = Seeker(self.ground, self._rules, table.rules.opening_tiles, seek, programs)

    def _room(self, held: int) -> None:
        # Makes working space for hands of so many tiles.
        if held <= self._most:
            return
        self._most = held
        self._tiles = np.zeros(2 * held, np.int32)
        self._kinds = np.zeros(held, np.uint64)
        self._counts, self._dear = np.zeros(held, np.int32), np.zeros(held, np.int32)
        self._worth = np.zeros(held, np.int32)
        self._scratch = np.zeros(7 * (held + 2) + 2 * bounds.ASKED, np.int64)

    def plays(self, field: EngineField, hand: Mapping[int, int]) -> Plays:
        """Return all legal plays of a hand ({tile id: how many}) on a field, in no order."""
        field = own_field(field)
        if not self._begin(field, hand, best_only=False):
            return Plays(field, np.zeros((0, kernels.HEADER), np.int32))
        walker = self._walker
        steps = self._rules[kernels.STEPS] = NO_LIMIT if self._threads == 1 else ALONE
        while (ended := walker.go_on_to_all()) != kernels.DONE and not is_long(walker, steps):
            steps += ALONE
        rows = walker.all_rows() if ended == kernels.DONE else self._together().every(walker)
        lone = self._lone(field)
        if lone:
            rows = np.vstack([rows, np.array(lone, np.int32).reshape(len(lone), -1)])
        plays = Plays(field, rows)
        return plays.where(self._mends(field)) if self._broken(field) else plays

    def in_stretches(self, field: Field, hand: Mapping[int, int], steps: int) -> Iterator[NDArray[np.int32]]:
        """Yield the rows of all legal plays, those of so many steps of the walk at a time; some may have none."""
        broken = self._broken(field)

        def legal(rows: NDArray[np.int32]) -> NDArray[np.int32]:
            return Plays(field, rows).where(self._mends(field)).rows if broken else rows

        if not self._begin(field, hand, best_only=False):
            return
        if lone := self._lone(field):
            yield legal(np.array(lone, np.int32))
        walker = self._walker
        self._rules[kernels.STEPS] = steps
        while True:
            ended = walker.go_on()
            yield legal(walker.all_rows())
            walker.state[kernels.FOUND] = 0
            if ended == kernels.DONE:
                return

    def prepare_equity(self) -> None:
        """Have the kernels of searches by equity at hand, before any clock starts: some are made only where needed."""
        if self.ground.graph.edges.dtype != np.uint32:
            from arena.engine._kernels import wide_equity  # noqa: F401

    def seeker(self, field: Field) -> Seeker | None:
        """Return who finds the best play by look-ups, None where plays must be looked at one by one."""
        return None if self._broken(field) else self._seeker

    def steps(self, count: int) -> None:
        """Let a search go on for so many steps before it is interrupted."""
        self._rules[kernels.STEPS] = count

    def best(
        self, field: EngineField, hand: Mapping[int, int], budget: Budget[Play] | None = None
    ) -> ScoredPlay | None:
        """Return the first of the plays in their order, None where there is none.

        budget: just before its time is up, the best play so far is returned; each better one is offered meanwhile.
        """
        field = own_field(field)
        if self._broken(field):
            return next(iter(self.plays(field, hand).sorted()), None)
        if self._seeker.begin(field, hand):
            row = self.look_up(field, budget)
            return None if row is None else read_row(field, field.letters, row)
        if not self._begin(field, hand, best_only=True):
            return None
        walker = self._walker
        for lone in self._lone(field):
            walker.compete(np.array(lone, np.int32), 1)
        if self._threads > 1:
            self._rules[kernels.STEPS] = ALONE // (DEARER if self.ground.programmed else 1)
        else:
            self._rules[kernels.STEPS] = NO_LIMIT if budget is None else SLICE
        watch, steps = None if budget is None else Watch(field, budget), 0
        while walker.go_on_to_best() != kernels.DONE:
            if watch is not None and watch.ends(walker.best_row()):
                break
            steps += ALONE
            if self._threads > 1 and is_long(walker, steps):
                self._together().best(walker, watch)
                break
        row = walker.best_row()
        return None if row is None else read_row(field, field.letters, row)

    def look_up(self, field: Field, budget: Budget[Play] | None, *, by_equity: bool = False) -> list[int] | None:
        """Go on with a search by look-ups that has begun, until it is over or its time is up; return its best row.

        budget: is offered better plays meanwhile. by_equity: what the search goes by.
        """
        seeker = self._seeker
        self._rules[kernels.STEPS] = NO_LIMIT if budget is None else SLICE
        watch: Watch | None = None  # most searches are over before they would be interrupted
        while seeker.go_on() != kernels.DONE:
            if budget is not None:
                watch = watch or Watch(field, budget)
                if watch.ends(seeker.best_row(), seeker.equity if by_equity else None):
                    break
        return seeker.best_row()

    def _begin(self, field: Field, hand: Mapping[int, int], best_only: bool) -> bool:
        # Gets everything ready for the walk; False where no play can be.
        held = sum(hand.values())
        if not held:
            return False
        self._room(held)
        field.widen(held)
        ground, rules = self.ground, self._rules
        distinct = 0
        for tile, count in hand.items():
            self._tiles[2 * distinct], self._tiles[2 * distinct + 1] = tile, count
            distinct += 1
        own = Hand(
            self._tiles, self._first, self._options, self._kinds[:distinct], self._counts[:distinct], self._dear,
            self._worth,
        )  # fmt: skip
        bounds.prepare(own, ground.tiles)
        if len(self._items) < len(field.letters):
            self._items = np.zeros(len(field.letters), np.int32)
            self._order = np.zeros(len(field.letters), np.int32)
            self._same_order = np.arange(len(field.letters), dtype=np.int32)
        rules[kernels.HELD], rules[kernels.BEST_ONLY] = held, best_only
        if field.opening:
            cells = field.opening_cells()
            count = len(cells)
            self._items[:count] = cells
            rules[kernels.FEWEST] = self.table.rules.opening_tiles
        else:
            rules[kernels.FEWEST] = 1
            count = kernels.find_items(field.board, self._items)
        if best_only and count:
            block = (held + 2) * (held + 1)
            if len(self._bounds) < count * block:
                self._bounds = np.zeros(2 * count * block, np.int32)
            bag_count = 0
            if ground.index.known:
                bag_count = bounds.bags_of_hand(own, ground.tiles, ground.index.salts, self._bags)
            self._shadow(
                ground.graph, field.board, own, self._items, count, rules, self._scratch, ground.index,
                self._bags[: max(0, bag_count)], self._bounds, self._order,
            )  # fmt: skip
        if not count:
            return False
        search = Search(field, own, self._items, self._bounds, rules, kernels.HEADER + held)
        self._walker.begin(search, own.counts, self._order if best_only else self._same_order, count)
        return True

    def _together(self) -> Crew:
        # The threads that help; a process that was forked from this one's has to start its own.
        if self._crew is None or not self._crew.alive:
            self._crew = Crew(self._threads, self._walker)
            finalize(self, self._crew.close).atexit = False
        return self._crew

    def _lone(self, field: Field) -> list[list[int]]:
        # Where one tile may open the game, it makes no word: rows for every face of the hand.
        if not field.opening or self.table.rules.opening_tiles > 1:
            return []
        cell, held = int(self._items[0]), int(self._rules[kernels.HELD])
        points = int(self._rules[kernels.BONUS]) if self._rules[kernels.BONUS_TILES] == 1 else 0
        faces = self._options[: self._first[64], 1].tolist()
        return [[points, cell, cell, 1, face] + [0] * (held - 1) for face in faces]

    def _broken(self, field: Field) -> bool:
        # Whether the rule book looks at the whole board, and something on it is no word.
        if not self.table.rules.check_whole_board:
            return False
        return not all(knows(self.table, run) for run, _ in all_words(field.tiles))

    def _mends(self, field: Field) -> Callable[[ScoredPlay], bool]:
        def whole(play: ScoredPlay) -> bool:
            after = laid(field.tiles, play.play.tiles)
            return all(knows(self.table, run) for run, _ in all_words(after))

        return whole
