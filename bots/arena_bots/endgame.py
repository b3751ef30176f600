"""Plays the end of the game exactly: with an empty bag it searches until the value is proven, or the time is up.

With one tile in the bag it weighs its plays against every draw, each an endgame of its own. Before that it plays as
``static`` does. Where it cannot know who holds what (more than one other still has tiles), it does so to the end.

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
from arena.engine.endgame.ending import idle_of
from arena.engine.endgame.last_tile import LastTile
from arena.engine.endgame.solve import EndgameSolver
from arena.scrabble.finding import ScoredPlay

NODES, MOST_NODES = 5_000_000, 10**12


class Endgame(Bot[WordView, WordMove]):
    def __init__(self, info: GameInfo) -> None:
        info.allow_options("leaves", "nodes")
        self.nodes = info.whole_option("nodes", NODES, most=MOST_NODES)
        self.table = word_table(info)
        self.finder = equity_finder(info)  # leaves and kernels are ready before the first clock starts
        self.solver = EndgameSolver(self.table)
        self.last_tile = LastTile(self.solver)

    def challenge(self, view: WordView) -> bool:
        return bool(view.phonies())  # every play with a word that the lexicon does not have

    def choose(self, view: WordView, budget: Budget[WordMove]) -> WordMove:
        hands, budget = hands_of(view) if view.bag_count <= 1 else None, paced(budget)
        usual = static_move(self.finder, view, budget)
        if hands is None:
            return usual
        budget.offer(usual)  # what is played if there is no time for more
        if view.bag_count == 0:
            idle, row = idle_of(self.table.rules, view.players, view.history)
            in_turn = [idle[seat] for seat in in_order(view)]
            found = self.solver.solve(
                view.field, hands, budget, idle=in_turn, row=row, turns=view.turn, nodes=self.nodes
            )
            return found.move if found.depth else usual
        if not isinstance(usual, Play) or len(hands) != 2 or not self.last_tile.able(view.field, view.bag_count):
            return usual
        # by equity, not by points: where there is time for some, they should be good ones, the usual play among them
        ranked = self.finder.ranked(view.field, view.hand, 0)
        plays = [ScoredPlay(one.move, one.word, one.score, one.across) for one in ranked if isinstance(one.move, Play)]
        weighed = self.last_tile.weigh(
            view.field, view.hand, view.unseen, view.bag_count, budget, plays=plays, nodes=self.nodes
        )
        return weighed.plays[0].play.play if weighed.plays else usual


def in_order(view: WordView) -> list[int]:
    """Return the seats that are still in, in the order of play, the one to move first."""
    seats = [(view.seat + step) % view.players for step in range(view.players)]
    return [seat for seat in seats if seat not in view.gone]


def hands_of(view: WordView) -> list[dict[int, int]] | None:
    """Return the hands of all who are still in, the mover's first; of one other, with what is in the bag.

    None where more than one other seat, those who left among them, holds tiles: nobody knows which.
    """
    holding = [seat for seat in range(view.players) if seat != view.seat and view.hand_counts[seat]]
    if len(holding) != 1 or holding[0] in view.gone:
        return None
    hands: dict[int, dict[int, int]] = {view.seat: dict(view.hand), holding[0]: dict(view.unseen)}
    return [hands.get(seat, {}) for seat in in_order(view)]


def make_bot(info: GameInfo, rng: Random) -> Endgame:
    return Endgame(info)
