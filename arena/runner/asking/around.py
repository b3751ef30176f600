"""A debugger and a profiler around the question that is put to a bot."""

from __future__ import annotations

import cProfile
import io
import os
import pdb
import pstats
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, process_time
from types import FrameType, TracebackType
from typing import Any

from arena.contract.budget import Budget, ClockedBudget
from arena.contract.game_time import GameTimeLeft
from arena.runner.asking.asked import Plainly

LINES = 25  # of a profile
OURS = str(Path(__file__).parents[2]) + os.sep  # where code of ours lies


class Profiled(Plainly):
    """Notes where the time of the question goes."""

    def __init__(self) -> None:
        self._profile = cProfile.Profile()

    def call(self, function: Callable[..., Any], *arguments: Any, last: bool) -> Any:
        return self._profile.runcall(function, *arguments) if last else function(*arguments)

    def text(self) -> str:
        """Return the functions in which the most time went, those that they call included."""
        page = io.StringIO()
        stats = pstats.Stats(self._profile, stream=page)
        stats.sort_stats("cumulative").print_stats(LINES)
        return page.getvalue().strip("\n")


class DebuggedBudget(ClockedBudget):
    """A budget whose clock stands still while somebody reads in the debugger."""

    def __init__(
        self,
        seconds: float | None,
        debugger: Debugger,
        offer: Callable[[Any], None],
        game: GameTimeLeft | None = None,
    ) -> None:
        self._debugger, self._read_before = debugger, debugger.read
        super().__init__(seconds, monotonic, offer, game=game)

    def game_time_left(self) -> float:
        return super().game_time_left() + self._debugger.read - self._read_before

    @property
    def deadline(self) -> float | None:
        """The moment it ends on time.monotonic()'s scale, later by all that was read since."""
        return None if self._ends is None else self._ends + self._debugger.read - self._read_before

    @deadline.setter
    def deadline(self, value: float | None) -> None:
        self._ends = value


class Debugger(pdb.Pdb):
    """Stops where ``choose`` begins, where the bot is when its time is up, and after an exception."""

    def __init__(self, stdin: Any = None, stdout: Any = None) -> None:
        super().__init__(stdin=stdin, stdout=stdout)
        if stdin is not None:
            self.use_rawinput = False
        self.read = 0.0  # seconds that somebody read in the debugger
        self._left: float | None = None  # of the question's time, while it waits
        self._running = False

    def call(self, function: Callable[..., Any], *arguments: Any, last: bool) -> Any:
        if not last:
            return function(*arguments)
        before = signal.signal(signal.SIGALRM, self._time_is_up)
        self._running = True
        self._arm()
        self.reset()
        sys.settrace(self.trace_dispatch)
        try:  # as ``runcall`` does, which keeps it to itself that somebody has quit, and returns None for the bot
            return function(*arguments)
        finally:
            self.set_quit()
            sys.settrace(None)
            self._running = False
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            signal.signal(signal.SIGALRM, before)

    def budget(
        self, seconds: float | None, clock: str, offer: Callable[[Any], None], game: GameTimeLeft | None = None
    ) -> Budget[Any]:
        if clock == "cpu":
            return ClockedBudget(seconds, process_time, offer, game=game)
        self._left = seconds
        return DebuggedBudget(seconds, self, offer, game)

    def now(self, clock: str) -> float:
        return process_time() if clock == "cpu" else monotonic() - self.read

    def after(self, trace: TracebackType | None) -> None:
        """Stop where an exception was raised; returns when somebody has seen enough."""
        self.reset()
        self.interaction(None, trace)

    def interaction(self, *arguments: Any, **more: Any) -> None:
        left, began = signal.setitimer(signal.ITIMER_REAL, 0.0)[0], monotonic()
        try:
            super().interaction(*arguments, **more)
        finally:
            self.read += monotonic() - began
            self._left = left or None
            if self._running:
                self._arm()

    def _arm(self) -> None:
        if self._left:
            signal.setitimer(signal.ITIMER_REAL, self._left)
            self._left = None

    def _time_is_up(self, number: int, frame: FrameType | None) -> None:
        self.message("its time is up, and it is here:")
        own: FrameType | None = frame
        at: FrameType | None = frame
        while own is not None and own.f_code.co_filename.startswith(OURS):
            own = own.f_back
        self.reset()
        while at is not None:
            at.f_trace, self.botframe = self.trace_dispatch, at
            at = at.f_back
        if own is not None:
            self.set_next(own)  # where the bot's own code is, and not what it calls of ours
        sys.settrace(self.trace_dispatch)
