"""A baseline: opens the game with its best word when the board is empty, and passes for the rest of it."""

from __future__ import annotations

from typing import Any

from arena.bot import Bot, Budget, GameInfo, Pass, Random, WordMove
from bots.greedy import word_table


class Opener:
    def __init__(self, info: GameInfo) -> None:
        self.generator = word_table(info).generator  # kernels are ready before the first clock starts

    def choose(self, view: Any, budget: Budget) -> WordMove:
        found = view.best(budget) if view.opening else None
        return found.play if found else Pass()


def make_bot(info: GameInfo, rng: Random) -> Bot:
    info.allow_options()
    return Opener(info)
