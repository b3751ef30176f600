"""Always the play with the most points. Without a play it changes all its tiles, or else passes.

The engine keeps the best play found so far in the budget, so that a hand of wild cards on a crowded
board still ends in a good play when the time is up. Options: ``threads`` (1 where none is given): how many may work
at one move, though no more than there are cores for; they choose what one would, and sooner where the search is long.
"""

from __future__ import annotations

import os

from arena.bot import Bot, Budget, GameInfo, Random, WordMove, WordView, change_all, word_table

MOST_THREADS = 64


class Greedy(Bot[WordView, WordMove]):
    def __init__(self, info: GameInfo) -> None:
        info.allow_options("threads")
        threads = min(info.whole_option("threads", 1, most=MOST_THREADS), cores())
        table = word_table(info)
        self.generator = table.generator  # kernels are ready before the first clock starts
        if threads > 1:
            self.generator = table.finder(threads)

    def challenge(self, view: WordView) -> bool:
        return bool(view.phonies())  # every play with a word that the lexicon does not have

    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        best = self.generator.best(view.field, view.hand, budget)
        return best.play if best else change_all(view)


def cores() -> int:
    """Return how many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def make_bot(info: GameInfo, rng: Random) -> Greedy:
    return Greedy(info)
