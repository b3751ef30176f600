"""One turn of the word game as everybody sees it. Light to import."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arena.scrabble.moves import Challenge, Change, Pass, Placed, Play, Resign, WordMove

TurnKind = Literal["play", "failed", "change", "pass", "timeout", "forfeit", "challenge"]


@dataclass(frozen=True, slots=True)
class ChallengeResult:
    """What came of a challenge.

    against: the seat whose play it was. phonies: its words that are not in the lexicon, for which it was taken back;
    () where the challenge was wrong. points: what that seat's score gained, below 0 where the play was taken back.
    lost_turn: whether it cost the challenger the turn; else the challenger plays on.
    """

    against: int
    phonies: tuple[str, ...]
    points: int
    lost_turn: bool = False

    @property
    def right(self) -> bool:
        """Whether the play was taken back."""
        return bool(self.phonies)


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """One turn as everybody sees it.

    tiles: those of a play, or of a failed play. count: how many tiles were changed. challenge: what came of one.
    """

    seat: int
    kind: TurnKind
    tiles: tuple[Placed, ...] = ()
    points: int = 0
    count: int = 0
    challenge: ChallengeResult | None = None

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
            case "challenge":
                return Challenge()
        return None
