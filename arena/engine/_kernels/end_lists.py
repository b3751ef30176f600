"""Compiled upkeep of hands and of lists of plays in the endgame search; the names of a frame's columns.

Each frame has a list of the plays of either seat, complete for its board. It is made of the list before, without what
the last move spoils, and of the plays that the last move has made possible.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import BOARD, GRAPH64, I64, PROGRAMMED, TILES, Board, Graph, Programmed, Tiles
from arena.engine._kernels.board import ONE, int64
from arena.engine._kernels.end_arrays import END_HANDS, END_PLAYS, END_TREE, EndHands, EndPlays, EndTree
from arena.engine._kernels.end_plays import NO_ROOM, find
from arena.engine._kernels.walk import NONE, RULES_SIZE
from arena.jit import ctz, kernel, popcount, types

# rules, behind those of walk.py: what the other's tiles are worth to who goes out, and what tiles are worth to the
# other at a scoreless end; how many passes in a row end the game; whether a play of no points counts as one; what a
# used letter counts
OUT, IDLE, PASSES, ZERO, USED = range(RULES_SIZE, RULES_SIZE + 5)
END_RULES_SIZE = RULES_SIZE + 5

# state, behind TOP: the frame at work, whether a value comes back to it, that value, whether it is proven; how many
# plays and list entries there are; nodes, and at how many to stop
AT, BACK, VALUE, SURE, PLAYS, IDS, NODES, STOP = range(1, 9)
STATE_SIZE = 9

# a frame: the seat to move, the window, plies to the horizon, the best value, its play (PASS, NONE_YET), passes left,
# how many plays and entries there were before it; both seats' lists, the moves and which is next, the other's plays
# that go out; whether all so far is proven, the move at work, whether it is tried with a window of nothing, the lower
# end of the window at first, how many items the move before has left, the points of the move at work
(
    SEAT, ALPHA, BETA, DEPTH, BEST, BEST_ID, LEFT, PLAYS_BEFORE, IDS_BEFORE, FIRST, END, _FIRST_2, _END_2,
    MOVES, MOVES_END, NEXT, OUTS, OUTS_END, PROVEN, MOVE, NARROW, ALPHA_0, ITEMS, POINTS,
) = range(24)  # fmt: skip
F_SIZE = 24
PASS, NONE_YET = -1, -2


@kernel(types.boolean(END_PLAYS, types.int64, types.int64), bare=True)
def clashes(plays: EndPlays, play: int, laid: int) -> bool:
    # Whether a play is another one, or none, when the tiles of the second one lie.
    for k in range(plays.covers.shape[1]):
        if plays.guards[play, k] & plays.covers[laid, k] != NONE:
            return True
    return False


@kernel(types.uint64(END_HANDS, END_TREE, types.int64, types.uint64), bare=True)
def take(hands: EndHands, tree: EndTree, seat: int, need: np.uint64) -> np.uint64:
    # Takes the tiles of a play out of a hand; returns what that adds to the sum.
    before, left = hands.left[seat], NONE
    for kind in range(hands.counts.shape[1]):
        taken = popcount(need & hands.groups[seat, kind])
        if taken > 0:
            hands.counts[seat, kind] -= taken
            hands.points[seat] -= taken * hands.worth[seat, kind]
        count = int64(hands.counts[seat, kind])
        if count > 0:
            left |= ((ONE << np.uint64(count)) - ONE) << np.uint64(hands.place[seat, kind])
    hands.left[seat] = left
    added, gone = NONE, before ^ left
    while gone != NONE:
        added ^= tree.racks[seat, ctz(gone)]
        gone &= gone - ONE
    return added


@kernel(types.void(END_HANDS, types.int64, types.uint64), bare=True)
def give_back(hands: EndHands, seat: int, need: np.uint64) -> None:
    left = NONE
    for kind in range(hands.counts.shape[1]):
        taken = popcount(need & hands.groups[seat, kind])
        if taken > 0:
            hands.counts[seat, kind] += taken
            hands.points[seat] += taken * hands.worth[seat, kind]
        count = int64(hands.counts[seat, kind])
        if count > 0:
            left |= ((ONE << np.uint64(count)) - ONE) << np.uint64(hands.place[seat, kind])
    hands.left[seat] = left


LISTED = GRAPH64, BOARD, TILES, END_HANDS, END_PLAYS, END_TREE, PROGRAMMED, I64, types.int64


@kernel(types.boolean(*LISTED), bare=True)
def list_plays(
    graph: Graph,
    board: Board,
    tiles: Tiles,
    hands: EndHands,
    plays: EndPlays,
    tree: EndTree,
    programmed: Programmed,
    rules: NDArray[np.int64],
    at: int,
) -> bool:
    # Makes both seats' lists at a frame of those of the one before and of new plays; False where there is no room.
    frames, state, ids = tree.frames, tree.state, tree.ids
    move = frames[at - 1, MOVE] if at > 0 else int64(NONE_YET)
    for seat in range(2):
        if move == PASS:
            frames[at, FIRST + 2 * seat] = frames[at - 1, FIRST + 2 * seat]
            frames[at, END + 2 * seat] = frames[at - 1, END + 2 * seat]
            continue
        entry = state[IDS]
        frames[at, FIRST + 2 * seat] = entry
        if at > 0:
            before, behind = frames[at - 1, FIRST + 2 * seat], frames[at - 1, END + 2 * seat]
            if entry + behind - before >= ids.size:
                return False
            left = hands.left[seat]
            for k in range(before, behind):
                play = int64(ids[k])
                if plays.needs[play] & ~left == NONE and not clashes(plays, play, move):
                    ids[entry] = play
                    entry += 1
        top = state[PLAYS]
        behind = find(graph, board, tiles, hands, plays, programmed, rules, seat, frames[at, ITEMS], top)
        if behind == NO_ROOM or entry + behind - top >= ids.size:
            return False
        for play in range(top, behind):
            ids[entry] = play
            entry += 1
        state[PLAYS], state[IDS], frames[at, END + 2 * seat] = behind, entry, entry
    return True
