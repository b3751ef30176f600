"""Finds every legal play, or the best one, on any board: the public face of the compiled generator.

A Generator is made once for a table and used by one thread at a time; it keeps its working space from
call to call. A play is named by its tiles: which tile, on which square, with which face; a single
tile is one play, whichever way it is read. The order of plays, best first: most points, then the main
word by the alphabet, its row, its column, across before down, and the tiles' ids. A single tile that makes
two words has the one across for its main word.

Plays whose points cannot be told, because a square's program fails on them, are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from arena.boardlang.meaning import char_code
from arena.boardlang.parse import parse
from arena.boardlang.plain import recognise
from arena.boardlang.run import OUT
from arena.contract.budget import Budget
from arena.scrabble import _kernels as kernels
from arena.scrabble import _kernels_bounds as bounds
from arena.scrabble._kernels_bags import bags_of_hand
from arena.scrabble._kernels_score import ADDS, MULTIPLIES, RUNS, keep_best, score_rows
from arena.scrabble.field import Field, ground_of
from arena.scrabble.legality import knows
from arena.scrabble.plays import Plays, ScoredPlay, read_row
from arena.scrabble.position import all_words, laid
from arena.scrabble.view import Table

__all__ = ["Generator", "Plays", "ScoredPlay"]

NO_LIMIT = 1 << 62
SLICE = 20_000  # steps of a walk between two looks at the budget: one or two milliseconds
RESERVE, SHARE = 0.005, 0.1  # seconds, and share of a move's time, whichever is less, left when a search is cut off
FIRST_ROOM = 4096  # plays for which there is room at first
MOST_BAGS = 400  # bags of letters that a hand can show (two wild cards: 351); beyond it, they are not looked up


def effects_of(table: Table) -> NDArray[np.int32]:
    """Return int32[rows, ranks, 2]: what each program of the table's squares does, as _kernels_score.py wants it."""
    squares, layout = table.squares, table.layout
    effects = np.zeros((*squares.starts.shape, 2), np.int32)
    for row, rank in squares.codes:
        kind = layout.used if row == squares.used else layout.kinds[row]
        text = kind.programs[int(squares.priorities[rank])]
        plain = recognise({0: parse(text)})
        if plain is None:
            effects[row, rank] = RUNS, 0
        elif plain.adds is not None:
            effects[row, rank] = ADDS, plain.letter
        elif plain.multiplies is not None:
            effects[row, rank] = MULTIPLIES, plain.word
    return effects


