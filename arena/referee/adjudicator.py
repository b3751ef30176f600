"""Says when a game is to be ended by an agreed rule; the referee asks it before every question. Pure."""

from __future__ import annotations

from collections import Counter
from typing import Any

from arena.contract.adjudication import BY_LEAD, BY_REPETITION, BY_TURNS, Adjudication
from arena.contract.game import Game, counts_points


class Adjudicator:
    """Follows one game. ``reason``: why it was ended, "" while it was not."""

    def __init__(self, game: Game[Any, Any], rule: Adjudication) -> None:
        self._game, self._rule = game, rule
        self._seen: Counter[str] = Counter()
        self.reason = ""

    def look(self, state: Any, turn: int) -> str:
        """Return why the game is to be ended in ``state``, which is there after ``turn`` turns; "" where it goes on.

        Called once a state.
        """
        rule, game = self._rule, self._game
        if rule.turns is not None and turn >= rule.turns:
            self.reason = BY_TURNS
        elif counts_points(game):
            if rule.lead is not None and game.to_come(state) <= rule.bag and _lead(game.points(state)) >= rule.lead:
                self.reason = BY_LEAD
        elif rule.repeats is not None:
            shown = game.show(state)  # all of a position, and whose turn it is
            self._seen[shown] += 1
            if self._seen[shown] >= rule.repeats:
                self.reason = BY_REPETITION
        return self.reason


def _lead(points: tuple[int, ...]) -> int:
    """Return how far the first is ahead of the second; 0 where there is only one."""
    best = sorted(points, reverse=True)
    return best[0] - best[1] if len(best) > 1 else 0
