"""What a pool of worker processes does, whatever its workers play: give out games, watch, hand on, end.

It never waits without watching for signals, so a stop interrupts at once.
"""

from __future__ import annotations

import contextlib
import select
import socket
import time
from typing import Generic, Protocol, TypeVar

from arena.contract.outcome import Void
from arena.runner.runs.stop import Stop
from arena.runner.runs.worker_process import WorkerProcess
from arena.runner.sandbox.homes import sweep_homes
from arena.runner.system import adopt_orphans, children, sweep_orphans
from arena.runner.worker import Done
from arena.schedule import Job


class PoolWork(Protocol):
    """What a pool plays, and to whom it says how that went; ``Games`` is one.

    more: a descriptor, readable when there is more to take, for work that goes on when no game is left; None where
    games that end are all that leads to more. enough: the games that run are of no use any more.
    """

    more: int | None

    @property
    def enough(self) -> bool: ...

    def take(self) -> Job | None:
        """Return the game to be played next, None where there is none for now."""

    def done(self, job: Job, said: Done) -> None:
        """Hear what a worker said of a game."""

    def failed(self, job: Job, void: Void) -> None:
        """Hear that the worker of a game ended."""

    def tick(self) -> None:
        """Called twice a second or so, after games, and when ``more`` is readable."""


S = TypeVar("S", bound=WorkerProcess)
W = TypeVar("W", bound=PoolWork, contravariant=True)


class Supervised(Generic[S, W]):
    """Worker processes under supervision. One use: ``play``."""

    LOOK = 500  # milliseconds between two looks at those that say nothing

    def __init__(self) -> None:
        self._slots: list[S] = []
        self._keep: set[int] = set()  # children that were here before us

    def play(self, games: W, stop: Stop) -> bool:
        """Play all that ``games`` has; return False when it was stopped before the end. Raises what ``games`` raises.

        Once it has ``enough`` the games that still run are of no use, and are ended at once.
        """
        adopt_orphans()
        sweep_homes()
        self._keep = set(children())
        at_once = True  # unless nothing runs any more, nobody takes the records of the games that do
        try:
            while not games.enough:
                if not stop.asked:
                    self._issue(games)
                busy = [slot for slot in self._slots if slot.busy]
                if not busy and (stop.asked or games.more is None):
                    at_once = stop.asked > 1
                    return not stop.asked
                if stop.asked > 1:
                    return False
                for slot in self._ready(busy, stop, games.more):
                    self._serve(slot, games)
                games.tick()
            return True
        finally:
            self._close(at_once)

    def _issue(self, games: W) -> None:
        """Give out games; start workers as they are needed, never more than there are games."""
        raise NotImplementedError

    def _serve(self, slot: S, games: W) -> None:
        """Hear what a worker says, or that it has ended."""
        raise NotImplementedError

    def _looked(self, busy: list[S]) -> None:
        """Called after each look at the workers that are at something."""

    def _ready(self, busy: list[S], stop: Stop, more: int | None) -> list[S]:
        poll = select.poll()
        poll.register(stop, select.POLLIN)
        if more is not None:
            poll.register(more, select.POLLIN)
        for slot in busy:
            poll.register(slot.channel, slot.awaited)
        found = dict(poll.poll(self.LOOK))
        stop.drain()
        self._looked(busy)
        return [slot for slot in busy if found.get(slot.channel.fileno(), 0) & ~select.POLLOUT]

    def _sweep(self) -> None:
        """Remove what an ended worker has left."""
        sweep_orphans(self._keep | {slot.process.pid for slot in self._slots})
        sweep_homes()

    def _close(self, at_once: bool) -> None:
        until = time.monotonic() + (0.0 if at_once else 5.0)
        for slot in self._slots:
            with contextlib.suppress(OSError):
                slot.channel.shutdown(socket.SHUT_WR)
        for slot in self._slots:
            slot.end(max(0.0, until - time.monotonic()))
            slot.close()
        self._slots.clear()
        self._sweep()
