"""A plug-in of the word game that does nothing, imported before the first fork like the one beside it (sample.py)."""

from __future__ import annotations

from arena.bot import Bot, Budget, GameInfo, Random, WordMove, WordView


class _WordSample(Bot[WordView, WordMove]):  # the base itself is made once a process, and costs 90 pages
    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        """Raise: nobody asks."""
        raise NotImplementedError


def make_bot(info: GameInfo, rng: Random) -> _WordSample:
    """Return a bot."""
    return _WordSample()
