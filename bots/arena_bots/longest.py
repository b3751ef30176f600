"""The play with the longest word; among equally long ones the one with the most points."""

from __future__ import annotations

from arena.bot import Bot, Budget, GameInfo, Play, Random, WordMove, WordView, change_all, word_table


class Longest(Bot[WordView, WordMove]):
    def __init__(self, info: GameInfo) -> None:
        self.generator = word_table(info).generator  # kernels are ready before the first clock starts

    def challenge(self, view: WordView) -> bool:
        return bool(view.phonies())  # every play with a word that the lexicon does not have

    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        quick = view.best(budget)
        if quick is None:
            return change_all(view)
        budget.offer(quick.play)  # where words are without end, looking at every play may take longer than there is
        plays = view.plays()
        worth = plays.lengths * (1 << 32) + plays.scores
        best = (worth == worth.max()).nonzero()[0].tolist()
        alike: list[Play] = [plays[place].play for place in best]
        return max(alike, key=lambda play: play.key)


def make_bot(info: GameInfo, rng: Random) -> Longest:
    info.allow_options()
    return Longest(info)
