"""One turn of the word game as everybody sees it. Light to import."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arena.scrabble.moves import Change, Pass, Placed, Play, Resign, WordMove

TurnKind = Literal["play", "failed", "change", "pass", "timeout", "forfeit"]


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """One turn as everybody sees it.

    tiles: those of a play, or of a failed play. count: how many tiles were changed.
    """

    seat: int
    kind: TurnKind
    tiles: tuple[Placed, ...] = ()
    points: int = 0
    count: int = 0

    @property
    def move(self) -> WordMove | None:
        """Return the move that says this, None after a time-out; a change keeps its tiles to itself."""
        match self.kind:
            case "play" | "failed":
                return Play(self.tiles)
            case "pass":
                return Pass()
            case "forfeit":
                return Resign()
            case "change":
                return Change(())
        return None
