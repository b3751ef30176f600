"""What a driver and the referee say to each other: events in, orders out. Values, nothing more."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from arena.contract.game import Ruling
from arena.contract.outcome import Fault, Offence, Outcome, Void

# Events: what a driver tells the referee.


@dataclass(frozen=True, slots=True)
class Answered:
    """``seat`` answers turn ``turn`` with a move (already read from its text or message)."""

    seat: int
    turn: int
    move: Hashable


@dataclass(frozen=True, slots=True)
class Offered:
    """``seat`` hands over its best move so far for turn ``turn``."""

    seat: int
    turn: int
    move: Hashable


@dataclass(frozen=True, slots=True)
class Late:
    """The time of turn ``turn`` is up."""

    seat: int
    turn: int
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Garbled:
    """``seat`` sent what is no message (or, with Fault.FLOOD, more than its limit)."""

    seat: int
    detail: str
    fault: Fault = Fault.GARBLED


@dataclass(frozen=True, slots=True)
class Exited:
    """``seat`` cannot be asked again: its process or connection ended, it did not come back, it never got ready."""

    seat: int
    fault: Fault
    detail: str


@dataclass(frozen=True, slots=True)
class HarnessFailed:
    """Something of ours failed."""

    reason: str
    detail: str = ""


Event = Answered | Offered | Late | Garbled | Exited | HarnessFailed


# Orders: what the referee tells its driver to do, in this order.


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask ``seat`` for its move in turn ``turn``; ``again`` when it is asked on what is left of its time."""

    seat: int
    turn: int
    state: Any
    again: bool = False


@dataclass(frozen=True, slots=True)
class Tell:
    """A turn is over: tell everybody what it was.

    move:    what was played or tried, None where there was nothing. offence: what was wrong, or None.
    before, after: the states around it (after is before when the seat may try again). ruling: on the offence.
    offered: the move was the best offered when the time ran out.
    """

    seat: int
    turn: int
    before: Any
    after: Any
    move: Hashable | None = None
    offence: Offence | None = None
    ruling: Ruling[object] | None = None
    offered: bool = False


@dataclass(frozen=True, slots=True)
class Dismiss:
    """``seat`` is out of the game: it need not be told or asked any more."""

    seat: int
    offence: Offence


@dataclass(frozen=True, slots=True)
class Finish:
    """The game is over: an Outcome, or a Void when it does not count."""

    result: Outcome | Void


Order = Ask | Tell | Dismiss | Finish
