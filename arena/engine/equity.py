"""Moves by equity: a play's points and the value of the leave, an exchange's leave alone.

For as long as the bag has tiles; with an empty bag no leave is worth anything, and whoever asks has to think of
something else (a search to the end). Of plays and changes, most equity first; at the same equity plays before changes,
plays in the order of ``engine/order.py``, changes of fewer tiles before those of more and then by the tiles' ids. The
pass is always last, whatever the whole hand is worth: it is what is left when nothing else is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, Protocol, overload

import numpy as np
from numpy.typing import NDArray

from arena.contract.budget import Budget
from arena.engine._kernels.arrays import LastTiles
from arena.engine._kernels.walk import HEADER
from arena.engine._kernels.worth import value_rows
from arena.engine.field import Field
from arena.engine.generate import NO_LIMIT, SLICE, Generator, own_field
from arena.engine.leaves import Leaves
from arena.engine.order import row_key
from arena.engine.plays import read_row
from arena.engine.seeker import Seeker
from arena.engine.watch import Watch
from arena.scrabble.finding import EngineField, ScoredPlay
from arena.scrabble.moves import Change, Pass, Play
from arena.scrabble.table import Table

Row = list[int]


class WeighedMove(NamedTuple):
    """A move and what it is worth.

    move:   a Play, a Change, or the Pass.
    score:  its points now; 0 for a change and the pass.
    leave:  the value of the tiles that are kept (of the pass: of the whole hand).
    equity: the sum of both.
    word:   the main word of a play, "" for others. across: whether it reads across.
    """

    move: Play | Change | Pass
    score: int
    leave: float
    equity: float
    word: str = ""
    across: bool = True


class LastTurn(NamedTuple):
    """What a play with the bag empty comes to besides its points.

    weight: how often a tile that is left counts between two players. others: the points of the others' tiles.
    not_out: points that it costs not to go out.
    """

    weight: int
    others: int
    not_out: int


class FoundMove(Protocol):
    """A move, its points, and what its main word is, as ``WeighedMove`` has them."""

    @property
    def move(self) -> Play | Change | Pass: ...
    @property
    def score(self) -> int: ...
    @property
    def word(self) -> str: ...
    @property
    def across(self) -> bool: ...


def scored_plays(moves: Iterable[FoundMove]) -> list[ScoredPlay]:
    """Return the plays among moves, in the same order."""
    return [ScoredPlay(one.move, one.word, one.score, one.across) for one in moves if isinstance(one.move, Play)]


class WeighedMoves(Sequence[WeighedMove]):
    """All moves of a hand, best first; each is made when it is read. ``equities``: float64[n]."""

    def __init__(
        self,
        field: Field,
        rows: NDArray[np.int32],
        plays: NDArray[np.float64],
        others: Sequence[WeighedMove],
        order: Sequence[int],
    ) -> None:
        self._field, self._letters = field, field.letters.copy()
        self._rows, self._plays, self._others, self._order = rows, plays, others, order

    @property
    def equities(self) -> NDArray[np.float64]:
        """float64[n]: the moves' equity, best first but for the pass."""
        every = np.concatenate([self._plays, np.array([other.equity for other in self._others])])
        found: NDArray[np.float64] = every[np.array(self._order, np.int64)]
        return found

    def __len__(self) -> int:
        return len(self._order)

    @overload
    def __getitem__(self, index: int) -> WeighedMove: ...
    @overload
    def __getitem__(self, index: slice) -> WeighedMoves: ...
    def __getitem__(self, index: int | slice) -> WeighedMove | WeighedMoves:
        if isinstance(index, slice):
            part = WeighedMoves.__new__(WeighedMoves)
            part.__dict__.update(self.__dict__)
            part._order = self._order[index]
            return part
        return self._made(self._order[index])

    def __iter__(self) -> Iterator[WeighedMove]:
        return map(self._made, self._order)

    def _made(self, place: int) -> WeighedMove:
        if place >= len(self._rows):
            return self._others[place - len(self._rows)]
        return _weighed(self._field, self._letters, self._rows[place].tolist(), float(self._plays[place]))


