"""Points plus what the tiles that are kept are worth; tiles are exchanged when that is worth more.

It looks at one move and no answer to it. While the bag has tiles, it plays the move with the most *equity*: points and
the value of the leave, from a table that ``arena train leaves`` learned by self-play. With an empty bag no leave is
worth anything: then a play counts its points, more when it ends the game (by what the rule book gives for the others'
tiles), and less for the tiles that it keeps.

Options: ``leaves``, a file with another table; ``level``, 1 to 10 (10): as a person of that strength would play, who
knows fewer words, overlooks plays and thinks less of the tiles kept (docs/explanation/levels.md).
"""

from __future__ import annotations

from arena.bot import Bot, Budget, GameInfo, Random, WordMove, WordView, equity_finder, static_move


class Static(Bot[WordView, WordMove]):
    def __init__(self, info: GameInfo, rng: Random) -> None:
        info.allow_options("leaves", "level")
        level = info.whole_option("level", 10, most=10)
        self.finder = equity_finder(info)  # leaves and kernels are ready before the first clock starts
        self.person = None
        if level < 10:
            from arena.engine.levels import LevelPlayer  # brings numpy along

            self.person = LevelPlayer(self.finder, level, rng.getrandbits(63))

    def challenge(self, view: WordView) -> bool:
        return bool(view.phonies())  # every play with a word that the lexicon does not have

    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        if self.person is not None:
            return self.person.choose(view, budget)
        return static_move(self.finder, view, budget)


def make_bot(info: GameInfo, rng: Random) -> Static:
    return Static(info, rng)
