"""Elo updated game by game, for players who change. Bots do not: rate them with ``pool``.

Kept for comparison with tables made that way. Numbers stay unrounded, so that points are conserved.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from arena.errors import RatingError
from arena.ratings.elo import score_of

Shared = Literal["table", "opponents"]


def updated(
    ratings: Sequence[float], places: Sequence[int], step: float = 32.0, *, shared: Shared = "table"
) -> tuple[float, ...]:
    """Return the ratings after one game of two or more players; equal places share the mean of their places.

    Points gained and expected are summed over all opponents. "table" divides both by the table's n (n - 1) / 2
    comparisons and steps by step * (n - 1), "opponents" steps by step / (n - 1); for two players they agree.
    Source: Elo, The Rating of Chessplayers (1978), summed over opponents.
    """
    n = len(ratings)
    if n < 2 or len(places) != n:
        raise RatingError("", f"{len(places)} places for {n} players", "Give each of two or more players a place.")
    factor = step * 2 / n if shared == "table" else step / (n - 1)
    changed = []
    for player, rating in enumerate(ratings):
        others = [index for index in range(n) if index != player]
        gained = sum((places[player] < places[o]) + (places[player] == places[o]) / 2 for o in others)
        expected = sum(score_of(rating - ratings[o]) for o in others)
        changed.append(rating + factor * (gained - expected))
    return tuple(changed)
