"""The value of an endgame by a plain search without pruning, over the rules of the game as the referee knows them."""

from __future__ import annotations

from typing import Any

from arena.scrabble.rules import WordGame
from arena.scrabble.table import Table
from arena.scrabble.turns import WordState

Points = tuple[int, ...]


def state_of(table: Table, board: Any, hands: list[dict[int, int]], scoreless: int = 0) -> WordState:
    """Return a state with an empty bag, seat 0 to move, after so many scoreless turns in a row."""
    nothing = (0,) * len(hands)
    return WordState(board, tuple(hands), (), nothing, 0, 0, 0, scoreless, nothing, nothing)


def to_come(game: WordGame, state: WordState, known: dict[Any, Points] | None = None) -> Points:
    """Return the points still to come for each seat under best play of all.

    Each wants its own points less the best other's, then its own, then fewer for the next seat, and so on.
    """
    known = {} if known is None else known
    outcome = game.outcome(state)
    if outcome is not None:
        assert outcome.scores is not None
        return tuple(final - score for final, score in zip(outcome.scores, state.scores, strict=True))
    hands = tuple(tuple(sorted(hand.items())) for hand in state.hands)
    turn = state.turn if game.table.rules.turn_limit is not None else 0
    key = frozenset(state.board.values()), hands, state.mover, state.scoreless, state.idle, turn
    if key in known:
        return known[key]
    seat, best = state.mover, None
    for move in game.legal(state):
        after = game.play(state, move)
        gained = [new - old for new, old in zip(after.scores, state.scores, strict=True)]
        points = tuple(map(sum, zip(gained, to_come(game, after, known), strict=True)))
        if best is None or wish(points, seat) > wish(best, seat):
            best = points
    assert best is not None
    known[key] = best
    return best


def wish(points: Points, seat: int) -> tuple[int, ...]:
    others = [points[(seat + step) % len(points)] for step in range(1, len(points))]
    return points[seat] - max(others), points[seat], *(-more for more in others)
