"""Rollouts on one board: the working space of the kernels of ``_kernels/rollout.py``, and threads that share draws."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels import seek as seeking
from arena.engine._kernels import spans
from arena.engine._kernels import walk as kernels
from arena.engine._kernels.arrays import Hand, Programmed, Sought
from arena.engine._kernels.lay import WORK_SIZE
from arena.engine.field import Field
from arena.engine.programs import Programs
from arena.engine.seeker import kept_space
from arena.engine.simulation._kernels import rollout, situation, undo
from arena.engine.simulation._kernels.situation import Rolling, Situation
from arena.scrabble.table import Table

FIRST_SPANS = 8192
STEPS = 200_000  # of the search for one move of a rollout, which then takes the best so far: some ten milliseconds


class Roller:
    """Plays rollouts on a copy of a field; for one thread at a time.

    reach: tiles that may come to lie in a row beyond those of now.
    """

    def __init__(self, table: Table, field: Field, programs: Programs | None, reach: int) -> None:
        self._field = field.copy()
        self._field.widen(reach)
        most, ground = spans.MOST_HELD, self._field.ground
        rules = self._rules = np.zeros(kernels.RULES_SIZE, np.int64)
        rules[kernels.BONUS_TILES] = table.rules.bonus_count(table.hand_size)
        rules[kernels.BONUS], rules[kernels.FACTOR] = table.rules.full_hand_bonus, table.rules.bonus_factor
        rules[kernels.STEPS] = STEPS
        self._hand = Hand(
            np.zeros(2 * most, np.int32), np.zeros(66, np.int32),
            np.zeros((max(1, len(ground.tiles.faces)), 3), np.int32), np.zeros(most, np.uint64),
            np.zeros(most, np.int32), np.zeros(most, np.int32), np.zeros(most, np.int32),
        )  # fmt: skip
        row = np.zeros(kernels.HEADER + most, np.int32)
        parts = 1 << most
        self._space = Sought(
            np.zeros((parts, spans.PART_SIZE), np.int64), np.zeros((FIRST_SPANS, spans.SPAN_SIZE), np.int32),
            np.zeros(spans.SHELVES, np.int32), np.zeros(len(self._field.letters), np.int32),
            np.zeros(WORK_SIZE, np.int64), row, np.zeros_like(row), np.zeros(seeking.STATE_SIZE, np.int64),
            np.zeros(parts, np.int32),
        )  # fmt: skip
        self._kept = kept_space(parts)
        self._programmed: Programmed | None = None
        if programs is not None:
            assert programs.limits is not None
            self._programmed = programs.on(self._field, programs.limits)
        total = table.tiles.total
        entries = undo.ENTRIES_A_TILE * total
        journal = undo.TileJournal(np.zeros((entries, undo.JOURNAL_SIZE), np.int64), np.zeros(entries, np.uint64))
        seats, kinds = 1, len(table.tiles.tiles)
        self._rolling = Rolling(
            np.zeros((seats, kinds), np.int32), np.zeros(total + 1, np.int32), np.zeros(seats, np.int64),
            np.zeros(seats, np.int64), np.zeros(seats), np.zeros(4 * total, np.int64), np.zeros(total + 1, np.int32),
            np.zeros(situation.NUMBERS_SIZE, np.int64), journal, np.zeros(0, np.int32), np.zeros((0, 0)),
        )  # fmt: skip

    @property
    def field(self) -> Field:
        """The board that is played on, as it is before and after each rollout."""
        return self._field

    def roll(self, given: Situation, chosen: NDArray[np.int32], out: NDArray[np.float64], begin: int, end: int) -> None:
        """Fill rows ``begin`` to ``end`` of ``out``; see ``Rolling``."""
        seats, kinds = given.hands.shape
        rolling = self._rolling
        if rolling.hands.shape != (seats, kinds):
            rolling = rolling._replace(
                hands=np.zeros((seats, kinds), np.int32), scores=np.zeros(seats, np.int64),
                idle=np.zeros(seats, np.int64), kept=np.zeros(seats),
            )  # fmt: skip
        rolling = self._rolling = rolling._replace(chosen=chosen, out=out)
        while begin < end:
            begin = rollout.roll_out(
                self._field.board, self._rules, self._hand, self._space, self._programmed, self._kept, given, rolling,
                begin, end,
            )  # fmt: skip
            if begin < end:
                more = np.zeros((2 * len(self._space.spans), spans.SPAN_SIZE), np.int32)
                self._space = self._space._replace(spans=more)


class Team:
    """Rollers, one a thread, that share the draws of a block. A context: its threads end with it."""

    def __init__(self, make: Callable[[], Roller], threads: int) -> None:
        self._rollers = [make() for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    @property
    def threads(self) -> int:
        return len(self._rollers)

    def __enter__(self) -> Team:
        return self

    def __exit__(self, *raised: object) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    @property
    def field(self) -> Field:
        """The board that is played on."""
        return self._rollers[0].field

    def roll(
        self, given: Situation, chosen: NDArray[np.int32], draws: int, in_time: Callable[[], bool]
    ) -> NDArray[np.float64]:
        """Return float64[draws done, chosen, 2 * (seats + OUT_SIZE)] of the first draws of ``given``.

        in_time: asked before each draw, by any of the threads; those behind the first that is refused are left out.
        """
        width, each = 2 * (given.hands.shape[0] + situation.OUT_SIZE), len(chosen)
        out, done = np.zeros((draws * each, width)), np.zeros(draws, np.bool_)

        def work(number: int) -> None:
            for draw in range(number, draws, len(self._rollers)):
                if not in_time():
                    return
                self._rollers[number].roll(given, chosen, out, draw * each, (draw + 1) * each)
                done[draw] = True

        others: list[Future[None]] = []
        late = []
        for number in range(1, min(len(self._rollers), draws)):
            assert self._pool is not None
            try:
                others.append(self._pool.submit(work, number))
            except RuntimeError:  # the system gives no more threads
                late.append(number)
        for number in (0, *late):
            work(number)
        for other in others:
            other.result()
        count = draws if done.all() else int(np.argmin(done))
        return out[: count * each].reshape(count, each, width)
