"""The play with the longest word; among equally long ones the one with the most points."""

from __future__ import annotations

from typing import Any

from arena.bot import Bot, Budget, GameInfo, Random, WordMove
from bots.greedy import change_all, word_table


class Longest:
    def __init__(self, info: GameInfo) -> None:
        self.generator = word_table(info).generator

    def choose(self, view: Any, budget: Budget) -> WordMove:
        quick = view.best(budget)
        if quick is None:
            return change_all(view)
        budget.offer(quick.play)  # where words are without end, looking at every play may take longer than there is
        plays = view.plays()
        best = max(plays, key=lambda found: (len(found.word), found.score, found.play.key))
        move: WordMove = best.play
        return move


def make_bot(info: GameInfo, rng: Random) -> Bot:
    info.allow_options()
    return Longest(info)
