"""The arrays of the endgame search, in named tuples, described here as those of arrays.py are there.

An endgame: no tile in the bag, every hand known. A *seat* is a place in the order of play, 0 the one who moves at the
root. The tiles of a hand are bits of one number, kind by kind: so many of a kind's lowest bits are set as are left of
it. What a play needs, counted in the same way from the lowest bits, is there when all its bits are set.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import I32, I32_2, I32_3, I64, I64_2, U8, U64
from arena.jit import types

U64_2 = types.uint64[:, ::1]


class EndHands(NamedTuple):
    """The tiles of all seats; the columns of arrays with a row a seat are as in ``Hand``.

    first, options: int32[seats, 66], int32[seats, n, 3]; as in Hand.
    kinds:   uint64[seats, kinds]; mask of the letters that each kind shows, none for a kind that the seat lacks.
    counts:  int32[seats, kinds]; how many of it are left at the node at work.
    groups:  uint64[seats, kinds]; the bits of the kind, and place: int32[seats, kinds]; the lowest of them.
    worth:   int32[seats, kinds]; points that one tile of it is worth at the end, to whoever gets or loses them.
    left:    uint64[seats]; the tiles left, as bits.
    points:  int64[seats]; what they are worth together.
    """

    first: NDArray[np.int32]
    options: NDArray[np.int32]
    kinds: NDArray[np.uint64]
    counts: NDArray[np.int32]
    groups: NDArray[np.uint64]
    place: NDArray[np.int32]
    worth: NDArray[np.int32]
    left: NDArray[np.uint64]
    points: NDArray[np.int64]


class EndPlays(NamedTuple):
    """The plays that were found on the way to the node at work, a row each, and how they are found.

    rows:   int32[n, HEADER + most tiles of a hand]; as everywhere.
    needs:  uint64[n]; the tiles of the hand that it takes, as bits.
    worths: int32[n]; what those are worth at the end. keys: uint64[n]; what it does to the sum of the board.
    covers: uint64[n, words]; the squares that it lays tiles on, as bits.
    guards: uint64[n, words]; the squares that must stay empty for it to be the same play: those that it covers, and
            those that end its words.
    bits:   int32[2N]; the bit of each cell's square, -1 where none can be laid.
    salts:  uint64[bits, faces]; what a face on a square adds to the sum of the board.
    marks:  uint8[2N]; 1 for items that have been walked from.
    items:  int32[2N]; cells.
    stack, pending: int64[frames * FRAME_SIZE], uint64[frames * 2]; of the walk.
    shown:  int32[2N]; as in Walk.
    """

    rows: NDArray[np.int32]
    needs: NDArray[np.uint64]
    worths: NDArray[np.int32]
    keys: NDArray[np.uint64]
    covers: NDArray[np.uint64]
    guards: NDArray[np.uint64]
    bits: NDArray[np.int32]
    salts: NDArray[np.uint64]
    marks: NDArray[np.uint8]
    items: NDArray[np.int32]
    stack: NDArray[np.int64]
    pending: NDArray[np.uint64]
    shown: NDArray[np.int32]


class EndTree(NamedTuple):
    """The search's way from the root to the node at work.

    frames: int64[depth, F_SIZE]; a node each, see end_search.py. sums: uint64[depth]; the sum of each.
    ids, weights: int32[n]; lists of plays one after the other, and what each is reckoned to be worth; of a frame's own.
    cells:  int64[n, 2]; what laying tiles changed, move after move: cells, and points of their cross runs.
    masks:  uint64[n]; and their masks.
    seats:  uint64[2 + passes]; what the side to move (0), and the passes left (1 and on), add to the sum.
    racks:  uint64[seats, 64]; what a tile that is gone adds to it.
    state:  int64[STATE_SIZE]; see end_search.py.
    """

    frames: NDArray[np.int64]
    sums: NDArray[np.uint64]
    ids: NDArray[np.int32]
    weights: NDArray[np.int32]
    cells: NDArray[np.int64]
    masks: NDArray[np.uint64]
    seats: NDArray[np.uint64]
    racks: NDArray[np.uint64]
    state: NDArray[np.int64]


class EndTable(NamedTuple):
    """What is known of nodes: a transposition table. Two entries a sum, the second for whatever came last.

    keys:  uint64[n]; sums of nodes, 0 for none. moves: uint64[n]; the key of the best play, see end_search.py.
    facts: int64[n, 3]; value, its kind, and for how many plies it holds.
    """

    keys: NDArray[np.uint64]
    moves: NDArray[np.uint64]
    facts: NDArray[np.int64]


_named = cast(Any, types.NamedTuple)
END_HANDS = _named((I32_2, I32_3, U64_2, I32_2, U64_2, I32_2, I32_2, U64, I64), EndHands)
END_PLAYS = _named((I32_2, U64, I32, U64, U64_2, U64_2, I32, U64_2, U8, I32, I64, U64, I32), EndPlays)
END_TREE = _named((I64_2, U64, I32, I32, I64_2, U64, U64, U64_2, I64), EndTree)
END_TABLE = _named((U64, U64, I64_2), EndTable)

__all__ = [
    "END_HANDS", "END_PLAYS", "END_TABLE", "END_TREE", "U64_2", "EndHands", "EndPlays", "EndTable", "EndTree",
]  # fmt: skip
