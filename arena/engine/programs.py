"""The programs of a table's squares, as the kernels want them: what is plain, and the limits of what is not."""

from __future__ import annotations

from functools import cached_property
from weakref import WeakKeyDictionary, ref

import numpy as np
from numpy.typing import NDArray

from arena.boardlang.limits import FactorRanges, limits_of
from arena.boardlang.meaning import char_code
from arena.boardlang.parse import parse
from arena.boardlang.plain import recognise
from arena.boardlang.run import SquareTable
from arena.engine._kernels.arrays import Programmed
from arena.engine._kernels.limits import CUT, FAR, LIMIT_SIZE, MOST_POINTS, PLACES
from arena.engine._kernels.score import ADDS, MULTIPLIES, RESULT_SIZE, RUNS
from arena.engine.field import Field, ground_of
from arena.scrabble.table import Table

NO_LIMITS = np.zeros((0, PLACES, LIMIT_SIZE), np.int32)
_UNTOUCHED = FactorRanges((1, 1), (0, 0), (0, 0), (0, 0))


class Programs:
    """What a table's squares do, where some are no plain multipliers; nothing of it changes.

    effects, limits: see ``effects_of`` and ``limits_of_squares``; limits are made when first asked for.
    signs:           int32, the character that programs see for each letter code.
    """

    def __init__(self, table: Table) -> None:
        self._table = ref(table)  # which must be free to go
        self.squares: SquareTable = table.squares
        self.effects = effects_of(table)
        self.signs = np.array([0, *map(char_code, ground_of(table).symbols[1:])], np.int32)

    @cached_property
    def limits(self) -> NDArray[np.int32] | None:
        table = self._table()
        if table is None:
            raise ReferenceError("the table of these programs is gone")
        return limits_of_squares(table, self.effects)

    def on(self, field: Field, limits: NDArray[np.int32] = NO_LIMITS) -> Programmed:
        """Return them as kernels want them for a field, with working space. limits: those of here, to have bounds."""
        squares = self.squares
        word = np.zeros((3, max(field.columns.size, field.rows.size)), np.int32)
        return Programmed(
            self.signs, word, self.effects, limits, squares.starts, squares.code, squares.characters, squares.used,
            squares.work(), np.zeros(RESULT_SIZE, np.int64),
        )  # fmt: skip


_programs: WeakKeyDictionary[Table, Programs] = WeakKeyDictionary()


def programs_of(table: Table) -> Programs | None:
    """Return the programs of a table's squares, made once for each table; None where all are plain multipliers."""
    if not ground_of(table).programmed:
        return None
    programs = _programs.get(table)
    if programs is None:
        programs = _programs[table] = Programs(table)
    return programs


def effects_of(table: Table) -> NDArray[np.int32]:
    """Return int32[rows, ranks, 2]: what each program of the table's squares does, as _kernels/score.py wants it."""
    squares = table.squares
    effects = np.zeros((*squares.starts.shape, 2), np.int32)
    for row, rank in squares.codes:
        plain = recognise({0: parse(_text(table, row, rank))})
        if plain is None:
            effects[row, rank] = RUNS, 0
        elif plain.adds is not None:
            effects[row, rank] = ADDS, plain.letter
        elif plain.multiplies is not None:
            effects[row, rank] = MULTIPLIES, plain.word
    return effects


def limits_of_squares(table: Table, effects: NDArray[np.int32]) -> NDArray[np.int32] | None:
    """Return int32[rows, PLACES, LIMIT_SIZE], what each square does at the most, as _kernels/limits.py wants it.

    None where some program has no limits near the beginning of a word, or a tile has less than no points.
    """
    points = [face.points for tile in table.tiles.tiles for face in tile.faces]
    if not points or min(points) < 0 or max(points) > MOST_POINTS:
        return None
    rows, ranks = effects.shape[:2]
    reach = (min(points), max(points))
    found = [
        [[_limits(table, effects, row, rank, place, reach) for rank in range(ranks)] for place in range(PLACES)]
        for row in range(rows)
    ]
    if any(limits is None for row in found for places in row[:-1] for limits in places):
        return None
    known = [(rank, one) for row in found for places in row for rank, one in enumerate(places) if one is not None]
    adds = [rank for rank, one in known if any(map(any, one[1:]))]
    multiplies = [rank for rank, one in known if one.acc != (1, 1)]
    in_order = max(adds, default=-1) < min(multiplies, default=ranks)
    turns = any(one.acc[0] < 0 for _, one in known)  # less than no points may become more
    limits = np.zeros((rows, PLACES, LIMIT_SIZE), np.int32)
    for row, place in np.ndindex(rows, PLACES):
        word, whole, size, parts = 1, 1, 0, [0, 0, 0]
        for one in found[row][place]:
            if one is None:
                whole = CUT
                continue
            most = [max(map(abs, pair)) for pair in one]
            size += (most[1] + most[2]) * max(points) + most[3]
            whole *= max(1, most[0])
            word *= most[0] if in_order else max(1, most[0])
            for at in range(3):
                highest = one[1 + at][1]
                parts[at] += most[1 + at] if turns else highest if in_order else max(0, highest)
        limits[row, place] = [min(number, CUT) for number in (word, *parts, size, whole)]
    return limits


def _limits(
    table: Table, effects: NDArray[np.int32], row: int, rank: int, place: int, points: tuple[int, int]
) -> FactorRanges | None:
    what, by = effects[row, rank].tolist()
    if what == RUNS:
        last = FAR if place == PLACES - 1 else place
        return limits_of(parse(_text(table, row, rank)), (place, last), points)
    if what == MULTIPLIES:
        return _UNTOUCHED._replace(acc=(by, by))
    return _UNTOUCHED._replace(own=(by, by)) if what == ADDS else _UNTOUCHED


def _text(table: Table, row: int, rank: int) -> str:
    kind = table.layout.used if row == table.squares.used else table.layout.kinds[row]
    return kind.programs[int(table.squares.priorities[rank])]
