"""The arrays of rollouts, in named tuples, beside those of engine/_kernels/arrays.py; the names of their columns."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import (
    F64,
    GRAPH32,
    I32,
    I32_2,
    I64,
    I64_2,
    INDEX,
    LEAVE_TABLE,
    TILES,
    Graph,
    Index,
    LeaveTable,
    Tiles,
)
from arena.engine.simulation._kernels.undo import JOURNAL, TileJournal
from arena.jit import types

F64_2 = types.float64[:, ::1]
PLAYS, CHANGES, PASSES = 0, 1, 2  # kinds of moves
MOST_WILD = 2  # tiles with several faces that a hand is searched with; it holds any more without using them
NOT_OUT = 10  # with the bag empty, points that it is worth, about, to be the one who goes out
NONE_LOST, OWN, BOTH, DOUBLE = 0, 1, 2, 3  # out adjustments, see the rule book

# facts: what holds in all rollouts of a simulation; END_WEIGHT: how often a tile left at the end counts between two
(
    ME, PLAYERS, KINDS, HAND_SIZE, PLIES, MOST_TURNS, CHANGE_MIN, CHANGE_MOST, OUT_ENDS, OUT_RULE, SCORELESS_LIMIT,
    IN_ROUNDS, PASS_COUNTS, CHANGE_COUNTS, ZERO_COUNTS, SCORELESS_RULE, TURN, TURN_LIMIT, OPENING, OPENING_TILES, USED,
    ROW, END_WEIGHT, FACTS_SIZE,
) = range(24)  # fmt: skip
# a candidate: its kind, points, tiles; then cell, code, value, points of each tile laid; then the ids of all tiles
M_KIND, M_SCORE, M_COUNT, MOVE_HEADER = 0, 1, 2, 3
# numbers of a rollout: the bag's first tile and the end of it, turns taken, scoreless ones in a row, chances used,
# entries of the journal, passes in a row, and whether a tile lies on the board
N_LOW, N_HIGH, N_TURN, N_ROW, N_CHANCE, N_JOURNAL, N_PASSES, N_LAID, NUMBERS_SIZE = range(9)
O_LEFT, O_NEXT, O_OVER, OUT_SIZE = 0, 1, 2, 3  # of an outcome, behind the seats' points


class Situation(NamedTuple):
    """What all rollouts of a simulation begin with.

    facts:  int64[FACTS_SIZE]. worth: int32[kinds]; what each tile costs its holder at the end.
    hands:  int32[seats, kinds]; the own hand, and nothing of the others. held: int64[seats]; tiles in each hand.
    scores, idle, active: int64[seats]; points, scoreless turns in a row, 1 for a seat that has not left.
    moves:  int64[candidates, n]. leaves: float64[candidates]; what they leave is worth.
    orders: int32[draws, unseen]; tiles of the other hands in turn, then the bag. chances: float64[draws, n]; where
            tiles that are changed go.
    items:  int32; the cells of an opening.
    graph, tiles, bags, table: of the words, tiles and leaves.
    """

    facts: NDArray[np.int64]
    worth: NDArray[np.int32]
    hands: NDArray[np.int32]
    held: NDArray[np.int64]
    scores: NDArray[np.int64]
    idle: NDArray[np.int64]
    active: NDArray[np.int64]
    moves: NDArray[np.int64]
    leaves: NDArray[np.float64]
    orders: NDArray[np.int32]
    chances: NDArray[np.float64]
    items: NDArray[np.int32]
    graph: Graph
    tiles: Tiles
    bags: Index
    table: LeaveTable


class Rolling(NamedTuple):
    """Working space of one rollout at a time, and what it comes to.

    hands: int32[seats, kinds]. bag: int32[n]. scores, idle: int64[seats]. kept: float64[seats].
    new:   int64; tiles that are laid, as ``lay`` wants them. gone: int32; ids of tiles that are laid or changed.
    numbers: int64[NUMBERS_SIZE]. journal: of the board.
    chosen: int32; which candidates are rolled out.
    out:   float64[rollouts, 2 * (seats + OUT_SIZE)]; for each draw all chosen candidates: each seat's points at the
           end, then how many tiles are left, whose turn it is, and 1 if the game is over; then the same at the moment
           when all others had answered the candidate, or at the end where the bag was empty by then.
    """

    hands: NDArray[np.int32]
    bag: NDArray[np.int32]
    scores: NDArray[np.int64]
    idle: NDArray[np.int64]
    kept: NDArray[np.float64]
    new: NDArray[np.int64]
    gone: NDArray[np.int32]
    numbers: NDArray[np.int64]
    journal: TileJournal
    chosen: NDArray[np.int32]
    out: NDArray[np.float64]


_named = cast(Any, types.NamedTuple)
SITUATION = _named(
    (I64, I32, I32_2, I64, I64, I64, I64, I64_2, F64, I32_2, F64_2, I32, GRAPH32, TILES, INDEX, LEAVE_TABLE), Situation
)
ROLLING = _named((I32_2, I32, I64, I64, F64, I64, I32, I64, JOURNAL, I32, F64_2), Rolling)
