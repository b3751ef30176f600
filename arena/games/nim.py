"""Nim with neighbours: take one, two or three ADJACENT sticks of one row; who takes the last stick loses.

A gap that a move leaves splits a row for good. Sticks of a row are numbered from 1, gaps keep their number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from arena.contract.gifts import Compact, Gifts
from arena.contract.outcome import Outcome
from arena.games.compact import MOVER, config_of
from arena.games.open import Named, OpenGame, Turn, beats, numbers


@dataclass(frozen=True, slots=True)
class Rows(Turn):
    """rows: one number a row; bit i is set while stick i + 1 stands."""

    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lift(Named):
    """Sticks ``at`` to ``at + count - 1`` of a row, all counted from 0."""

    row: int
    at: int
    count: int

    def what(self) -> str:
        last = f"-{self.at + self.count}" if self.count > 1 else ""
        return f"row {self.row + 1} stick{'s' if self.count > 1 else ''} {self.at + 1}{last}"

    @property
    def mask(self) -> int:
        return ((1 << self.count) - 1) << self.at


class Nim(OpenGame[Rows, Lift]):
    """The rules. sizes: sticks of each row; most: taken at once; misere: the last one loses."""

    def __init__(self, sizes: tuple[int, ...], most: int, misere: bool, first: int) -> None:
        super().__init__(f"nim({','.join(map(str, sizes))})", first)
        numbers(self.name, rows=(len(sizes), 0, 20), most=(most, 1, 20))
        for row, size in enumerate(sizes):
            numbers(self.name, **{f"row {row + 1}": (size, 0, 60)})
        self.sizes, self.most, self.misere = sizes, most, misere

    @property
    def wording(self) -> str:
        return f"A move is 'row R stick N' or 'row R sticks N-M', at most {self.most} neighbours (also 'R:N-M')"

    def initial(self, first: int) -> Rows:
        return Rows(tuple((1 << size) - 1 for size in self.sizes), mover=first)

    def outcome(self, state: Rows) -> Outcome | None:
        if any(state.rows):
            return None
        reason = "the last stick is taken" if any(self.sizes) else "no sticks to begin with"
        return Outcome(beats(state.mover if self.misere else 1 - state.mover), reason)

    def moves(self, state: Rows) -> Iterator[Lift]:
        for row, sticks in enumerate(state.rows):
            for at in range(sticks.bit_length()):
                for count in range(1, self.most + 1):
                    if not sticks >> (at + count - 1) & 1:
                        break
                    yield Lift(row, at, count, seat=state.mover)

    def after(self, state: Rows, move: Lift) -> Rows:
        rows = list(state.rows)
        rows[move.row] &= ~move.mask
        return Rows(tuple(rows), mover=1 - state.mover, turn=state.turn + 1)

    def why_not(self, state: Rows, move: Lift) -> str:
        if not 0 <= move.row < len(state.rows):
            return f"there is no row {move.row + 1}"
        if not 1 <= move.count <= self.most:
            return f"a player takes 1 to {self.most} neighbouring sticks"
        return "not all of these sticks are there"

    def parse(self, text: str, seat: int | None) -> Lift | None:
        pattern = r"(?:row )?(\d{1,3})(?:[: ]| sticks? )(\d{1,3})(?:-(\d{1,3}))?"
        match = re.fullmatch(pattern, text, flags=re.ASCII)
        if not match:
            return None
        row, at = int(match[1]) - 1, int(match[2]) - 1
        count = int(match[3] or match[2]) - at
        return Lift(row, at, count, seat=seat) if row >= 0 and at >= 0 and count >= 1 else None

    def picture(self, state: Rows) -> str:
        drawn = ["".join("|" if row >> at & 1 else "." for at in range(size)) for row, size in self._drawn(state)]
        return "\n".join(f"row {number}: {sticks}" for number, sticks in enumerate(drawn, 1)) or "no rows"

    def _drawn(self, state: Rows) -> list[tuple[int, int]]:
        return list(zip(state.rows, self.sizes, strict=True))

    @cached_property
    def gifts(self) -> Gifts:
        return _gifts(self.sizes, self.most, self.misere)


def _gifts(sizes: tuple[int, ...], most: int, misere: bool) -> Gifts:
    """Bits: the rows one after the other, one unset bit between them."""
    from arena.games import _kernels as kernels  # here, for the rules need no kernels

    starts = [sum(sizes[:row]) + row for row in range(len(sizes))]

    def pack(state: Rows) -> int:
        bits = sum(row << start for row, start in zip(state.rows, starts, strict=True))
        return bits | state.mover << MOVER

    def move(state: Rows, number: int) -> Lift:
        at, count = number >> 5, number & 31
        row = max(row for row, start in enumerate(starts) if start <= at and sizes[row])
        return Lift(row, at - starts[row], count, seat=state.mover)

    def runs(state: Rows) -> tuple[int, ...]:
        """The lengths of the runs decide, not where they are."""
        lengths = (len(run) for row in state.rows for run in f"{row:b}".split("0") if run)
        return (state.mover, *sorted(lengths))

    compact = None
    if sum(sizes) + len(sizes) <= MOVER and most < 32:
        compact = Compact(
            pack=pack,
            move=move,
            config=config_of(-1 if misere else 1, most),
            most_moves=max(1, sum(sizes) * most),
            longest=sum(sizes),
            moves=kernels.nim_moves,
            play=kernels.nim_play,
            value=kernels.last_taker_value,
            mover=kernels.top_bit_mover,
            key=kernels.nim_key,
        )
    return Gifts(key=runs, compact=compact)


def make_game(*rows: int, most: int = 3, misere: bool = True, first: int = 1) -> Nim:
    """Return nim with neighbours. rows: sticks of each row (3, 5, 7 when none is given)."""
    return Nim(rows or (3, 5, 7), most, misere, first)
