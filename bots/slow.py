"""Sleeps before it moves, by default twice as long as it may. For trying the clocks of the harness.

Options: ``seconds`` to sleep a move.
"""

from __future__ import annotations

import time
from typing import Any

from arena.bot import Bot, Budget, GameInfo, Pass, Random

WITHOUT_CLOCK = 1.0  # seconds a move where there is no limit to overstep


class Slow:
    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def choose(self, view: Any, budget: Budget) -> Any:
        time.sleep(self.seconds)
        return Pass() if hasattr(view, "plays") else next(iter(view.legal()))


def make_bot(info: GameInfo, rng: Random) -> Bot:
    default = WITHOUT_CLOCK if info.seconds is None else 2 * info.seconds
    return Slow(float(info.options.get("seconds", default)))
