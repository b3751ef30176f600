"""Compiled choice of moves in the endgame search: what is noted of nodes, the order of moves, and guesses at a horizon.

Before a play is looked into, the other's plays with all its tiles are looked at, whether the play leaves one as it is:
the other can go out then, and the play is worth no more than what that leaves.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import I64
from arena.engine._kernels.board import ONE, int64
from arena.engine._kernels.end_arrays import (
    END_HANDS,
    END_PLAYS,
    END_TABLE,
    END_TREE,
    EndHands,
    EndPlays,
    EndTable,
    EndTree,
)
from arena.engine._kernels.end_lists import (
    ALPHA,
    BEST,
    BEST_ID,
    END,
    FIRST,
    IDLE,
    IDS,
    LEFT,
    MOVES,
    MOVES_END,
    NEXT,
    OUT,
    OUTS,
    OUTS_END,
    PASS,
    SEAT,
    ZERO,
    clashes,
)  # fmt: skip
from arena.engine._kernels.walk import NONE
from arena.jit import kernel, popcount, types

LOW = -(1 << 28)  # lower than any value
SURE_DEPTH = 1 << 20  # for how many plies a value holds that is proven

# facts
EXACT, LOWER, UPPER = 1, 2, 3


@kernel(types.int64(END_HANDS, END_PLAYS, END_TREE, types.int64, I64), bare=True)
def playout(hands: EndHands, plays: EndPlays, tree: EndTree, at: int, rules: NDArray[np.int64]) -> Any:
    # A guess: both take what scores most of the plays that are there, until one is out or both have none.
    frames = tree.frames
    seat, value, sign, idle = frames[at, SEAT], int64(0), int64(1), int64(0)
    left_0, left_1 = hands.left[0], hands.left[1]
    points_0, points_1 = hands.points[0], hands.points[1]
    chosen_first = chosen_end = int64(tree.state[IDS])  # the plays so far stand behind the lists
    while True:
        left = left_0 if seat == 0 else left_1
        other = points_1 if seat == 0 else points_0
        mine = points_0 if seat == 0 else points_1
        best, best_worth = int64(-1), int64(LOW)
        for k in range(frames[at, FIRST + 2 * seat], frames[at, END + 2 * seat]):
            play = int64(tree.ids[k])
            if plays.needs[play] & ~left != NONE:
                continue
            worth = int64(plays.rows[play, 0])
            if plays.needs[play] == left:
                worth += rules[OUT] * other
            else:
                worth += plays.worths[play]
            if worth <= best_worth:
                continue
            free = True
            for j in range(chosen_first, chosen_end):
                if clashes(plays, play, int64(tree.ids[j])):
                    free = False
                    break
            if free:
                best, best_worth = play, worth
        if best < 0:
            idle += 1
            if idle == 2:
                return value + sign * rules[IDLE] * (other - mine)
        else:
            idle = 0
            value += sign * int64(plays.rows[best, 0])
            if plays.needs[best] == left:
                return value + sign * rules[OUT] * other
            # the lowest bits of each kind stay set
            rest = NONE
            for kind in range(hands.counts.shape[1]):
                group = hands.groups[seat, kind]
                count = popcount(left & group) - popcount(plays.needs[best] & group)
                if count > 0:
                    rest |= ((ONE << np.uint64(count)) - ONE) << np.uint64(hands.place[seat, kind])
            if seat == 0:
                left_0 = rest
                points_0 -= plays.worths[best]
            else:
                left_1 = rest
                points_1 -= plays.worths[best]
            if chosen_end < tree.ids.size:
                tree.ids[chosen_end] = best
                chosen_end += 1
        seat = 1 - seat
        sign = -sign


@kernel(types.int64(END_TABLE, types.uint64), bare=True)
def entry_of(table: EndTable, key: np.uint64) -> int:
    # The entry of a node, -1 where there is none.
    first = int64(key & np.uint64(table.keys.size // 2 - 1)) * 2
    if table.keys[first] == key:
        return first
    if table.keys[first + 1] == key:
        return first + 1
    return int64(-1)


@kernel(types.void(END_TABLE, types.uint64, types.uint64, *3 * (types.int64,)), bare=True)
def note(table: EndTable, key: np.uint64, move: np.uint64, value: int, kind: int, depth: int) -> None:
    # Enters what is known of a node.
    entry = entry_of(table, key)
    if entry < 0:
        entry = int64(key & np.uint64(table.keys.size // 2 - 1)) * 2
        if table.keys[entry] != NONE and table.facts[entry, 2] > depth:
            entry += 1
    elif table.facts[entry, 2] >= SURE_DEPTH and depth < SURE_DEPTH:
        return
    if table.keys[entry] != key or move != NONE:
        table.moves[entry] = move
    table.keys[entry] = key
    table.facts[entry, 0], table.facts[entry, 1], table.facts[entry, 2] = value, kind, depth


@kernel(types.boolean(END_HANDS, END_PLAYS, END_TREE, END_TABLE, I64, types.int64), bare=True)
def list_moves(
    hands: EndHands, plays: EndPlays, tree: EndTree, table: EndTable, rules: NDArray[np.int64], at: int
) -> bool:
    # Weighs the moves of a frame whose plays are listed. What ends the game is counted at once, and what the other's
    # going out refutes is left out. False where there is no room.
    frames, state, ids, weights = tree.frames, tree.state, tree.ids, tree.weights
    seat = frames[at, SEAT]
    other = 1 - seat
    first, end = frames[at, FIRST + 2 * seat], frames[at, END + 2 * seat]
    other_first, other_end = frames[at, FIRST + 2 * other], frames[at, END + 2 * other]
    entry = state[IDS]
    if entry + end - first + other_end - other_first + 2 >= ids.size:
        return False
    mine, theirs = int64(hands.points[seat]), int64(hands.points[other])
    best, best_id, alpha = frames[at, BEST], frames[at, BEST_ID], frames[at, ALPHA]
    for k in range(first, end):
        play = int64(ids[k])
        if plays.needs[play] == hands.left[seat]:
            value = int64(plays.rows[play, 0]) + rules[OUT] * theirs
            if value > best:
                best, best_id = value, play
    alpha = max(alpha, best)
    frames[at, OUTS] = entry
    top = int64(0)
    for k in range(other_first, other_end):
        play = int64(ids[k])
        top = max(top, int64(plays.rows[play, 0]))
        if plays.needs[play] == hands.left[other]:
            ids[entry] = play
            entry += 1
    frames[at, OUTS_END] = entry
    frames[at, MOVES] = frames[at, NEXT] = entry
    known = entry_of(table, tree.sums[at])
    first_key = table.moves[known] if known >= 0 else NONE
    for k in range(first, end):
        play = int64(ids[k])
        if plays.needs[play] == hands.left[seat]:
            continue
        points = int64(plays.rows[play, 0])
        rest = mine - plays.worths[play]
        if points == 0 and rules[ZERO] != 0 and frames[at, LEFT] == 1:
            value = rules[IDLE] * (theirs - rest)
            if value > best:
                best, best_id = value, play
            continue
        reply = int64(LOW)
        for j in range(frames[at, OUTS], frames[at, OUTS_END]):
            out = int64(ids[j])
            if int64(plays.rows[out, 0]) > reply and not clashes(plays, out, play):
                reply = int64(plays.rows[out, 0])
        weight = points - top
        if reply > LOW:
            most = points - reply - rules[OUT] * rest
            weight = min(weight, most)
            if most <= alpha:
                best = max(best, most)
                continue
        if plays.keys[play] == first_key:
            weight += 1 << 20
        ids[entry] = play
        weights[entry] = weight
        entry += 1
    if frames[at, LEFT] == 1:
        value = rules[IDLE] * (theirs - mine)
        if value > best:
            best, best_id = value, int64(PASS)
    else:
        reply = int64(LOW)
        for j in range(frames[at, OUTS], frames[at, OUTS_END]):
            reply = max(reply, int64(plays.rows[int64(ids[j]), 0]))
        most = -reply - rules[OUT] * mine
        if reply > LOW and most <= alpha:
            best = max(best, most)
        else:
            ids[entry] = PASS
            weights[entry] = -top - 2 + (1 << 20 if first_key == ONE else 0)
            entry += 1
    frames[at, MOVES_END] = state[IDS] = entry
    frames[at, BEST], frames[at, BEST_ID] = best, best_id
    frames[at, ALPHA] = max(alpha, best)
    return True
