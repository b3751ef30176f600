"""What the match needs of a seat, whatever sits there: a bot's process, a foreign program, a scripted double.

``tell`` never waits. ``hear`` waits until the deadline at the longest, and in its time drains all that the seat
prints. All kinds of seats pass one suite of tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from arena.contract.outcome import Fault
from arena.wire.message.answers import Ready, read_answer
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


Heard = bytes | Bad | Silence | Flood | Gone


def unready(heard: Heard, silence: str) -> str | None:
    """Return what is wrong with what came as the answer to ``start``, None where it is ``ready``.

    silence: what is to be said where nothing came.
    """
    match heard:
        case Silence():
            return silence
        case Gone(Fault.NOT_READY, detail):
            return detail
        case Gone(_, detail):
            return f"before it was ready: {detail}"
        case Flood(detail) | Bad(detail):
            return f"it did not say ready: {detail}"
    answer = read_answer(heard)
    if isinstance(answer, Ready):
        return None
    said = answer.detail if isinstance(answer, Bad) else f"it answered {type(answer).__name__.lower()!r}"
    return f"it did not say ready: {said}"


class Seat(Protocol):
    """One seat of one game (or, where a process is kept, of game after game).

    process: "fresh", "kept", "command", "address" or "tcp", for the record.
    brief: it knows the game, and needs no position.
    """

    process: str
    brief: bool

    def tell(self, message: Message) -> None:
        """Queue a message; it is sent as the seat reads."""

    def hear(self, deadline: float) -> Heard:
        """Return the next line, or what happened instead, by ``deadline`` (``time.monotonic()``)."""

    def fresh_turn(self) -> None:
        """Start counting lines and bytes anew: a question was asked."""

    def rest(self) -> str:
        """Return what was printed in this game, and stay for another one (only where process is "kept")."""

    def close(self, *, patience: float) -> Closing:
        """End the seat and all it started; it has ``patience`` seconds to leave by itself. Bounded, never raises."""