class EquityFinder:
    """Finds moves by equity at one table with one leave table. For one thread at a time, as a generator.

    Raises ConfigError where the leaves are for other tiles than the table's.
    """

    def __init__(self, table: Table, leaves: Leaves) -> None:
        leaves.check(table.tiles)
        self.table, self.leaves, self._arrays = table, leaves, leaves.arrays
        self._generator = Generator(table)
        self._generator.prepare_equity()
        self._costs = np.array([tile.points for tile in table.tiles.tiles], np.int32)

    def best(
        self, field: EngineField, hand: Mapping[int, int], may_change: int = 0, budget: Budget[Play] | None = None
    ) -> WeighedMove | None:
        """Return the first move of ``ranked`` that is no pass, None where there is none.

        may_change: how many tiles may be changed at most (WordView.may_change); 0 for none.
        budget: just before its time is up, the best move so far is returned; better plays are offered meanwhile.
        """
        own = own_field(field)
        seeker = self._generator.seeker(own)
        if seeker is not None and seeker.begin(own, hand, self._arrays):
            return self._sought(own, seeker, min(may_change, seeker.held), budget)
        return self._looked_at(own, hand, min(may_change, sum(hand.values())), budget)

    def best_last(
        self,
        field: EngineField,
        hand: Mapping[int, int],
        out: LastTurn,
        budget: Budget[Play] | None = None,
    ) -> WeighedMove | None:
        """Return the best play with an empty bag, by points and ``out``; None where there is none.

        Of equals the first in the order of ``engine/order.py``. budget: as in ``best``.
        """
        own = own_field(field)
        last_tiles = LastTiles(self._costs, out.weight, out.others, out.not_out)
        seeker = self._generator.seeker(own)
        if seeker is not None and seeker.begin(own, hand, None, last_tiles):
            return self._sought(own, seeker, 0, budget)
        return self._best_row(own, hand, lambda rows: self._last_worth(rows, hand, last_tiles), budget)

    def worth(self, field: EngineField, hand: Mapping[int, int], may_change: int = 0) -> float:
        """Return the equity of the best move; what the whole hand is worth where there is only the pass."""
        own = own_field(field)
        seeker = self._generator.seeker(own)
        if seeker is None or not seeker.begin(own, hand, self._arrays):
            found = self._looked_at(own, hand, min(may_change, sum(hand.values())), None)
            return self.leaves.whole(hand) if found is None else found.equity
        self._generator.steps(NO_LIMIT)
        seeker.go_on()
        most = max(seeker.equity, seeker.best_leave(min(may_change, seeker.held)))
        return most if most > -np.inf else self.leaves.whole(hand)

    def ranked(
        self, field: EngineField, hand: Mapping[int, int], may_change: int = 0, most: int | None = None
    ) -> WeighedMoves:
        """Return all plays, all changes of up to ``may_change`` tiles, and the pass.

        most: of plays only those with the most equity, so many (1 or more) and what is worth as much as the last of
        these; None for all.
        """
        own = own_field(field)
        stretches = list(self._generator.in_stretches(own, hand, NO_LIMIT))
        rows = np.vstack(stretches) if stretches else np.zeros((0, 4), np.int32)
        plays = rows[:, 0] + self._kept(rows, hand)
        if most is not None and len(plays) > most:
            best = plays >= np.partition(plays, -most)[-most]
            rows, plays = rows[best], plays[best]
        others = [*sorted(self.changes(hand, may_change), key=_change_key)]
        entries = [(-other.equity, 1, (), len(rows) + place) for place, other in enumerate(others)]
        letters, faces, dims = own.letters.tolist(), own.ground.tiles.faces.tolist(), own.board.dims.tolist()
        falling = np.argsort(-plays, kind="stable").tolist()
        order: list[int] = []
        values = plays.tolist()
        for _, same in groupby(falling, key=values.__getitem__):
            alike = list(same)
            if len(alike) > 1:
                alike.sort(key=lambda place: row_key(rows[place].tolist(), letters, faces, dims))
            order += alike
        merged = sorted([(-values[place], 0, (), place) for place in order] + entries, key=lambda entry: entry[:2])
        others.append(self._pass(hand))
        return WeighedMoves(own, rows, plays, others, [*(entry[3] for entry in merged), len(rows) + len(others) - 1])

    def changes(self, hand: Mapping[int, int], may_change: int) -> Iterator[WeighedMove]:
        """Yield all changes of up to ``may_change`` tiles, each set of tiles once, in no order."""
        ids = sorted(hand)

        def choose(index: int, room: int) -> Iterator[tuple[int, ...]]:
            if index == len(ids):
                yield ()
                return
            for count in range(min(room, hand[ids[index]]) + 1):
                for rest in choose(index + 1, room - count):
                    yield (ids[index],) * count + rest

        for tiles in choose(0, may_change):
            if tiles:
                value = self.leaves.value({tile: hand[tile] - tiles.count(tile) for tile in ids})
                yield WeighedMove(Change(tiles), 0, value, value)

    def in_stretches(
        self, field: EngineField, hand: Mapping[int, int], steps: int
    ) -> Iterator[tuple[NDArray[np.int32], NDArray[np.float64]]]:
        """Yield all plays, in no order, those of so many steps of the search at a time; some stretches have none.

        As rows of the kernels, int32[n, width], and the values of what each keeps, float64[n].
        """
        for rows in self._generator.in_stretches(own_field(field), hand, steps):
            yield rows, self._kept(rows, hand)

    def _sought(self, field: Field, seeker: Seeker, may_change: int, budget: Budget[Play] | None) -> WeighedMove | None:
        # The best move by look-ups, which have begun.
        row = self._generator.look_up(field, budget, by_equity=True)
        if may_change:
            part = seeker.best_part(may_change)
            if part is not None:
                gone = min(part[1], key=lambda tiles: (len(tiles), tiles))
                return WeighedMove(Change(gone), 0, part[0], part[0])
        if row is None:
            return None
        equity = seeker.equity
        play, word, score, across = read_row(field, field.letters, row)
        return WeighedMove(play, score, equity - score, equity, word, across)

    def _looked_at(
        self, field: Field, hand: Mapping[int, int], may_change: int, budget: Budget[Play] | None
    ) -> WeighedMove | None:
        # The best move where each play has to be looked at.
        play = self._best_row(field, hand, lambda rows: self._kept(rows, hand), budget)
        change = min(self.changes(hand, may_change), key=_change_key, default=None)
        if change is not None and (play is None or change.equity > play.equity):
            return change
        return play

    def _best_row(
        self,
        field: Field,
        hand: Mapping[int, int],
        kept: Callable[[NDArray[np.int32]], NDArray[np.float64]],
        budget: Budget[Play] | None,
    ) -> WeighedMove | None:
        # The best play of all, each of which is looked at. kept: what rows leave in the hand is worth.
        watch = None if budget is None else Watch(field, budget)
        letters, faces, dims = field.letters.tolist(), field.ground.tiles.faces.tolist(), field.board.dims.tolist()
        row: Row | None = None
        equity = -np.inf
        for rows in self._generator.in_stretches(field, hand, NO_LIMIT if budget is None else SLICE):
            if len(rows):
                values = rows[:, 0] + kept(rows)
                if (most := float(values.max())) >= equity:
                    best = [line.tolist() for line in rows[values == most]] + ([row] if row and most == equity else [])
                    row, equity = min(best, key=lambda one: row_key(one, letters, faces, dims)), most
            if watch is not None and watch.ends(row, equity):
                break
        return None if row is None else _weighed(field, field.letters, row, equity)

    def _last_worth(self, rows: NDArray[np.int32], hand: Mapping[int, int], last: LastTiles) -> NDArray[np.float64]:
        # What each play with the bag empty comes to besides its points.
        face_costs = self._costs[self._generator.ground.tiles.faces[:, 0]]
        shown, laid = rows[:, HEADER:], rows[:, 3]
        there = np.arange(shown.shape[1]) < laid[:, None]
        kept = self.table.tiles.points(hand) - np.where(there, face_costs[np.where(there, shown, 0)], 0).sum(axis=1)
        out = laid == sum(hand.values())
        return np.where(out, last.weight * last.others, -last.not_out - last.weight * kept).astype(np.float64)

    def _kept(self, rows: NDArray[np.int32], hand: Mapping[int, int]) -> NDArray[np.float64]:
        # The value of what each play keeps.
        out = np.zeros(len(rows))
        if len(rows):
            tiles = np.array([number for pair in hand.items() for number in pair], np.int32)
            faces = self._generator.ground.tiles.faces
            flat = np.ascontiguousarray(rows).ravel()
            value_rows(flat, len(rows), rows.shape[1], faces, len(hand), tiles, self.leaves.arrays, out)
        return out

    def _pass(self, hand: Mapping[int, int]) -> WeighedMove:
        value = self.leaves.whole(hand)
        return WeighedMove(Pass(), 0, value, value)


def _change_key(move: WeighedMove) -> tuple[float, int, tuple[int, ...]]:
    assert isinstance(move.move, Change)
    return -move.equity, len(move.move.tiles), move.move.tiles


def _weighed(field: Field, letters: NDArray[np.int8], row: Row, equity: float) -> WeighedMove:
    play, word, score, across = read_row(field, letters, row[: 4 + row[3]])
    return WeighedMove(play, score, equity - score, equity, word, across)
