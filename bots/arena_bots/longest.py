"""The play with the longest word; among equally long ones the one with the most points."""

from __future__ import annotations

from arena.bot import Bot, Budget, GameInfo, Random, WordMove, WordView, change_all, word_table


class Longest(Bot[WordView, WordMove]):
    def __init__(self, info: GameInfo) -> None:
        self.generator = word_table(info).generator  # kernels are ready before the first clock starts

    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        quick = view.best(budget)
        if quick is None:
            return change_all(view)
        budget.offer(quick.play)  # where words are without end, looking at every play may take longer than there is
        plays = view.plays()
        return max(plays, key=lambda scored: (len(scored.word), scored.score, scored.play.key)).play


def make_bot(info: GameInfo, rng: Random) -> Longest:
    info.allow_options()
    return Longest(info)
