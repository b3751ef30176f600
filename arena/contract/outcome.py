"""How a game or a turn can end, as data.

Seats are counted from 0 here and everywhere inside; people and wires see players 1 to n.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import IntEnum


class Fault(IntEnum):
    """What a seat can do wrong. The number is the order of gravity: when two hold, the higher decides."""

    RESIGNED = 0  # it wishes to leave: no fault, and charged to nobody; a game is told so by the same way
    ILLEGAL = 1  # a well-formed move that the rules forbid
    LATE = 2  # no answer when the time was up
    GARBLED = 3  # an answer that is no message of the protocol
    FLOOD = 4  # more output than its limit
    MEMORY = 5  # ended by its memory limit
    CRASHED = 6  # its process or connection ended, or choose() raised
    NOT_READY = 7  # never became ready: import, construction or warm-up failed or hung

    @property
    def fatal(self) -> bool:
        """Whether the seat cannot be asked again in this game."""
        return self >= Fault.MEMORY


@dataclass(frozen=True, slots=True)
class Offence:
    """One fault of one seat. ``detail`` is for people; ``turn`` counts from 0.

    move: of an ILLEGAL offence the move that was refused, where it could be read; the rules may tell it on.
    """

    seat: int
    turn: int
    fault: Fault
    detail: str = ""
    final: bool = False  # the referee has lost patience or the process is gone: the seat must leave
    move: Hashable = None


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A seat that left the game, by its own wish (fault None, as which RESIGNED is taken) or through a fault."""

    seat: int
    fault: Fault | None
    detail: str = ""

    def __post_init__(self) -> None:
        if self.fault is Fault.RESIGNED:
            object.__setattr__(self, "fault", None)


@dataclass(frozen=True, slots=True)
class Void:
    """Our own failure: the game does not count and is played again with the same seed.

    bot: the name of the bot whose process ended it, "" where it was none.
    """

    reason: str
    detail: str = ""
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game.

    places:      one a seat, 1 is the best; seats that share a place tied.
    scores:      final game points a seat after adjustments, or None in games without points.
    adjustments: what the end of the game added to (or took from) each seat's score; () without points.
    reason:      one short phrase for people: "out of tiles", "three in a row".
    forfeits:    the seats that left before the end.
    all_lose:    True where the rule book gives nobody the win of a tie.
    """

    places: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] | None = None
    adjustments: tuple[int, ...] = ()
    forfeits: tuple[Forfeit, ...] = ()
    all_lose: bool = False

    def points(self, seat: int) -> float:
        """Return the share of the game that ``seat`` won: 1, 0, or between; a tie of two is one half.

        With n seats: the share of the other seats it finished ahead of, ties counted half.
        """
        mine = self.places[seat]
        others = [place for index, place in enumerate(self.places) if index != seat]
        if not others:
            return 1.0 if mine == 1 else 0.0
        return sum(1.0 if mine < place else 0.5 if mine == place else 0.0 for place in others) / len(others)

    @classmethod
    def by_scores(cls, scores: tuple[int, ...], reason: str, **rest: object) -> Outcome:
        """Rank seats by points, highest first; equal points share the place (1, 1, 3)."""
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        return cls(places=places, reason=reason, scores=scores, **rest)  # type: ignore[arg-type]
