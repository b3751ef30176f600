"""Turns beside the most equity: points and the value of the tiles that are kept, exchanges among the moves.

With an empty bag no leave is worth anything: then a play that goes out counts what the rule book gives for the others'
tiles, any other loses what its own tiles may cost (``engine/static_move.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.report.looks import LEAST
from arena.scrabble.finding import EngineField
from arena.scrabble.moves import Change, Pass, Play, WordMove
from arena.scrabble.table import Table
from arena.scrabble.tiles import Hand
from arena.scrabble.view import most_changed

if TYPE_CHECKING:  # leaves bring kernels along, so they are imported when turns are set beside equity
    from arena.engine.equity import EquityFinder


class BeforeTurn(NamedTuple):
    """A position before a turn. bag: tiles in it. unseen: {tile id: count} of the bag and all other hands together."""

    field: EngineField
    hand: Hand
    bag: int
    unseen: Hand


class TurnWorth(NamedTuple):
    """A turn beside the best move, as ``Look`` has it: points of both, the turn's rank of so many moves, equities."""

    points: int
    best: int
    rank: int
    moves: int
    equity: float
    best_equity: float


class EquityOfTurns:
    """Says what turns at one table are worth by one leave table."""

    def __init__(self, table: Table, finder: EquityFinder) -> None:
        self._table, self._finder = table, finder

    def look(self, place: BeforeTurn, made: WordMove | None, points: int) -> TurnWorth:
        """Return a turn beside the best move. made: None for a turn that did nothing. points: that it made."""
        equities, best_points = self._moves(place)
        equity = self._of(place, made, points)
        rank = 1 + int((equities > equity + LEAST).sum())
        best = float(equities.max()) if len(equities) else equity
        return TurnWorth(points, best_points, rank, len(equities), equity, best)

    def best(self, place: BeforeTurn) -> tuple[Play | Change | Pass, str]:
        """Return the best move, and its word or what it exchanges."""
        if not place.bag:
            plays = self._table.generator.plays(place.field, place.hand).sorted()
            worth = self._at_the_end(place)
            first = max(plays, key=lambda one: worth(one.play, one.score))
            return first.play, first.word
        found = self._finder.best(place.field, place.hand, self._may_change(place))
        if found is None:
            return Pass(), "a pass"
        if isinstance(found.move, Change):
            gone = {tile: found.move.tiles.count(tile) for tile in found.move.tiles}
            return found.move, f"exchange {self._table.tiles.print_hand(gone)}"
        return found.move, found.word

    def _moves(self, place: BeforeTurn) -> tuple[NDArray[np.float64], int]:
        # The equities of all plays and exchanges, and the points of the best.
        if not place.bag:
            plays = self._table.generator.plays(place.field, place.hand).sorted()
            worth = self._at_the_end(place)
            worths = np.array([worth(one.play, one.score) for one in plays], np.float64)
            return worths, plays[int(worths.argmax())].score if len(worths) else 0
        ranked = self._finder.ranked(place.field, place.hand, self._may_change(place))
        return ranked.equities[:-1], ranked[0].score  # the pass is the last

    def _of(self, place: BeforeTurn, made: WordMove | None, points: int) -> float:
        if not place.bag and not isinstance(made, Change):
            return float(self._at_the_end(place)(made if isinstance(made, Play) else Pass(), points))
        leaves = self._finder.leaves
        if not isinstance(made, Play | Change):
            return points + leaves.whole(place.hand)
        gone = [tile if isinstance(tile, int) else tile.tile for tile in made.tiles]
        return points + leaves.value(without(place.hand, {tile: gone.count(tile) for tile in gone}))

    def _at_the_end(self, place: BeforeTurn) -> Callable[[Play | Pass, int], int]:
        from arena.engine.static_move import last_worth

        return last_worth(self._table, place.hand, self._table.tiles.points(place.unseen))

    def _may_change(self, place: BeforeTurn) -> int:
        return most_changed(self._table.rules, sum(place.hand.values()), place.bag)


@lru_cache(maxsize=8)
def judge_of(table: Table, leaves: str | None) -> EquityOfTurns:
    """Return what judges turns at a table; raise ConfigError, saying how to make one, without a leave table for it."""
    from arena.engine.equity import EquityFinder
    from arena.engine.leaf_files import leaves_for

    return EquityOfTurns(table, EquityFinder(table, leaves_for(table.tiles, leaves)))


def without(tiles: Hand, gone: Mapping[int, int]) -> Hand:
    """Return tiles without some of them; what there is not enough of is not there."""
    left = {tile: count - gone.get(tile, 0) for tile, count in tiles.items()}
    return {tile: count for tile, count in left.items() if count > 0}
