"""Compiled upkeep of the board: laying tiles, and the cross checks and cross scores beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import BOARD, E32, E64, GRAPH32, GRAPH64, I8, I32_2, I64, Board, Graph
from arena.jit import kernel, popcount, types

HOLE, EMPTY = -1, 0
LETTER, WORD, CROSS, VALUE = 0, 1, 2, 3

ONE = np.uint64(1)
int64: Callable[[Any], int] = cast(Any, np.int64)  # the same, as mypy should see it


@kernel(types.int64(types.int64, I64), bare=True)
def twin(cell: int, dims: NDArray[np.int64]) -> Any:
    """Return the same square in the other orientation."""
    width, height, size = dims[0], dims[1], dims[2]
    if cell < size:
        return size + (cell % width) * height + cell // width
    cell -= size
    return (cell % height) * width + cell // height


def _step(edges: NDArray[Any], state: int, code: int) -> int:
    # Returns the target of the edge, -1 where there is none.
    mask = np.uint64(edges[state])
    bit = ONE << np.uint64(code)
    if mask & bit == np.uint64(0):
        return -1
    return int64(edges[state + 2 + popcount(mask & (bit - ONE))])


step = kernel(types.int64(E32, types.int64, types.int64), types.int64(E64, types.int64, types.int64), bare=True)(_step)


def _check(graph: Graph, letters: NDArray[np.int8], cells: NDArray[np.int32], cell: int) -> Any:
    # The letters that complete the run before and the run behind an empty cell, and the runs' points.
    edges, root, everything = graph.edges, graph.root, graph.everything
    before, behind, points, alone = cell - 1, cell + 1, 0, True
    while letters[before] > 0:
        points += cells[before, VALUE]
        before -= 1
        alone = False
    while letters[behind] > 0:
        points += cells[behind, VALUE]
        behind += 1
        alone = False
    if alone:
        return everything, -1
    state = int64(root)
    if behind == cell + 1:  # only tiles before: their reverse, the delimiter, then what completes a word
        at = cell - 1
        while at > before and state >= 0:
            state = step(edges, state, letters[at])
            at -= 1
        if state >= 0:
            state = step(edges, state, 0)
        return (np.uint64(edges[state + 1]) if state >= 0 else np.uint64(0)), points
    at = behind - 1
    while at > cell and state >= 0:
        state = step(edges, state, letters[at])
        at -= 1
    if state < 0:
        return np.uint64(0), points
    if before == cell - 1:
        return np.uint64(edges[state + 1]), points
    found = np.uint64(0)
    for code in range(1, 64):
        target = step(edges, state, code)
        at = cell - 1
        while target >= 0 and at > before + 1:
            target = step(edges, target, letters[at])
            at -= 1
        if target >= 0:
            bit = ONE << np.uint64(letters[before + 1])
            if np.uint64(edges[target + 1]) & bit != np.uint64(0):
                found |= ONE << np.uint64(code)
    return found, points


_CHECKED: Any = cast(Any, types.Tuple)((types.uint64, types.int64))
check = kernel(_CHECKED(GRAPH32, I8, I32_2, types.int64), _CHECKED(GRAPH64, I8, I32_2, types.int64), bare=True)(_check)


def _lay(graph: Graph, board: Board, new: NDArray[np.int64], count: int) -> None:
    # new: four numbers a tile: cell (first orientation), code, value, points.
    letters, cells, raw, cross = board.letters, board.cells, board.raw, board.cross
    anchors, dims = board.anchors, board.dims
    for k in range(count):
        cell, code, value = new[4 * k], new[4 * k + 1], new[4 * k + 2]
        for here in (cell, twin(cell, dims)):
            letters[here] = code
            cells[here, VALUE] = value
            raw[here] = new[4 * k + 3]
            cells[here, CROSS] = -1
            anchors[here] = 0
    last_before, last_behind = int64(-1), int64(-1)
    for k in range(count):
        for here in (new[4 * k], twin(new[4 * k], dims)):
            before, behind = here - 1, here + 1
            while letters[before] > 0:
                before -= 1
            while letters[behind] > 0:
                behind += 1
            if letters[before] == EMPTY and before != last_before:
                there = twin(before, dims)
                mask, points = check(graph, letters, cells, before)
                cross[there] = mask
                cells[there, CROSS] = points
                anchors[before] = 1
                anchors[there] = 1
                last_before = before
            if letters[behind] == EMPTY and behind != last_behind:
                there = twin(behind, dims)
                mask, points = check(graph, letters, cells, behind)
                cross[there] = mask
                cells[there, CROSS] = points
                anchors[behind] = 1
                anchors[there] = 1
                last_behind = behind


lay = kernel(types.void(GRAPH32, BOARD, I64, types.int64), types.void(GRAPH64, BOARD, I64, types.int64), bare=True)(
    _lay
)
