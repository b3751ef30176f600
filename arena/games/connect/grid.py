"""Rods and the stones on them, as bits: what both the rules and the search count with.

Bits: rod r, level v (both from 0, level 0 at the bottom) is bit r * (height + 1) + v. The bit above the top
level of each rod is never set; it keeps a line from running over the top of one rod into the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arena.games.open import Named, Turn


@dataclass(frozen=True, slots=True)
class Stones(Turn):
    """of: the stones of each seat, as bits."""

    of: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Drop(Named):
    """A stone on a rod, which is counted from 0."""

    rod: int

    def what(self) -> str:
        return f"rod {self.rod + 1}"


class Grid:
    """A board. rods, height: its size; k: stones in a line that win; full: every square, as bits."""

    def __init__(self, rods: int, height: int, k: int) -> None:
        self.rods, self.height, self.k = rods, height, k
        self.full = sum(((1 << height) - 1) << rod * (height + 1) for rod in range(rods))

    def in_line(self, stones: int) -> bool:
        """Return whether ``stones`` has k in a line."""
        for step in (1, self.height, self.height + 1, self.height + 2):  # up, down-right, right, up-right
            runs = stones
            for _ in range(self.k - 1):
                runs &= runs >> step
            if runs:
                return True
        return False

    def level(self, state: Stones, rod: int) -> int:
        """Return how many stones are on a rod."""
        return ((state.of[0] | state.of[1]) >> rod * (self.height + 1) & ((1 << self.height) - 1)).bit_length()

    def moves(self, state: Stones) -> Iterator[Drop]:
        """Yield the rods that have room."""
        return (Drop(rod, seat=state.mover) for rod in range(self.rods) if self.level(state, rod) < self.height)

    def after(self, state: Stones, move: Drop) -> Stones:
        """Return the stones after a move of ``moves``."""
        of = list(state.of)
        of[state.mover] |= 1 << move.rod * (self.height + 1) + self.level(state, move.rod)
        return Stones((of[0], of[1]), mover=1 - state.mover, turn=state.turn + 1)

    def mirrored(self, state: Stones) -> Stones:
        """Return the position seen from behind."""
        rod = (1 << self.height + 1) - 1
        width = self.height + 1
        of = [
            sum((bits >> r * width & rod) << (self.rods - 1 - r) * width for r in range(self.rods)) for bits in state.of
        ]
        return Stones((of[0], of[1]), mover=state.mover, turn=state.turn)

    def middle_first(self, state: Stones, moves: Iterable[Drop]) -> list[Drop]:
        """Return the moves with the middle rods in front: more lines go through them."""
        return sorted(moves, key=lambda move: abs(2 * move.rod - self.rods + 1))
