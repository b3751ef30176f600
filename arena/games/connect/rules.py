"""The rules of connect(rods, height, k): drop a stone on a rod; k of yours in a line, also diagonally, win."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from arena.contract.gifts import Gifts
from arena.contract.outcome import Outcome
from arena.errors import NotationError
from arena.games.connect.grid import Drop, Grid, Stones
from arena.games.open import PLAYERS, OpenGame, beats, numbers
from arena.games.pictures import check_reached, check_size, mover_of


class Connect(Grid, OpenGame[Stones, Drop]):
    """The rules. rods, height: the board; k: stones in a line that win."""

    def __init__(self, rods: int, height: int, k: int, first: int) -> None:
        OpenGame.__init__(self, f"connect({rods},{height},{k})", first)
        numbers(self.name, rods=(rods, 1, 30), height=(height, 1, 30), k=(k, 1, 30))
        Grid.__init__(self, rods, height, k)

    @property
    def wording(self) -> str:
        return f"A move is the number of a rod, 1 to {self.rods} (also 'rod N')"

    def initial(self, first: int) -> Stones:
        return Stones((0, 0), mover=first)

    def outcome(self, state: Stones) -> Outcome | None:
        for seat in (0, 1):  # a full board with a line is a win, so lines come first
            if self.in_line(state.of[seat]):
                return Outcome(beats(seat), f"{self.k} in a line")
        return Outcome((1, 1), "the board is full") if state.of[0] | state.of[1] == self.full else None

    def why_not(self, state: Stones, move: Drop) -> str:
        return "the rod is full" if 0 <= move.rod < self.rods else f"there is no rod {move.rod + 1}"

    def parse(self, text: str, seat: int | None) -> Drop | None:
        digits = r"[1-9]" if self.rods < 10 else r"[1-9]\d?"  # so that 4737 can only be four moves
        match = re.fullmatch(rf"(?:rod )?({digits})", text, flags=re.ASCII)
        return Drop(int(match[1]) - 1, seat=seat) if match else None

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
                    f"{self.name}: picture", f"a stone on rod {rod + 1} hangs in the air", "Fix the picture"
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

    @cached_property
    def gifts(self) -> Gifts:
        from arena.games.connect.search import connect_gifts  # here, for the rules need no kernels

        return connect_gifts(self)


def make_game(rods: int = 7, height: int = 6, k: int = 4, first: int = 1) -> Connect:
    """Return connect-k. rods, height: the board; k: stones in a line; first: the player who begins, 1 or 2."""
    return Connect(rods, height, k, first)
