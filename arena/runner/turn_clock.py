"""The clock of one turn: what it may take, and what all its tries together have taken."""

from __future__ import annotations

import time

from arena.runner.sandbox.limits import cores
from arena.runner.sitting import Sitting

BACKSTOP = 300.0  # seconds a move where no clock runs: a hung bot must be noticed all the same


class TurnClock:
    """The seconds of the turn that is on; tries of one turn share them.

    granted: how many it has, None where no clock runs. free: of these, those that cost no points, None for all of them.
    spent: by the wall clock. cpu_spent: of its processors, None
    where they cannot be read. backstop: how many times as much wall clock a turn has that processor time judges.
    cpu_clock: whether it judges this turn, since that is asked for and it can be read of this seat.
    """

    def __init__(self, backstop: float) -> None:
        self._backstop = backstop
        self.reset(None)

    def reset(self, granted: float | None, free: float | None = None) -> None:
        """Begin a turn."""
        self.granted, self.free = granted, free
        self.spent, self._before = 0.0, 0.0
        self.cpu_spent: float | None = None
        self._cpu_before = 0.0

    def begin_try(self) -> None:
        """Begin a try of the turn, the first or another one: what it takes comes to what those before it took."""
        self._before, self._cpu_before = self.spent, self.cpu_spent or 0.0

    def left(self, cpu_clock: bool) -> float | None:
        """Return the seconds that are left to the next try, None where no clock runs."""
        return None if self.granted is None else max(0.0, self.granted - self.taken(cpu_clock))

    def free_left(self, cpu_clock: bool) -> float | None:
        """Return the seconds that are left and cost no points, which is what a seat hears; None where no clock runs."""
        left = self.left(cpu_clock)
        if self.free is None:
            return left
        free = max(0.0, self.free - self.taken(cpu_clock))
        return free if left is None else min(left, free)

    def taken(self, cpu_clock: bool) -> float:
        """Return the seconds that the turn took so far, on the clock that judges it."""
        return self.cpu_spent or 0.0 if cpu_clock else self.spent

    def wall(self, cpu_clock: bool) -> float:
        """Return how long the next try may take by the wall clock: a seat must not have it anew with each try."""
        whole = BACKSTOP if self.granted is None else self.granted * self._backstop if cpu_clock else self.granted
        return max(0.0, whole - self.spent)

    def take(self, seconds: float) -> None:
        """Set what the try that is on has taken so far."""
        self.spent = self._before + seconds

    def take_cpu(self, seconds: float) -> None:
        """Set what processor seconds the try that is on has taken so far."""
        self.cpu_spent = self._cpu_before + seconds


def next_look(until: float, left: float | None, begun: float | None, sitting: Sitting) -> float:
    """Return when the processor time could be used up at the earliest: with every core at work for it."""
    if left is None:
        return until
    rest = max(0.001, (left - sitting.used_since(begun)) / cores())
    return min(until, time.monotonic() + rest)
