"""Sleeps before it moves, by default twice as long as it may. For trying the clocks of the harness.

Options: ``seconds`` to sleep a move.
"""

from __future__ import annotations

import time
from typing import Any

from arena.bot import Bot, Budget, GameInfo, Pass, Random
from arena.errors import BotError

WITHOUT_CLOCK = 1.0  # seconds a move where there is no limit to overstep
LONGEST = 1_000_000  # seconds


class Slow:
    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def choose(self, view: Any, budget: Budget) -> Any:
        time.sleep(self.seconds)
        return Pass() if hasattr(view, "plays") else next(iter(view.legal()))


def make_bot(info: GameInfo, rng: Random) -> Bot:
    info.allow_options("seconds")
    seconds = info.options.get("seconds", WITHOUT_CLOCK if info.seconds is None else 2 * info.seconds)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= LONGEST:
        remedy = f"Write a number from 0 to {LONGEST:,}"
        raise BotError("slow: seconds", f"{seconds!r} is no number of seconds", remedy)
    return Slow(float(seconds))
