"""A part of a budget: of one move's time for one search of several, and of the time for a game for one move."""

from __future__ import annotations

from collections.abc import Hashable
from math import isinf
from typing import Generic, TypeVar

from arena.contract.budget import Budget

M = TypeVar("M", bound=Hashable)  # a move of the game

TURNS = 20  # own turns that what is left has to do for: more than most games still have, so that the time never ends


class PartOfBudget(Generic[M]):
    """A budget of a share of another one's time."""

    def __init__(self, budget: Budget[M], share: float) -> None:
        self._budget = budget
        self._kept = 0.0 if budget.seconds is None else budget.seconds * (1 - share)
        self.seconds = None if budget.seconds is None else budget.seconds - self._kept
        self.deadline = None if budget.deadline is None else budget.deadline - self._kept
        self.increment = budget.increment

    def time_left(self) -> float:
        return max(0.0, self._budget.time_left() - self._kept)

    def game_time_left(self) -> float:
        return self._budget.game_time_left()

    def offer(self, move: M) -> None:
        self._budget.offer(move)


def paced(budget: Budget[M], turns: int = TURNS) -> Budget[M]:
    """Return a budget with this move's share of the time for the game; the same one where no such time is given.

    turns: of one's own that what is left is to do for, at least 1. A move has an equal share of it and its increment,
    and never more than it has anyway. In overtime that is a share of the period that is paid for.
    """
    left, seconds = budget.game_time_left(), budget.seconds
    if isinf(left) or seconds is None or seconds <= 0.0:
        return budget
    wanted = (left if left > 0.0 else seconds) / turns + budget.increment
    return budget if wanted >= seconds else PartOfBudget(budget, wanted / seconds)
