"""What several games make of two bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from arena.contract.result import Result


@dataclass(frozen=True, slots=True)
class MatchScore:
    """What a bot took from another: points (1 a game), and its game points less the other's."""

    points: float
    other: float
    margin: int
    games: int


def score_of(games: Iterable[Result], bot: str) -> MatchScore:
    """Return what ``bot`` took in games of two; games that do not count give nothing to anybody."""
    mine = theirs = 0.0
    margin = played = 0
    for game in games:
        if not game.counts:
            continue
        seat = game.bots.index(bot)
        mine += game.points[seat]
        theirs += game.points[1 - seat]
        played += 1
        if game.margin is not None:
            margin += game.margin if seat == 0 else -game.margin
    return MatchScore(mine, theirs, margin, played)


Finished = Mapping[str, Result]  # by the game's id
