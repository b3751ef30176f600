"""Looks at a search for the best play between two stretches of its walk."""

from __future__ import annotations

from arena.contract.budget import Budget
from arena.engine._kernels.walk import NOTHING
from arena.engine.field import Field
from arena.engine.plays import read_row
from arena.scrabble.moves import Play

RESERVE, SHARE = 0.005, 0.1  # seconds, and share of a move's time, whichever is less, left when a search is cut off


class Watch:
    """Offers each better play to a budget, and says when the time is up."""

    def __init__(self, field: Field, budget: Budget[Play]) -> None:
        self._field, self._budget = field, budget
        self._offered: float = NOTHING
        self._reserve = 0.0 if budget.seconds is None else min(RESERVE, SHARE * budget.seconds)

    def ends(self, row: list[int] | None, worth: float | None = None) -> bool:
        """Whether the search must end; row: the best play so far; worth: what it is measured by, None for points."""
        if self._budget.time_left() <= self._reserve:
            return True
        if row is not None and (mine := row[0] if worth is None else worth) > self._offered:
            self._offered = mine
            self._budget.offer(read_row(self._field, self._field.letters, row).play)
        return False
