"""Any legal move of any game, each as likely as the others; in the word game any play, if there is one."""

from __future__ import annotations

from typing import Any

from arena.bot import Bot, Budget, GameInfo, Random


class RandomPlay:
    def __init__(self, info: GameInfo, rng: Random) -> None:
        self.rng = rng
        self.generator = getattr(info.table, "generator", None)  # kernels are ready before the first clock starts

    def choose(self, view: Any, budget: Budget) -> Any:
        plays = view.plays() if hasattr(view, "plays") else ()
        if plays:
            return plays[self.rng.randrange(len(plays))].play
        return self.rng.choice(list(view.legal()))


def make_bot(info: GameInfo, rng: Random) -> Bot:
    info.allow_options()
    return RandomPlay(info, rng)
