"""A person's seat: what the page sends is put in by one thread, and heard by the match in another.

What a person is told of the game comes from the game as it is kept (views.py), not from here: a page may be closed and
opened again at any time. The clock is the person's own (clock.py); the match's deadline is for bots.
"""

from __future__ import annotations

import time
from math import inf
from threading import Condition

from arena.contract.outcome import Fault
from arena.runner.seats.seat import Closing, Gone, Heard, Silence
from arena.serve.live.clock import PersonClock
from arena.serve.live.earlier import Earlier, Halted
from arena.wire.message.codec import encode
from arena.wire.message.plain import Message

Answered = bytes | None  # a line

_LONGEST = 3600.0  # seconds that one wait takes at most; more is not asked of a condition


class PersonSeat:
    """One person at one game."""

    process = "person"
    brief = True
    family = None

    def __init__(self, clock: PersonClock, earlier: Earlier) -> None:
        self.clock = clock
        self._earlier = earlier
        self._changed = Condition()
        self._answer: bytes | None = None
        self._resigns = self._halted = False
        self._ready = False
        self._turn = -1

    # What the page's thread does.

    def answer(self, line: bytes) -> None:
        """Put in the answer to the turn that is on; whoever puts it in has looked that it is that turn."""
        with self._changed:
            self._answer = line
            self._changed.notify_all()

    def resign(self) -> None:
        """Leave the game: at once in the seat's own turn, else when that comes."""
        with self._changed:
            self._resigns = True
            self._changed.notify_all()

    def halt(self) -> None:
        """Have whoever hears this seat put the game aside."""
        with self._changed:
            self._halted = True
            self._changed.notify_all()

    @property
    def answered(self) -> Answered:
        """What was put in and is not heard yet."""
        with self._changed:
            return self._answer

    # The Seat.

    def tell(self, message: Message) -> None:
        if message["type"] == "your_turn":
            self._turn = message["turn"]
            if self._turn not in self._earlier:
                self.clock.start(self._turn)

    def fresh_turn(self) -> None: ...

    def hear(self, deadline: float) -> Heard:
        """Return what the person answers; the deadline of the match says nothing to a person."""
        if not self._ready:
            self._ready = True
            return encode({"type": "ready"}).rstrip(b"\n")
        with self._changed:
            if self._halted:
                self.clock.stop()
                raise Halted
            if self._turn in self._earlier:
                return self._earlier.heard(self._turn)
            while True:
                left = self.clock.deadline - time.monotonic()
                if self._halted:
                    self.clock.stop()
                    raise Halted
                if self._answer is not None or self._resigns:
                    break
                if left <= 0:
                    self.clock.stop(in_time=False)
                    return Silence()
                self._changed.wait(None if left == inf else min(left, _LONGEST))
            self.clock.stop()
            line, self._answer = self._answer, None
        if line is not None:
            return line
        return encode({"type": "forfeit", "turn": self._turn}).rstrip(b"\n")

    def stage(self) -> str:
        return ""

    def condemn(self, fault: Fault, detail: str) -> Gone:
        """A person has no processes that could take too much: nothing ends here but the seat."""
        return Gone(fault, detail)

    def rest(self) -> str:
        return ""

    def close(self, *, patience: float) -> Closing:
        return Closing("", "")
