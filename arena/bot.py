"""All that a bot's author needs. Importing this takes milliseconds: no kernels, no numpy.

A plug-in registers a factory under the entry-point group ``arena.bots``::

    def make_bot(info: GameInfo, rng: Random) -> Bot: ...
"""

from arena.contract.budget import Budget
from arena.contract.chance import Random
from arena.contract.game import Bot, BotFactory, GameInfo, View
from arena.scrabble.moves import Change, Pass, Placed, Play, Resign, WordMove

__all__ = [
    "Bot",
    "BotFactory",
    "Budget",
    "Change",
    "GameInfo",
    "Pass",
    "Placed",
    "Play",
    "Random",
    "Resign",
    "View",
    "WordMove",
]
