"""Always the play with the most points. Without a play it changes all its tiles, or else passes.

The engine keeps the best play found so far in the budget, so that a hand of wild cards on a crowded
board still ends in a good play when the time is up. Options: ``threads`` (1 where none is given): how many may work
at one move, though no more than there are cores for; they choose what one would, and sooner where the search is long.
"""

from __future__ import annotations

import os
from itertools import chain, repeat
from typing import Any

from arena.bot import Bot, Budget, Change, GameInfo, Pass, Random, WordMove
from arena.errors import BotError

MOST_THREADS = 64


class Greedy:
    def __init__(self, info: GameInfo) -> None:
        threads = min(threads_of(info), cores())
        table = word_table(info)
        self.generator = table.generator  # kernels are ready before the first clock starts
        if threads > 1:
            self.generator = table.finder(threads)

    def choose(self, view: Any, budget: Budget) -> WordMove:
        found = self.generator.best(view.field, view.hand, budget)
        return found.play if found else change_all(view)


def threads_of(info: GameInfo) -> int:
    """Return the option ``threads``; raise BotError where it is no such number, and for any other option."""
    info.allow_options("threads")
    threads = info.options.get("threads", 1)
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS:
        remedy = f"Write a whole number from 1 to {MOST_THREADS}"
        raise BotError("greedy: threads", f"{threads!r} is no number of threads", remedy)
    return threads


def cores() -> int:
    """Return how many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def change_all(view: Any) -> WordMove:
    """Return the change of as many tiles as the rules allow, a pass where they allow none."""
    tiles = tuple(chain.from_iterable(repeat(tile, count) for tile, count in sorted(view.hand.items())))
    return Change(tiles[: view.may_change]) if view.may_change else Pass()


def word_table(info: GameInfo) -> Any:
    """Return the table of the word game; raise BotError where another game is played."""
    if not hasattr(info.table, "lexicon"):
        raise BotError("bot", f"it plays the word game, and this is {info.game}", "Choose 'random' for other games")
    return info.table


def make_bot(info: GameInfo, rng: Random) -> Bot:
    return Greedy(info)
