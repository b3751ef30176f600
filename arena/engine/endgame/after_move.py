"""What a move with an empty bag leaves behind, by the rules of the end of a game. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from arena.engine.endgame.ending import EndOfGame
from arena.scrabble.bag import without_tiles
from arena.scrabble.finding import ScoredPlay
from arena.scrabble.table import Table
from arena.scrabble.tiles import Hand


class AfterMove(NamedTuple):
    """How a game stands after a move.

    score:  of the move. hands: of all who are still in, whoever moves next first. ending: how the game goes on.
    final:  points for the mover less those for the best other, from this move to the end of the game, its own score
            among them, where the move ended it; None where the game goes on.
    """

    score: int
    hands: list[Hand]
    ending: EndOfGame
    final: int | None


def after_move(table: Table, hands: Sequence[Hand], ending: EndOfGame, play: ScoredPlay | None) -> AfterMove:
    """Return what follows a play, or the pass (None), of the first of these hands."""
    tiles = table.tiles
    score = 0 if play is None else play.score
    kept = without_tiles(hands[0], [] if play is None else [tile.tile for tile in play.play.tiles])
    left = ending.left_after_pass() if play is None or (ending.zero and score == 0) else ending.passes
    after = [kept, *hands[1:]]
    worth = [tiles.points(hand) for hand in after]
    turns = None if ending.turns is None else ending.turns - 1
    final = None
    if not kept and table.rules.out_of_tiles_end:
        final = score + ending.out * sum(worth) + min(ending.lost * points for points in worth[1:])
    elif left == 0 or ending.turns == 1:
        idle = [-ending.idle * points for points in worth]
        final = score + idle[0] - max(idle[1:], default=0)
    return AfterMove(score, [*after[1:], after[0]], replace(ending, left=left, turns=turns), final)
