"""A plug-in that does nothing: imported again and again before the first fork, it makes importing no news to Python."""

from __future__ import annotations

from dataclasses import dataclass

from arena.bot import Bot, Budget, GameInfo, Random


@dataclass
class _Sample:
    info: GameInfo

    def choose(self, view: object, budget: Budget) -> None:
        """Return nothing: nobody asks."""


def make_bot(info: GameInfo, rng: Random) -> Bot:
    """Return a bot."""
    return _Sample(info)
