"""Greedy that also prints, after every move, how many functions were compiled in its process: for start.py.

Counted from the moment at which the bot is made; what comes from the kernels' cache was not compiled.
"""

from __future__ import annotations

from arena.bot import Budget, GameInfo, Random, WordMove, WordView
from arena_bots.greedy import Greedy

COMPILED = "numba:compile"  # numba's event around every compilation; loading from a cache has none


class Watched(Greedy):
    def __init__(self, info: GameInfo) -> None:
        from numba.core import event

        self._events = event.RecordingListener()  # type: ignore[no-untyped-call]
        event.register(COMPILED, self._events)  # type: ignore[no-untyped-call]
        super().__init__(info)

    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        move = super().choose(view, budget)
        print(f"compiled {len(self._events.buffer) // 2}")  # each has a start and an end
        return move


def make_bot(info: GameInfo, rng: Random) -> Watched:
    return Watched(info)
