"""The best play, searched for by one thread, or by two from the first step on; a crash if nobody was there to help."""

from __future__ import annotations

import threading
from typing import Any

from arena.bot import Bot, GameInfo, Pass, Random
from arena.engine import generate, parallel
from arena.engine.seeker import Seeker


class Best:
    def __init__(self, info: GameInfo, threads: int) -> None:
        Seeker.begin = lambda self, field, hand: False  # look-ups are over before they could be shared out
        generate.ALONE = 1
        parallel.MANY = 0
        self.threads, self.generator = threads, generate.Generator(info.table, threads)

    def choose(self, view: Any, budget: Any) -> Any:
        found = self.generator.best(view.field, view.hand, budget)
        assert not found or threading.active_count() == self.threads, "nobody helped"
        return found.play if found else Pass()


def together(info: GameInfo, rng: Random) -> Bot:
    return Best(info, 2)


def alone(info: GameInfo, rng: Random) -> Bot:
    return Best(info, 1)
