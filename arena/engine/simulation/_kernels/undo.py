"""Compiled laying of tiles that can be taken back: what a simulation plays and unplays on one board."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import BOARD, GRAPH32, I64, I64_2, U64, Board, Graph
from arena.engine._kernels.board import CROSS, EMPTY, VALUE, int64, lay, twin
from arena.jit import kernel, types

J_CELL, J_LETTER, J_VALUE, J_CROSS, J_RAW, J_ANCHOR, JOURNAL_SIZE = 0, 1, 2, 3, 4, 5, 6
ENTRIES_A_TILE = 10  # cells that a tile touches at the most: itself and four about it, in both orientations


class TileJournal(NamedTuple):
    """What cells were like before tiles were laid.

    entries: int64[n, JOURNAL_SIZE]; a cell, and what it was in Board's arrays.
    cross:   uint64[n]; its mask.
    """

    entries: NDArray[np.int64]
    cross: NDArray[np.uint64]


JOURNAL = cast(Any, types.NamedTuple)((I64_2, U64), TileJournal)


@kernel(types.int64(BOARD, types.int64, JOURNAL, types.int64), bare=True)
def _note(board: Board, cell: int, journal: TileJournal, count: int) -> int:
    entries = journal.entries
    entries[count, J_CELL] = cell
    entries[count, J_LETTER] = board.letters[cell]
    entries[count, J_VALUE], entries[count, J_CROSS] = board.cells[cell, VALUE], board.cells[cell, CROSS]
    entries[count, J_RAW], entries[count, J_ANCHOR] = board.raw[cell], board.anchors[cell]
    journal.cross[count] = board.cross[cell]
    return count + 1


@kernel(types.int64(GRAPH32, BOARD, I64, types.int64, JOURNAL, types.int64), bare=True)
def lay_noted(graph: Graph, board: Board, new: NDArray[np.int64], laid: int, journal: TileJournal, count: int) -> int:
    # Lays tiles as board.py's ``lay`` does. count: entries of the journal; returns how many there are then.
    letters, dims = board.letters, board.dims
    for k in range(laid):
        count = _note(board, new[4 * k], journal, count)
        count = _note(board, twin(new[4 * k], dims), journal, count)
    for k in range(laid):
        letters[new[4 * k]] = new[4 * k + 1]
        letters[twin(new[4 * k], dims)] = new[4 * k + 1]
    for k in range(laid):
        for which in range(2):
            here = int64(new[4 * k])
            if which == 1:
                here = int64(twin(here, dims))
            before, behind = here - 1, here + 1
            while letters[before] > 0:
                before -= 1
            while letters[behind] > 0:
                behind += 1
            if letters[before] == EMPTY:
                count = _note(board, before, journal, count)
                count = _note(board, twin(before, dims), journal, count)
            if letters[behind] == EMPTY:
                count = _note(board, behind, journal, count)
                count = _note(board, twin(behind, dims), journal, count)
    lay(graph, board, new, laid)
    return count


@kernel(types.void(BOARD, JOURNAL, types.int64), bare=True)
def take_back(board: Board, journal: TileJournal, count: int) -> None:
    # Makes the board what it was before the first of ``count`` entries.
    letters, cells, raw, cross, anchors = board.letters, board.cells, board.raw, board.cross, board.anchors
    entries, masks = journal.entries, journal.cross
    for at in range(count - 1, -1, -1):
        cell = entries[at, J_CELL]
        letters[cell] = entries[at, J_LETTER]
        cells[cell, VALUE], cells[cell, CROSS] = entries[at, J_VALUE], entries[at, J_CROSS]
        raw[cell], anchors[cell] = entries[at, J_RAW], entries[at, J_ANCHOR]
        cross[cell] = masks[at]
