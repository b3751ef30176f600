"""A game of people as it was agreed on, and what is kept of its course. Pure values, JSON-able."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from arena.records.record import MoveRecord
from arena.schedule import Job
from arena.variants.spec import VariantSpec

Help = Literal["none", "check", "hints"]
ClockKind = Literal["none", "move", "game"]
FORMAT = 1


class ClockPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clock of people. seconds: a move's, or a whole game's; increment: seconds that each move of a game gives."""

    kind: ClockKind = "none"
    seconds: float = 0.0
    increment: float = 0.0


class SeatPlan(msgspec.Struct, frozen=True):
    """Who sits there. name: in records. bot: as it was named, value: ``module:factory``; "" for a person.

    called: as people see it; of a person who has not come yet, "" or the name in the invitation.
    key: the hash of a person's token, once the seat is taken; invitation: that of the invitation, until then.
    """

    name: str
    called: str
    bot: str = ""
    value: str = ""
    version: str = ""
    options: dict[str, Any] = {}
    key: str = ""
    invitation: str = ""

    @property
    def person(self) -> bool:
        return not self.bot

    @property
    def taken(self) -> bool:
        """Whether somebody sits there."""
        return bool(self.bot or self.key)


class GamePlan(msgspec.Struct, frozen=True, kw_only=True):
    """One game.

    id: in links. number: in the results, unlike that of any other game there. spec: what is played. seats: who plays.
    seed, bot_seed: as in a Job; secret until the game is over.
    begins: for people, how it was drawn who begins. bot_seconds: of a bot's move. help: what people may ask.
    created: seconds since 1970. before: the game that this is the rematch of, "" for none.
    """

    id: str
    number: int
    spec: VariantSpec
    seats: tuple[SeatPlan, ...]
    seed: int
    bot_seed: int
    title: str
    begins: tuple[str, ...] = ()
    clock: ClockPlan = ClockPlan()
    bot_seconds: float = 5.0
    help: Help = "check"
    created: float = 0.0
    before: str = ""
    format: int = FORMAT

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.person)

    @property
    def complete(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.taken for seat in self.seats)

    @property
    def called(self) -> tuple[str, ...]:
        """What the seats are called."""
        return tuple(seat.called or f"Player {number}" for number, seat in enumerate(self.seats, 1))

    @property
    def job(self) -> Job:
        """The game as a job of the results that its record goes to."""
        names = tuple(seat.name for seat in self.seats)
        pairing, variant = "-vs-".join(sorted(names)), self.spec.name
        return Job(
            id=f"{variant}/{pairing}/{self.number:04d}/1", variant=variant, pairing=pairing, pair=self.number, half=1,
            bots=names, seed=self.seed, bot_seed=self.bot_seed,
        )  # fmt: skip


class Turn(msgspec.Struct, frozen=True):
    """A turn that is over. move: as a record has it. ms: it took. left: seconds on each seat's clock after it."""

    move: MoveRecord
    ms: float
    left: tuple[float | None, ...]


class Sat(msgspec.Struct, frozen=True):
    """Somebody took a seat."""

    seat: int
    called: str
    name: str
    key: str


class Ended(msgspec.Struct, frozen=True):
    """The record is kept: where. rematch: the game that follows, "" for none yet."""

    results: str
    id: str
