"""A seat in which a client sits that speaks s-expressions over TCP. The connection outlives the games.

Who is silent, or says what may not be said, has lost its connection: without numbers on its answers nobody could
tell what belongs to which turn afterwards. A turn that the rules refuse costs what the rule book says.
"""

from __future__ import annotations

import threading
import time

from arena.contract.outcome import Fault
from arena.errors import NotationError
from arena.runner.seats.around import SeatAround
from arena.runner.seats.seat import Closing, Gone, Heard, Seat, Silence
from arena.serve.connection import Connection, Stopped
from arena.wire.message.codec import encode
from arena.wire.message.plain import Message
from arena.wire.sexpr.host import Host

_LOOK = 0.25  # seconds between two looks at whether everything is to stop


class TcpSeat:
    """One client at one table. limit: seconds of a turn (which the deadlines say), and of an answer that is none."""

    process = "tcp"
    brief = True
    family = None

    def __init__(self, connection: Connection, host: Host, limit: float) -> None:
        self._connection, self._host, self._limit = connection, host, limit
        self._starting = False

    def tell(self, message: Message) -> None:
        self._starting = message["type"] == "start"
        self._connection.say(self._host.tell(message))

    def fresh_turn(self) -> None:
        self._connection.fresh()

    def hear(self, deadline: float) -> Heard:
        if self._starting:
            deadline = min(deadline, time.monotonic() + self._limit)
        while True:
            heard = self._connection.hear(deadline)
            if isinstance(heard, Gone):
                return heard
            if isinstance(heard, Silence):
                why = f"{self._host.state.value} did not come within {self._limit:g} s"
                return self._connection.fail(Fault.LATE, why)
            try:
                follows = self._host.hear(heard)
            except NotationError as error:
                return self._connection.fail(Fault.GARBLED, str(error))
            self._connection.say(follows.say)
            if follows.answer is not None:
                self._starting = False
                return encode(follows.answer).rstrip(b"\n")

    def stage(self) -> str:
        return ""

    def condemn(self, fault: Fault, detail: str) -> Gone:
        """Say why, and hang up."""
        return self._connection.fail(fault, detail)

    def rest(self) -> str:
        return ""

    def close(self, *, patience: float) -> Closing:
        """Leave the table; the connection stays."""
        return Closing("", "")


class HaltingSeat(SeatAround):
    """Any other seat, which raises Stopped soon after ``halt`` is set."""

    def __init__(self, seat: Seat, halt: threading.Event) -> None:
        super().__init__(seat)
        self._halt = halt

    def hear(self, deadline: float) -> Heard:
        while True:
            if self._halt.is_set():
                raise Stopped
            until = min(deadline, time.monotonic() + _LOOK)
            heard = self._seat.hear(until)
            if not isinstance(heard, Silence) or until == deadline:
                return heard

    def close(self, *, patience: float) -> Closing:
        return self._seat.close(patience=0.0 if self._halt.is_set() else patience)
