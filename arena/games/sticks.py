"""Sticks: take one, two or three from one heap; who takes the last one wins (or loses, in misere play)."""

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
class Heap(Turn):
    """left: sticks that nobody has taken."""

    left: int


@dataclass(frozen=True, slots=True)
class Take(Named):
    """Sticks taken at once."""

    count: int

    def what(self) -> str:
        return f"take {self.count}"


class Sticks(OpenGame[Heap, Take]):
    """The rules. count: sticks at the start; most: how many may be taken at once."""

    def __init__(self, count: int, most: int, misere: bool, first: int) -> None:
        super().__init__(f"sticks({count})", first)
        numbers(self.name, count=(count, 0, 1_000_000), most=(most, 1, 100))
        self.count, self.most, self.misere = count, most, misere

    @property
    def wording(self) -> str:
        return f"A move is 'take N', N from 1 to {self.most}"

    def initial(self, first: int) -> Heap:
        return Heap(self.count, mover=first)

    def outcome(self, state: Heap) -> Outcome | None:
        if state.left:
            return None
        reason = "the last stick is taken" if self.count else "no sticks to begin with"
        return Outcome(beats(state.mover if self.misere else 1 - state.mover), reason)

    def moves(self, state: Heap) -> Iterator[Take]:
        return (Take(count, seat=state.mover) for count in range(1, min(self.most, state.left) + 1))

    def after(self, state: Heap, move: Take) -> Heap:
        return Heap(state.left - move.count, mover=1 - state.mover, turn=state.turn + 1)

    def why_not(self, state: Heap, move: Take) -> str:
        if move.count > state.left:
            return f"there are only {state.left} sticks left"
        return f"a player takes 1 to {self.most} sticks"

    def parse(self, text: str, seat: int | None) -> Take | None:
        match = re.fullmatch(r"(?:takes? )?(\d{1,9})(?: sticks?)?", text, flags=re.ASCII)
        return Take(int(match[1]), seat=seat) if match else None

    def picture(self, state: Heap) -> str:
        drawn = "|" * state.left if state.left <= 60 else "|" * 57 + "..."
        return f"{drawn} {state.left} sticks".lstrip()

    @cached_property
    def gifts(self) -> Gifts:
        return _gifts(self.most, self.misere, self.count)


def _gifts(most: int, misere: bool, count: int) -> Gifts:
    """Bits: the sticks left."""
    from arena.games import _kernels as kernels  # here, for the rules need no kernels

    compact = Compact(
        pack=lambda state: state.left | state.mover << MOVER,
        move=lambda state, number: Take(number, seat=state.mover),
        config=config_of(-1 if misere else 1, most),
        most_moves=most,
        longest=count,
        moves=kernels.sticks_moves,
        play=kernels.sticks_play,
        value=kernels.last_taker_value,
        mover=kernels.top_bit_mover,
        key=kernels.own_key,
    )
    return Gifts(key=lambda state: (state.left, state.mover), compact=compact)


def make_game(count: int = 14, most: int = 3, misere: bool = False, first: int = 1) -> Sticks:
    """Return sticks. count: in the heap at the start; most: taken at once; misere: the last one loses."""
    return Sticks(count, most, misere, first)
