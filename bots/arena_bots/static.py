"""Points plus what the tiles that are kept are worth; tiles are exchanged when that is worth more.

It looks at one move and no answer to it. While the bag has tiles, it plays the move with the most *equity*: points and
the value of the leave, from a table that ``arena train leaves`` learned by self-play. With an empty bag no leave is
worth anything: then a play counts its points, more when it ends the game (by what the rule book gives for the others'
tiles), and less for the tiles that it keeps. Options: ``leaves``, a file with another table.
"""

from __future__ import annotations

from arena.bot import Bot, Budget, GameInfo, Random, WordMove, WordView, equity_finder, static_move


class Static(Bot[WordView, WordMove]):
    def __init__(self, info: GameInfo) -> None:
        info.allow_options("leaves")
        self.finder = equity_finder(info)  # leaves and kernels are ready before the first clock starts

    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        return static_move(self.finder, view, budget)


def make_bot(info: GameInfo, rng: Random) -> Static:
    return Static(info)
