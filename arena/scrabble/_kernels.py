"""The compiled generator: a walk over the GADDAG from every anchor, with explicit stacks.

The arrays of the board are those of ``_kernels_board.py``. The rest:

first, options: the options of letter c are options[first[c]:first[c + 1]], each (kind, face, points): which
    kind of tile of the hand shows it, the number of that face, its points.
kinds, counts: letters that each kind of tile shows (bit = code), and how many of it are left in the hand.
items:  where walks begin, one a place: the last tile of a run, or an empty square that tiles touch only across
    the row's direction. A play belongs to the leftmost item of its word, so none is found twice.
bounds: what no play of an item beats, by tiles laid at the left (up to and with the item) and at the right.
out:    plays, a row each: points, first and last cell of the word, tiles laid, their faces in order.
best:   one such row; points are NOTHING before there is one.
state:  what a walk that was interrupted needs to go on; see the names below.

A walk stops when its steps are used up or the rows are full, and goes on where it was when called again:
so a deadline or a longer buffer needs neither a clock nor an allocation in here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from arena.jit import ctz, kernel, popcount
from arena.scrabble._kernels_board import (
    CROSS,
    E32,
    I8,
    I32,
    I32_2,
    I64,
    LETTER,
    ONE,
    U64,
    VALUE,
    WORD,
    int64,
    twin,
)

HEADER = 4  # entries of a row before its faces
NOTHING = -(1 << 30)  # points of ``best`` before there is one
UNSCORED = NOTHING - 1  # points of a row that lays a tile on a square whose program is no plain multiplier
DONE, PAUSED, FULL = 0, 1, 2

# state: the item at work, the frame at work (-1: begin the item), plays found, and for the item at work
# the cell to its right and its place in ``bounds``
AT_ITEM, AT_LEVEL, FOUND, RIGHT, BOUND = 0, 1, 2, 3, 4
STATE_SIZE = 8

# rules: tiles in the hand, tiles that earn the bonus, bonus, factor, fewest tiles, best only, steps
HELD, BONUS_TILES, BONUS, FACTOR, FEWEST, BEST_ONLY, STEPS, LIMITED = 0, 1, 2, 3, 4, 5, 6, 7
RULES_SIZE = 8

# a frame: one empty cell for which letters are tried
F_STATE, F_CELL, F_LEFTWARD, F_MAIN, F_FACTOR, F_EXTRA, F_ODD, F_LAID = 0, 1, 2, 3, 4, 5, 6, 7
F_START, F_CHILD, F_WHOLE, F_OPTION, F_LAST_OPTION, F_KIND, F_LEFT_LAID = 8, 9, 10, 11, 12, 13, 14
FRAME_SIZE = 16
NONE = np.uint64(0)


@kernel(types.boolean(I32, types.int64, I32, I8, I32_2, I64))
def precedes(
    row: NDArray[np.int32],
    at: int,
    best: NDArray[np.int32],
    letters: NDArray[np.int8],
    faces: NDArray[np.int32],
    dims: NDArray[np.int64],
) -> bool:
    # Whether the play in row[at:] goes before the best one: points, word, row, column, across, tiles.
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


@kernel(types.int64(I8, I32_2, I8, I64, I32))
def find_items(
    letters: NDArray[np.int8],
    cells: NDArray[np.int32],
    anchors: NDArray[np.int8],
    dims: NDArray[np.int64],
    items: NDArray[np.int32],
) -> int:
    # Fills items and returns how many there are; items must have room for 2N.
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


@kernel(types.void(I32, types.int64, types.int64, types.int64, types.int64, types.int64, I8, I32))
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


@kernel(
    types.int64(
        types.int64, types.int64, types.int64, types.int64, types.int64, types.int64, types.int64, I64,
        I8, I32, I32_2, I64, I32, types.int64, I32,
    )
)  # fmt: skip
def _take(
    main: int,
    multiplier: int,
    extra: int,
    odd: int,
    start: int,
    last: int,
    laid: int,
    rules: NDArray[np.int64],
    letters: NDArray[np.int8],
    shown: NDArray[np.int32],
    faces: NDArray[np.int32],
    dims: NDArray[np.int64],
    out: NDArray[np.int32],
    at: int,
    best: NDArray[np.int32],
) -> int:
    # Scores a complete play and keeps it; returns how many rows were added to ``out``.
    points = main * multiplier
    if laid == rules[BONUS_TILES]:
        points = points * rules[FACTOR] + rules[BONUS]
    points += extra
    if rules[BEST_ONLY] == 0 or odd != 0:
        _write(out, at, UNSCORED if odd != 0 else points, start, last, laid, letters, shown)
        return 1
    if points > best[0]:
        _write(best, 0, points, start, last, laid, letters, shown)
    elif points == best[0]:
        _write(out, at, points, start, last, laid, letters, shown)
        if precedes(out, at, best, letters, faces, dims):
            _write(best, 0, points, start, last, laid, letters, shown)
    return 0


def walk_plain(
    edges: NDArray[Any],
    root: int,
    letters: NDArray[np.int8],
    cells: NDArray[np.int32],
    cross: NDArray[np.uint64],
    dims: NDArray[np.int64],
    first: NDArray[np.int32],
    options: NDArray[np.int32],
    kinds: NDArray[np.uint64],
    counts: NDArray[np.int32],
    faces: NDArray[np.int32],
    items: NDArray[np.int32],
    order: NDArray[np.int32],
    item_count: int,
    bounds: NDArray[np.int32],
    rules: NDArray[np.int64],
    stack: NDArray[np.int64],
    masks: NDArray[np.uint64],
    shown: NDArray[np.int32],
    out: NDArray[np.int32],
    best: NDArray[np.int32],
    state: NDArray[np.int64],
) -> int:
    held, fewest, best_only = rules[HELD], rules[FEWEST], rules[BEST_ONLY] != 0
    size, steps = dims[2], rules[STEPS]
    width = HEADER + held
    room = out.size - 2 * width  # one placement may complete two plays: leftwards, and through the delimiter
    side = held + 2
    item, level, found = state[AT_ITEM], state[AT_LEVEL], state[FOUND]
    right0, bound0 = state[RIGHT], state[BOUND]
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
            hand = NONE
            for k in range(kinds.size):
                if counts[k] > 0:
                    hand |= kinds[k]
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
            whole, multiplier, extra, odd, laid = int64(0), int64(1), int64(0), int64(0), int64(0)
            leftward, start = True, int64(0)
            if left == cell:  # an empty square: the first tile goes there
                pending = np.uint64(edges[node]) & hand & cross[left]
                if pending != NONE:
                    level = int64(0)
                    stack[0, F_STATE], stack[0, F_CELL], stack[0, F_LEFTWARD] = node, left, 1
                    stack[0, F_MAIN], stack[0, F_FACTOR], stack[0, F_EXTRA], stack[0, F_ODD] = 0, 1, 0, 0
                    stack[0, F_LAID], stack[0, F_START], stack[0, F_KIND], stack[0, F_LEFT_LAID] = 0, 0, -1, 0
                    stack[0, F_OPTION], stack[0, F_LAST_OPTION] = 0, 0
                    masks[0, 0], masks[0, 1] = pending, hand
                continue
            last_level = level
        else:
            if steps <= 0 or found * width > room:
                state[AT_ITEM], state[AT_LEVEL], state[FOUND] = item, level, found
                state[RIGHT], state[BOUND] = right0, bound0
                return PAUSED if steps <= 0 else FULL
            steps -= 1
            kind = stack[level, F_KIND]
            if kind >= 0:
                counts[kind] += 1
                stack[level, F_KIND] = -1
            option, last_option = stack[level, F_OPTION], stack[level, F_LAST_OPTION]
            while option < last_option and counts[options[option, 0]] == 0:
                option += 1
            cell = stack[level, F_CELL]
            node = stack[level, F_STATE]
            if option >= last_option:
                # the next letter
                pending = masks[level, 0]
                if pending == NONE:
                    level -= 1
                    continue
                rest = pending & (pending - ONE)
                bit = pending ^ rest
                masks[level, 0] = rest
                code = ctz(bit)
                mask = np.uint64(edges[node])
                stack[level, F_CHILD] = int64(edges[node + 2 + popcount(mask & (bit - ONE))])
                stack[level, F_WHOLE] = 1 if np.uint64(edges[node + 1]) & bit != NONE else 0
                option, last_option = int64(first[code]), int64(first[code + 1])
                stack[level, F_LAST_OPTION] = last_option
                while counts[options[option, 0]] == 0:  # one is left: the letter is in the hand's mask
                    option += 1
            stack[level, F_OPTION] = option + 1
            kind = int64(options[option, 0])
            shown[cell] = options[option, 1]
            points = int64(options[option, 2])
            counts[kind] -= 1
            stack[level, F_KIND] = kind
            hand = masks[level, 1]
            if counts[kind] == 0:
                hand = NONE
                for k in range(kinds.size):
                    if counts[k] > 0:
                        hand |= kinds[k]
            node = stack[level, F_CHILD]
            whole = stack[level, F_WHOLE]
            laid = stack[level, F_LAID] + 1
            main, multiplier = stack[level, F_MAIN], stack[level, F_FACTOR]
            extra, odd = stack[level, F_EXTRA], stack[level, F_ODD]
            if cells[cell, WORD] >= 0:
                value = points * cells[cell, LETTER]
                main += value
                multiplier *= cells[cell, WORD]
                if cells[cell, CROSS] >= 0:
                    extra += (cells[cell, CROSS] + value) * cells[cell, WORD]
            else:
                odd = 1
            leftward = stack[level, F_LEFTWARD] == 1
            start = stack[level, F_START]
            left = cell - 1
            last_level = level
        if leftward:
            if best_only and bounds[bound0 + laid * side + held + 1] < best[0]:
                continue
            start = left + 1
            left_laid = laid
            if whole == 1 and letters[right0] <= 0 and laid >= fewest and right0 - start > 1:
                if laid > 1 or start < size or cells[cell, CROSS] < 0:
                    found += _take(
                        main, multiplier, extra, odd, start, right0 - 1, laid, rules, letters, shown, faces, dims, out,
                        found * width, best,
                    )  # fmt: skip
            if letters[left] == 0 and letters[left - 1] <= 0 and (cells[left, CROSS] < 0 or letters[left + 1] > 0):
                pending = np.uint64(edges[node]) & hand & cross[left]
                if pending != NONE:
                    level += 1
                    stack[level, F_STATE], stack[level, F_CELL], stack[level, F_LEFTWARD] = node, left, 1
                    stack[level, F_MAIN], stack[level, F_FACTOR], stack[level, F_EXTRA] = main, multiplier, extra
                    stack[level, F_ODD], stack[level, F_LAID], stack[level, F_KIND] = odd, laid, -1
                    stack[level, F_OPTION], stack[level, F_LAST_OPTION] = 0, 0
                    masks[level, 0], masks[level, 1] = pending, hand
            if np.uint64(edges[node]) & ONE == NONE:
                continue
            if best_only and bounds[bound0 + laid * side] < best[0]:
                continue
            node = int64(edges[node + 2])  # the delimiter is the first edge
            whole = int64(0)
            right = right0
        else:
            right = cell + 1
            left_laid = stack[last_level, F_LEFT_LAID]
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
                main, multiplier, extra, odd, start, right - 1, laid, rules, letters, shown, faces, dims, out,
                found * width, best,
            )  # fmt: skip
        if letters[right] == 0:
            pending = np.uint64(edges[node]) & hand & cross[right]
            if pending != NONE:
                if best_only and bounds[bound0 + left_laid * side + laid - left_laid + 1] < best[0]:
                    continue
                level += 1
                stack[level, F_STATE], stack[level, F_CELL], stack[level, F_LEFTWARD] = node, right, 0
                stack[level, F_MAIN], stack[level, F_FACTOR], stack[level, F_EXTRA] = main, multiplier, extra
                stack[level, F_ODD], stack[level, F_LAID], stack[level, F_KIND] = odd, laid, -1
                stack[level, F_START], stack[level, F_LEFT_LAID] = start, left_laid
                stack[level, F_OPTION], stack[level, F_LAST_OPTION] = 0, 0
                masks[level, 0], masks[level, 1] = pending, hand


WALK = (
    types.int64, I8, I32_2, U64, I64, I32, I32_2, U64, I32, I32_2, I32, I32, types.int64, I32, I64,
    types.int64[:, ::1], types.uint64[:, ::1], I32, I32, I32, I64,
)  # fmt: skip
walk = kernel(types.int64(E32, *WALK))(walk_plain)
