"""Always the play with the most points. Without a play it changes all its tiles, or else passes.

The engine keeps the best play found so far in the budget, so that a hand of wild cards on a crowded
board still ends in a good play when the time is up.
"""

from __future__ import annotations

from itertools import chain, repeat
from typing import Any

from arena.bot import Bot, Budget, Change, GameInfo, Pass, Random, WordMove
from arena.errors import BotError


class Greedy:
    def __init__(self, info: GameInfo) -> None:
        self.generator = word_table(info).generator  # kernels are ready before the first clock starts

    def choose(self, view: Any, budget: Budget) -> WordMove:
        found = view.best(budget)
        return found.play if found else change_all(view)


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
