"""Plays as values: what the generator hands out, one by one or as a list that makes them when they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from arena.scrabble._kernels import HEADER, NOTHING
from arena.scrabble.field import Field
from arena.scrabble.moves import Placed, Play
from arena.scrabble.order import best_first


class ScoredPlay(NamedTuple):
    """A legal play, its main word (old tiles included), its points, and whether the word reads across.

    A lone tile that opens the game makes no word: its letter stands for it.
    """

    play: Play
    word: str
    score: int
    across: bool


class Plays(Sequence[ScoredPlay]):
    """Plays as the generator left them, made into ScoredPlays when asked for.

    ``scores`` are their points as an array; ``sorted()`` returns the same plays, best first.
    """

    def __init__(self, field: Field, rows: NDArray[np.int32]) -> None:
        self._rows = rows
        self._field = field
        self._letters = field.letters.copy()  # the field goes on, and the words are read later

    @property
    def scores(self) -> NDArray[np.int32]:
        """int32[n]: the plays' points."""
        scores: NDArray[np.int32] = self._rows[:, 0]
        return scores

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
        return self._with(self._rows[best_first(self._rows, self._letters, field.ground.faces, field.dims)])

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
    if best[0] == NOTHING:
        return None
    row: list[int] = best[: HEADER + best[3]].tolist()
    return row


def read_row(field: Field, letters: NDArray[np.int8], row: Sequence[int]) -> ScoredPlay:
    """Return the play that a row of the kernels says (see _kernels.py). letters: those of before the play."""
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
