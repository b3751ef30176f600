"""Whether there is time for one draw more."""

from __future__ import annotations

from collections.abc import Callable

from arena.contract.budget import Budget
from arena.scrabble.moves import WordMove

RESERVE, SHARE = 0.02, 0.1  # seconds, and share of a move's time, whichever is less, kept back from a budget
DEARER = 2.0  # times as long as the slowest draw so far may the next one take


class DrawClock:
    """Tells by a budget, and by the slowest draw so far, whether there is time for another."""

    def __init__(self, budget: Budget[WordMove] | None) -> None:
        self.budget = budget
        seconds = None if budget is None else budget.seconds
        self._reserve = 0.0 if seconds is None else min(RESERVE, SHARE * seconds)
        self._whole = float("inf") if budget is None else budget.time_left() - self._reserve
        self._slowest = 0.0

    def used(self) -> float:
        """Return the share of the time that is gone, 0 to 1; 0 where there is no end of it."""
        if self.budget is None or self._whole == float("inf"):
            return 0.0
        left = self.budget.time_left() - self._reserve
        return min(1.0, max(0.0, 1 - left / self._whole)) if self._whole > 0 else 1.0

    def begin(self, threads: int) -> Callable[[], bool]:
        """Return what is asked before each draw."""
        budget = self.budget
        if budget is None:
            return lambda: True
        asked = budget.time_left()
        slowest = [asked]  # time left when a thread last asked

        def in_time() -> bool:
            left = budget.time_left()
            took = slowest[0] - left
            slowest[0] = left
            if took < float("inf"):
                self._slowest = max(self._slowest, took * threads)
            return left > self._reserve + DEARER * self._slowest

        return in_time
