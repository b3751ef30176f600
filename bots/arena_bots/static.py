"""Points plus what the tiles that are kept are worth; tiles are exchanged when that is worth more.

It looks at one move and no answer to it. While the bag has tiles, it plays the move with the most *equity*: points and
the value of the leave, from a table that ``arena train leaves`` learned by self-play. With an empty bag no leave is
worth anything: then a play counts its points, more when it ends the game (by what the rule book gives for the others'
tiles), and less for the tiles that it keeps. Options: ``leaves``, a file with another table.
"""

from __future__ import annotations

from arena.bot import Bot, Budget, GameInfo, Pass, Random, ScoredPlay, WordMove, WordView, equity_finder, word_table

NOT_OUT = 10  # points that it is worth, about, to be the one who goes out
# how often a tile left at the end counts, in points between two players
WEIGHTS = {"own": 1, "both": 2, "double": 2, "none": 0}


class Static(Bot[WordView, WordMove]):
    def __init__(self, info: GameInfo) -> None:
        info.allow_options("leaves")
        self.table = word_table(info)
        self.finder = equity_finder(info)  # leaves and kernels are ready before the first clock starts

    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        if view.bag_count:
            best = self.finder.best(view.field, view.hand, view.may_change, budget)
            return best.move if best else Pass()
        return self.last_plays(view)

    def last_plays(self, view: WordView) -> WordMove:
        """Return the best play when nothing can be drawn."""
        tiles, weight = self.table.tiles, WEIGHTS[self.table.rules.out_adjustment]
        held, points = sum(view.hand.values()), tiles.points(view.hand)
        others = tiles.points(view.unseen)  # with an empty bag, they are in the others' hands

        def worth(scored: ScoredPlay) -> int:
            laid = scored.play.tiles
            if len(laid) == held:
                return scored.score + weight * others
            kept = points - sum(tiles.tiles[placed.tile].points for placed in laid)
            return scored.score - NOT_OUT - weight * kept

        best = max(view.plays().sorted(), key=worth, default=None)  # the first of equals
        return best.play if best else Pass()


def make_bot(info: GameInfo, rng: Random) -> Static:
    return Static(info)
