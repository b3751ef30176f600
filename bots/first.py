"""The first play that the engine lists, whatever it is worth. Quick, legal, and without any plan."""

from __future__ import annotations

from typing import Any

from arena.bot import Bot, Budget, GameInfo, Random, WordMove
from bots.greedy import change_all, word_table


class First:
    def __init__(self, info: GameInfo) -> None:
        self.generator = word_table(info).generator

    def choose(self, view: Any, budget: Budget) -> WordMove:
        plays = view.plays()
        return plays[0].play if plays else change_all(view)


def make_bot(info: GameInfo, rng: Random) -> Bot:
    return First(info)
