"""The perfect player that wins as soon as it can, and where it must lose, loses as late as it can."""

from __future__ import annotations

from arena.bot import Bot, GameInfo, Random
from bots.perfect import Perfect, warm_up


def make_bot(info: GameInfo, rng: Random) -> Bot:
    return Perfect(info, aggressive=True)


make_bot.warm_up = warm_up  # type: ignore[attr-defined]
