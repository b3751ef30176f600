"""One seat as its match holds it: who sits there, whether it stands still, and the processor time that it used."""

from __future__ import annotations

import time
from dataclasses import dataclass

from arena.contract.game_clock import GameClock
from arena.contract.outcome import Fault
from arena.runner.seats.seat import Closing, Processes, Seat


@dataclass(slots=True)
class Sitting:
    """What the match keeps of one seat.

    by_cpu: whether processor time judges moves, where it can be read. ponders: whether it may think while others are
    asked. clock: what is left of its time for the game.
    """

    by_cpu: bool
    ponders: bool
    clock: GameClock
    seat: Seat | None = None
    output: str = ""
    how: str = ""
    process: str = "fresh"
    owes: float | None = None  # since when it has been busy with a turn that is over
    owed_turn: int = -1
    own_ms: float | None = None
    rested: float | None = None  # processor seconds at the end of its last turn
    idle: float = 0.0  # processor seconds used while others were asked
    start: float = 0.0  # seconds that were waited for it to be ready
    held: float | None = None  # since when its processes stand still
    family: Processes | None = None  # the seat's, as long as it sits here

    @property
    def patient(self) -> bool:
        """Whether it is never busy with a turn that is over: a person who was late is not at work on it still."""
        return self.process == "person"

    def hold(self, always: bool = False) -> None:
        """Tell its processes to stand still; one that may ponder only where it is to ``always``."""
        if self.family is not None and self.held is None and (always or not self.ponders):
            self.held = time.monotonic()
            self.family.hold()

    def see_held(self) -> bool:
        """Wait until a seat that was told so stands still; return False where it does not, having ended it."""
        if self.family is not None and self.held is not None:
            why = self.family.held()
            if why:
                assert self.seat is not None
                self.seat.condemn(Fault.CRASHED, why)
                return False
            if self.rested is not None and self.family.slept:
                self.rested = self.family.running
        return True

    def let_go(self) -> None:
        """Let its processes go on; the time that it stood still is none in which it could come back from a turn."""
        if self.held is not None:
            if self.owes is not None:
                self.owes += time.monotonic() - self.held
            self.held = None
            if self.family is not None:
                self.family.go()

    def processor_time(self) -> float | None:
        """Return the processor seconds of all its processes, None where they cannot be read.

        Where the wall clock judges, those of the last look at them, which is that of the last thing heard.
        """
        if self.family is None:
            return None
        return self.family.seconds() if self.by_cpu else self.family.used

    def used_since(self, begun: float | None) -> float:
        """Return the processor seconds used since there were ``begun``, 0 where they cannot be read."""
        now = self.processor_time()
        return 0.0 if now is None or begun is None else max(0.0, now - begun)

    def look(self) -> float | None:
        """Return its processor seconds at the beginning of a turn; what it used since its last turn was idle use."""
        if self.family is None:
            return None
        if self.ponders:
            self.family.look()
        if self.rested is not None and not self.family.slept:  # who slept was woken by nothing but its question
            self.idle += max(0.0, self.family.quick_seconds() - self.rested)
        return self.processor_time()

    def rest(self) -> None:
        """Remember what it has used at the end of its turn."""
        self.rested = None if self.family is None else self.family.running

    def leave(self, closing: Closing) -> None:
        """Keep what a seat that is closed has printed, and how it went."""
        self.output, self.how, self.seat = closing.output, closing.how, None
        self.family = None
