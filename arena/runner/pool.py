"""Worker processes under supervision: jobs out, records in, whatever dies on the way.

One process a slot. A worker that ends takes nothing with it: its game is a Void and is issued again, to a new
worker. A bot's process that is killed by a SIGKILL of nobody's here (a person, the system out of memory, or the bot
itself) has its game played again, once a bot and run; from then on it counts as a crash, so that nobody gains much
by it. The pool never waits without watching for signals, so a stop interrupts at once.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import subprocess
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from types import FrameType
from typing import Any

import msgspec

from arena.contract.outcome import Void
from arena.errors import RunError
from arena.records.record import GameRecord
from arena.runner.sandbox.homes import sweep_homes
from arena.runner.sandbox.own_python import own_command, own_environment
from arena.runner.setup import Setup
from arena.runner.system import adopt_orphans, children, ended, sweep_orphans
from arena.runner.worker import Done
from arena.schedule import Job

KILLED = "a bot's process was killed, and not by the arena"
_STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

OnRecord = Callable[[GameRecord], None]
OnVoid = Callable[[Job, Void], None]


class Stop:
    """How often somebody asked to stop: once to finish the running games, twice for now."""

    def __init__(self) -> None:
        self.asked = 0
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)
        self._before: dict[int, Any] = {}

    def ask(self, number: int = 0, frame: FrameType | None = None) -> None:
        self.asked += 1
        with contextlib.suppress(BlockingIOError):
            os.write(self._write, b".")

    def __enter__(self) -> Stop:
        for number in _STOPPING:
            with contextlib.suppress(ValueError):  # not in the main thread: signals are somebody else's
                self._before[number] = signal.signal(number, self.ask)
        return self

    def __exit__(self, *failure: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        os.close(self._read)
        os.close(self._write)

    def fileno(self) -> int:
        return self._read

    def drain(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.read(self._read, 1024)


class _Slot:
    """One worker process and the job that it is at."""

    def __init__(self, setup: bytes) -> None:
        ours, theirs = socket.socketpair()
        environment = own_environment()
        environment["OMP_NUM_THREADS"] = environment["OPENBLAS_NUM_THREADS"] = environment["NUMBA_NUM_THREADS"] = "1"
        environment["PYTHONHASHSEED"] = "0"
        with theirs:
            self.process = subprocess.Popen(
                own_command("arena.runner.worker", str(theirs.fileno())),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, pass_fds=[theirs.fileno()],
                start_new_session=True, env=environment,
            )  # fmt: skip
        self.pidfd = os.pidfd_open(self.process.pid)
        self.channel = ours
        self.job: Job | None = None
        self._held = b""
        self.send(setup)

    def send(self, line: bytes) -> None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # its end is noticed when we read
            self.channel.sendall(line + b"\n")

    def receive(self) -> list[Done] | None:
        """Return what the worker said; None when it has ended."""
        try:
            data = self.channel.recv(1 << 20)
        except ConnectionResetError:
            data = b""
        if not data:
            return None
        *lines, self._held = (self._held + data).split(b"\n")
        return [msgspec.json.decode(line, type=Done) for line in lines]

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


class Pool:
    """Plays jobs on ``workers`` processes. One use: ``play``."""

    def __init__(self, setup: Setup, workers: int, *, max_voids: int) -> None:
        self._setup = msgspec.json.encode(setup)
        self._workers = workers
        self._max_voids = max_voids
        self._slots: list[_Slot] = []
        self._spared: set[str] = set()  # bots that had a game played again because they were killed
        self._keep: set[int] = set()  # children that were here before us

    def play(
        self,
        jobs: Iterable[Job | None],
        on_record: OnRecord,
        on_void: OnVoid,
        stop: Stop,
        tick: Callable[[], None] = lambda: None,
        enough: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Play all jobs; return False when it was stopped before the end.

        jobs: None stands for "none now": asked again when a game has ended, so a schedule may wait for results.
        enough: once it is true the games that still run are of no use, and are ended at once.
        Every finished game is handed to ``on_record`` at once. ``tick`` is called twice a second or so.
        Raises RunError when one game fails through us more than ``max_voids`` times.
        """
        adopt_orphans()
        sweep_homes()
        self._keep = set(children())
        waiting = iter(jobs)
        ended_early = False
        again: deque[Job] = deque()
        voids: Counter[str] = Counter()

        def failed(job: Job, void: Void) -> None:
            voids[job.id] += void.reason != KILLED
            on_void(job, void)
            if voids[job.id] > self._max_voids:
                last = void.detail.strip().rpartition("\n")[2]
                raise RunError(
                    job.id,
                    f"this game failed {voids[job.id]} times through no fault of a player ({void.reason}: {last})",
                    "What was finished is saved; `--resume` goes on",
                )
            again.append(job)

        try:
            while True:
                if enough():
                    ended_early = True
                    return True
                if not stop.asked:
                    self._issue(waiting, again)
                busy = [slot for slot in self._slots if slot.job is not None]
                if not busy:
                    return not stop.asked
                if stop.asked > 1:
                    return False
                for slot in self._ready(busy, stop):
                    self._serve(slot, on_record, failed)
                tick()
        except BaseException:
            ended_early = True  # nobody takes the records of the games that still run
            raise
        finally:
            self._close(at_once=stop.asked > 1 or ended_early)

    def _issue(self, waiting: Iterator[Job | None], again: deque[Job]) -> None:
        """Give every free slot a job; start workers as they are needed, never more than there are jobs."""
        idle = [slot for slot in self._slots if slot.job is None]
        while idle or len(self._slots) < self._workers:
            job = again.popleft() if again else next(waiting, None)
            if job is None:
                return
            if idle:
                slot = idle.pop()
            else:
                slot = _Slot(self._setup)
                self._slots.append(slot)
            slot.job = job
            slot.send(msgspec.json.encode(job))

    def _ready(self, busy: list[_Slot], stop: Stop) -> list[_Slot]:
        poll = select.poll()
        poll.register(stop, select.POLLIN)
        for slot in busy:
            poll.register(slot.channel, select.POLLIN)
        ready = {fd for fd, _ in poll.poll(500)}
        stop.drain()
        return [slot for slot in busy if slot.channel.fileno() in ready]

    def _serve(self, slot: _Slot, on_record: OnRecord, failed: OnVoid) -> None:
        said = slot.receive()
        if said is None:
            self._slots.remove(slot)
            slot.end(0.0)
            sweep_orphans(self._keep | {other.process.pid for other in self._slots})
            sweep_homes()
            code = slot.process.returncode
            if slot.job is not None:
                failed(slot.job, Void("a worker process ended", f"exit status {code}"))
            return
        for done in said:
            job, slot.job = slot.job, None
            assert job is not None and job.id == done.id
            if done.record is not None and done.bot and done.bot not in self._spared:
                self._spared.add(done.bot)
                failed(job, Void(KILLED, done.killed, done.bot))
            elif done.record is not None:
                on_record(done.record)
            else:
                failed(job, Void(done.reason, done.detail, done.bot))

    def _close(self, at_once: bool) -> None:
        until = time.monotonic() + (0.0 if at_once else 5.0)
        for slot in self._slots:
            with contextlib.suppress(OSError):
                slot.channel.shutdown(socket.SHUT_WR)
        for slot in self._slots:
            slot.end(max(0.0, until - time.monotonic()))
        self._slots.clear()
        sweep_orphans(self._keep)
        sweep_homes()
