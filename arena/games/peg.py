"""Peg solitaire: jump over a neighbour and take it off; one peg left at the end wins.

One player moves all the time; the other one, who never moves, wins when no jump is left and more pegs are.
Boards: the triangle, its holes numbered row by row from 1, and the English cross, its holes named like
squares of a chess board (a1 lower left; the corners of two by two are missing).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from arena.contract.gifts import Compact, Gifts
from arena.contract.outcome import Outcome
from arena.errors import ConfigError
from arena.games.compact import config_of
from arena.games.open import Named, OpenGame, Turn, beats, numbers

Place = tuple[int, int]  # (row, column), row 0 on top


@dataclass(frozen=True)
class Holes:
    """A board. places: of each hole; names: of each hole; jumps: (from, over, to), holes counted from 0."""

    places: tuple[Place, ...]
    names: tuple[str, ...]
    jumps: tuple[tuple[int, int, int], ...]
    symmetries: tuple[tuple[int, ...], ...]  # hole -> hole, the identity first
    triangular: bool


@lru_cache(maxsize=16)
def triangle(size: int) -> Holes:
    """Return the triangular board with ``size`` holes a side."""
    places = tuple((row, column) for row in range(size) for column in range(row + 1))
    steps = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1))

    def turned(place: Place) -> Place:  # a third of a turn
        row, column = place
        return size - 1 - column, row - column

    def mirrored(place: Place) -> Place:
        return place[0], place[0] - place[1]

    names = tuple(str(number) for number in range(1, len(places) + 1))
    return _holes(places, names, steps, turned, mirrored, 3, triangular=True)


@lru_cache(maxsize=1)
def cross() -> Holes:
    """Return the English cross of 33 holes."""
    places = tuple((row, col) for row in range(7) for col in range(7) if 2 <= row <= 4 or 2 <= col <= 4)
    names = tuple(f"{'abcdefg'[column]}{7 - row}" for row, column in places)
    steps = ((0, 1), (0, -1), (1, 0), (-1, 0))
    return _holes(
        places, names, steps, lambda at: (at[1], 6 - at[0]), lambda at: (at[0], 6 - at[1]), 4, triangular=False
    )


def _holes(  # type: ignore[no-untyped-def]
    places: tuple[Place, ...], names: tuple[str, ...], steps, turned, mirrored, turns: int, *, triangular: bool
) -> Holes:
    index = {place: hole for hole, place in enumerate(places)}
    jumps = []
    for hole, (row, column) in enumerate(places):
        for down, right in steps:
            over, to = index.get((row + down, column + right)), index.get((row + 2 * down, column + 2 * right))
            if over is not None and to is not None:
                jumps.append((hole, over, to))
    symmetries, current = [], list(places)
    for _ in range(turns):
        symmetries.append(tuple(index[place] for place in current))
        symmetries.append(tuple(index[mirrored(place)] for place in current))
        current = [turned(place) for place in current]
    return Holes(places, names, tuple(jumps), tuple(symmetries), triangular)


@dataclass(frozen=True, slots=True)
class Pegs(Turn):
    """pegs: bit i is set while a peg stands in hole i."""

    pegs: int


@dataclass(frozen=True, slots=True)
class Jump(Named):
    """A peg jumps from a hole to a hole (names as on the board)."""

    start: str
    to: str

    def what(self) -> str:
        return f"{self.start} to {self.to}"


class Peg(OpenGame[Pegs, Jump]):
    """The rules. hole: the one that is empty at the start, by its name on the board."""

    def __init__(self, name: str, holes: Holes, hole: str, first: int) -> None:
        super().__init__(name, first)
        if hole not in holes.names:
            raise ConfigError(f"{name}: hole", f"there is no hole {hole!r}", "Holes: " + " ".join(holes.names))
        self.holes, self.hole = holes, holes.names.index(hole)

    @property
    def wording(self) -> str:
        start, _, to = self.holes.jumps[0]
        names = self.holes.names
        return f"A move is 'HOLE to HOLE', such as '{names[start]} to {names[to]}' (also with a dash)"

    def initial(self, first: int) -> Pegs:
        return Pegs((1 << len(self.holes.places)) - 1 & ~(1 << self.hole), mover=first)

    def outcome(self, state: Pegs) -> Outcome | None:
        if next(self.moves(state), None) is not None:
            return None
        left = state.pegs.bit_count()
        if left == 1:
            return Outcome(beats(state.mover), "one peg is left")
        return Outcome(beats(1 - state.mover), f"no jump is left, but {left} pegs are")

    def moves(self, state: Pegs) -> Iterator[Jump]:
        pegs, names = state.pegs, self.holes.names
        for start, over, to in self.holes.jumps:
            if pegs >> start & 1 and pegs >> over & 1 and not pegs >> to & 1:
                yield Jump(names[start], names[to], seat=state.mover)

    def after(self, state: Pegs, move: Jump) -> Pegs:
        start, over, to = self._jump(move)
        return Pegs(state.pegs ^ (1 << start | 1 << over | 1 << to), mover=state.mover, turn=state.turn + 1)

    def _jump(self, move: Jump) -> tuple[int, int, int]:
        return self._jumps[move.start, move.to]

    @cached_property
    def _jumps(self) -> dict[tuple[str, str], tuple[int, int, int]]:
        names = self.holes.names
        return {(names[start], names[to]): (start, over, to) for start, over, to in self.holes.jumps}

    def why_not(self, state: Pegs, move: Jump) -> str:
        for name in (move.start, move.to):
            if name not in self.holes.names:
                return f"there is no hole {name!r}"
        if (move.start, move.to) not in self._jumps:
            return "a jump goes in a straight line over one neighbour"
        start, over, to = self._jump(move)
        if not state.pegs >> start & 1:
            return "there is no peg to jump with"
        return "the hole to land in is taken" if state.pegs >> to & 1 else f"no peg in {self.holes.names[over]} to jump"

    def parse(self, text: str, seat: int | None) -> Jump | None:
        match = re.fullmatch(r"([a-z]?\d{1,3})(?: to |-| )([a-z]?\d{1,3})", text, flags=re.ASCII)
        return Jump(match[1], match[2], seat=seat) if match else None

    def picture(self, state: Pegs) -> str:
        lines: list[str] = []
        rows = max(row for row, _ in self.holes.places) + 1
        for row in range(rows):
            if self.holes.triangular:
                cells = [state.pegs >> hole & 1 for hole, (at, _) in enumerate(self.holes.places) if at == row]
                lines.append(" " * (rows - 1 - row) + " ".join("o" if peg else "." for peg in cells))
            else:
                columns = {column: hole for hole, (at, column) in enumerate(self.holes.places) if at == row}
                marks = [" " if c not in columns else "o" if state.pegs >> columns[c] & 1 else "." for c in range(7)]
                lines.append(f"{7 - row} {' '.join(marks)}".rstrip())
        return "\n".join(lines if self.holes.triangular else [*lines, "  a b c d e f g"])

    @cached_property
    def gifts(self) -> Gifts:
        return _gifts(self.holes, self.first)


def _gifts(holes: Holes, first: int) -> Gifts:
    """Bits: the pegs. Only where seat 0 moves: the kernels know no other mover."""
    from arena.games import _kernels as kernels  # here, for the rules need no kernels

    names = holes.names
    jumps = [(1 << start | 1 << over | 1 << to, 1 << start | 1 << over) for start, over, to in holes.jumps]

    def twins(state: Pegs) -> list[Pegs]:
        turned = [
            sum(1 << to for hole, to in enumerate(symmetry) if state.pegs >> hole & 1) for symmetry in holes.symmetries
        ]
        return [Pegs(pegs, mover=state.mover, turn=state.turn) for pegs in turned]

    def move(state: Pegs, number: int) -> Jump:
        start, _, to = holes.jumps[number]
        return Jump(names[start], names[to], seat=state.mover)

    compact = None
    if first == 0:
        compact = Compact(
            pack=lambda state: state.pegs,
            move=move,
            config=config_of(
                len(jumps),
                len(holes.symmetries),
                len(names),
                *(bits for jump in jumps for bits in jump),
                *(to for symmetry in holes.symmetries for to in symmetry),
            ),
            most_moves=len(jumps),
            longest=len(names),
            moves=kernels.peg_moves,
            play=kernels.peg_play,
            value=kernels.peg_value,
            mover=kernels.one_player,
            key=kernels.peg_key,
        )
    return Gifts(key=lambda state: (state.mover, state.pegs), twins=twins, compact=compact)


def make_game(board: str = "triangle", hole: int | str = "", size: int = 5, first: int = 1) -> Peg:
    """Return peg solitaire. board: triangle or cross; hole: empty at the start; size: holes a side (triangle)."""
    if board == "cross":
        return Peg(f"peg(board=cross,hole={hole or 'd4'})", cross(), str(hole or "d4"), first)
    if board != "triangle":
        raise ConfigError("peg: board", f"there is no board {board!r}", "Boards: triangle, cross")
    numbers("peg", size=(size, 3, 8))
    suffix = "" if size == 5 else f",size={size}"
    return Peg(f"peg(hole={hole or 1}{suffix})", triangle(size), str(hole or 1), first)
