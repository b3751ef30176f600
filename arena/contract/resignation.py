"""How a seat leaves a game by its own wish: by a move where the game has one that says so, and in any other game too.

What is kept of it is the text ``forfeit``.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from arena.contract.game import Game, GoOn, Over, TryAgain
from arena.contract.outcome import Fault, Offence
from arena.errors import ArenaError

GAVE_UP = "gave up"


@dataclass(frozen=True, slots=True)
class Resignation:
    """What a seat answers that leaves a game whose moves cannot say so."""

    def __str__(self) -> str:
        return "forfeit"


RESIGNATION = Resignation()


def read_turn(game: Game[Any, Any], text: str) -> Hashable:
    """Return the move that a turn's text says, or the resignation. Raises ArenaErrors where it says neither."""
    try:
        move: Hashable = game.read_move(text)
    except ArenaError:
        if text == str(RESIGNATION):
            return RESIGNATION
        raise
    return move


def resigned(seat: int, turn: int) -> Offence:
    """Return a resignation as games are told of it (``Game.penalize``): final, and no fault."""
    return Offence(seat, turn, Fault.RESIGNED, GAVE_UP, True)


def rule_resigned(game: Game[Any, Any], state: Any, seat: int, turn: int) -> GoOn[Any] | Over:
    """Return what a game makes of a resignation. Raises ValueError where it would have the seat try again."""
    ruling = game.penalize(state, resigned(seat, turn))
    if isinstance(ruling, TryAgain):
        raise ValueError(f"{game.name}: a seat that resigns cannot be asked again")
    return ruling
