"""The best play by look-ups (``_kernels/seek.py``): its working space, and when it can be had.

It finds the very same play as a walk, several times as fast, or the play with the most equity: points and the value
of the leave. It needs an index of the words, squares that are plain
multipliers or whose programs have limits, and a hand small enough for all its parts to be looked up; whoever asks
walks otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from struct import Struct

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels import seek as seeking
from arena.engine._kernels import spans as spanning
from arena.engine._kernels import walk as kernels
from arena.engine._kernels.arrays import Hand, Kept, LastTiles, LeaveTable, Programmed, Sought
from arena.engine._kernels.lay import WORK_SIZE
from arena.engine._kernels.spans import C_BEGINS
from arena.engine.field import Field, Ground
from arena.engine.plays import kept_row
from arena.engine.programs import Programs

MOST_WILD = 2  # tiles with several faces in a hand
FIRST_SPANS = 4096  # for which there is room at first
WRITE = tuple(Struct(f"={size}i").pack_into for size in range(2 * spanning.MOST_HELD + 1))  # so many int32


def kept_space(parts: int) -> Kept:
    """Return working space for searches by equity with hands of so many parts."""
    most = spanning.MOST_HELD
    return Kept(
        np.zeros(parts), np.zeros(2 * spanning.JOINED * (most + 1), np.int32), np.zeros(most + 2),
        np.zeros(kernels.HEADER + most, np.int32), np.zeros(parts, np.int32), np.zeros(parts),
    )  # fmt: skip


class Seeker:
    """One search at a time at one table.

    rules: those of the kernels, shared with the walk. opening: fewest tiles of an opening. search: the kernel.
    programs: of the squares that are no plain multipliers, None where there are none.
    held: tiles of the hand at work.
    """

    field: Field
    held: int

    def __init__(
        self,
        ground: Ground,
        rules: NDArray[np.int64],
        opening: int,
        search: Callable[..., int],
        programs: Programs | None,
    ) -> None:
        self._ground, self._rules, self._opening, self._search = ground, rules, opening, search
        self._programs = programs
        self._programmed: Programmed | None = None
        self._able = ground.index.known and (programs is None or programs.limits is not None)
        self._wild = [end - first > 1 for first, end in zip(ground.tiles.first, ground.tiles.first[1:], strict=False)]
        most = spanning.MOST_HELD
        self._tiles = np.zeros(2 * most, np.int32)
        self._flat = self._tiles.data
        self._hand = Hand(
            self._tiles, np.zeros(66, np.int32), np.zeros((max(1, len(ground.tiles.faces)), 3), np.int32),
            np.zeros(most, np.uint64), np.zeros(most, np.int32), np.zeros(most, np.int32), np.zeros(most, np.int32),
        )  # fmt: skip
        self._distinct = 0
        self._leaves: LeaveTable | None = None
        self._last_tiles: LastTiles | None = None
        self._kept: Kept | None = None
        row = np.zeros(kernels.HEADER + most, np.int32)
        self._space = Sought(
            np.zeros((1, spanning.PART_SIZE), np.int64), np.zeros((FIRST_SPANS, spanning.SPAN_SIZE), np.int32),
            np.zeros(spanning.SHELVES, np.int32), np.zeros(0, np.int32), np.zeros(WORK_SIZE, np.int64), row,
            np.zeros_like(row), np.zeros(seeking.STATE_SIZE, np.int64), np.zeros(1, np.int32),
        )  # fmt: skip

    def begin(
        self,
        field: Field,
        hand: Mapping[int, int],
        leaves: LeaveTable | None = None,
        last_tiles: LastTiles | None = None,
    ) -> bool:
        """Begin a search unless it cannot be made this way; say whether it can.

        leaves, or with an empty bag last_tiles: what kept tiles are worth, where the most equity is looked for; None of
        them: the most points.
        """
        held = sum(hand.values())
        opening = field.opening
        if not (self._able and 0 < held <= spanning.MOST_HELD) or (opening and self._opening < 2):
            return False  # a lone tile that opens a game makes no word
        wild, kinds = 0, list[int]()
        for tile, count in hand.items():
            kinds += tile, count
            if self._wild[tile]:
                wild += count
        if wild > MOST_WILD:
            return False
        WRITE[len(kinds)](self._flat, 0, *kinds)  # at one stroke: numpy takes its time for each entry
        field.widen(held)
        if len(self._space.items) < len(field.letters):
            self._space = self._space._replace(items=np.zeros(len(field.letters), np.int32))
        if len(self._space.parts) < 1 << held:
            parts, alone = np.zeros((1 << held, spanning.PART_SIZE), np.int64), np.zeros(1 << held, np.int32)
            self._space = self._space._replace(parts=parts, alone=alone)
        self.field, self.held, self._distinct = field, held, len(kinds) // 2
        self._leaves, self._last_tiles = leaves, last_tiles
        if (leaves is not None or last_tiles is not None) and (
            self._kept is None or len(self._kept.parts) < len(self._space.parts)
        ):
            self._kept = kept_space(len(self._space.parts))
        rules = self._rules
        rules[kernels.HELD], rules[kernels.FEWEST] = held, self._opening if opening else 1
        given = -1
        if opening:
            cells = field.opening_cells()
            given = len(cells)
            self._space.items[:given] = cells
        self._space.state[seeking.AT_SHELF], self._space.state[seeking.ITEM_COUNT] = seeking.BEGIN, given
        if self._programs is not None:
            assert self._programs.limits is not None
            self._programmed = self._programs.on(field, self._programs.limits)
        return True

    def go_on(self) -> int:
        """Search until it is DONE, or PAUSED after the steps of the rules."""
        board, ground = self.field.board, self._ground
        leaves, last_tiles = self._leaves, self._last_tiles
        kept = None if leaves is None and last_tiles is None else self._kept
        while True:
            ended = self._search(
                ground.graph, board, ground.tiles, ground.index, self._hand, self._distinct, self._rules, self._space,
                self._programmed, leaves, last_tiles, kept,
            )  # fmt: skip
            if ended != kernels.FULL:
                return ended
            more = np.zeros((2 * len(self._space.spans), spanning.SPAN_SIZE), np.int32)
            self._space = self._space._replace(spans=more)

    def best_row(self) -> list[int] | None:
        """Return the best play so far as a row, None before there is one."""
        return kept_row(self._space.best)

    @property
    def equity(self) -> float:
        """Of the best play, -inf before there is one. Of searches for equity alone, as what follows."""
        assert self._kept is not None
        return float(self._kept.equity[0])

    def best_leave(self, most: int) -> float:
        """Return the value of the best leave when 1 to ``most`` tiles go, -inf where nothing may go."""
        assert self._kept is not None
        return float(self._kept.equity[1 + most])

    def best_part(self, most: int) -> tuple[float, list[tuple[int, ...]]] | None:
        """Return the value of the best leave when 1 to ``most`` tiles go, and what goes, ids ascending: all ways.

        None where that is no more than the equity of the best play.
        """
        assert self._kept is not None
        best = self._kept.equity[1 + most]
        if best <= self._kept.equity[0]:
            return None
        begins, tiles = self._space.work[C_BEGINS:], self._tiles
        first, end = int(begins[1]), int(begins[most + 1])
        ways = []
        for at in np.flatnonzero(self._kept.parts[first:end] == best).tolist():
            packed = int(self._space.parts[first + at, spanning.P_COUNTS])
            gone = [
                int(tiles[2 * kind])
                for kind in range(self._distinct)
                for _ in range(packed >> spanning.BITS * kind & (1 << spanning.BITS) - 1)
            ]
            ways.append(tuple(sorted(gone)))
        return float(best), ways
