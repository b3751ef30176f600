"""What the schedule needs to know of a finished game, and what several games make of two bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec


class Result(msgspec.Struct, frozen=True):
    """A finished game.

    bots:    by seat. points: each seat's share of the game, 0 to 1.
    scores:  game points by seat, None in a game without.
    counts:  False where no seat was ready: nobody gets anything for it.
    crashed: seat -> how it left, of the seats that left through a fatal fault.
    reason:  how the game ended, for people.
    """

    id: str
    bots: tuple[str, ...]
    points: tuple[float, ...]
    scores: tuple[int, ...] | None = None
    counts: bool = True
    crashed: dict[int, str] = {}
    reason: str = ""


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
        if game.scores is not None:
            margin += game.scores[seat] - game.scores[1 - seat]
    return MatchScore(mine, theirs, margin, played)


Finished = Mapping[str, Result]  # by the game's id
