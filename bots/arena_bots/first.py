"""The first move of any game as its rules list them; in the word game the first play that the engine lists.

Quick, legal, and without any plan.
"""

from __future__ import annotations

from arena.bot import Bot, Budget, GameInfo, Move, Random, Table, View, WordView, change_all


class First(Bot[View[Move], Move]):
    def __init__(self, info: GameInfo) -> None:
        # Kernels are ready before the first clock starts.
        self.generator = info.table.generator if isinstance(info.table, Table) else None

    def choose(self, view: View[Move], budget: Budget[Move]) -> Move:
        if not isinstance(view, WordView):
            return next(iter(view.legal()))
        plays = view.plays()
        return plays[0].play if plays else change_all(view)


def make_bot(info: GameInfo, rng: Random) -> First:
    info.allow_options()
    return First(info)
