"""The compiled endgame search of two seats: negamax with alpha and beta over lists of plays that are carried along.

A value is points still to come, those of the seat to move less the other's. A value is *proven* when nothing in it was
guessed at a horizon. The search stops when its steps are used up or there is no room left; it goes on where it was.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import BOARD, GRAPH64, I64, PROGRAMMED, TILES, Board, Graph, Programmed, Tiles
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
from arena.engine._kernels.end_board import every_item, lay_row, take_up
from arena.engine._kernels.end_lists import (
    ALPHA,
    ALPHA_0,
    AT,
    BACK,
    BEST,
    BEST_ID,
    BETA,
    DEPTH,
    IDS,
    IDS_BEFORE,
    ITEMS,
    LEFT,
    MOVE,
    MOVES,
    MOVES_END,
    NARROW,
    NEXT,
    NODES,
    NONE_YET,
    PASS,
    PASSES,
    PLAYS,
    PLAYS_BEFORE,
    POINTS,
    PROVEN,
    SEAT,
    STOP,
    SURE,
    USED,
    VALUE,
    ZERO,
    give_back,
    list_plays,
    take,
)  # fmt: skip
from arena.engine._kernels.end_moves import (
    EXACT,
    LOW,
    LOWER,
    SURE_DEPTH,
    UPPER,
    entry_of,
    list_moves,
    note,
    playout,
)
from arena.engine._kernels.walk import DONE, FULL, NONE, PAUSED
from arena.jit import kernel, types

SEARCHED = GRAPH64, BOARD, TILES, END_HANDS, END_PLAYS, END_TREE, END_TABLE, PROGRAMMED, I64


def search_plain(
    graph: Graph,
    board: Board,
    tiles: Tiles,
    hands: EndHands,
    plays: EndPlays,
    tree: EndTree,
    table: EndTable,
    programmed: Programmed,
    rules: NDArray[np.int64],
) -> int:
    """Search from frame 0, whose seat, window, depth and passes are set; DONE, PAUSED or FULL.

    When DONE, state[VALUE] and state[SURE] say what was found, frames[0, BEST_ID] the move.
    """
    frames, state, ids, weights, sums = tree.frames, tree.state, tree.ids, tree.weights, tree.sums
    at = state[AT]
    while True:
        if state[BACK] == 0:
            # a new node
            if state[NODES] >= state[STOP]:
                state[AT] = at
                return PAUSED
            state[NODES] += 1
            depth, alpha, beta = frames[at, DEPTH], frames[at, ALPHA], frames[at, BETA]
            frames[at, PLAYS_BEFORE], frames[at, IDS_BEFORE] = state[PLAYS], state[IDS]
            entry = entry_of(table, sums[at]) if at > 0 else int64(-1)
            if entry >= 0 and table.facts[entry, 2] >= depth:
                value, kind = table.facts[entry, 0], table.facts[entry, 1]
                if kind == EXACT or (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha):
                    state[BACK], state[VALUE] = 1, value
                    state[SURE] = 1 if table.facts[entry, 2] >= SURE_DEPTH else 0
                    at -= 1
                    continue
            if at == 0:
                frames[at, ITEMS] = every_item(board, plays.items)
            if not list_plays(graph, board, tiles, hands, plays, tree, programmed, rules, at):
                return FULL
            frames[at, BEST], frames[at, BEST_ID], frames[at, ALPHA_0] = LOW, NONE_YET, alpha
            frames[at, PROVEN], frames[at, MOVE] = 1, NONE_YET
            if not list_moves(hands, plays, tree, table, rules, at):
                return FULL
            if depth <= 0 and frames[at, BEST] < beta and frames[at, NEXT] < frames[at, MOVES_END]:
                guess = playout(hands, plays, tree, at, rules)
                frames[at, BEST] = max(frames[at, BEST], guess)
                frames[at, PROVEN] = 0
                frames[at, NEXT] = frames[at, MOVES_END]
        else:
            # a value comes back
            state[BACK] = 0
            move, seat = frames[at, MOVE], frames[at, SEAT]
            state[PLAYS], state[IDS] = frames[at + 1, PLAYS_BEFORE], frames[at + 1, IDS_BEFORE]
            value = frames[at, POINTS] - state[VALUE]
            again = frames[at, NARROW] == 1 and frames[at, ALPHA] < value < frames[at, BETA]
            if again:
                frames[at, NARROW] = 0
                frames[at + 1, ALPHA] = frames[at, POINTS] - frames[at, BETA]
                frames[at + 1, BETA] = frames[at, POINTS] - frames[at, ALPHA]
                if move != PASS:  # for the items, which others have written over
                    take_up(board, tree)
                    lay_row(graph, board, tiles, plays.rows[move], rules[USED], tree, plays.items)
                at += 1
                continue
            if move != PASS:
                take_up(board, tree)
                give_back(hands, seat, plays.needs[move])
            if value >= frames[at, BETA]:
                frames[at, PROVEN] = state[SURE]
            elif state[SURE] == 0:
                frames[at, PROVEN] = 0
            if value > frames[at, BEST]:
                frames[at, BEST] = value
                if value > frames[at, ALPHA_0]:
                    frames[at, BEST_ID] = move
                frames[at, ALPHA] = max(frames[at, ALPHA], value)
        # the next move
        best, beta = frames[at, BEST], frames[at, BETA]
        upto, end = frames[at, NEXT], frames[at, MOVES_END]
        if best >= beta or upto >= end:
            move = frames[at, BEST_ID]
            key = NONE
            if move == PASS:
                key = ONE
            elif move >= 0:
                key = plays.keys[move]
            kind = int64(EXACT)
            if best >= beta:
                kind = int64(LOWER)
            elif best <= frames[at, ALPHA_0]:
                kind = int64(UPPER)
            note(table, sums[at], key, best, kind, SURE_DEPTH if frames[at, PROVEN] == 1 else frames[at, DEPTH])
            state[VALUE], state[SURE] = best, frames[at, PROVEN]
            if at == 0:
                return DONE
            state[BACK] = 1
            at -= 1
            continue
        chosen = upto
        for k in range(upto + 1, end):
            if weights[k] > weights[chosen]:
                chosen = k
        move = int64(ids[chosen])
        ids[chosen], weights[chosen] = ids[upto], weights[upto]
        ids[upto] = move
        frames[at, NEXT] = upto + 1
        seat, alpha = frames[at, SEAT], frames[at, ALPHA]
        narrow = upto > frames[at, MOVES] and alpha + 1 < beta
        frames[at, MOVE], frames[at, NARROW] = move, 1 if narrow else 0
        points = int64(0)
        sums[at + 1] = sums[at] ^ tree.seats[0] ^ tree.seats[frames[at, LEFT]]
        frames[at + 1, LEFT] = frames[at, LEFT] - 1
        if move != PASS:
            points = int64(plays.rows[move, 0])
            if points != 0 or rules[ZERO] == 0:
                frames[at + 1, LEFT] = rules[PASSES]
            sums[at + 1] ^= plays.keys[move] ^ take(hands, tree, seat, plays.needs[move])
            frames[at + 1, ITEMS] = lay_row(
                graph, board, tiles, plays.rows[move], rules[USED], tree, plays.items
            )  # fmt: skip
        sums[at + 1] ^= tree.seats[frames[at + 1, LEFT]]
        frames[at, POINTS] = points
        frames[at + 1, SEAT] = 1 - seat
        frames[at + 1, DEPTH] = frames[at, DEPTH] - (1 if end - frames[at, MOVES] > 1 else 0)
        frames[at + 1, ALPHA] = points - (alpha + 1 if narrow else beta)
        frames[at + 1, BETA] = points - alpha
        at += 1


search = kernel(types.int64(*SEARCHED), bare=True)(search_plain)
