"""A baseline: opens the game with its best word when the board is empty, and passes for the rest of it."""

from __future__ import annotations

from arena.bot import Bot, Budget, GameInfo, Pass, Random, WordMove, WordView, word_table


class Opener(Bot[WordView, WordMove]):
    def __init__(self, info: GameInfo) -> None:
        self.generator = word_table(info).generator  # kernels are ready before the first clock starts

    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        best = view.best(budget) if view.opening else None
        return best.play if best else Pass()


def make_bot(info: GameInfo, rng: Random) -> Opener:
    info.allow_options()
    return Opener(info)
