"""The small games as integers for the compiled solver: what the bits mean, and which kernels read them.

The mover is bit 61 in every game but peg solitaire, where seat ``first`` always moves. A game that does not
fit in the 61 bits below it declares no compact form; its Python rules still answer.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.contract.gifts import Compact, Gifts
from arena.games import _kernels as kernels
from arena.games.coins import Purse, Spend
from arena.games.nim import Lift, Rows
from arena.games.peg import Holes, Jump, Pegs
from arena.games.sticks import Take
from arena.games.tictactoe import LINES, Board, Mark

_MOVER = 61


def _config(*numbers: int) -> NDArray[np.int64]:
    return np.array(numbers, dtype=np.int64)


def sticks_gifts(most: int, misere: bool, count: int) -> Gifts:
    """Bits: the sticks left."""
    compact = Compact(
        pack=lambda state: state.left | state.mover << _MOVER,
        move=lambda state, number: Take(number, seat=state.mover),
        config=_config(-1 if misere else 1, most),
        most_moves=most,
        longest=count,
        moves=kernels.sticks_moves,
        play=kernels.sticks_play,
        value=kernels.last_taker_value,
        mover=kernels.top_bit_mover,
        key=kernels.own_key,
    )
    return Gifts(key=lambda state: (state.left, state.mover), compact=compact)


def nim_gifts(sizes: tuple[int, ...], most: int, misere: bool) -> Gifts:
    """Bits: the rows one after the other, one unset bit between them."""
    starts = [sum(sizes[:row]) + row for row in range(len(sizes))]

    def pack(state: Rows) -> int:
        bits = sum(row << start for row, start in zip(state.rows, starts, strict=True))
        return bits | state.mover << _MOVER

    def move(state: Rows, number: int) -> Lift:
        at, count = number >> 5, number & 31
        row = max(row for row, start in enumerate(starts) if start <= at and sizes[row])
        return Lift(row, at - starts[row], count, seat=state.mover)

    def runs(state: Rows) -> tuple[int, ...]:
        """The lengths of the runs decide, not where they are."""
        lengths = (len(run) for row in state.rows for run in f"{row:b}".split("0") if run)
        return (state.mover, *sorted(lengths))

    compact = None
    if sum(sizes) + len(sizes) <= _MOVER and most < 32:
        compact = Compact(
            pack=pack,
            move=move,
            config=_config(-1 if misere else 1, most),
            most_moves=max(1, sum(sizes) * most),
            longest=sum(sizes),
            moves=kernels.nim_moves,
            play=kernels.nim_play,
            value=kernels.last_taker_value,
            mover=kernels.top_bit_mover,
            key=kernels.nim_key,
        )
    return Gifts(key=runs, compact=compact)


def coins_gifts(kinds: tuple[int, ...], misere: bool) -> Gifts:
    """Bits: the counts, each as wide as the greatest needs."""
    width = max((*kinds, 1)).bit_length()

    def pack(state: Purse) -> int:
        return sum(count << kind * width for kind, count in enumerate(state.counts)) | state.mover << _MOVER

    compact = None
    if width * len(kinds) <= _MOVER:
        compact = Compact(
            pack=pack,
            move=lambda state, number: Spend(number % len(kinds), number // len(kinds), seat=state.mover),
            config=_config(-1 if misere else 1, len(kinds), width),
            most_moves=max(1, sum(kinds)),
            longest=sum(kinds),
            moves=kernels.coins_moves,
            play=kernels.coins_play,
            value=kernels.last_taker_value,
            mover=kernels.top_bit_mover,
            key=kernels.coins_key,
        )
    return Gifts(key=lambda state: (state.mover, *sorted(state.counts)), compact=compact)


def _squares() -> list[tuple[int, ...]]:
    """Return the eight symmetries of the square board: square -> square, the identity first."""
    turned = tuple(range(9))
    found = []
    for _ in range(4):
        found.append(turned)
        found.append(tuple(square // 3 * 3 + 2 - square % 3 for square in turned))
        turned = tuple(square % 3 * 3 + 2 - square // 3 for square in turned)
    return found


def tictactoe_gifts() -> Gifts:
    """Bits 0 to 8: the marks of X; 9 to 17: those of O."""
    likely = (4, 0, 2, 6, 8, 1, 3, 5, 7)  # by the number of lines through them
    symmetries = _squares()

    def pack(state: Board) -> int:
        bits = sum(1 << square + 9 * mark for square, mark in enumerate(state.marks) if mark is not None)
        return bits | state.mover << _MOVER

    def twins(state: Board) -> list[Board]:
        boards = []
        for symmetry in symmetries:
            marks = [None, *state.marks[1:]]
            for square, to in enumerate(symmetry):
                marks[to] = state.marks[square]
            boards.append(Board(tuple(marks), mover=state.mover, turn=state.turn))
        return boards

    def order(state: Board, moves: Any) -> list[Mark]:
        return sorted(moves, key=lambda move: likely.index(move.square))

    lines = [sum(1 << square for square in line) for line in LINES]
    compact = Compact(
        pack=pack,
        move=lambda state, number: Mark(number, seat=state.mover),
        config=_config(*likely, *lines, *(to for symmetry in symmetries for to in symmetry)),
        most_moves=9,
        longest=9,
        moves=kernels.tictactoe_moves,
        play=kernels.tictactoe_play,
        value=kernels.tictactoe_value,
        mover=kernels.top_bit_mover,
        key=kernels.tictactoe_key,
    )
    return Gifts(key=pack, twins=twins, order=order, compact=compact)


def peg_gifts(holes: Holes, first: int) -> Gifts:
    """Bits: the pegs. Only where seat 0 moves: the kernels know no other mover."""
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
            config=_config(
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
