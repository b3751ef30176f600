"""A plug-in that does nothing: imported again and again before the first fork, it makes importing no news to Python."""

from __future__ import annotations

from dataclasses import dataclass

from arena.bot import Bot, Budget, GameInfo, Move, Random, View


@dataclass
class _Sample(Bot[View[Move], Move]):
    info: GameInfo

    def choose(self, view: View[Move], budget: Budget[Move]) -> None:
        """Return nothing: nobody asks."""


def make_bot(info: GameInfo, rng: Random) -> _Sample:
    """Return a bot."""
    return _Sample(info)
