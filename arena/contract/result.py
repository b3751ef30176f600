"""A finished game as what decides over the others needs to know it. Pure."""

from __future__ import annotations

import msgspec


class Result(msgspec.Struct, frozen=True):
    """A finished game.

    bots:    by seat. points: each seat's share of the game, 0 to 1.
    margin:  of a game of two, seat 0's game points less the other's; None in a game without points.
    counts:  False where no seat was ready: nobody gets anything for it.
    crashed: seat -> how it left, of the seats that left through a fatal fault.
    reason:  how the game ended, for people.
    """

    id: str
    bots: tuple[str, ...]
    points: tuple[float, ...]
    margin: int | None = None
    counts: bool = True
    crashed: dict[int, str] = {}
    reason: str = ""
