"""Ending a game by an agreed rule before its own rules do: after so many turns, by a lead, by repetition. Pure.

The rule is a tournament's, not the game's: it is off unless a file asks for it, and what it ended is marked. Whoever
stands best by points at that moment is first; in a game without points it is a draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from arena.contract.game import Game, counts_points
from arena.contract.outcome import Outcome

BY_TURNS, BY_LEAD, BY_REPETITION = "adjudicated: turns", "adjudicated: lead", "adjudicated: repetition"


class Adjudication(msgspec.Struct, frozen=True, kw_only=True):
    """When a game is ended; None for each rule that is not agreed on.

    turns:   after so many turns of all seats together.
    lead:    when somebody leads everybody else by so many points, in games with points, while at most ``bag`` of the
             game's tiles are still to be drawn.
    repeats: when a position, with the same seat to move, is there for so many times, in games without points.
    """

    turns: int | None = None
    lead: int | None = None
    bag: int = 0
    repeats: int | None = None


def adjudged(game: Game[Any, Any], state: Any, reason: str, penalties: Sequence[int] = ()) -> Outcome:
    """Return the outcome of a game that is ended in ``state``: by points as they stand, a draw where there are none.

    penalties: points that each seat loses for overtime; () for none.
    """
    if not counts_points(game):
        return Outcome(places=(1,) * game.seats, reason=reason)
    less = penalties or (0,) * game.seats
    scores = tuple(score - points for score, points in zip(game.points(state), less, strict=True))
    return Outcome.by_scores(scores, reason, adjustments=(0,) * game.seats)
