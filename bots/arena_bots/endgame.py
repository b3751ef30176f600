"""Plays the end of the game exactly: with an empty bag it searches until the value is proven, or the time is up.

Where every move loses, it plays the one that is worth most if the other replies as ``static`` does. With one tile in
the bag it weighs its plays against every draw, each an endgame of its own: what wins most draws, then points. Before
that it plays as ``static`` does. Where it cannot know who holds what (more than one other still has tiles), it does so
to the end.

Options: ``leaves``, a file with another table of leaves; ``nodes`` (5,000,000 where none is given): how many positions
it looks at for one move at most. So it comes to an end without a clock, and chooses the same again.
"""

from __future__ import annotations

from arena.bot import (
    Bot,
    Budget,
    GameInfo,
    Play,
    Random,
    WordMove,
    WordView,
    equity_finder,
    paced,
    static_move,
    word_table,
)
from arena.engine.endgame.known_hands import hands_of, in_order
from arena.engine.endgame.last_tile import MOST_PLAYS, LastTile, share_won
from arena.engine.endgame.player import EndgamePlayer
from arena.engine.endgame.solve import EndgameSolver
from arena.engine.equity import scored_plays

NODES, MOST_NODES = 5_000_000, 10**12


class Endgame(Bot[WordView, WordMove]):
    def __init__(self, info: GameInfo) -> None:
        info.allow_options("leaves", "nodes")
        self.nodes = info.whole_option("nodes", NODES, most=MOST_NODES)
        self.table = word_table(info)
        self.finder = equity_finder(info)  # leaves and kernels are ready before the first clock starts
        solver = EndgameSolver(self.table)
        self.player, self.last_tile = EndgamePlayer(solver, self.finder), LastTile(solver)

    def challenge(self, view: WordView) -> bool:
        return bool(view.phonies())  # every play with a word that the lexicon does not have

    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        hands, budget = hands_of(view) if view.bag_count <= 1 else None, paced(budget)
        usual = static_move(self.finder, view, budget)
        if hands is None:
            return usual
        budget.offer(usual)  # what is played if there is no time for more
        if view.bag_count == 0:
            found = self.player.choose(view, hands, budget, self.nodes)
            return found.move if found.depth else usual
        if not isinstance(usual, Play) or len(hands) != 2 or not self.last_tile.able(view.field, view.bag_count):
            return usual
        seats = in_order(view)
        ahead = view.scores[seats[0]] - view.scores[seats[1]]
        # by equity, not by points: where there is time for some, they should be good ones, the usual play among them
        weighed = self.last_tile.weigh(
            view.field, view.hand, view.unseen, view.bag_count, budget,
            plays=scored_plays(self.finder.ranked(view.field, view.hand, 0, MOST_PLAYS)), nodes=self.nodes,
            worth=lambda draws: share_won(draws, ahead),
        )  # fmt: skip
        return weighed.plays[0].play.play if weighed.plays else usual


def make_bot(info: GameInfo, rng: Random) -> Endgame:
    return Endgame(info)
