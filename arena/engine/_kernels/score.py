"""Compiled scoring of plays on squares whose programs are no plain multipliers.

A word's programs are folded by rank of priority, then by position, as boardlang's own ``fold`` does. Those that
only add a multiple of the letter's points, or multiply the points so far, are not run: ``effects`` says which.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.boardlang.meaning import STEP_LIMIT
from arena.boardlang.run import OUT, run
from arena.engine._kernels.arrays import BOARD, I32, I64, PROGRAMMED, TILES, Board, Programmed, Tiles
from arena.engine._kernels.board import CROSS, LETTER, WORD, int64, twin
from arena.engine._kernels.walk import BONUS, BONUS_TILES, FACTOR, HEADER, HELD, NOTHING, UNSCORED, precedes
from arena.jit import kernel, types

FAILED = -(1 << 62)  # points of a word of which a program fails
NO_EFFECT, ADDS, MULTIPLIES, RUNS = 0, 1, 2, 3  # effects[row, rank]: what a program does, and by how much
RAN = OUT  # in ``result``, behind what programs leave there: the steps of all programs that were run
RESULT_SIZE = OUT + 1


@kernel(types.int64(types.int64))
def wrapped(number: int) -> int:
    return ((number + 2147483648) & 4294967295) - 2147483648


@kernel(types.int64(types.int64, types.int64, types.int64, types.int64, BOARD, TILES, PROGRAMMED, I32), bare=True)
def _word(
    start: int,
    last: int,
    here: int,
    face: int,
    board: Board,
    tiles: Tiles,
    programmed: Programmed,
    shown: NDArray[np.int32],
) -> int:
    # The points of the word in cells start..last. Its new tiles show the faces of shown[], in order, or, when
    # ``here`` >= 0, the only new tile is that of cell ``here``, which shows ``face``.
    letters, raw, ids, faces = board.letters, board.raw, board.ids, tiles.faces
    signs, word, effects, used = programmed.signs, programmed.word, programmed.effects, programmed.used
    starts, code, characters = programmed.starts, programmed.code, programmed.characters
    work, result = programmed.work, programmed.result
    count, new = int64(0), int64(0)
    for cell in range(start, last + 1):
        if letters[cell] > 0:
            word[0, count] = used
            word[1, count] = signs[letters[cell]]
            word[2, count] = raw[cell]
        else:
            mine = face if here >= 0 else shown[new]
            new += 1
            word[0, count] = ids[cell]
            word[1, count] = signs[faces[mine, 1]]
            word[2, count] = faces[mine, 2]
        count += 1
    total = int64(0)
    for rank in range(effects.shape[1]):
        for at in range(count):
            row = word[0, at]
            effect, by = effects[row, rank, 0], int64(effects[row, rank, 1])
            if effect == ADDS:
                total = wrapped(total + by * word[2, at])
            elif effect == MULTIPLIES:
                total = wrapped(total * by)
            elif effect == RUNS:
                status = run(
                    code, starts[row, rank], at, total, word[1], word[2], count, STEP_LIMIT, characters, work, result
                )
                result[RAN] += result[2]
                if status != 0:
                    return FAILED
                total = result[0]
    return total


@kernel(types.int64(I32, types.int64, BOARD, TILES, PROGRAMMED, I64), bare=True)
def points_of_row(
    out: NDArray[np.int32], at: int, board: Board, tiles: Tiles, programmed: Programmed, rules: NDArray[np.int64]
) -> int:
    # The points of the play in the row that begins at out[at]; FAILED where a program fails.
    letters, cells, dims, faces = board.letters, board.cells, board.dims, tiles.faces
    start, last, laid = int64(out[at + 1]), int64(out[at + 2]), int64(out[at + 3])
    shown = out[at + HEADER : at + HEADER + laid]
    points = int64(0)
    if last > start:
        points = _word(start, last, -1, 0, board, tiles, programmed, shown)
        if points == FAILED:
            return FAILED
    if laid == rules[BONUS_TILES]:
        points = points * rules[FACTOR] + rules[BONUS]
    new = int64(0)
    for cell in range(start, last + 1):
        if letters[cell] > 0:
            continue
        face = int64(shown[new])
        new += 1
        if cells[cell, CROSS] < 0:
            continue
        if cells[cell, WORD] >= 0:  # the only new square of its cross word, and a plain one
            value = int64(faces[face, 2]) * cells[cell, LETTER]
            points += wrapped((cells[cell, CROSS] + value) * cells[cell, WORD])
            continue
        there = twin(cell, dims)
        first, end = there, there
        while letters[first - 1] > 0:
            first -= 1
        while letters[end + 1] > 0:
            end += 1
        more = _word(first, end, there, face, board, tiles, programmed, shown)
        if more == FAILED:
            return FAILED
        points += more
    return points


@kernel(types.int64(I32, types.int64, BOARD, TILES, PROGRAMMED, I64), bare=True)
def score_rows(
    out: NDArray[np.int32], count: int, board: Board, tiles: Tiles, programmed: Programmed, rules: NDArray[np.int64]
) -> int:
    # Scores the rows that are UNSCORED, drops those whose scoring fails; returns how many are left.
    width = HEADER + rules[HELD]
    kept = 0
    for k in range(count):
        at = k * width
        if out[at] == UNSCORED:
            points = points_of_row(out, at, board, tiles, programmed, rules)
            if points == FAILED:
                continue
            out[at] = points
        to = kept * width
        if to != at:
            for i in range(width):
                out[to + i] = out[at + i]
        kept += 1
    return kept


@kernel(types.void(I32, types.int64, types.int64, I32, BOARD, TILES), bare=True)
def keep_best(
    out: NDArray[np.int32], count: int, width: int, best: NDArray[np.int32], board: Board, tiles: Tiles
) -> None:
    # Lets the rows of ``out`` compete with the best play.
    for k in range(count):
        at = k * width
        if best[0] == NOTHING or precedes(out, at, best, board, tiles):
            for i in range(width):
                best[i] = out[at + i]
