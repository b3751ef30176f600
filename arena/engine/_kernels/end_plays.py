"""Compiled generation of plays in the endgame search: those of one hand whose words go through given cells.

After a move only words with one of its tiles are new, in their own row or across one that was beside it; so the search
walks from a few cells where a generator would walk from all. What is walked from is marked: no word goes through a
marked cell again.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import BOARD, GRAPH64, I64, PROGRAMMED, TILES, Board, Graph, Programmed, Tiles
from arena.engine._kernels.board import CROSS, LETTER, ONE, VALUE, WORD, int64, twin
from arena.engine._kernels.end_arrays import END_HANDS, END_PLAYS, EndHands, EndPlays
from arena.engine._kernels.score import FAILED, points_of_row
from arena.engine._kernels.walk import BONUS, BONUS_TILES, FACTOR, HEADER, NONE
from arena.jit import ctz, kernel, popcount, types

F_STATE, F_CELL, F_LEFTWARD, F_MAIN, F_FACTOR, F_EXTRA, F_PROGRAMMED, F_LAID = range(8)
F_START, F_CHILD, F_WHOLE, F_OPTION, F_LAST_OPTION, F_KIND = range(8, 14)
FRAME_SIZE = 14
NO_ROOM = -1


@kernel(types.void(*6 * (types.int64,), BOARD, END_HANDS, END_PLAYS), bare=True)
def _put(
    at: int,
    points: int,
    start: int,
    last: int,
    laid: int,
    seat: int,
    board: Board,
    hands: EndHands,
    plays: EndPlays,
) -> None:
    # Writes a play as number ``at``.
    letters, dims, bits, width = board.letters, board.dims, plays.bits, plays.covers.shape[1]
    for k in range(width):
        plays.covers[at, k] = NONE
        plays.guards[at, k] = NONE
    plays.rows[at, 0], plays.rows[at, 1], plays.rows[at, 2], plays.rows[at, 3] = points, start, last, laid
    if letters[start - 1] == 0:
        bit = int64(bits[start - 1])
        plays.guards[at, bit >> 6] |= ONE << np.uint64(bit & 63)
    if letters[last + 1] == 0:
        bit = int64(bits[last + 1])
        plays.guards[at, bit >> 6] |= ONE << np.uint64(bit & 63)
    key, new = NONE, int64(HEADER)
    for cell in range(start, last + 1):
        if letters[cell] != 0:
            continue
        face = int64(plays.shown[cell])
        plays.rows[at, new] = face
        new += 1
        bit = int64(bits[cell])
        plays.covers[at, bit >> 6] |= ONE << np.uint64(bit & 63)
        key ^= plays.salts[bit, face]
        there = twin(cell, dims)
        before, behind = there - 1, there + 1
        while letters[before] > 0:
            before -= 1
        while letters[behind] > 0:
            behind += 1
        if letters[before] == 0:
            bit = int64(bits[before])
            plays.guards[at, bit >> 6] |= ONE << np.uint64(bit & 63)
        if letters[behind] == 0:
            bit = int64(bits[behind])
            plays.guards[at, bit >> 6] |= ONE << np.uint64(bit & 63)
    for k in range(width):
        plays.guards[at, k] |= plays.covers[at, k]
    need, worth = NONE, int64(0)
    for kind in range(hands.counts.shape[1]):
        taken = popcount(hands.left[seat] & hands.groups[seat, kind]) - int64(hands.counts[seat, kind])
        if taken > 0:
            need |= ((ONE << np.uint64(taken)) - ONE) << np.uint64(hands.place[seat, kind])
            worth += taken * hands.worth[seat, kind]
    plays.needs[at] = need
    plays.worths[at] = worth
    plays.keys[at] = key


@kernel(types.uint64(END_HANDS, types.int64), bare=True)
def _held(hands: EndHands, seat: int) -> np.uint64:
    # The letters that the tiles left of a hand can show.
    letters = NONE
    for kind in range(hands.counts.shape[1]):
        if hands.counts[seat, kind] > 0:
            letters |= hands.kinds[seat, kind]
    return letters


@kernel(types.void(*10 * (types.int64,), types.uint64, END_PLAYS), bare=True)
def _push(
    level: int,
    node: int,
    cell: int,
    leftward: int,
    main: int,
    factor: int,
    extra: int,
    programmed: int,
    laid: int,
    start: int,
    pending: np.uint64,
    plays: EndPlays,
) -> None:
    stack, base = plays.stack, level * FRAME_SIZE
    stack[base + F_STATE], stack[base + F_CELL], stack[base + F_LEFTWARD] = node, cell, leftward
    stack[base + F_MAIN], stack[base + F_FACTOR], stack[base + F_EXTRA] = main, factor, extra
    stack[base + F_PROGRAMMED], stack[base + F_LAID], stack[base + F_START] = programmed, laid, start
    stack[base + F_OPTION], stack[base + F_LAST_OPTION], stack[base + F_KIND] = 0, 0, -1
    plays.pending[level] = pending


@kernel(types.int64(*4 * (types.int64,), I64), bare=True)
def _worth(main: int, factor: int, extra: int, laid: int, rules: NDArray[np.int64]) -> int:
    points = main * factor
    if laid == rules[BONUS_TILES]:
        points = points * rules[FACTOR] + rules[BONUS]
    return points + extra


@kernel(types.int64(types.int64, BOARD, TILES, END_PLAYS, PROGRAMMED, I64), bare=True)
def _known(
    at: int, board: Board, tiles: Tiles, plays: EndPlays, programmed: Programmed, rules: NDArray[np.int64]
) -> int:
    # Gives a play the points that its squares' programs make; returns 1, 0 where one of them fails.
    points = points_of_row(plays.rows[at], 0, board, tiles, programmed, rules)
    if points == FAILED:
        return 0
    plays.rows[at, 0] = points
    return 1


FOUND_IN = GRAPH64, BOARD, TILES, END_HANDS, END_PLAYS, PROGRAMMED, I64, *3 * (types.int64,)


@kernel(types.int64(*FOUND_IN), bare=True)
def find(
    graph: Graph,
    board: Board,
    tiles: Tiles,
    hands: EndHands,
    plays: EndPlays,
    programmed: Programmed,
    rules: NDArray[np.int64],
    seat: int,
    count: int,
    top: int,
) -> int:
    # Writes all plays of a seat whose words go through one of the first ``count`` items, as numbers from ``top`` on;
    # returns the number behind the last, NO_ROOM where there is none.
    edges, root = graph.edges, graph.root
    letters, cells, cross, size = board.letters, board.cells, board.cross, board.dims[2]
    marks, stack, options = plays.marks, plays.stack, hands.options
    room = plays.needs.size - 2
    held = _held(hands, seat)
    if held == NONE:
        return top
    for it in range(count):
        item = int64(plays.items[it])
        node, main, left, begun = int64(root), int64(0), item, letters[item] > 0
        while letters[left] > 0:
            main += cells[left, VALUE]
            mask = edges[node]
            bit = ONE << np.uint64(letters[left])
            if mask & bit == NONE:
                node = int64(-1)
                break
            node = int64(edges[node + 2 + popcount(mask & (bit - ONE))])
            left -= 1
        right0, level = item + 1, int64(-1)
        if node >= 0 and letters[left] == 0 and marks[left] == 0 and (letters[left - 1] <= 0 or marks[left - 1] == 0):
            pending = edges[node] & held & cross[left]
            if pending != NONE:
                level += 1
                _push(level, node, left, 1, main, 1, 0, 0, 0, 0, pending, plays)
        if begun and node >= 0 and edges[node] & ONE != NONE and letters[right0] == 0:
            node = int64(edges[node + 2])  # the delimiter is the first edge
            pending = edges[node] & held & cross[right0]
            if pending != NONE:
                level += 1
                _push(level, node, right0, 0, main, 1, 0, 0, 0, left + 1, pending, plays)
        while level >= 0:
            base = level * FRAME_SIZE
            kind = stack[base + F_KIND]
            if kind >= 0:
                hands.counts[seat, kind] += 1
                stack[base + F_KIND] = -1
            option, last_option = stack[base + F_OPTION], stack[base + F_LAST_OPTION]
            while option < last_option and hands.counts[seat, options[seat, option, 0]] == 0:
                option += 1
            node, cell = stack[base + F_STATE], stack[base + F_CELL]
            if option >= last_option:
                pending = plays.pending[level]
                if pending == NONE:
                    level -= 1
                    continue
                rest = pending & (pending - ONE)
                bit = pending ^ rest
                plays.pending[level] = rest
                code = ctz(bit)
                stack[base + F_CHILD] = int64(edges[node + 2 + popcount(edges[node] & (bit - ONE))])
                stack[base + F_WHOLE] = 1 if edges[node + 1] & bit != NONE else 0
                option, last_option = int64(hands.first[seat, code]), int64(hands.first[seat, code + 1])
                stack[base + F_LAST_OPTION] = last_option
                while option < last_option and hands.counts[seat, options[seat, option, 0]] == 0:
                    option += 1
                if option >= last_option:
                    stack[base + F_OPTION] = option
                    continue
            stack[base + F_OPTION] = option + 1
            kind = int64(options[seat, option, 0])
            plays.shown[cell] = options[seat, option, 1]
            points = int64(options[seat, option, 2])
            hands.counts[seat, kind] -= 1
            stack[base + F_KIND] = kind
            avail = _held(hands, seat)
            node, whole = stack[base + F_CHILD], stack[base + F_WHOLE]
            laid = stack[base + F_LAID] + 1
            main, factor, extra = stack[base + F_MAIN], stack[base + F_FACTOR], stack[base + F_EXTRA]
            unknown, start = stack[base + F_PROGRAMMED], stack[base + F_START]
            if cells[cell, WORD] >= 0:
                value = points * cells[cell, LETTER]
                main += value
                factor *= cells[cell, WORD]
                if cells[cell, CROSS] >= 0:
                    extra += (cells[cell, CROSS] + value) * cells[cell, WORD]
            else:
                unknown = int64(1)
            leftward = stack[base + F_LEFTWARD] == 1
            lone = laid == 1 and cell >= size and cells[cell, CROSS] >= 0  # read across instead
            right = cell + 1
            if leftward:
                left = cell - 1
                while letters[left] > 0:
                    main += cells[left, VALUE]
                    mask = edges[node]
                    bit = ONE << np.uint64(letters[left])
                    if mask & bit == NONE:
                        node = int64(-1)
                        break
                    whole = int64(1) if edges[node + 1] & bit != NONE else int64(0)
                    node = int64(edges[node + 2 + popcount(mask & (bit - ONE))])
                    left -= 1
                if node < 0:
                    continue
                start = left + 1
                if whole == 1 and letters[right0] <= 0 and right0 - start > 1 and not lone:
                    if top >= room:
                        return NO_ROOM
                    _put(
                        top,
                        _worth(main, factor, extra, laid, rules),
                        start,
                        right0 - 1,
                        laid,
                        seat,
                        board,
                        hands,
                        plays,
                    )
                    top += 1 if unknown == 0 else _known(top, board, tiles, plays, programmed, rules)
                if letters[left] == 0 and marks[left] == 0 and (letters[left - 1] <= 0 or marks[left - 1] == 0):
                    pending = edges[node] & avail & cross[left]
                    if pending != NONE:
                        level += 1
                        _push(level, node, left, 1, main, factor, extra, unknown, laid, 0, pending, plays)
                if edges[node] & ONE == NONE:
                    continue
                node = int64(edges[node + 2])
                whole = int64(0)
                right = right0
            while letters[right] > 0:
                main += cells[right, VALUE]
                mask = edges[node]
                bit = ONE << np.uint64(letters[right])
                if mask & bit == NONE:
                    node = int64(-1)
                    break
                whole = int64(1) if edges[node + 1] & bit != NONE else int64(0)
                node = int64(edges[node + 2 + popcount(mask & (bit - ONE))])
                right += 1
            if node < 0:
                continue
            if whole == 1 and not lone:
                if top >= room:
                    return NO_ROOM
                points = _worth(main, factor, extra, laid, rules)
                _put(top, points, start, right - 1, laid, seat, board, hands, plays)
                top += 1 if unknown == 0 else _known(top, board, tiles, plays, programmed, rules)
            if letters[right] == 0:
                pending = edges[node] & avail & cross[right]
                if pending != NONE:
                    level += 1
                    _push(level, node, right, 0, main, factor, extra, unknown, laid, start, pending, plays)
        marks[item] = 1
    for it in range(count):
        marks[plays.items[it]] = 0
    return top
