"""The rules of connect(rods, height, k): drop a stone on a rod; k of yours in a line, also diagonally, win.

Bits: rod r, level v (both from 0, level 0 at the bottom) is bit r * (height + 1) + v. The bit above the top
level of each rod is never set; it keeps a line from running over the top of one rod into the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from arena.contract.gifts import Gifts
from arena.contract.outcome import Outcome
from arena.errors import NotationError
from arena.games.open import PLAYERS, Named, OpenGame, Turn, beats, numbers
from arena.games.pictures import check_reached, check_size, mover_of


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


class Connect(OpenGame[Stones, Drop]):
    """The rules. rods, height: the board; k: stones in a line that win."""

    def __init__(self, rods: int, height: int, k: int, first: int) -> None:
        super().__init__(f"connect({rods},{height},{k})", first)
        numbers(self.name, rods=(rods, 1, 30), height=(height, 1, 30), k=(k, 1, 30))
        self.rods, self.height, self.k = rods, height, k
        self.full = sum(((1 << height) - 1) << rod * (height + 1) for rod in range(rods))

    @property
    def wording(self) -> str:
        return f"A move is the number of a rod, 1 to {self.rods} (also 'rod N')"

    def initial(self, first: int) -> Stones:
        return Stones((0, 0), mover=first)

    def in_line(self, stones: int) -> bool:
        """Return whether ``stones`` has k in a line."""
        for step in (1, self.height, self.height + 1, self.height + 2):  # up, down-right, right, up-right
            runs = stones
            for _ in range(self.k - 1):
                runs &= runs >> step
            if runs:
                return True
        return False

    def outcome(self, state: Stones) -> Outcome | None:
        for seat in (0, 1):  # a full board with a line is a win, so lines come first
            if self.in_line(state.of[seat]):
                return Outcome(beats(seat), f"{self.k} in a line")
        return Outcome((1, 1), "the board is full") if state.of[0] | state.of[1] == self.full else None

    def level(self, state: Stones, rod: int) -> int:
        """Return how many stones are on a rod."""
        return ((state.of[0] | state.of[1]) >> rod * (self.height + 1) & ((1 << self.height) - 1)).bit_length()

    def moves(self, state: Stones) -> Iterator[Drop]:
        return (Drop(rod, seat=state.mover) for rod in range(self.rods) if self.level(state, rod) < self.height)

    def after(self, state: Stones, move: Drop) -> Stones:
        of = list(state.of)
        of[state.mover] |= 1 << move.rod * (self.height + 1) + self.level(state, move.rod)
        return Stones((of[0], of[1]), mover=1 - state.mover, turn=state.turn + 1)

    def why_not(self, state: Stones, move: Drop) -> str:
        return "the rod is full" if 0 <= move.rod < self.rods else f"there is no rod {move.rod + 1}"

    def parse(self, text: str, seat: int | None) -> Drop | None:
        digits = r"[1-9]" if self.rods < 10 else r"[1-9]\d?"  # so that 4737 can only be four moves
        found = re.fullmatch(rf"(?:rod )?({digits})", text, flags=re.ASCII)
        return Drop(int(found[1]) - 1, seat=seat) if found else None

    def picture(self, state: Stones) -> str:
        lines = []
        for level in reversed(range(self.height)):
            bits = [rod * (self.height + 1) + level for rod in range(self.rods)]
            cells = [next((PLAYERS[seat] for seat in (0, 1) if state.of[seat] >> bit & 1), ".") for bit in bits]
            lines.append("  ".join(cells))
        foot = " ".join(f"{rod:<2}" for rod in range(1, self.rods + 1)).rstrip()
        return "\n".join([*lines, foot])

    def from_rows(self, rows: list[str]) -> Stones:
        """Return the position of a picture, top row first; raise NotationError when no game can lead to it."""
        check_size(self.name, rows, self.rods, self.height)
        of = [0, 0]
        for level, row in enumerate(reversed(rows)):
            for rod, cell in enumerate(row):
                if cell != ".":
                    of[PLAYERS.index(cell)] |= 1 << rod * (self.height + 1) + level
        state = Stones((of[0], of[1]), mover=mover_of(self.name, rows, self.first), turn=(of[0] | of[1]).bit_count())
        for rod in range(self.rods):
            if any(rows[-1 - level][rod] == "." for level in range(self.level(state, rod))):
                raise NotationError(
                    f"{self.name}: picture", f"a stone on rod {rod + 1} hangs in the air", "Mend the picture"
                )
        check_reached(self.name, state, self._before, self.outcome)
        return state

    def _before(self, state: Stones) -> Iterator[Stones]:
        last = 1 - state.mover
        for rod in range(self.rods):
            top = 1 << rod * (self.height + 1) + self.level(state, rod) - 1 if self.level(state, rod) else 0
            if state.of[last] & top:
                of = list(state.of)
                of[last] ^= top
                yield Stones((of[0], of[1]), mover=last, turn=state.turn - 1)

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

    @cached_property
    def gifts(self) -> Gifts:
        from arena.games.connect.search import connect_gifts

        return connect_gifts(self)


def make_game(rods: int = 7, height: int = 6, k: int = 4, first: int = 1) -> Connect:
    """Return connect-k. rods, height: the board; k: stones in a line; first: the player who begins, 1 or 2."""
    return Connect(rods, height, k, first)
