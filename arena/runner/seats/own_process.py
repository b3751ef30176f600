"""What seats of plug-ins and seats of programs have in common: a process of the bot's own, and how it ends.

How the process is started and reaped, and what its end says of the bot, is left to either seat.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod

from arena.contract.outcome import Fault
from arena.runner.sandbox.family import Family
from arena.runner.seats.channel import Channel, Output
from arena.runner.seats.seat import Closing, Gone, Heard
from arena.runner.system import crowd, end_group

GRACE = 0.2  # seconds between TERM and KILL
_CROWD = 48  # processes of one bot that get no time to leave, for they take ours; a limit of 64 holds as a rule


class OwnProcess(ABC):
    """One bot's process group, the channel to it, and what it prints."""

    @property
    @abstractmethod
    def family(self) -> Family:
        """All processes of the seat together."""

    def __init__(self, pid: int, pidfd: int, channel: Channel, output: Output) -> None:
        self.pid, self._pidfd, self._channel, self._output = pid, pidfd, channel, output
        self._closing: Closing | None = None
        self._ended = False
        self._verdict: Gone | None = None

    @abstractmethod
    def _reap(self) -> None:
        """Take the status of the process, whose group has been ended."""

    @abstractmethod
    def _why(self, gone: Gone, how: str) -> Gone:
        """Say why the process ended by itself, or how we had to end it."""

    @abstractmethod
    def _hang_up(self) -> None:
        """Let the process read the end of the conversation."""

    @abstractmethod
    def _put_away(self) -> None:
        """Close and remove what was the process's, which is no more."""

    def fresh_turn(self) -> None:
        self._channel.fresh_turn()

    def hear(self, deadline: float) -> Heard:
        if self._verdict is not None:
            return self._verdict
        heard = self._channel.hear(deadline)
        return self._why(heard, self._end(patience=0.2)) if isinstance(heard, Gone) else heard

    def stage(self) -> str:
        """Say nothing; seats whose process tells how far it is say more."""
        return ""

    def condemn(self, fault: Fault, detail: str) -> Gone:
        """End all processes at once, for a reason that is theirs; the seat says so from now on."""
        self._verdict = Gone(fault, detail)
        self._end(patience=0.0, grace=0.0)
        return self._verdict

    def _last_line(self) -> str:
        self._output.drain()
        return self._output.text().strip().rpartition("\n")[2][:300]

    def _end(self, patience: float, grace: float = GRACE) -> str:
        """End the group of the process, once; return how, "" where it left by itself."""
        if self._ended:
            return ""
        self._ended = True
        self.family.go()
        if crowd(self.pid, _CROWD):
            patience = grace = 0.0
        how = end_group(self.pid, self._pidfd, patience=patience, grace=grace)
        self._reap()
        return how

    def rest(self) -> str:
        """Return what was printed since the last game; the process stays for another."""
        return self._output.take()

    def close(self, *, patience: float) -> Closing:
        if self._closing is None:
            self._hang_up()
            how = self._end(patience)
            self._output.drain()
            self._closing = Closing(self._output.text(), how)
            self._put_away()
            self._output.close()
            os.close(self._pidfd)
        return self._closing
