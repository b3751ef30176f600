"""Passes for ever; where a game knows no pass, its first legal move. For trying the harness."""

from __future__ import annotations

from arena.bot import Bot, Budget, GameInfo, Move, Pass, Random, View, WordView


class Passer(Bot[View[Move], Move]):
    def choose(self, view: View[Move], budget: Budget[Move]) -> Move:
        return Pass() if isinstance(view, WordView) else next(iter(view.legal()))


def make_bot(info: GameInfo, rng: Random) -> Passer:
    info.allow_options()
    return Passer()
