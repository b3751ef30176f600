"""The clock of one person: what is left of a move's or a game's time. It runs while the person is asked."""

from __future__ import annotations

import time
from math import inf
from threading import Lock

from arena.serve.live.plan import ClockPlan


class PersonClock:
    """Times are seconds; ``inf`` without a clock. Games read it from other threads than the one that runs it."""

    def __init__(self, plan: ClockPlan, left: float | None = None) -> None:
        """left: of a game that goes on; None at its start."""
        self._plan, self._lock = plan, Lock()
        whole = inf if plan.kind == "none" else plan.seconds
        self._left = whole if left is None else left
        self._since: float | None = None
        self._turn = -1

    @property
    def deadline(self) -> float:
        """When its time is up (``time.monotonic()``), ``inf`` where no clock runs."""
        with self._lock:
            return inf if self._since is None else self._since + self._left

    @property
    def left(self) -> float | None:
        """The seconds that are left now, None without a clock."""
        with self._lock:
            return None if self._left == inf else max(0.0, self._left - self._used)

    @property
    def running(self) -> bool:
        return self._since is not None

    @property
    def _used(self) -> float:
        return 0.0 if self._since is None else time.monotonic() - self._since

    def start(self, turn: int) -> None:
        """Let it run for a turn; the tries of one turn share its time."""
        with self._lock:
            if turn != self._turn and self._plan.kind == "move":
                self._left = self._plan.seconds
            self._turn, self._since = turn, time.monotonic()

    def stop(self, *, in_time: bool = True) -> None:
        """Let it stand: an answer has come, or (not ``in_time``) the time is up."""
        with self._lock:
            self._left = max(0.0, self._left - self._used) if in_time else 0.0
            self._since = None

    def add(self) -> None:
        """Give what a move gives, when a turn is over that was answered."""
        with self._lock:
            if self._plan.kind == "game":
                self._left += self._plan.increment
            elif self._plan.kind == "move":
                self._left = self._plan.seconds
