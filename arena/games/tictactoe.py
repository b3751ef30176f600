"""Tic-tac-toe: three in a row on a board of three by three.

A square has a name ("upper left") and a short one ("ul"). X is seat 0, O is seat 1; a mark is its seat, or None.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from arena.contract.gifts import Compact, Gifts
from arena.contract.outcome import Outcome
from arena.games.compact import MOVER, config_of
from arena.games.open import PLAYERS, Named, OpenGame, Turn, beats
from arena.games.pictures import check_reached, check_size, mover_of

SQUARES = (
    "upper left", "upper middle", "upper right",
    "middle left", "middle", "middle right",
    "lower left", "lower middle", "lower right",
)  # fmt: skip
SHORT = ("ul", "um", "ur", "ml", "m", "mr", "ll", "lm", "lr")
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True, slots=True)
class TicTacToeState(Turn):
    """marks: nine of them, row by row."""

    marks: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Mark(Named):
    """A mark on a square, 0 to 8."""

    square: int

    def what(self) -> str:
        return SQUARES[self.square]


class TicTacToe(OpenGame[TicTacToeState, Mark]):
    """The rules."""

    wording = "A move is the name of a square, such as 'upper left' or 'ul'"

    def initial(self, first: int) -> TicTacToeState:
        return TicTacToeState((None,) * 9, mover=first)

    def outcome(self, state: TicTacToeState) -> Outcome | None:
        for a, b, c in LINES:  # a full board with a line is a win, so lines come first
            mark = state.marks[a]
            if mark is not None and mark == state.marks[b] == state.marks[c]:
                return Outcome(beats(mark), "three in a row")
        return None if None in state.marks else Outcome((1, 1), "the board is full")

    def moves(self, state: TicTacToeState) -> Iterator[Mark]:
        return (Mark(square, seat=state.mover) for square in range(9) if state.marks[square] is None)

    def after(self, state: TicTacToeState, move: Mark) -> TicTacToeState:
        marks = list(state.marks)
        marks[move.square] = state.mover
        return TicTacToeState(tuple(marks), mover=1 - state.mover, turn=state.turn + 1)

    def why_not(self, state: TicTacToeState, move: Mark) -> str:
        return "the square is taken"

    def parse(self, text: str, seat: int | None) -> Mark | None:
        for names in (SQUARES, SHORT):
            if text in names:
                return Mark(names.index(text), seat=seat)
        return None

    def picture(self, state: TicTacToeState) -> str:
        cells = ["." if mark is None else PLAYERS[mark] for mark in state.marks]
        return "\n".join(" ".join(cells[row : row + 3]) for row in (0, 3, 6))

    def from_rows(self, rows: list[str]) -> TicTacToeState:
        """Return the position of a picture; raise NotationError when no game can lead to it."""
        check_size(self.name, rows, 3, 3)
        marks = tuple(None if cell == "." else PLAYERS.index(cell) for row in rows for cell in row)
        state = TicTacToeState(marks, mover=mover_of(self.name, rows, self.first), turn=9 - marks.count(None))
        check_reached(self.name, state, self._before, self.outcome)
        return state

    def _before(self, state: TicTacToeState) -> Iterator[TicTacToeState]:
        for square, mark in enumerate(state.marks):
            if mark == 1 - state.mover:
                marks = (*state.marks[:square], None, *state.marks[square + 1 :])
                yield TicTacToeState(marks, mover=mark, turn=state.turn - 1)

    @cached_property
    def gifts(self) -> Gifts:
        return _gifts()


def _squares() -> list[tuple[int, ...]]:
    """Return the eight symmetries of the square board: square -> square, the identity first."""
    turned = tuple(range(9))
    squares = []
    for _ in range(4):
        squares.append(turned)
        squares.append(tuple(square // 3 * 3 + 2 - square % 3 for square in turned))
        turned = tuple(square % 3 * 3 + 2 - square // 3 for square in turned)
    return squares


def _gifts() -> Gifts:
    """Bits 0 to 8: the marks of X; 9 to 17: those of O."""
    from arena.games import _kernels as kernels  # here, for the rules need no kernels

    likely = (4, 0, 2, 6, 8, 1, 3, 5, 7)  # by the number of lines through them
    symmetries = _squares()

    def pack(state: TicTacToeState) -> int:
        bits = sum(1 << square + 9 * mark for square, mark in enumerate(state.marks) if mark is not None)
        return bits | state.mover << MOVER

    def twins(state: TicTacToeState) -> list[TicTacToeState]:
        boards = []
        for symmetry in symmetries:
            marks = [None, *state.marks[1:]]
            for square, to in enumerate(symmetry):
                marks[to] = state.marks[square]
            boards.append(TicTacToeState(tuple(marks), mover=state.mover, turn=state.turn))
        return boards

    def order(state: TicTacToeState, moves: Iterable[Mark]) -> list[Mark]:
        return sorted(moves, key=lambda move: likely.index(move.square))

    lines = [sum(1 << square for square in line) for line in LINES]
    compact = Compact(
        pack=pack,
        move=lambda state, number: Mark(number, seat=state.mover),
        config=config_of(*likely, *lines, *(to for symmetry in symmetries for to in symmetry)),
        most_moves=9,
        longest=9,
        moves=kernels.tictactoe_moves,
        play=kernels.tictactoe_play,
        value=kernels.tictactoe_value,
        mover=kernels.top_bit_mover,
        key=kernels.tictactoe_key,
    )
    return Gifts(key=pack, twins=twins, order=order, compact=compact)


def make_game(first: int = 1) -> TicTacToe:
    """Return tic-tac-toe. first: the player who begins, 1 (X) or 2 (O)."""
    return TicTacToe("tictactoe", first)
