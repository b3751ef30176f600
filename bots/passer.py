"""Passes for ever; where a game knows no pass, its first legal move. For trying the harness."""

from __future__ import annotations

from typing import Any

from arena.bot import Bot, Budget, GameInfo, Pass, Random


class Passer:
    def choose(self, view: Any, budget: Budget) -> Any:
        return Pass() if hasattr(view, "plays") else next(iter(view.legal()))


def make_bot(info: GameInfo, rng: Random) -> Bot:
    info.allow_options()
    return Passer()
