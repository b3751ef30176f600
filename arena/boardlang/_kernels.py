"""Runs compiled programs: one, one over a window of squares, and all those of a word's squares.

No checks, no Python objects. Working space comes from the caller: ``work`` int64[slots + stack] and
``out`` int64[5], which receives the result (or the number an error is about), the instruction that
failed, and the steps taken. Every kernel answers a status of _opcodes (0 = done).
"""

import numpy as np
from numpy.typing import NDArray

from arena.boardlang._opcodes import (
    ADD,
    AND,
    CHAR,
    CLASS,
    DIVISION_BY_ZERO,
    EQ,
    FAIL,
    GE,
    GT,
    HALT,
    INDEX_OUT_OF_BOUNDS,
    JUMP,
    JUMP_UNLESS,
    LE,
    LOAD,
    LOWER,
    LT,
    MUL,
    NE,
    NEG,
    NOT,
    POINTS,
    PUSH,
    RAISE,
    REM,
    STEP,
    STEP_LIMIT,
    STORE,
    SUB,
)  # fmt: skip
from arena.jit import kernel, types

HOLE, FAILED = -1, -2

_int = types.int64
_code = types.int32[::1]
_work = _int[::1]
_table = types.int32[:, ::1]


@kernel(
    _int(_code, _int, _int, _int, _code, _code, _int, _int, _table, _work, _work),
    error_model="numpy",
    bare=True,
)
def run(
    code: NDArray[np.int32],
    start: int,
    first: int,
    second: int,
    chars: NDArray[np.int32],
    points: NDArray[np.int32],
    letters: int,
    limit: int,
    characters: NDArray[np.int32],
    work: NDArray[np.int64],
    out: NDArray[np.int64],
) -> int:
    # code[start:] is the program; first and second are its given names; chars and points hold `letters` letters.
    # `work` must have the program's size. All values in it are 32-bit numbers in 64-bit cells.
    slots = code[start]
    base = start + 2
    for slot in range(slots):
        work[slot] = 0
    work[1] = first
    work[2] = second
    top = slots - 1  # the stack's top cell
    steps = 0
    pc = base
    while True:
        what = code[pc]
        if what == PUSH:
            top += 1
            work[top] = code[pc + 1]
        elif what == LOAD:
            top += 1
            work[top] = work[code[pc + 1]]
        elif what == STORE:
            work[code[pc + 1]] = work[top]
            top -= 1
        elif what == STEP:
            steps += 1
            if steps > limit:
                out[0], out[1], out[2] = limit, pc - base, steps
                return STEP_LIMIT
        elif what == JUMP:
            pc = base + 2 * code[pc + 1]
            continue
        elif what == JUMP_UNLESS:
            top -= 1
            if work[top + 1] == 0:
                pc = base + 2 * code[pc + 1]
                continue
        elif what <= REM and what >= ADD:
            right = work[top]
            top -= 1
            left = work[top]
            if what == ADD:
                value = left + right
            elif what == SUB:
                value = left - right
            elif what == MUL:
                value = left * right
            else:
                if right == 0:
                    out[0], out[1], out[2] = left, pc - base, steps
                    return DIVISION_BY_ZERO
                value = abs(left) // abs(right)
                if (left < 0) != (right < 0):
                    value = -value
                if what == REM:
                    value = left - right * value
            work[top] = ((value + 2147483648) & 4294967295) - 2147483648
        elif what >= EQ and what <= GE:
            right = work[top]
            top -= 1
            left = work[top]
            if what == EQ:
                holds = left == right
            elif what == NE:
                holds = left != right
            elif what == LT:
                holds = left < right
            elif what == LE:
                holds = left <= right
            elif what == GT:
                holds = left > right
            else:
                holds = left >= right
            work[top] = 1 if holds else 0
        elif what == POINTS or what == CHAR:
            index = work[top]
            if index < 0 or index >= letters:
                out[0], out[1], out[2] = index, pc - base, steps
                return INDEX_OUT_OF_BOUNDS
            work[top] = points[index] if what == POINTS else chars[index]
        elif what == NEG:
            work[top] = ((-work[top] + 2147483648) & 4294967295) - 2147483648
        elif what == NOT:
            work[top] = 1 - work[top]
        elif what == RAISE or what == LOWER:
            index = work[top]
            if index >= 0 and index < characters.shape[1]:
                work[top] = characters[what - RAISE, index]
        elif what == CLASS:
            index = work[top]
            holds = index >= 0 and index < characters.shape[1] and (characters[2, index] & code[pc + 1]) != 0
            work[top] = 1 if holds else 0
        elif what == FAIL:
            out[0], out[1], out[2] = 0, pc - base, steps
            return int(code[pc + 1])
        elif what == HALT:
            out[0], out[1], out[2] = work[0], pc - base, steps
            return 0
        else:  # AND, OR
            top -= 1
            work[top] = work[top] & work[top + 1] if what == AND else work[top] | work[top + 1]
        pc += 2


@kernel(
    _int(
        _code, _int, _int, _int, types.uint8[::1], _int, _table, _work, _work, types.int32[:, ::1]
    ),
)  # fmt: skip
def fill(
    code: NDArray[np.int32],
    start: int,
    x0: int,
    y0: int,
    known: NDArray[np.uint8],
    limit: int,
    characters: NDArray[np.int32],
    work: NDArray[np.int64],
    out: NDArray[np.int64],
    ids: NDArray[np.int32],
) -> int:
    # A board's program over ids.shape squares from (x0, y0). known[id] says which ids are squares. A square whose
    # program fails becomes FAILED; after one that takes too many steps so do all that follow, unasked, and the
    # answer is STEP_LIMIT (else 0): a whole window of endless loops would take minutes. out[2] becomes the
    # longest run in steps.
    nothing = np.empty(0, dtype=np.int32)
    longest = 0
    ends = 0
    for row in range(ids.shape[0]):
        for column in range(ids.shape[1]):
            ids[row, column] = FAILED
            if ends == STEP_LIMIT:
                continue
            status = run(code, start, x0 + column, y0 + row, nothing, nothing, 0, limit, characters, work, out)
            longest = max(longest, out[2])
            if status == STEP_LIMIT:
                ends = STEP_LIMIT
            elif status == 0:
                found = out[0]
                known_one = found >= 0 and found < known.shape[0] and known[found] != 0
                ids[row, column] = found if known_one else HOLE
    out[2] = longest
    return ends


@kernel(
    _int(_code, _table, types.int32[::1], _code, _code, _int, _int, _table, _work, _work),
    bare=True,
)
def fold(
    code: NDArray[np.int32],
    starts: NDArray[np.int32],
    rows: NDArray[np.int32],
    chars: NDArray[np.int32],
    points: NDArray[np.int32],
    letters: int,
    limit: int,
    characters: NDArray[np.int32],
    work: NDArray[np.int64],
    out: NDArray[np.int64],
) -> int:
    # The points of a word: starts[row, rank] is where the program of a kind of square begins for a rank of
    # priority (-1: none), rows[i] the kind under letter i. Leaves the points in out[0]; on an error, out[1] is
    # counted from that program's beginning, and its square and rank are left in out[3] and out[4].
    total = 0
    for rank in range(starts.shape[1]):
        for at in range(letters):
            start = starts[rows[at], rank]
            if start >= 0:
                status = run(code, start, at, total, chars, points, letters, limit, characters, work, out)
                if status != 0:
                    out[3], out[4] = at, rank
                    return status
                total = out[0]
    out[0] = total
    return 0
