"""Compiled upkeep of the board in the endgame search: tiles laid and taken up again, and where new plays begin."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import BOARD, GRAPH64, I32, TILES, Board, Graph, Tiles
from arena.engine._kernels.board import CROSS, EMPTY, VALUE, check, int64, twin
from arena.engine._kernels.end_arrays import END_TREE, EndTree
from arena.engine._kernels.walk import HEADER
from arena.jit import kernel, types

TOP = 0  # in tree.state: how many entries of tree.cells there are


@kernel(types.int64(GRAPH64, BOARD, types.int64, END_TREE, types.int64, I32, types.int64), bare=True)
def _close(graph: Graph, board: Board, end: int, tree: EndTree, top: int, items: NDArray[np.int32], count: int) -> int:
    # The cell is an end of a run that has grown: notes what its square may take across the run, as an item; returns how
    # many items there are now.
    letters, cells, cross, dims = board.letters, board.cells, board.cross, board.dims
    if letters[end] != EMPTY:
        return count
    there = twin(end, dims)
    tree.cells[top, 0], tree.cells[top, 1], tree.masks[top] = there, cells[there, CROSS], cross[there]
    mask, points = check(graph, letters, cells, end)
    cross[there] = mask
    cells[there, CROSS] = points
    items[count] = there
    return count + 1


@kernel(types.int64(GRAPH64, BOARD, TILES, I32, types.int64, END_TREE, I32), bare=True)
def lay_row(
    graph: Graph,
    board: Board,
    tiles: Tiles,
    row: NDArray[np.int32],
    used_letter: int,
    tree: EndTree,
    items: NDArray[np.int32],
) -> int:
    # Lays the tiles of a play. Fills items with the cells that new plays go through, leftmost first, and returns how
    # many. What was there before is put on top of tree.cells and tree.masks, for take_up: the cells with new tiles, the
    # squares whose cross words have changed, and how many there are of both.
    letters, cells, raw, dims, faces = board.letters, board.cells, board.raw, board.dims, tiles.faces
    start, last, laid = int64(row[1]), int64(row[2]), int64(row[3])
    new = int64(0)
    begin = top = tree.state[TOP]
    for cell in range(start, last + 1):
        if letters[cell] == EMPTY:
            face = int64(row[HEADER + new])
            new += 1
            for here in (cell, twin(cell, dims)):
                letters[here] = faces[face, 1]
                cells[here, VALUE] = faces[face, 2] * used_letter
                raw[here] = faces[face, 2]
            tree.cells[top, 0] = cell
            top += 1
    count = int64(0)
    items[count] = last
    count += 1
    before = count
    count = _close(graph, board, start - 1, tree, top, items, count)
    top += count - before
    before = count
    count = _close(graph, board, last + 1, tree, top, items, count)
    top += count - before
    for k in range(laid):
        there = twin(tree.cells[begin + k, 0], dims)
        first, end = there, there
        while letters[first - 1] > 0:
            first -= 1
        while letters[end + 1] > 0:
            end += 1
        items[count] = end
        count += 1
        before = count
        count = _close(graph, board, first - 1, tree, top, items, count)
        top += count - before
        before = count
        count = _close(graph, board, end + 1, tree, top, items, count)
        top += count - before
    tree.cells[top, 0], tree.cells[top, 1] = laid, top - begin - laid
    for k in range(1, count):
        item = items[k]
        at = k
        while at > 0 and items[at - 1] > item:
            items[at] = items[at - 1]
            at -= 1
        items[at] = item
    tree.state[TOP] = top + 1
    return count


@kernel(types.void(BOARD, END_TREE), bare=True)
def take_up(board: Board, tree: EndTree) -> None:
    # Takes back what was laid last.
    letters, cells, cross, dims = board.letters, board.cells, board.cross, board.dims
    top = tree.state[TOP]
    laid, closed = tree.cells[top - 1, 0], tree.cells[top - 1, 1]
    begin = top - 1 - laid - closed
    for k in range(begin + laid, top - 1):
        there = tree.cells[k, 0]
        cells[there, CROSS] = tree.cells[k, 1]
        cross[there] = tree.masks[k]
    for k in range(begin, begin + laid):
        cell = tree.cells[k, 0]
        letters[cell] = EMPTY
        letters[twin(cell, dims)] = EMPTY
    tree.state[TOP] = begin


@kernel(types.int64(BOARD, I32), bare=True)
def every_item(board: Board, items: NDArray[np.int32]) -> int:
    # Fills items with all cells that plays go through, the last tile of each run and the empty cells that tiles touch
    # only across, leftmost first; returns how many.
    letters, cells, dims = board.letters, board.cells, board.dims
    count = int64(0)
    for cell in range(2 * dims[2]):
        if letters[cell] > 0:
            if letters[cell + 1] <= 0:
                items[count] = cell
                count += 1
        elif letters[cell] == EMPTY and cells[cell, CROSS] >= 0:
            items[count] = cell
            count += 1
    return count
