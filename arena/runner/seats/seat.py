"""What the match needs of a seat, whatever sits there: a bot's process, a foreign program, a scripted double.

``tell`` never waits. ``hear`` waits until the deadline at the longest, and in its time drains all that the seat
prints. All kinds of seats pass one suite of tests.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Protocol

import msgspec

from arena.contract.outcome import Fault
from arena.wire.message.codec import Bad
from arena.wire.message.plain import Message


@dataclass(frozen=True, slots=True)
class Silence:
    """The deadline passed without a whole line."""


@dataclass(frozen=True, slots=True)
class Flood:
    """More lines or bytes since the last question than anybody needs."""

    detail: str


@dataclass(frozen=True, slots=True)
class Gone:
    """The seat cannot be asked any more; every line it wrote before was handed out."""

    fault: Fault
    detail: str
    killed: bool = False  # by a SIGKILL that was not ours: perhaps by somebody else, perhaps by itself


@dataclass(frozen=True, slots=True)
class Closing:
    """What is left of a seat that was closed: what it printed, and how it ended ("" by itself)."""

    output: str
    how: str


class Chosen(msgspec.Struct, frozen=True):
    """The answer to turn ``turn`` by a bot in our own process: the move itself, read already. ms: as in a message."""

    turn: int
    move: Hashable
    ms: float


Heard = bytes | Chosen | Bad | Silence | Flood | Gone


class Processes(Protocol):
    """All processes of a seat together, seen from outside (``sandbox/family.py``): they stand still and go on at once.

    used: processor seconds at the last look. running: of those alone that were there then. slept: whether they stand
    still without having been told. A limit that is exceeded is said as the fault that it is, and in words.
    """

    @property
    def used(self) -> float: ...

    @property
    def running(self) -> float: ...

    @property
    def slept(self) -> bool: ...

    def hold(self) -> None:
        """Tell all to stand still."""

    def held(self) -> str:
        """Wait until all stand still; return "" or, where they do not, what keeps them moving."""

    def go(self) -> None:
        """Let all go on."""

    def look(self) -> tuple[Fault, str] | None:
        """Look at all; return which limit they exceed, None for none."""

    def glance(self) -> tuple[Fault, str] | None:
        """As ``look``, but where there is one process only its processor time is looked at."""

    def seconds(self) -> float | None:
        """Return the processor seconds used so far, None when all are gone."""

    def quick_seconds(self) -> float:
        """Return the processor seconds of those that were there at the last look."""


class Seat(Protocol):
    """One seat of one game (or, where a process is kept, of game after game).

    process: "fresh", "kept", "shared", "command", "address", "tcp" or "person", for the record.
    brief: it knows the game, and needs no position.
    family: its processes, to be held, looked at, and asked for their processor time; None where they are not ours (a
    program at an address, a client, a person). The same object as long as the seat is open.
    """

    process: str
    brief: bool

    @property
    def family(self) -> Processes | None: ...

    def tell(self, message: Message) -> None:
        """Queue a message; it is sent as the seat reads."""

    def hear(self, deadline: float) -> Heard:
        """Return the next line, or what happened instead, by ``deadline`` (``time.monotonic()``)."""

    def fresh_turn(self) -> None:
        """Start counting lines and bytes anew: a question was asked."""

    def stage(self) -> str:
        """Say what it is at before it is ready; "" where it does not tell, and from then on."""

    def condemn(self, fault: Fault, detail: str) -> Gone:
        """End the seat at once, for a reason that is its own; ``hear`` says that reason from now on."""

    def rest(self) -> str:
        """Return what was printed in this game, and stay for another one (only where process is "kept")."""

    def close(self, *, patience: float) -> Closing:
        """End the seat and all it started; it has ``patience`` seconds to leave by itself. Bounded, never raises."""
