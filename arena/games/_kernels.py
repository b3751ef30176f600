"""The rules of the small games on integers, compiled. What a state's bits mean stands in the game's own file."""

from __future__ import annotations

from typing import Any

from arena.jit import kernel, types

_i = types.int64
_a = types.Array(types.int64, 1, "C")
MOVES = _i(_i, _a, _a)  # (state, config, out) -> count
PLAY = _i(_i, _i, _a)  # (state, number, config) -> state
ASK = _i(_i, _a)  # (state, config) -> value, mover or key


@kernel(ASK)
def top_bit_mover(state: Any, config: Any) -> Any:
    return state >> 61


@kernel(ASK)
def one_player(state: Any, config: Any) -> Any:
    return 0


@kernel(ASK)
def own_key(state: Any, config: Any) -> Any:
    return state


@kernel(ASK)
def last_taker_value(state: Any, config: Any) -> Any:
    # config[0]: 1 where the last taker wins, -1 where it loses
    if state & ((1 << 61) - 1):
        return 2
    return -config[0] if state >> 61 == 0 else config[0]


@kernel(MOVES)
def sticks_moves(state: Any, config: Any, out: Any) -> Any:
    left = state & ((1 << 61) - 1)
    count = min(left, config[1])
    for number in range(count):
        out[number] = number + 1
    return count


@kernel(PLAY)
def sticks_play(state: Any, number: Any, config: Any) -> Any:
    return (state ^ (1 << 61)) - number


@kernel(MOVES)
def nim_moves(state: Any, config: Any, out: Any) -> Any:
    count = 0
    bits = state & ((1 << 61) - 1)
    at = 0
    while bits:
        if bits & 1:
            run = bits
            for length in range(1, config[1] + 1):
                if not run & 1:
                    break
                out[count] = at * 32 + length
                count += 1
                run >>= 1
        bits >>= 1
        at += 1
    return count


@kernel(PLAY)
def nim_play(state: Any, number: Any, config: Any) -> Any:
    return (state ^ (1 << 61)) & ~(((1 << (number & 31)) - 1) << (number >> 5))


@kernel(ASK)
def nim_key(state: Any, config: Any) -> Any:
    # Only the lengths of the runs matter: write them longest first, a gap of one between them. It fits,
    # since the runs of the state itself had at least such gaps.
    bits = state & ((1 << 61) - 1)
    lengths = 0  # bit n: there is a run of n
    run = 0
    rest = bits
    while rest or run:
        if rest & 1:
            run += 1
        elif run:
            lengths |= 1 << run
            run = 0
        rest >>= 1
    key = 0
    for length in range(61, 0, -1):
        if lengths >> length & 1:
            rest = bits
            run = 0
            while rest or run:
                if rest & 1:
                    run += 1
                else:
                    if run == length:
                        key = key << (length + 1) | ((1 << length) - 1)
                    run = 0
                rest >>= 1
    return key | (state >> 61) << 61


@kernel(MOVES)
def coins_moves(state: Any, config: Any, out: Any) -> Any:
    kinds, width = config[1], config[2]
    count = 0
    for kind in range(kinds):
        there = state >> kind * width & ((1 << width) - 1)
        for taken in range(1, there + 1):
            out[count] = taken * kinds + kind
            count += 1
    return count


@kernel(PLAY)
def coins_play(state: Any, number: Any, config: Any) -> Any:
    kinds, width = config[1], config[2]
    return (state ^ (1 << 61)) - ((number // kinds) << (number % kinds) * width)


@kernel(ASK)
def coins_key(state: Any, config: Any) -> Any:
    # kinds are alike: the counts, most first
    kinds, width = config[1], config[2]
    key = state
    for end in range(kinds - 1, 0, -1):
        for kind in range(end):
            low = key >> kind * width & ((1 << width) - 1)
            high = key >> (kind + 1) * width & ((1 << width) - 1)
            if low < high:
                swap = low ^ high
                key ^= swap << kind * width | swap << (kind + 1) * width
    return key


@kernel(MOVES)
def tictactoe_moves(state: Any, config: Any, out: Any) -> Any:
    taken = (state | state >> 9) & 511
    count = 0
    for index in range(9):
        square = config[index]  # the middle, corners, edges
        if not taken >> square & 1:
            out[count] = square
            count += 1
    return count


@kernel(PLAY)
def tictactoe_play(state: Any, number: Any, config: Any) -> Any:
    return (state | 1 << number + 9 * (state >> 61)) ^ (1 << 61)


@kernel(ASK)
def tictactoe_value(state: Any, config: Any) -> Any:
    for index in range(9, 17):
        line = config[index]
        if state & line == line:
            return 1
        if state >> 9 & line == line:
            return -1
    return 0 if (state | state >> 9) & 511 == 511 else 2


@kernel(ASK)
def tictactoe_key(state: Any, config: Any) -> Any:
    best = state & ((1 << 18) - 1)
    original = best
    for symmetry in range(1, 8):
        turned = 0
        for square in range(9):
            to = config[17 + symmetry * 9 + square]
            turned |= (original >> square & 1) << to | (original >> square + 9 & 1) << to + 9
        best = min(best, turned)
    return best | (state >> 61) << 61


@kernel(MOVES)
def peg_moves(state: Any, config: Any, out: Any) -> Any:
    # config: jumps, symmetries, holes, then (three bits, the two that must be set) for each jump, then the symmetries
    count = 0
    for jump in range(config[0]):
        if state & config[3 + 2 * jump] == config[4 + 2 * jump]:
            out[count] = jump
            count += 1
    return count


@kernel(PLAY)
def peg_play(state: Any, number: Any, config: Any) -> Any:
    return state ^ config[3 + 2 * number]


@kernel(ASK)
def peg_value(state: Any, config: Any) -> Any:
    for jump in range(config[0]):
        if state & config[3 + 2 * jump] == config[4 + 2 * jump]:
            return 2
    return 1 if state & (state - 1) == 0 and state != 0 else -1


@kernel(ASK)
def peg_key(state: Any, config: Any) -> Any:
    holes = config[2]
    start = 3 + 2 * config[0]
    best = state
    for symmetry in range(1, config[1]):
        turned = 0
        rest = state
        hole = 0
        while rest:
            if rest & 1:
                turned |= 1 << config[start + symmetry * holes + hole]
            rest >>= 1
            hole += 1
        best = min(best, turned)
    return best
