"""The search of plain.py on compact integers: the game's kernels come in as addresses (arena/jit/handed.py).

A stack in arrays makes it stoppable: it hands back after so many states, and goes on when it is called again.
Values are for seat 0. Plain: -1, 0, 1. Exact: +-(FAR - plies to the end), 0 for ties.
"""

from __future__ import annotations

from typing import Any

from arena.jit import kernel, types
from arena.jit.handed import caller

_i = types.int64
_a = types.Array(types.int64, 1, "C")
_v = types.Array(types.int16, 1, "C")
# what a game's kernels are compiled for, see Compact in arena/contract/gifts.py
MOVES = _i(_i, _a, _a)
PLAY = _i(_i, _i, _a)
ASK = _i(_i, _a)
_moves, _play, _ask = caller(MOVES), caller(PLAY), caller(ASK)

FAR = 20_000  # more than any number of plies
DONE, PAUSED, FULL, ENDLESS = 0, 1, 2, 3
# control: depth, nodes, hits, entries, exact, top of the stack of moves, whether the table may grow
DEPTH, NODES, HITS, ENTRIES, EXACT, TOP, GROWS = range(7)
# columns of a frame
STATE, KEY, MOVER, FIRST, COUNT, NEXT, BEST, MOVE = range(8)
WIDTH = 8
NOTHING = -32_000  # no value yet


@kernel(_i(_i, _i))
def slot_of(key: Any, mask: Any) -> Any:
    mixed = int(key)  # without the JIT a numpy integer would warn of the overflow that is meant
    mixed ^= mixed >> 31
    mixed = (mixed * 0x2545F4914F6CDD1D) & 0x7FFFFFFFFFFFFFFF
    return (mixed ^ (mixed >> 29)) & mask


@kernel(_i(_i, _a))
def find(key: Any, keys: Any) -> Any:
    """Return the slot of a key, or of the empty place where it belongs."""
    mask = keys.shape[0] - 1
    slot = slot_of(key, mask)
    while keys[slot] != -1 and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


@kernel(types.void(_a, _v, _a, _v))
def rehash(keys: Any, values: Any, new_keys: Any, new_values: Any) -> None:
    for index in range(keys.shape[0]):
        if keys[index] != -1:
            slot = find(keys[index], new_keys)
            new_keys[slot] = keys[index]
            new_values[slot] = values[index]


@kernel(_i(_i, _i, _i))
def later(value: Any, exact: Any, plies: Any) -> Any:
    """Return a value as it is seen some plies earlier."""
    if not exact or value == 0:
        return value
    return value - plies if value > 0 else value + plies


@kernel(_i(_i, _i, _i, _i, _i, _a, _a, _a, _a, _a, _v, _i))
def search(
    moves_of: Any, play: Any, value_of: Any, mover_of: Any, key_of: Any,
    config: Any, control: Any, frames: Any, stack: Any, keys: Any, values: Any, until: Any,
) -> Any:  # fmt: skip
    """Go on until ``until`` states were seen, the table is full, or the first frame is judged.

    moves_of, play, value_of, mover_of, key_of: addresses of the game's kernels.
    """
    exact = control[EXACT]
    depth = control[DEPTH]
    deepest = frames.shape[0] // WIDTH - 1
    capacity = keys.shape[0] * 6 // 10
    while True:
        if control[NODES] >= until:
            control[DEPTH] = depth
            return PAUSED
        if control[ENTRIES] >= capacity and control[GROWS]:
            control[DEPTH] = depth
            return FULL
        at = depth * WIDTH
        if frames[at + NEXT] == frames[at + COUNT]:
            if control[ENTRIES] < capacity:
                slot = find(frames[at + KEY], keys)
                if keys[slot] == -1:
                    keys[slot] = frames[at + KEY]
                    values[slot] = frames[at + BEST]
                    control[ENTRIES] += 1
            control[TOP] = frames[at + FIRST]
            if depth == 0:
                control[DEPTH] = 0
                return DONE
            depth -= 1
            at = depth * WIDTH
            number = stack[frames[at + FIRST] + frames[at + NEXT] - 1]
            value = later(frames[at + WIDTH + BEST], exact, 1)
        else:
            number = stack[frames[at + FIRST] + frames[at + NEXT]]
            frames[at + NEXT] += 1
            child = _play(play, frames[at + STATE], number, config)
            control[NODES] += 1
            value = _ask(value_of, child, config)
            if value != 2:
                value = later(value * FAR, exact, 1) if exact else value
            else:
                key = _ask(key_of, child, config)
                slot = find(key, keys)
                if keys[slot] == key:
                    control[HITS] += 1
                    value = later(values[slot], exact, 1)
                else:
                    if depth == deepest:
                        return ENDLESS
                    depth += 1
                    at = depth * WIDTH
                    first = control[TOP]
                    frames[at + STATE] = child
                    frames[at + KEY] = key
                    frames[at + MOVER] = _ask(mover_of, child, config)
                    frames[at + FIRST] = first
                    frames[at + COUNT] = _moves(moves_of, child, config, stack[first:])
                    frames[at + NEXT] = 0
                    frames[at + BEST] = NOTHING
                    frames[at + MOVE] = -1
                    control[TOP] = first + frames[at + COUNT]
                    continue
        mover = frames[at + MOVER]
        best = frames[at + BEST]
        if best == NOTHING or (value > best if mover == 0 else value < best):
            frames[at + BEST] = value
            frames[at + MOVE] = number
            won = value if mover == 0 else -value
            if won >= (FAR - 1 if exact else 1):
                frames[at + NEXT] = frames[at + COUNT]  # nothing can be better
