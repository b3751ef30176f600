"""Compiled rollouts of a simulation: a candidate, other hands and draws that were chosen before, and equity play.

One rollout plays a candidate and so many turns behind it, each the move with the most equity, and says what every seat
comes to: its points and the value of the leave of its last turn. When the bag is empty no leave is worth anything: the
rollout goes on to the end of the game, whose adjustments are those of the rule book, and moves are chosen by points,
twice what the others hold for who goes out, and a loss for tiles that are kept. The board is as before when it is over.

Seats with an even number draw from the front of the bag, the others from the back, as in scrabble/bag.py: candidates
that differ in tiles drawn then meet the same luck.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.alone import find_alone
from arena.engine._kernels.arrays import (
    BOARD,
    HAND,
    I64,
    KEPT,
    PROGRAMMED,
    SOUGHT,
    Board,
    Hand,
    Kept,
    Programmed,
    Sought,
)
from arena.engine._kernels.board import int64
from arena.engine._kernels.bounds import prepare
from arena.engine._kernels.limits import rebound
from arena.engine._kernels.seek import AT_SHELF, AT_SPAN, BEGIN, seek
from arena.engine._kernels.spans import BITS, C_BEGINS, C_SCRATCH, P_COUNTS, parts_of_hand, survey
from arena.engine._kernels.walk import FEWEST, HELD, NOTHING, find_items
from arena.engine._kernels.worth import KIND, value_parts
from arena.engine.simulation._kernels.situation import (
    CHANGE_MIN,
    CHANGE_MOST,
    CHANGES,
    F64_2,
    KINDS,
    M_KIND,
    M_SCORE,
    ME,
    MOST_TURNS,
    MOST_WILD,
    N_HIGH,
    N_JOURNAL,
    N_LAID,
    N_LOW,
    O_LEFT,
    O_NEXT,
    O_OVER,
    OPENING,
    OPENING_TILES,
    OUT_SIZE,
    PASSES,
    PLAYERS,
    PLAYS,
    PLIES,
    ROLLING,
    SITUATION,
    USED,
    Rolling,
    Situation,
)
from arena.engine.simulation._kernels.turns import deal, ends, spread_out, turn_over, value_ends
from arena.engine.simulation._kernels.undo import lay_noted, take_back
from arena.jit import kernel, types

_THINKS = BOARD, I64, HAND, SOUGHT
_WAYS = types.none, PROGRAMMED


@kernel(
    *(types.int64(*_THINKS, way, KEPT, SITUATION, ROLLING, types.int64) for way in _WAYS),
    bare=True,
)
def think(
    board: Board,
    rules: NDArray[np.int64],
    hand_arrays: Hand,
    space: Sought,
    programmed: Programmed | None,
    kept: Kept,
    given: Situation,
    rolling: Rolling,
    seat: int,
) -> int:
    # Finds a seat's move: a play in space.best, a change of rolling.gone, or the pass; -1 where space.spans is small.
    facts, numbers, hands = given.facts, rolling.numbers, rolling.hands
    graph, tiles, index = given.graph, given.tiles, given.bags
    first, pairs = tiles.first, hand_arrays.tiles
    distinct, held, wild = int64(0), int64(0), int64(0)
    for tile in range(facts[KINDS]):
        count = int64(hands[seat, tile])
        if first[tile + 1] - first[tile] > 1:
            count = min(count, MOST_WILD - wild)
            wild += count
        if count > 0:
            pairs[2 * distinct], pairs[2 * distinct + 1] = tile, count
            distinct += 1
            held += count
    rolling.gone[0] = 0
    if held == 0:
        kept.equity[0] = 0.0
        return PASSES
    hand = Hand(
        pairs, hand_arrays.first, hand_arrays.options, hand_arrays.kinds[:distinct], hand_arrays.counts,
        hand_arrays.dear, hand_arrays.worth,
    )  # fmt: skip
    opening = facts[OPENING] == 1 and numbers[N_LAID] == 0
    rules[HELD], rules[FEWEST] = held, facts[OPENING_TILES] if opening else 1
    space.best[0] = NOTHING
    begins, bagged = space.work[C_BEGINS:], numbers[N_HIGH] - numbers[N_LOW]
    prepare(hand, tiles)
    parts_of_hand(hand, tiles, index.salts, space.parts, begins, space.work[C_SCRATCH:])
    kept.equity[0] = -np.inf
    if bagged > 0:
        value_parts(pairs, distinct, space.parts, begins, given.table, kept)
    else:
        value_ends(seat, held, hand, distinct, given, rolling, space, kept)
    if opening:
        item_count = int64(given.items.size)
        for k in range(item_count):
            space.items[k] = given.items[k]
    else:
        item_count = int64(find_items(board, space.items))
    find_alone(index, held, space, kept)
    made = survey(graph, board, hand, space, item_count, rules, index, kept)
    if made < 0:
        return -1
    if programmed is not None:
        rebound(board, programmed, hand, rules, space.spans, made, space.shelves, space.work, kept)
    space.state[AT_SHELF], space.state[AT_SPAN] = BEGIN, -1
    seek(board, tiles, index, hand, space, rules, programmed, kept)
    if bagged >= max(1, facts[CHANGE_MIN]):
        most = min(held, bagged, facts[CHANGE_MOST])
        value = kept.equity[1 + most]
        if value > kept.equity[0]:
            for part in range(begins[1], begins[most + 1]):
                if kept.parts[part] == value:
                    kept.equity[0] = value
                    count = int64(0)
                    for kind in range(distinct):
                        for _ in range((space.parts[part, P_COUNTS] >> (BITS * kind)) & KIND):
                            rolling.gone[1 + count] = pairs[2 * kind]
                            count += 1
                    rolling.gone[0] = count
                    return CHANGES
    if space.best[0] == NOTHING:
        kept.equity[0] = kept.parts[0]
        return PASSES
    return PLAYS


@kernel(types.void(F64_2, types.int64, types.int64, types.boolean, types.int64, SITUATION, ROLLING), bare=True)
def put_down(
    out: NDArray[np.float64], number: int, begin: int, over: bool, seat: int, given: Situation, rolling: Rolling
) -> None:
    # Fills the columns of row ``number`` from ``begin`` on with how a rollout stands; seat: whose turn it is.
    facts, numbers = given.facts, rolling.numbers
    players, left = facts[PLAYERS], numbers[N_HIGH] - numbers[N_LOW]
    for other in range(players):
        out[number, begin + other] = rolling.scores[other]
        if not over and left > 0:
            out[number, begin + other] += rolling.kept[other]
    for other in range(players):
        if given.active[other] == 1:
            for tile in range(facts[KINDS]):
                left += rolling.hands[other, tile]
    out[number, begin + players + O_LEFT] = left
    out[number, begin + players + O_NEXT] = seat
    out[number, begin + players + O_OVER] = 1.0 if over else 0.0


@kernel(
    *(types.int64(*_THINKS, way, KEPT, SITUATION, ROLLING, types.int64, types.int64) for way in _WAYS),
    bare=True,
)
def roll_out(
    board: Board,
    rules: NDArray[np.int64],
    hand: Hand,
    space: Sought,
    programmed: Programmed | None,
    kept: Kept,
    given: Situation,
    rolling: Rolling,
    begin: int,
    end: int,
) -> int:
    # Rolls out numbers begin to end: number n is draw n // chosen with candidate n % chosen. Returns the first number
    # for which space.spans was too small, or ``end``.
    facts, numbers, out = given.facts, rolling.numbers, rolling.out
    graph, tiles = given.graph, given.tiles
    me, players, chosen = facts[ME], facts[PLAYERS], int64(rolling.chosen.size)
    width = players + OUT_SIZE
    for number in range(begin, end):
        draw, move = number // chosen, int64(rolling.chosen[number % chosen])
        chances = given.chances[draw]
        deal(given.orders[draw], given.leaves, move, given, rolling)
        seat, kind, points = me, given.moves[move, M_KIND], given.moves[move, M_SCORE]
        turn, full, answered = int64(0), False, False
        while True:
            if kind == PLAYS:
                numbers[N_JOURNAL] = lay_noted(
                    graph, board, rolling.new, rolling.gone[0], rolling.journal, numbers[N_JOURNAL]
                )
                numbers[N_LAID] = 1
                rolling.scores[seat] += points
            turn_over(seat, kind, given, rolling, chances)
            over = ends(seat, kind, points, given, rolling)
            turn += 1
            seat = (seat + 1) % players
            while given.active[seat] == 0:
                seat = (seat + 1) % players
            bagged = numbers[N_HIGH] - numbers[N_LOW]
            if over or turn > facts[MOST_TURNS] or (turn > facts[PLIES] and bagged > 0):
                break
            if seat == me and not answered and bagged > 0:
                put_down(out, number, width, False, seat, given, rolling)
                answered = True
            kind = think(board, rules, hand, space, programmed, kept, given, rolling, seat)
            if kind < 0:
                full = True
                break
            points = int64(space.best[0]) if kind == PLAYS else 0
            rolling.kept[seat] = kept.equity[0] - points if bagged > 0 else 0.0
            if kind == PLAYS:
                spread_out(space.best, board, tiles, facts[USED], rolling)
        take_back(board, rolling.journal, numbers[N_JOURNAL])
        if full:
            return number
        put_down(out, number, 0, over, seat, given, rolling)
        if not answered:
            for column in range(width):
                out[number, width + column] = out[number, column]
    return end
