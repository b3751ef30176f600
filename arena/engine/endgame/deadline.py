"""When a search of an endgame must end, by the budget that it was given."""

from __future__ import annotations

from arena.contract.budget import Budget
from arena.engine.endgame.result import move_of
from arena.scrabble.finding import ScoredPlay
from arena.scrabble.moves import WordMove

RESERVE, SHARE = 0.03, 0.1  # seconds, and share of a move's time, whichever is less, left when a search is cut off


class Deadline:
    """Says when a search must end, and offers what it has.

    budget: None for no clock. nodes: how many positions are looked at, at most; None for no limit.
    """

    def __init__(self, budget: Budget[WordMove] | None, nodes: int | None = None) -> None:
        self._budget, self._nodes = budget, nodes
        self.limited = nodes is not None or (budget is not None and budget.seconds is not None)
        self._reserve = 0.0 if budget is None or budget.seconds is None else min(RESERVE, SHARE * budget.seconds)

    def ends(self, nodes: int = 0) -> bool:
        """Whether the time is up, or what may be looked at. nodes: how many were since it was last asked."""
        if self._nodes is not None:
            self._nodes -= nodes
            if self._nodes <= 0:
                return True
        return self._budget is not None and self._budget.time_left() <= self._reserve

    def offer(self, found: ScoredPlay | None) -> None:
        """Hand over the best move so far; None is a pass."""
        if self._budget is not None:
            self._budget.offer(move_of(found))
