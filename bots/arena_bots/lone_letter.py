"""A baseline: plays a lone A or I on the start square when nobody has moved, and else changes all its tiles.

Where the rules want two tiles for an opening, or the words have no A and no I, it only changes.
"""

from __future__ import annotations

from arena.bot import Bot, Budget, GameInfo, Random, WordMove, WordView, change_all, word_table

LETTERS = ("A", "I")


class LoneLetter(Bot[WordView, WordMove]):
    def __init__(self, info: GameInfo) -> None:
        self.generator = word_table(info).generator  # kernels are ready before the first clock starts

    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        if view.opening:
            alone = {scored.word.upper(): scored for scored in reversed(view.plays()) if len(scored.play.tiles) == 1}
            for letter in LETTERS:  # the best play of each word: the list has the best first
                if letter in alone:
                    return alone[letter].play
        return change_all(view)


def make_bot(info: GameInfo, rng: Random) -> LoneLetter:
    info.allow_options()
    return LoneLetter(info)
