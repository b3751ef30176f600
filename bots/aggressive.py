"""The perfect player that wins as soon as it can, and where it must lose, loses as late as it can."""

from __future__ import annotations

from arena.bot import Bot, GameInfo, Random
from bots.perfect import Perfect


def make_bot(info: GameInfo, rng: Random) -> Bot:
    return Perfect(info, aggressive=True)
