"""The move that looks best at first sight: by equity while the bag has tiles, by points and what is left when not."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from arena.contract.budget import Budget
from arena.engine.equity import EquityFinder, LastTurn, WeighedMove
from arena.scrabble.moves import Change, Pass, Play
from arena.scrabble.table import Table
from arena.scrabble.view import WordView

NOT_OUT = 10  # points that it is worth, about, to be the one who goes out
# how often a tile that is left at the end counts between two players, by the rule book's out_adjustment
WEIGHTS = {"own": 1, "both": 2, "double": 2, "none": 0}


def static_move(finder: EquityFinder, view: WordView, budget: Budget[Play] | None = None) -> Play | Change | Pass:
    """Return the move with the most equity, with an empty bag what ``last_play`` says, the pass where nothing else is.

    budget: just before its time is up, the best move so far is returned; better plays are offered meanwhile.
    """
    if view.bag_count:
        best = finder.best(view.field, view.hand, view.may_change, budget)
        return best.move if best else Pass()
    last = last_play(finder, view, budget)
    return last.move if last else Pass()


def last_play(finder: EquityFinder, view: WordView, budget: Budget[Play] | None = None) -> WeighedMove | None:
    """Return a play for an empty bag, None where there is none: the first of those with the most ``last_worth``."""
    turn = last_turn(view.table, view.unseen)  # with an empty bag, they are in the others' hands
    return finder.best_last(view.field, view.hand, turn, budget)


def last_turn(table: Table, others: Mapping[int, int]) -> LastTurn:
    """Return what a turn with an empty bag is weighed by. others: {tile id: count} that the others hold."""
    return LastTurn(WEIGHTS[table.rules.out_adjustment], table.tiles.points(others), NOT_OUT)


def last_worth(table: Table, hand: Mapping[int, int], others: int) -> Callable[[Play | Pass, int], int]:
    """Return what tells how much a play, or a pass, and its score are worth with an empty bag. others: their points.

    A play that goes out counts its points and what the rule book gives for the others' tiles; any other its points,
    less what its own tiles cost if somebody else goes out, and some points for that. No search: the answer is not
    looked at.
    """
    tiles, weight = table.tiles, WEIGHTS[table.rules.out_adjustment]
    held, points = sum(hand.values()), tiles.points(hand)

    def worth(move: Play | Pass, score: int) -> int:
        laid = move.tiles if isinstance(move, Play) else ()
        if len(laid) == held:
            return score + weight * others
        kept = points - sum(tiles.tiles[placed.tile].points for placed in laid)
        return score - NOT_OUT - weight * kept

    return worth
