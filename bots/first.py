"""The first move of any game as its rules list them; in the word game the first play that the engine lists.

Quick, legal, and without any plan.
"""

from __future__ import annotations

from typing import Any

from arena.bot import Bot, Budget, GameInfo, Random
from bots.greedy import change_all


class First:
    def __init__(self, info: GameInfo) -> None:
        self.generator = getattr(info.table, "generator", None)  # kernels are ready before the first clock starts

    def choose(self, view: Any, budget: Budget) -> Any:
        if not hasattr(view, "plays"):
            return next(iter(view.legal()))
        plays = view.plays()
        return plays[0].play if plays else change_all(view)


def make_bot(info: GameInfo, rng: Random) -> Bot:
    info.allow_options()
    return First(info)
