"""Compiled splitting of a walk that was interrupted: what it has left goes to two.

Of all plays, the other one takes what comes later, so that its rows belong right behind those of the first.
Of the best play, both take some of the most promising items, and some of the item at work.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import HAND, I32, I64, WALK, Hand, Walk
from arena.engine._kernels.board import ONE, int64
from arena.engine._kernels.walk import (
    AT_ITEM,
    AT_LEVEL,
    BEST_ONLY,
    BOUND,
    END,
    F_CELL,
    F_KIND,
    F_LAST_OPTION,
    F_OPTION,
    FRAME_SIZE,
    HELD,
    MASKS_SIZE,
    NONE,
    RIGHT,
)
from arena.jit import kernel, popcount, types


@kernel(types.int64(I32, I64, WALK))
def promising(bounds: NDArray[np.int32], rules: NDArray[np.int64], walk: Walk) -> int:
    # How many of the items that are left may still beat the best play.
    order, best, state = walk.order, walk.best, walk.state
    held, count = rules[HELD], 0
    for k in range(state[AT_ITEM], state[END]):
        if bounds[int64(order[k]) * (held + 2) * (held + 1) + held + 1] >= best[0]:
            count += 1
    return count


@kernel(types.boolean(I32, I64, HAND, WALK, HAND, WALK))
def split(
    bounds: NDArray[np.int32], rules: NDArray[np.int64], hand: Hand, walk: Walk, other_hand: Hand, other: Walk
) -> bool:
    # Whether the other one was given anything. The walk was interrupted (PAUSED or FULL); the other's was done.
    options, counts, other_counts = hand.options, hand.counts, other_hand.counts
    order, stack, masks, shown, best, state = walk.order, walk.stack, walk.masks, walk.shown, walk.best, walk.state
    other_order, other_stack, other_masks, other_shown = other.order, other.stack, other.masks, other.shown
    other_state = other.state
    held, best_only = rules[HELD], rules[BEST_ONLY] != 0
    item, end, taken = state[AT_ITEM], state[END], int64(0)
    if best_only:
        kept = item
        for k in range(item, end):
            block = int64(order[k]) * (held + 2) * (held + 1)
            if bounds[block + held + 1] < best[0]:
                continue
            if (kept - item) > taken:
                other_order[taken] = order[k]
                taken += 1
            else:
                order[kept] = order[k]
                kept += 1
        state[END] = kept
    else:
        state[END] = item + (end - item) // 2
        for k in range(state[END], end):
            other_order[taken] = order[k]
            taken += 1
    other_state[AT_ITEM], other_state[END], other_state[AT_LEVEL] = 0, taken, -1
    for k in range(counts.size):
        other_counts[k] = counts[k]
    level = state[AT_LEVEL]
    for at in range(level + 1):
        kind = stack[at * FRAME_SIZE + int64(F_KIND)]
        if kind >= 0:
            other_counts[kind] += 1
    if taken > 0 and not best_only:
        return True
    for at in range(level + 1):  # the lowest frame with something left: its part is the largest
        frame, mask = at * FRAME_SIZE, at * MASKS_SIZE
        for k in range(FRAME_SIZE):
            other_stack[frame + k] = stack[frame + k]
        for k in range(MASKS_SIZE):
            other_masks[mask + k] = masks[mask + k]
        option, last_option = stack[frame + int64(F_OPTION)], stack[frame + int64(F_LAST_OPTION)]
        while option < last_option and other_counts[options[option, 0]] == 0:
            option += 1
        pending = masks[mask]
        if pending != NONE or option < last_option:
            other_stack[frame + int64(F_KIND)] = -1
            if pending != NONE:
                later = pending
                for _ in range(popcount(pending) // 2):
                    later &= later - ONE
                masks[mask], other_masks[mask] = pending ^ later, later
                other_stack[frame + int64(F_LAST_OPTION)] = other_stack[frame + int64(F_OPTION)] = 0
            else:  # the letter at work, shown by other tiles
                stack[frame + int64(F_LAST_OPTION)] = stack[frame + int64(F_OPTION)]
            other_state[AT_LEVEL], other_state[RIGHT], other_state[BOUND] = at, state[RIGHT], state[BOUND]
            return True
        other_stack[frame + int64(F_LAST_OPTION)] = other_stack[frame + int64(F_OPTION)] = 0
        kind, cell = stack[frame + int64(F_KIND)], stack[frame + int64(F_CELL)]
        if kind >= 0:
            other_counts[kind] -= 1
            other_shown[cell] = shown[cell]
    for at in range(level + 1):  # nothing was left of the item at work: the other one begins with a full hand
        kind = stack[at * FRAME_SIZE + int64(F_KIND)]
        if kind >= 0:
            other_counts[kind] += 1
    return taken > 0
