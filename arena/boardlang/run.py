"""The public face of compiled programs: run one, fill windows of a board, fold the points of a word.

Other rooms' kernels may call ``fold`` and ``run`` themselves (see their comments in _kernels.py); the
arrays that they need stand in a SquareTable. Everybody else uses the plain functions here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from arena.board.layout import HOLE, Layout, SquareKind
from arena.boardlang._kernels import FAILED, fill, fold, run
from arena.boardlang.compile import Code, compile_block
from arena.boardlang.meaning import NO_CHARACTERS, STEP_LIMIT, char_code, character_table
from arena.boardlang.parse import parse
from arena.errors import ArenaError

__all__ = ["OUT", "SquareTable", "board_window", "compile_squares", "fold", "fold_word", "run", "run_code"]

OUT = 5  # cells of the array in which kernels leave result, failed instruction, steps, square, rank


def run_code(
    code: Code, given: Sequence[int], word: Sequence[tuple[int, int]] = (), *, limit: int = STEP_LIMIT
) -> tuple[int, int]:
    """Run a compiled program; return its result and the steps it took. Arguments and errors as ``interpret``'s."""
    work, out = np.zeros(code.size, dtype=np.int64), np.zeros(OUT, dtype=np.int64)
    chars = np.array([letter[0] for letter in word], dtype=np.int32)
    points = np.array([letter[1] for letter in word], dtype=np.int32)
    first, second = (*given, 0)[:2]
    status = int(run(code.code, 0, first, second, chars, points, len(word), limit, code.table, work, out))
    if status:
        raise code.error(status, int(out[1]), int(out[0]), len(word), limit)
    return int(out[0]), int(out[2])


def board_window(
    code: Code, x0: int, y0: int, ids: NDArray[np.int32], known: NDArray[np.uint8], *, limit: int = STEP_LIMIT
) -> tuple[int, bool]:
    """Run a board's program over a whole window whose upper left corner is (x0, y0), into ``ids``.

    known: uint8 by square id, 1 for the ids that are squares; others become HOLE. A square on which the program
           fails becomes FAILED. All coordinates must fit into 32 bits.

    Returns the steps of the longest run, and whether every square was asked: after one that takes too many steps
    the rest is FAILED, too.
    """
    work, out = np.zeros(code.size, dtype=np.int64), np.zeros(OUT, dtype=np.int64)
    status = fill(code.code, 0, x0, y0, known, limit, code.table, work, out, ids)
    return int(out[2]), status == 0


@dataclass(frozen=True, eq=False)
class SquareTable:
    """Every square's programs of one layout, as flat arrays for the kernels.

    rows:       one for every id from 0 to the largest, and one more for the used square where it has no id of
                its own; an id that is a hole has a row without programs.
    code:       int32, all programs one behind another (each counts from its own beginning).
    starts:     int32[rows, ranks]; where a row's program of that rank begins, -1 for none. Rank 0 is the lowest
                priority of the layout.
    priorities: int32[ranks]; rank -> priority.
    used:       the row of the used square.
    characters: int32[3, n], what the kernels know about characters.
    size:       working space of the largest program (unit: cells of int64).
    """

    code: NDArray[np.int32]
    starts: NDArray[np.int32]
    priorities: NDArray[np.int32]
    used: int
    characters: NDArray[np.int32]
    size: int
    codes: Mapping[tuple[int, int], Code] = field(repr=False)  # (row, rank) -> the program, for its errors

    def work(self) -> NDArray[np.int64]:
        """Return working space for ``fold``; not to be shared by threads."""
        return np.zeros(max(self.size, 1), dtype=np.int64)


@lru_cache(maxsize=64)
def compile_squares(layout: Layout) -> SquareTable:
    """Return the programs of all the squares of a layout, ready to run. Kept, so asking again is free.

    Raises ProgramError when a program does not parse (layouts from board files have been parsed before).
    """
    kinds: dict[int, SquareKind] = dict(layout.kinds)
    used = layout.used.id
    if kinds.get(used) is not layout.used and kinds.get(used) != layout.used:
        used = max(kinds, default=-1) + 1
        kinds[used] = layout.used
    if min(kinds) < 0:
        raise ArenaError(layout.name, f"a square's id is {min(kinds)}", "Ids of squares start at 0")
    priorities = sorted({priority for kind in kinds.values() for priority in kind.programs})
    starts = np.full((max(kinds) + 1, len(priorities)), -1, dtype=np.int32)
    codes: dict[tuple[int, int], Code] = {}
    pieces: list[NDArray[np.int32]] = [np.zeros(0, dtype=np.int32)]
    length = 0
    for row, kind in sorted(kinds.items()):
        for priority, text in kind.programs.items():
            name = f"{layout.name}: square {kind.name}, priority {priority}"
            code = compile_block(parse(text, program=name), "square", program=name)
            rank = priorities.index(priority)
            codes[row, rank] = code
            starts[row, rank] = length
            pieces.append(code.code)
            length += len(code.code)
    return SquareTable(
        code=np.concatenate(pieces),
        starts=starts,
        priorities=np.array(priorities, dtype=np.int32),
        used=used,
        characters=character_table() if any(code.characters for code in codes.values()) else NO_CHARACTERS,
        size=max((code.size for code in codes.values()), default=1),
        codes=codes,
    )


def fold_word(
    table: SquareTable,
    square_ids: Sequence[int],
    chars: Sequence[str],
    points: Sequence[int],
    used_mask: Sequence[bool],
) -> int:
    """Return the points of one word: 0 folded through the programs of its squares, by priority, then position.

    square_ids: the id of the square under each letter.
    chars:      the face of each letter; a face of several characters counts as its first.
    points:     the points of each face.
    used_mask:  whether the letter lay there before this play, so that the used square counts.

    Raises ProgramError when a program fails.
    """
    rows = [table.used if old else square for square, old in zip(square_ids, used_mask, strict=True)]
    if any(row == HOLE for row in rows):
        raise ValueError("a word lies on a hole")
    out = np.zeros(OUT, dtype=np.int64)
    status = int(
        fold(
            table.code,
            table.starts,
            np.array(rows, dtype=np.int32),
            np.array([char_code(char) for char in chars], dtype=np.int32),
            np.array(points, dtype=np.int32),
            len(rows),
            STEP_LIMIT,
            table.characters,
            table.work(),
            out,
        )
    )
    if status:
        raise fold_error(table, rows, status, out)
    return int(out[0])


def fold_error(table: SquareTable, rows: Sequence[int], status: int, out: NDArray[np.int64]) -> ArenaError:
    """Return the error of a ``fold`` that ended with ``status``: which program, where, and why."""
    code = table.codes[rows[int(out[3])], int(out[4])]
    return code.error(status, int(out[1]), int(out[0]), len(rows))


assert FAILED not in (HOLE,) and FAILED < 0
