"""What a driver and the referee say to each other: events in, orders out. Values, nothing more.

Structs of msgspec: several are made for every turn, and a frozen dataclass takes ten times as long to make.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import msgspec

from arena.contract.game import Ruling
from arena.contract.outcome import Fault, Offence, Outcome, Void

# Events: what a driver tells the referee.


class Answered(msgspec.Struct, frozen=True):
    """``seat`` answers turn ``turn`` with a move (already read from its text or message)."""

    seat: int
    turn: int
    move: Hashable


class Offered(msgspec.Struct, frozen=True):
    """``seat`` hands over its best move so far for turn ``turn``."""

    seat: int
    turn: int
    move: Hashable


class Late(msgspec.Struct, frozen=True):
    """The time of turn ``turn`` is up."""

    seat: int
    turn: int
    detail: str = ""


class Garbled(msgspec.Struct, frozen=True):
    """``seat`` sent what is no message (or, with Fault.FLOOD, more than its limit)."""

    seat: int
    detail: str
    fault: Fault = Fault.GARBLED


class Exited(msgspec.Struct, frozen=True):
    """``seat`` cannot be asked again: its process or connection ended, it did not come back, it never got ready."""

    seat: int
    fault: Fault
    detail: str


class HarnessFailed(msgspec.Struct, frozen=True):
    """Something of ours failed."""

    reason: str
    detail: str = ""


Event = Answered | Offered | Late | Garbled | Exited | HarnessFailed


# Orders: what the referee tells its driver to do, in this order.


class Ask(msgspec.Struct, frozen=True):
    """Ask ``seat`` for its move in turn ``turn``; ``again`` when it is asked on what is left of its time."""

    seat: int
    turn: int
    state: Any
    again: bool = False


class Tell(msgspec.Struct, frozen=True):
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


class Dismiss(msgspec.Struct, frozen=True):
    """``seat`` is out of the game: it need not be told or asked any more."""

    seat: int
    offence: Offence


class Finish(msgspec.Struct, frozen=True):
    """The game is over: an Outcome, or a Void when it does not count."""

    result: Outcome | Void


Order = Ask | Tell | Dismiss | Finish
