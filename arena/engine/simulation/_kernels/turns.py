"""Compiled turns of a rollout: dealing, drawing, changing, how a game ends, and what moves are worth by then."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import (
    BOARD,
    F64,
    HAND,
    I32,
    I32_2,
    KEPT,
    SOUGHT,
    TILES,
    Board,
    Hand,
    Kept,
    LastTiles,
    Sought,
    Tiles,
)
from arena.engine._kernels.board import int64, twin
from arena.engine._kernels.spans import C_BEGINS
from arena.engine._kernels.walk import HEADER
from arena.engine._kernels.worth import value_last
from arena.engine.simulation._kernels.situation import (
    BOTH,
    CHANGE_COUNTS,
    CHANGES,
    DOUBLE,
    END_WEIGHT,
    HAND_SIZE,
    IN_ROUNDS,
    KINDS,
    M_COUNT,
    M_KIND,
    ME,
    MOVE_HEADER,
    N_CHANCE,
    N_HIGH,
    N_JOURNAL,
    N_LAID,
    N_LOW,
    N_PASSES,
    N_ROW,
    N_TURN,
    NOT_OUT,
    OUT_ENDS,
    OUT_RULE,
    OWN,
    PASS_COUNTS,
    PASSES,
    PLAYERS,
    PLAYS,
    ROLLING,
    ROW,
    SCORELESS_LIMIT,
    SCORELESS_RULE,
    SITUATION,
    TURN,
    TURN_LIMIT,
    ZERO_COUNTS,
    Rolling,
    Situation,
)
from arena.jit import kernel, types


@kernel(types.int64(I32_2, types.int64, I32), bare=True)
def points_held(hands: NDArray[np.int32], seat: int, worth: NDArray[np.int32]) -> int:
    # What a seat's tiles cost it at the end.
    total = int64(0)
    for tile in range(worth.size):
        total += int64(hands[seat, tile]) * worth[tile]
    return total


@kernel(types.void(types.int64, types.int64, HAND, types.int64, SITUATION, ROLLING, SOUGHT, KEPT), bare=True)
def value_ends(
    seat: int, held: int, hand: Hand, distinct: int, given: Situation, rolling: Rolling, space: Sought, kept: Kept
) -> None:
    # Fills kept as ``value_parts`` does, for a hand that is played with the bag empty.
    parts, begins, worth, facts = space.parts, space.work[C_BEGINS:], given.worth, given.facts
    mine, others, weight = points_held(rolling.hands, seat, worth), int64(0), facts[END_WEIGHT]
    for other in range(facts[PLAYERS]):
        if other != seat:
            others += points_held(rolling.hands, other, worth)
    whole = int64(0)
    for tile in range(worth.size):
        whole += rolling.hands[seat, tile]
    value_last(hand.tiles, distinct, held, whole, mine, parts, begins, LastTiles(worth, weight, others, NOT_OUT), kept)


@kernel(types.void(types.int64, types.int64, SITUATION, ROLLING, F64), bare=True)
def turn_over(seat: int, kind: int, given: Situation, rolling: Rolling, chances: NDArray[np.float64]) -> None:
    # Takes away the tiles of a move (rolling.gone: how many, and their ids), draws, and puts those of a change back.
    facts, numbers, bag, hands, gone = given.facts, rolling.numbers, rolling.bag, rolling.hands, rolling.gone
    count, even = int64(gone[0]), seat % 2 == 0
    drawn, held = count, int64(0)
    for k in range(count):
        hands[seat, gone[1 + k]] -= 1
    if kind == PLAYS:
        for tile in range(facts[KINDS]):
            held += hands[seat, tile]
        drawn = max(0, facts[HAND_SIZE] - held)
    for _ in range(min(drawn, numbers[N_HIGH] - numbers[N_LOW])):
        if even:
            hands[seat, bag[numbers[N_LOW]]] += 1
            numbers[N_LOW] += 1
        else:
            numbers[N_HIGH] -= 1
            hands[seat, bag[numbers[N_HIGH]]] += 1
    if kind != CHANGES:
        return
    for k in range(count):  # the own end of the bag first, then a swap with any place
        at = numbers[N_HIGH]
        if even:
            numbers[N_LOW] -= 1
            at = numbers[N_LOW]
        else:
            numbers[N_HIGH] += 1
        step = int64(chances[numbers[N_CHANCE] % chances.size] * (numbers[N_HIGH] - numbers[N_LOW]))
        numbers[N_CHANCE] += 1
        place = at + step if even else at - step
        bag[at] = bag[place]
        bag[place] = gone[1 + k]


@kernel(types.boolean(I32_2, types.int64), bare=True)
def empty_hand(hands: NDArray[np.int32], seat: int) -> bool:
    for tile in range(hands.shape[1]):
        if hands[seat, tile] > 0:
            return False
    return True


@kernel(types.boolean(types.int64, types.int64, types.int64, SITUATION, ROLLING), bare=True)
def ends(seat: int, kind: int, points: int, given: Situation, rolling: Rolling) -> bool:
    # Counts a turn; whether the game is over, with the adjustments that the rule book wants.
    facts, numbers, idle, scores = given.facts, rolling.numbers, rolling.idle, rolling.scores
    players = facts[PLAYERS]
    numbers[N_TURN] += 1
    counts = facts[PASS_COUNTS] if kind == PASSES else facts[CHANGE_COUNTS]
    if kind == PLAYS:
        counts = facts[ZERO_COUNTS] if points == 0 else 0
    if counts == 1:
        numbers[N_ROW] += 1
        idle[seat] += 1
    else:
        numbers[N_ROW] = 0
        for other in range(players):
            idle[other] = 0
    numbers[N_PASSES] = numbers[N_PASSES] + 1 if kind == PASSES else 0
    empty, active, least = int64(-1), int64(0), int64(1) << 40
    for other in range(players):
        if given.active[other] == 0:
            continue
        active += 1
        least = min(least, idle[other])
        held = int64(0)
        for tile in range(facts[KINDS]):
            held += rolling.hands[other, tile]
        if held == 0:
            empty = other
    bagged = numbers[N_HIGH] - numbers[N_LOW]
    if facts[OUT_ENDS] == 1 and bagged == 0 and empty >= 0:
        rule = facts[OUT_RULE]
        lost = int64(0)
        for other in range(players):
            if given.active[other] == 1:
                left = points_held(rolling.hands, other, given.worth)
                lost += left
                if rule == OWN or rule == BOTH:
                    scores[other] -= left
        if kind == PLAYS and (rule == BOTH or rule == DOUBLE):
            mine = points_held(rolling.hands, seat, given.worth)
            if mine == 0 and empty_hand(rolling.hands, seat):
                scores[seat] += lost if rule == BOTH else 2 * lost
        return True
    row = least if facts[IN_ROUNDS] == 1 else numbers[N_ROW]
    limit = facts[SCORELESS_LIMIT]
    stuck = bagged == 0 and numbers[N_PASSES] >= active  # nobody will ever play: what follows is known
    over = (limit > 0 and row >= limit) or facts[TURN_LIMIT] <= numbers[N_TURN]
    if over or (stuck and ((limit > 0 and facts[PASS_COUNTS] == 1) or facts[TURN_LIMIT] < int64(1) << 40)):
        if facts[SCORELESS_RULE] == OWN:
            for other in range(players):
                if given.active[other] == 1:
                    scores[other] -= points_held(rolling.hands, other, given.worth)
    return bool(over or stuck)


@kernel(types.void(I32, F64, types.int64, SITUATION, ROLLING), bare=True)
def deal(order: NDArray[np.int32], leaves: NDArray[np.float64], move: int, given: Situation, rolling: Rolling) -> None:
    # Gives the other seats their tiles, puts the rest into the bag, and the candidate's tiles into rolling.
    facts, numbers, hands = given.facts, rolling.numbers, rolling.hands
    at = int64(0)
    for seat in range(facts[PLAYERS]):
        rolling.scores[seat], rolling.idle[seat], rolling.kept[seat] = given.scores[seat], given.idle[seat], 0.0
        for tile in range(facts[KINDS]):
            hands[seat, tile] = given.hands[seat, tile]
        if seat != facts[ME]:
            for _ in range(given.held[seat]):
                hands[seat, order[at]] += 1
                at += 1
    low = int64(0)
    for k in range(at, order.size):
        rolling.bag[low] = order[k]
        low += 1
    numbers[N_LOW], numbers[N_HIGH], numbers[N_TURN], numbers[N_ROW] = 0, low, facts[TURN], facts[ROW]
    numbers[N_CHANCE], numbers[N_JOURNAL], numbers[N_PASSES], numbers[N_LAID] = (
        0,
        0,
        -1,
        0,
    )  # the candidate counts no pass
    count = given.moves[move, M_COUNT]
    rolling.gone[0] = count
    laid = count if given.moves[move, M_KIND] == PLAYS else 0
    for k in range(4 * laid):
        rolling.new[k] = given.moves[move, MOVE_HEADER + k]
    for k in range(count):
        rolling.gone[1 + k] = given.moves[move, MOVE_HEADER + 4 * laid + k]
    if low > 0:
        rolling.kept[facts[ME]] = leaves[move]


@kernel(types.int64(I32, BOARD, TILES, types.int64, ROLLING), bare=True)
def spread_out(best: NDArray[np.int32], board: Board, tiles: Tiles, used: int, rolling: Rolling) -> int:
    # Puts the tiles of a row into rolling.new and rolling.gone; returns how many there are.
    letters, dims, faces, new = board.letters, board.dims, tiles.faces, rolling.new
    size, count = dims[2], int64(0)
    for cell in range(int64(best[1]), int64(best[2]) + 1):
        if letters[cell] > 0:
            continue
        face = int64(best[HEADER + count])
        new[4 * count] = cell if cell < size else twin(cell, dims)
        new[4 * count + 1] = faces[face, 1]
        new[4 * count + 2] = int64(faces[face, 2]) * used
        new[4 * count + 3] = faces[face, 2]
        rolling.gone[1 + count] = faces[face, 0]
        count += 1
    rolling.gone[0] = count
    return count
