"""Sleeps before it moves, by default twice as long as it may. For trying the clocks of the harness.

Options: ``seconds`` to sleep a move.
"""

from __future__ import annotations

import time

from arena.bot import Bot, BotError, Budget, GameInfo, Move, Pass, Random, View, WordView

WITHOUT_CLOCK = 1.0  # seconds a move where there is no limit to overstep
LONGEST = 1_000_000  # seconds


class Slow(Bot[View[Move], Move]):
    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def choose(self, view: View[Move], budget: Budget[Move]) -> Move:
        time.sleep(self.seconds)
        return Pass() if isinstance(view, WordView) else next(iter(view.legal()))


def make_bot(info: GameInfo, rng: Random) -> Slow:
    info.allow_options("seconds")
    seconds = info.options.get("seconds", WITHOUT_CLOCK if info.seconds is None else 2 * info.seconds)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= LONGEST:
        remedy = f"Write a number from 0 to {LONGEST:,}"
        raise BotError("options.seconds", f"{seconds!r} is not a number of seconds", remedy)
    return Slow(float(seconds))