class Generator:
    """Move generation for one table. Making one compiles or loads the kernels, before any clock starts."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.ground = ground_of(table)
        if self.ground.edges.dtype == np.uint32:
            self._walk, self._shadow = kernels.walk, bounds.shadow
        else:
            from arena.scrabble import _kernels_wide

            self._walk, self._shadow = _kernels_wide.walk, _kernels_wide.shadow
        rules = self._rules = np.zeros(kernels.RULES_SIZE, np.int64)
        rules[kernels.BONUS_TILES] = table.rules.bonus_count(table.hand_size)
        rules[kernels.BONUS], rules[kernels.FACTOR] = table.rules.full_hand_bonus, table.rules.bonus_factor
        self._state = np.zeros(kernels.STATE_SIZE, np.int64)
        self._first = np.zeros(66, np.int32)
        self._options = np.zeros((max(1, len(self.ground.faces)), 3), np.int32)
        self._rows = np.zeros(0, np.int32)
        self._items = np.zeros(0, np.int32)
        self._bounds = np.zeros(1, np.int32)
        self._most = -1
        self._room(table.hand_size)
        self._signs = np.array([0, *map(char_code, self.ground.symbols[1:])], np.int32)
        self._result = np.zeros(OUT, np.int64)
        self._bags = np.zeros(2 * MOST_BAGS, np.int64)
        self._work = table.squares.work() if self.ground.odd else self._result
        self._effects = effects_of(table) if self.ground.odd else np.zeros((1, 1, 2), np.int32)

    def _room(self, held: int) -> None:
        # Makes working space for hands of so many tiles.
        if held <= self._most:
            return
        self._most = held
        self._hand = np.zeros(2 * held, np.int32)
        self._kinds = np.zeros(held, np.uint64)
        self._counts = np.zeros(held, np.int32)
        self._worth = np.zeros(held, np.int32)
        self._stack = np.zeros((2 * held + 4) * kernels.FRAME_SIZE, np.int64)
        self._masks = np.zeros((2 * held + 4) * kernels.MASKS_SIZE, np.uint64)
        self._scratch = np.zeros(7 * (held + 2) + 2 * bounds.ASKED, np.int64)
        self._best = np.zeros(kernels.HEADER + held, np.int32)

    def plays(self, field: Field, hand: Mapping[int, int]) -> Plays:
        """Return all legal plays of a hand ({tile id: how many}) on a field, in no order."""
        if not self._begin(field, hand, best_only=False):
            return Plays(field, np.zeros((0, kernels.HEADER), np.int32))
        rules, state = self._rules, self._state
        rules[kernels.STEPS] = NO_LIMIT
        width = kernels.HEADER + int(rules[kernels.HELD])
        if len(self._rows) < FIRST_ROOM * width:
            self._rows = np.zeros(FIRST_ROOM * width, np.int32)
        while self._go_on(field) == kernels.FULL:
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        found = self._scored(field, int(state[kernels.FOUND]))
        rows = self._rows[: found * width].reshape(found, width).copy()
        lone = self._lone(field)
        if lone:
            rows = np.vstack([rows, np.array(lone, np.int32).reshape(-1, width)])
        plays = Plays(field, rows)
        return plays.where(self._mends(field)) if self._broken(field) else plays

    def best(self, field: Field, hand: Mapping[int, int], budget: Budget | None = None) -> ScoredPlay | None:
        """Return the first of the plays in their order, None where there is none.

        budget: just before its time is up, the best play so far is returned; each better one is offered meanwhile.
        """
        if self._broken(field):
            return next(iter(self.plays(field, hand).sorted()), None)
        if not self._begin(field, hand, best_only=True):
            return None
        rules, best = self._rules, self._best
        width = kernels.HEADER + int(rules[kernels.HELD])
        if len(self._rows) < FIRST_ROOM * width:
            self._rows = np.zeros(FIRST_ROOM * width, np.int32)
        best[0] = kernels.NOTHING
        for lone in self._lone(field):
            self._compete(field, np.array(lone, np.int32), 1)
        rules[kernels.STEPS] = NO_LIMIT if budget is None else SLICE
        offered = kernels.NOTHING
        reserve = 0.0 if budget is None or budget.seconds is None else min(RESERVE, SHARE * budget.seconds)
        while True:
            ended = self._go_on(field)
            if self._state[kernels.FOUND]:
                self._compete(field, self._rows, self._scored(field, int(self._state[kernels.FOUND])))
                self._state[kernels.FOUND] = 0
            if ended == kernels.DONE or (budget is not None and budget.time_left() <= reserve):
                break
            if budget is not None and best[0] > offered:
                offered = int(best[0])
                budget.offer(read_row(field, field.letters, self._best_row()).play)
        return None if best[0] == kernels.NOTHING else read_row(field, field.letters, self._best_row())

    def _best_row(self) -> list[int]:
        row: list[int] = self._best[: kernels.HEADER + self._best[3]].tolist()
        return row

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
            self._hand[2 * distinct], self._hand[2 * distinct + 1] = tile, count
            distinct += 1
        self._own_kinds, self._own_counts = self._kinds[:distinct], self._counts[:distinct]
        bounds.prepare(
            self._hand, distinct, ground.tile_first, ground.faces, self._first, self._options, self._own_kinds,
            self._own_counts, self._worth,
        )  # fmt: skip
        if len(self._items) < len(field.letters):
            self._items = np.zeros(len(field.letters), np.int32)
            self._order = np.zeros(len(field.letters), np.int32)
            self._same_order = np.arange(len(field.letters), dtype=np.int32)
            self._shown = np.zeros(len(field.letters), np.int32)
        rules[kernels.HELD], rules[kernels.BEST_ONLY] = held, best_only
        if field.opening:
            centre = field.ground.layout.centre
            cells = [field.cell(*centre), field.cell(*centre, down=True)]
            count = 2 if cells[0] >= 0 and field.letters[cells[0]] == 0 else 0
            self._items[:2] = cells
            rules[kernels.FEWEST] = self.table.rules.opening_tiles
        else:
            rules[kernels.FEWEST] = 1
            count = kernels.find_items(field.letters, field.cells, field.anchors, field.dims, self._items)
        self._count = count
        self._state[:] = 0
        self._state[kernels.AT_LEVEL] = -1
        if best_only and count:
            block = (held + 2) * (held + 1)
            if len(self._bounds) < count * block:
                self._bounds = np.zeros(2 * count * block, np.int32)
            bag_count = 0
            if len(ground.index):
                bag_count = bags_of_hand(
                    self._hand, distinct, ground.tile_first, ground.faces, ground.salts, self._bags
                )
            self._shadow(
                ground.edges, ground.root, ground.everything, field.letters, field.cells, field.cross, self._first,
                self._options, self._own_kinds, self._worth, self._items, count, rules, self._scratch, ground.salts,
                ground.index, self._bags, bag_count, self._bounds, self._order,
            )  # fmt: skip
        return count > 0

    def _go_on(self, field: Field) -> int:
        ground = self.ground
        return self._walk(
            ground.edges, ground.root, field.letters, field.cells, field.cross, field.dims, self._first, self._options,
            self._own_kinds, self._own_counts, ground.faces, self._items,
            self._order if self._rules[kernels.BEST_ONLY] else self._same_order, self._count, self._bounds,
            self._rules, self._stack, self._masks, self._shown, self._rows, self._best, self._state,
        )  # fmt: skip

    def _scored(self, field: Field, found: int) -> int:
        # Scores the rows that lay tiles on squares which only their programs know; returns how many rows are left.
        if not self.ground.odd or not found:
            return found
        squares = self.table.squares
        word = np.zeros((3, max(field.columns.size, field.rows.size)), np.int32)
        return score_rows(
            self._rows, found, field.letters, field.cells, field.raw, field.ids, field.dims, self.ground.faces,
            self._signs, word, self._effects, squares.starts, squares.code, squares.characters, squares.used,
            self._rules, self._work, self._result,
        )  # fmt: skip

    def _compete(self, field: Field, rows: NDArray[np.int32], count: int) -> None:
        width = kernels.HEADER + int(self._rules[kernels.HELD])
        keep_best(rows, count, width, self._best, field.letters, self.ground.faces, field.dims)

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
