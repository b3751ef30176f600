"""The compiled generator: a walk over the GADDAG from every anchor, with explicit stacks.

A walk stops when its steps are used up or the rows are full, and goes on where it was when called again:
so a deadline or a longer buffer needs neither a clock nor an allocation in here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import (
    BOARD,
    GRAPH32,
    HAND,
    I8,
    I32,
    I64,
    TILES,
    WALK,
    Board,
    Graph,
    Hand,
    Tiles,
    Walk,
)  # fmt: skip
from arena.engine._kernels.board import CROSS, LETTER, ONE, VALUE, WORD, int64, twin
from arena.jit import ctz, kernel, popcount, types

HEADER = 4  # entries of a row before its faces
NOTHING = -(1 << 30)  # points of ``best`` before there is one
UNSCORED = NOTHING - 1  # points of a row that lays a tile on a square whose program is no plain multiplier
DONE, PAUSED, FULL = 0, 1, 2

# state: the item at work, the frame at work (-1: begin the item), plays found, and for the item at work
# the cell to its right and its place in ``bounds``; how many items there are, which the walk is told apart
AT_ITEM, AT_LEVEL, FOUND, RIGHT, BOUND, END = 0, 1, 2, 3, 4, 5
STATE_SIZE = 8

# rules: tiles in the hand, tiles that earn the bonus, bonus, factor, fewest tiles, best only, steps
HELD, BONUS_TILES, BONUS, FACTOR, FEWEST, BEST_ONLY, STEPS = 0, 1, 2, 3, 4, 5, 6
RULES_SIZE = 8

# a frame: one empty cell for which letters are tried; unsigned, so that an index needs no test for being negative
F_STATE, F_CELL, F_LEFTWARD, F_MAIN, F_FACTOR, F_EXTRA, F_PROGRAMMED, F_LAID = map(np.uint64, range(8))
F_START, F_CHILD, F_WHOLE, F_OPTION, F_LAST_OPTION, F_KIND, F_LEFT_LAID = map(np.uint64, range(8, 15))
FRAME_SIZE = 16
FRAME = np.uint64(FRAME_SIZE)
MASKS_SIZE = 4  # and its masks: letters still to try, letters of the tiles left with one face, and with several
NONE = np.uint64(0)


@kernel(types.boolean(I32, types.int64, I32, BOARD, TILES), bare=True)
def precedes(row: NDArray[np.int32], at: int, best: NDArray[np.int32], board: Board, tiles: Tiles) -> bool:
    # Whether the play in row[at:] goes before the best one: points, word, row, column, across, tiles.
    letters, dims, faces = board.letters, board.dims, tiles.faces
    if row[at] != best[0]:
        return bool(row[at] > best[0])
    mine, other = int64(row[at + 1]), int64(best[1])
    my_face, other_face = at + HEADER, int64(HEADER)
    while mine <= row[at + 2] and other <= best[2]:
        my_code, other_code = int64(letters[mine]), int64(letters[other])
        if my_code == 0:
            my_code = int64(faces[row[my_face], 1])
            my_face += 1
        if other_code == 0:
            other_code = int64(faces[best[other_face], 1])
            other_face += 1
        if my_code != other_code:
            return bool(my_code < other_code)
        mine += 1
        other += 1
    if mine <= row[at + 2] or other <= best[2]:
        return bool(mine > row[at + 2])
    size = dims[2]
    mine, other = int64(row[at + 1]), int64(best[1])
    down, other_down = mine >= size, other >= size
    if down:
        mine = twin(mine, dims)
    if other_down:
        other = twin(other, dims)
    if mine != other:  # cells of the first orientation are in the order of rows, then columns
        return bool(mine < other)
    if down != other_down:
        return bool(other_down)
    for k in range(row[at + 3]):
        tile, other_tile = faces[row[at + HEADER + k], 0], faces[best[HEADER + k], 0]
        if tile != other_tile:
            return bool(tile < other_tile)
    return False


@kernel(types.int64(BOARD, I32), bare=True)
def find_items(board: Board, items: NDArray[np.int32]) -> int:
    # Fills items and returns how many there are; items must have room for 2N.
    letters, cells, anchors, dims = board.letters, board.cells, board.anchors, board.dims
    count = 0
    for cell in range(2 * dims[2]):
        if anchors[cell] == 0:
            continue
        if letters[cell - 1] > 0:
            items[count] = cell - 1
            count += 1
        elif letters[cell + 1] <= 0:
            if cells[cell, CROSS] >= 0:
                items[count] = cell
                count += 1
        if letters[cell + 1] > 0:  # a run that ends at a hole has no anchor behind it to stand for it
            last = cell + 1
            while letters[last] > 0:
                last += 1
            if letters[last] < 0:
                items[count] = last - 1
                count += 1
    return count


@kernel(types.void(I32, types.int64, types.int64, types.int64, types.int64, types.int64, I8, I32), bare=True)
def _write(
    row: NDArray[np.int32],
    at: int,
    points: int,
    start: int,
    last: int,
    laid: int,
    letters: NDArray[np.int8],
    shown: NDArray[np.int32],
) -> None:
    row[at] = points
    row[at + 1] = start
    row[at + 2] = last
    row[at + 3] = laid
    at += HEADER
    for cell in range(start, last + 1):
        if letters[cell] == 0:
            row[at] = shown[cell]
            at += 1


@kernel(types.int64(*8 * (types.int64,), I64, BOARD, TILES, WALK), bare=True, forceinline=True)
def _take(
    main: int,
    multiplier: int,
    extra: int,
    programmed: int,
    start: int,
    last: int,
    laid: int,
    at: int,
    rules: NDArray[np.int64],
    board: Board,
    tiles: Tiles,
    walk: Walk,
) -> int:
    # Scores a complete play and keeps it; returns how many rows were added. programmed: 1 where a tile of it lies on a
    # programmed square, so that only programs know what it is worth.
    letters, shown, out, best = board.letters, walk.shown, walk.rows, walk.best
    points = main * multiplier
    if laid == rules[BONUS_TILES]:
        points = points * rules[FACTOR] + rules[BONUS]
    points += extra
    if rules[BEST_ONLY] == 0 or programmed != 0:
        _write(out, at, UNSCORED if programmed != 0 else points, start, last, laid, letters, shown)
        return 1
    if points > best[0]:
        _write(best, 0, points, start, last, laid, letters, shown)
    elif points == best[0]:
        _write(out, at, points, start, last, laid, letters, shown)
        if precedes(out, at, best, board, tiles):
            _write(best, 0, points, start, last, laid, letters, shown)
    return 0


def walk_plain(
    graph: Graph,
    board: Board,
    tiles: Tiles,
    hand: Hand,
    items: NDArray[np.int32],
    item_count: int,
    bounds: NDArray[np.int32],
    rules: NDArray[np.int64],
    space: Walk,
) -> int:
    edges, root = graph.edges, graph.root
    letters, cells, cross, dims = board.letters, board.cells, board.cross, board.dims
    first, options, kinds, counts = hand.first, hand.options, hand.kinds, hand.counts
    order, stack, masks, shown, state = space.order, space.stack, space.masks, space.shown, space.state
    out, best = space.rows, space.best
    held, fewest, best_only = rules[HELD], rules[FEWEST], rules[BEST_ONLY] != 0
    size, steps = dims[2], rules[STEPS]
    width = HEADER + held
    capacity = out.size - 2 * width  # one placement may complete two plays: leftwards, and through the delimiter
    side = held + 2
    item, level, found = state[AT_ITEM], state[AT_LEVEL], state[FOUND]
    right0, bound0 = state[RIGHT], state[BOUND]
    apart, singles = True, NONE  # whether every tile with one face shows a letter of its own
    for k in range(kinds.size):
        if kinds[k] & (kinds[k] - ONE) == NONE:
            apart = apart and singles & kinds[k] == NONE
            singles |= kinds[k]
    while True:
        if level < 0:
            # begin the next item
            if item >= item_count:
                state[AT_ITEM], state[AT_LEVEL], state[FOUND] = item, level, found
                return DONE
            cell = int64(items[order[item]])
            bound0 = int64(order[item]) * side * (held + 1)
            item += 1
            if best_only and bounds[bound0 + held + 1] < best[0]:
                continue
            singles, several = NONE, NONE  # letters of tiles with one face, and of those with several, that are left
            for k in range(kinds.size):
                if counts[k] > 0 and kinds[k] & (kinds[k] - ONE) == NONE:
                    singles |= kinds[k]
                elif counts[k] > 0:
                    several |= kinds[k]
            hand_letters = singles | several
            right0 = cell + 1
            main = int64(0)
            node = int64(root)
            left = cell
            while letters[left] > 0:
                main += cells[left, VALUE]
                mask = np.uint64(edges[node])
                bit = ONE << np.uint64(letters[left])
                if mask & bit == NONE:
                    node = int64(-1)
                    break
                node = int64(edges[node + 2 + popcount(mask & (bit - ONE))])
                left -= 1
            if node < 0:
                continue
            whole, multiplier, extra, programmed, laid = int64(0), int64(1), int64(0), int64(0), int64(0)
            leftward, start = True, int64(0)
            if left == cell:  # an empty square: the first tile goes there
                pending = np.uint64(edges[node]) & hand_letters & cross[left]
                if pending != NONE:
                    level = int64(0)
                    stack[F_STATE], stack[F_CELL], stack[F_LEFTWARD] = node, left, 1
                    stack[F_MAIN], stack[F_FACTOR], stack[F_EXTRA], stack[F_PROGRAMMED] = 0, 1, 0, 0
                    stack[F_LAID], stack[F_START], stack[F_KIND], stack[F_LEFT_LAID] = 0, 0, -1, 0
                    stack[F_OPTION], stack[F_LAST_OPTION] = 0, 0
                    masks[0], masks[1], masks[2] = pending, singles, several
                continue
        else:
            if steps <= 0 or found * width > capacity:
                state[AT_ITEM], state[AT_LEVEL], state[FOUND] = item, level, found
                state[RIGHT], state[BOUND] = right0, bound0
                return PAUSED if steps <= 0 else FULL
            steps -= 1
            base = np.uint64(level) * FRAME
            kind = stack[base + F_KIND]
            if kind >= 0:
                counts[kind] += 1
                stack[base + F_KIND] = -1
            option, last_option = stack[base + F_OPTION], stack[base + F_LAST_OPTION]
            while option < last_option and counts[options[option, 0]] == 0:
                option += 1
            cell = stack[base + F_CELL]
            node = stack[base + F_STATE]
            if option >= last_option:
                # the next letter
                pending = masks[4 * level]
                if pending == NONE:
                    level -= 1
                    continue
                rest = pending & (pending - ONE)
                bit = pending ^ rest
                masks[4 * level] = rest
                code = ctz(bit)
                mask = np.uint64(edges[node])
                stack[base + F_CHILD] = int64(edges[node + 2 + popcount(mask & (bit - ONE))])
                stack[base + F_WHOLE] = 1 if np.uint64(edges[node + 1]) & bit != NONE else 0
                option, last_option = int64(first[code]), int64(first[code + 1])
                stack[base + F_LAST_OPTION] = last_option
                while counts[options[option, 0]] == 0:  # one is left: the letter is in the hand's mask
                    option += 1
            stack[base + F_OPTION] = option + 1
            kind = int64(options[option, 0])
            shown[cell] = options[option, 1]
            points = int64(options[option, 2])
            counts[kind] -= 1
            stack[base + F_KIND] = kind
            singles, several = masks[4 * level + 1], masks[4 * level + 2]
            if counts[kind] == 0:
                if apart and kinds[kind] & (kinds[kind] - ONE) == NONE:
                    singles &= ~kinds[kind]
                else:
                    singles, several = NONE, NONE
                    for k in range(kinds.size):
                        if counts[k] > 0 and kinds[k] & (kinds[k] - ONE) == NONE:
                            singles |= kinds[k]
                        elif counts[k] > 0:
                            several |= kinds[k]
            hand_letters = singles | several
            node = stack[base + F_CHILD]
            whole = stack[base + F_WHOLE]
            laid = stack[base + F_LAID] + 1
            main, multiplier = stack[base + F_MAIN], stack[base + F_FACTOR]
            extra, programmed = stack[base + F_EXTRA], stack[base + F_PROGRAMMED]
            if cells[cell, WORD] >= 0:
                value = points * cells[cell, LETTER]
                main += value
                multiplier *= cells[cell, WORD]
                if cells[cell, CROSS] >= 0:
                    extra += (cells[cell, CROSS] + value) * cells[cell, WORD]
            else:
                programmed = 1
            leftward = stack[base + F_LEFTWARD] == 1
            start = stack[base + F_START]
            left = cell - 1
        if leftward:
            if best_only and bounds[bound0 + laid * side + held + 1] < best[0]:
                continue
            start = left + 1
            left_laid = laid
            if whole == 1 and letters[right0] <= 0 and laid >= fewest and right0 - start > 1:
                if laid > 1 or start < size or cells[cell, CROSS] < 0:
                    found += _take(
                        main, multiplier, extra, programmed, start, right0 - 1, laid, found * width, rules, board,
                        tiles, space,
                    )  # fmt: skip
            if letters[left] == 0 and letters[left - 1] <= 0 and (cells[left, CROSS] < 0 or letters[left + 1] > 0):
                pending = np.uint64(edges[node]) & hand_letters & cross[left]
                if laid + 1 == held or (
                    letters[left - 1] < 0 and (letters[right0] < 0 or cross[right0] & hand_letters == NONE)
                ):
                    pending &= np.uint64(edges[node + 1])  # nothing can follow: the letter must complete a word
                if pending != NONE:
                    level += 1
                    base = np.uint64(level) * FRAME
                    stack[base + F_STATE], stack[base + F_CELL], stack[base + F_LEFTWARD] = node, left, 1
                    stack[base + F_MAIN], stack[base + F_FACTOR], stack[base + F_EXTRA] = main, multiplier, extra
                    stack[base + F_PROGRAMMED], stack[base + F_LAID], stack[base + F_KIND] = programmed, laid, -1
                    stack[base + F_OPTION], stack[base + F_LAST_OPTION] = 0, 0
                    masks[4 * level], masks[4 * level + 1], masks[4 * level + 2] = pending, singles, several
            if np.uint64(edges[node]) & ONE == NONE:
                continue
            if best_only and bounds[bound0 + laid * side] < best[0]:
                continue
            node = int64(edges[node + 2])  # the delimiter is the first edge
            whole = int64(0)
            right = right0
        else:
            right = cell + 1
            left_laid = stack[base + F_LEFT_LAID]
        while letters[right] > 0:
            main += cells[right, VALUE]
            mask = np.uint64(edges[node])
            bit = ONE << np.uint64(letters[right])
            if mask & bit == NONE:
                node = int64(-1)
                break
            whole = int64(1) if np.uint64(edges[node + 1]) & bit != NONE else int64(0)
            node = int64(edges[node + 2 + popcount(mask & (bit - ONE))])
            right += 1
        if node < 0:
            continue
        if whole == 1 and laid >= fewest and (laid > 1 or start < size or cells[cell, CROSS] < 0):
            found += _take(
                main, multiplier, extra, programmed, start, right - 1, laid, found * width, rules, board,
                tiles, space,
            )  # fmt: skip
        if letters[right] == 0:
            pending = np.uint64(edges[node]) & hand_letters & cross[right]
            after = letters[right + 1]
            if after < 0 or (after == 0 and (laid + 1 == held or cross[right + 1] & hand_letters == NONE)):
                pending &= np.uint64(edges[node + 1])  # nothing can follow: the letter must complete a word
            if pending != NONE:
                if best_only and bounds[bound0 + left_laid * side + laid - left_laid + 1] < best[0]:
                    continue
                level += 1
                base = np.uint64(level) * FRAME
                stack[base + F_STATE], stack[base + F_CELL], stack[base + F_LEFTWARD] = node, right, 0
                stack[base + F_MAIN], stack[base + F_FACTOR], stack[base + F_EXTRA] = main, multiplier, extra
                stack[base + F_PROGRAMMED], stack[base + F_LAID], stack[base + F_KIND] = programmed, laid, -1
                stack[base + F_START], stack[base + F_LEFT_LAID] = start, left_laid
                stack[base + F_OPTION], stack[base + F_LAST_OPTION] = 0, 0
                masks[4 * level], masks[4 * level + 1], masks[4 * level + 2] = pending, singles, several


WALKED = BOARD, TILES, HAND, I32, types.int64, I32, I64, WALK
walk = kernel(types.int64(GRAPH32, *WALKED), bare=True)(walk_plain)
