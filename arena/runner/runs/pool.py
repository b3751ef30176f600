"""Worker processes under supervision: jobs out, records in, whatever dies on the way.

One process a slot. A worker that ends takes nothing with it: its game is a Void and is issued again, to a new
worker. The pool never waits without watching for signals, so a stop interrupts at once.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import subprocess
import time
from collections.abc import Sequence
from typing import Protocol

import msgspec

from arena.contract.outcome import Void
from arena.runner.kernels import stored_kernels
from arena.runner.runs.stop import Stop
from arena.runner.sandbox.homes import sweep_homes
from arena.runner.sandbox.own_python import own_command, own_environment
from arena.runner.sandbox.zygotes import Spare, ZygoteHandle
from arena.runner.setup import Setup
from arena.runner.system import adopt_orphans, children, ended, sweep_orphans
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


class WorkerProcess:
    """A worker, the channel to it, and how it is ended."""

    def __init__(
        self, module: str, setup: bytes, kernels: str, given: Sequence[int] = (), descriptors: Sequence[int] = ()
    ) -> None:
        """module: with a ``main``. kernels: see ``stored_kernels``. given: arguments; descriptors: what goes over."""
        ours, theirs = socket.socketpair()
        environment = own_environment()
        environment["OMP_NUM_THREADS"] = environment["OPENBLAS_NUM_THREADS"] = environment["NUMBA_NUM_THREADS"] = "1"
        environment["PYTHONHASHSEED"] = "0"
        environment["ARENA_KERNELS"] = kernels  # a referee needs a few; numba loads slowly
        with theirs:
            self.process = subprocess.Popen(
                own_command(module, str(theirs.fileno()), *map(str, given)),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, pass_fds=[theirs.fileno(), *descriptors],
                start_new_session=True, env=environment,
            )  # fmt: skip
        self.pidfd = os.pidfd_open(self.process.pid)
        self.channel = ours
        self._held = b""
        self.send(setup)

    def send(self, line: bytes) -> None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # its end is noticed when we read
            self.channel.sendall(line + b"\n")

    def receive(self) -> list[bytes] | None:
        """Return the lines that the worker said; None when it has ended."""
        try:
            data = self.channel.recv(1 << 20)
        except ConnectionResetError:
            data = b""
        if not data:
            return None
        *lines, self._held = (self._held + data).split(b"\n")
        return lines

    def end(self, seconds: float) -> None:
        """End the worker and all it started: by closing its channel, then by force."""
        self.channel.close()
        if not ended(self.pidfd, seconds):
            self.process.terminate()  # its zygote and its launchers see their channels close, and sweep
            if not ended(self.pidfd, 1.0):
                self.process.kill()
                ended(self.pidfd, 5.0)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1.0)
        os.close(self.pidfd)


class _Slot(WorkerProcess):
    """One worker process and the job that it is at."""

    def __init__(self, setup: bytes, kernels: str, zygote: ZygoteHandle | None) -> None:
        """zygote: one that the worker shall go on with, a child of ours."""
        descriptors = () if zygote is None else zygote.descriptors
        given = () if zygote is None else (*descriptors, zygote.pid)
        super().__init__("arena.runner.worker", setup, kernels, given, descriptors)
        if zygote is not None:
            zygote.give_away()
        self._zygote = zygote
        self.job: Job | None = None

    def end(self, seconds: float) -> None:
        super().end(seconds)
        if self._zygote is not None:
            self._zygote.close()


class Pool:
    """Plays jobs on ``workers`` processes. One use: ``play``."""

    def __init__(self, setup: Setup, workers: int, spare: Spare | None = None) -> None:
        """spare: what the first worker shall go on with."""
        self._setup = msgspec.json.encode(setup)
        self._kernels = stored_kernels()
        self._workers = workers
        self._spare = spare or Spare()
        self._slots: list[_Slot] = []
        self._keep: set[int] = set()  # children that were here before us

    def play(self, games: PoolWork, stop: Stop) -> bool:
        """Play all that ``games`` has; return False when it was stopped before the end. Raises what ``games`` raises.

        Once it has ``enough`` the games that still run are of no use, and are ended at once.
        """
        adopt_orphans()
        sweep_homes()
        self._keep = set(children())
        ended_early = False
        try:
            while True:
                if games.enough:
                    ended_early = True
                    return True
                if not stop.asked:
                    self._issue(games)
                busy = [slot for slot in self._slots if slot.job is not None]
                if not busy and (stop.asked or games.more is None):
                    return not stop.asked
                if stop.asked > 1:
                    return False
                for slot in self._ready(busy, stop, games.more):
                    self._serve(slot, games)
                games.tick()
        except BaseException:
            ended_early = True  # nobody takes the records of the games that still run
            raise
        finally:
            self._close(at_once=stop.asked > 1 or ended_early)

    def _issue(self, games: PoolWork) -> None:
        """Give every free slot a job; start workers as they are needed, never more than there are jobs."""
        idle = [slot for slot in self._slots if slot.job is None]
        while idle or len(self._slots) < self._workers:
            job = games.take()
            if job is None:
                return
            if idle:
                slot = idle.pop()
            else:
                slot = _Slot(self._setup, self._kernels, self._spare.take())
                self._slots.append(slot)
            slot.job = job
            slot.send(msgspec.json.encode(job))

    def _ready(self, busy: list[_Slot], stop: Stop, more: int | None) -> list[_Slot]:
        poll = select.poll()
        poll.register(stop, select.POLLIN)
        if more is not None:
            poll.register(more, select.POLLIN)
        for slot in busy:
            poll.register(slot.channel, select.POLLIN)
        ready = {fd for fd, _ in poll.poll(500)}
        stop.drain()
        return [slot for slot in busy if slot.channel.fileno() in ready]

    def _serve(self, slot: _Slot, games: PoolWork) -> None:
        said = slot.receive()
        if said is None:
            self._slots.remove(slot)
            slot.end(0.0)
            sweep_orphans(self._keep | {other.process.pid for other in self._slots})
            sweep_homes()
            code = slot.process.returncode
            if slot.job is not None:
                games.failed(slot.job, Void("a worker process ended", f"exit status {code}"))
            return
        for line in said:
            done = msgspec.json.decode(line, type=Done)
            job, slot.job = slot.job, None
            assert job is not None and job.id == done.id
            games.done(job, done)

    def _close(self, at_once: bool) -> None:
        until = time.monotonic() + (0.0 if at_once else 5.0)
        for slot in self._slots:
            with contextlib.suppress(OSError):
                slot.channel.shutdown(socket.SHUT_WR)
        for slot in self._slots:
            slot.end(max(0.0, until - time.monotonic()))
        self._slots.clear()
        self._spare.close()
        sweep_orphans(self._keep)
        sweep_homes()
