"""Plays as values: what the generator hands out, one by one or as a list that makes them when they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.walk import HEADER, NOTHING
from arena.engine.field import Field
from arena.engine.order import best_first
from arena.scrabble.finding import FoundPlays, ScoredPlay
from arena.scrabble.moves import Placed, Play


class Plays(FoundPlays):
    """Plays as the generator left them, made into ScoredPlays when asked for.

    ``scores`` are their points as an array; ``sorted()`` returns the same plays, best first.
    """

    def __init__(self, field: Field, rows: NDArray[np.int32]) -> None:
        self._rows = rows
        self._field = field
        self._letters = field.letters.copy()  # the field goes on, and the words are read later

    @property
    def rows(self) -> NDArray[np.int32]:
        """int32[n, width]: the plays as kernels write them, see ``_kernels/arrays.py``."""
        return self._rows

    @property
    def scores(self) -> NDArray[np.int32]:
        """int32[n]: the plays' points."""
        scores: NDArray[np.int32] = self._rows[:, 0]
        return scores

    @property
    def lengths(self) -> NDArray[np.int64]:
        """int64[n]: how many signs the plays' main words have."""
        rows, ground = self._rows, self._field.ground
        start, last, laid, shown = rows[:, 1].astype(np.int64), rows[:, 2], rows[:, 3], rows[:, HEADER:]
        signs = np.array([len(symbol) for symbol in ground.symbols])  # of no letter: 0
        if signs.max() < 2:
            return last - start + 1
        before = np.concatenate([[0], np.cumsum(signs[np.maximum(self._letters, 0)])])  # of those that lie there
        there = np.arange(shown.shape[1]) < laid[:, None]
        new = np.where(there, signs[ground.tiles.faces[np.where(there, shown, 0), 1]], 0).sum(axis=1)
        lengths: NDArray[np.int64] = before[last + 1] - before[start] + new
        return lengths

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> ScoredPlay: ...
    @overload
    def __getitem__(self, index: slice) -> Plays: ...
    def __getitem__(self, index: int | slice) -> ScoredPlay | Plays:
        if isinstance(index, slice):
            return self._with(self._rows[index])
        return self._made(self._rows[index].tolist())

    def __iter__(self) -> Iterator[ScoredPlay]:
        return map(self._made, self._rows.tolist())

    def sorted(self) -> Plays:
        """Return the plays, best first."""
        field = self._field
        return self._with(self._rows[best_first(self._rows, self._letters, field.ground.tiles.faces, field.board.dims)])

    def where(self, wanted: Callable[[ScoredPlay], bool]) -> Plays:
        """Return the plays that are ``wanted``."""
        return self._with(self._rows[[wanted(play) for play in self]])

    def _with(self, rows: NDArray[np.int32]) -> Plays:
        plays = Plays.__new__(Plays)
        plays._rows, plays._field, plays._letters = rows, self._field, self._letters
        return plays

    def _made(self, row: list[int]) -> ScoredPlay:
        return read_row(self._field, self._letters, row)


def kept_row(best: NDArray[np.int32]) -> list[int] | None:
    """Return the best play that a kernel keeps, as a row; None before there is one."""
    row: list[int] = best.tolist()
    return None if row[0] == NOTHING else row[: HEADER + row[3]]


def read_row(field: Field, letters: NDArray[np.int8], row: Sequence[int]) -> ScoredPlay:
    """Return the play that a row of the kernels says (see _kernels/walk.py). letters: those of before the play."""
    ground = field.ground
    score, start, last, _, *shown = row
    across = start < field.size
    tiles, word, new = [], [], 0
    x, y = field.square(start)
    for code in letters[start : last + 1].tolist():
        if code == 0:
            tile, code, points = ground.face_rows[shown[new]]
            tiles.append(Placed(x, y, tile, ground.symbols[code], points))
            new += 1
        word.append(ground.symbols[code])
        if across:
            x += 1
        else:
            y += 1
    return ScoredPlay(Play(tuple(tiles)), "".join(word), score, across)
