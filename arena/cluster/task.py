"""What a Dask worker runs for a driver: plain functions of bytes, and the processes that it holds for runs.

Dask has the driver's arguments pickled, so only a driver sends code to a worker, and may do there what the worker's
user may. Nothing that a bot said is unpickled anywhere: it stays text in a record, which is JSON until the driver
decodes it by its schema.

A run has one process here (machine.py), and all that was sent lies in one folder, which belongs to this process like a
bot's home: who finds its owner dead removes it. A run that nobody has asked for in a while is ended, as its driver may
be dead; and so is one whose process hangs.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import select
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

import msgspec

from arena.cluster.calibration import speed
from arena.cluster.facts import facts, machine_name
from arena.cluster.messages import BatchPlayed, Begin, Inspection, Ready, RunPart, SentFile
from arena.cluster.parts import found_here
from arena.runner.plugin.contents import digest_of
from arena.runner.sandbox.homes import make_home, remove_home, sweep_homes
from arena.runner.sandbox.isolation import offered
from arena.runner.sandbox.own_python import own_command, own_environment, plugin_paths
from arena.runner.system import ended, signal_group
from arena.schedule import Job

IDLE = 120.0  # seconds after which a run that nobody asks for is ended
SILENT = 30.0  # seconds without a word of a run's process, after which it is ended
_LOOK = 5.0  # seconds between two looks at that
_STARTING = 300.0  # seconds for a run's process to start and to compile what games need, apart from starting bots
_ENDING = 10.0  # seconds that a run's process has to end by itself
NOBODY = "there is no process for this run"


class _Id(msgspec.Struct):
    """All that is looked at here of a line that a worker said."""

    id: str


class _Batch:
    """Games that one call waits for."""

    def __init__(self, jobs: list[Job]) -> None:
        self.missing = {job.id for job in jobs}
        self.lines: list[str] = []
        self.over = threading.Event()


class _Held:
    """One run in this Dask worker. Used from several threads."""

    def __init__(self, run: str) -> None:
        self._run, self.folder = run, make_home()
        self._lock = threading.Lock()
        self._sending = threading.Lock()  # apart, as sending waits for a process that may wait for us to listen
        self._batches: list[_Batch] = []
        self._used = time.monotonic()
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: socket.socket | None = None
        self._starting = False
        self._ready = threading.Event()  # for listening: the process is, or all is over
        self._gone = ""
        threading.Thread(target=self._watch, name=f"arena {run}", daemon=True).start()

    def receive(self, files: list[SentFile]) -> None:
        """Write files of the driver's into the run's folder."""
        self._used = time.monotonic()
        base = Path(self.folder).resolve()
        for file in files:
            path = (base / file.name).resolve()
            if base not in path.parents:
                raise ValueError(f"{file.name} lies outside of the run's folder")
            path.parent.mkdir(parents=True, exist_ok=True)
            begun = path.with_name(f"{path.name}.part")
            with open(begun, "r+b" if begun.exists() else "wb") as opened:
                if opened.seek(0, os.SEEK_END) < file.offset:
                    raise ValueError(f"a piece of {file.name} before byte {file.offset} has not come")
                opened.seek(file.offset)  # one that comes twice changes nothing
                opened.write(file.data)
            if not file.more:
                begun.chmod(0o755 if file.executable else 0o644)
                begun.rename(path)

    def begin(self, begin: Begin) -> bytes:
        """Start the run's process; return what it says when it has looked at the bots (a Ready).

        Raises ValueError where a part is not what the driver has said that it sends.
        """
        places = {
            label: path if os.path.isabs(path) else f"{self.folder}/{path}" for label, path in begin.places.items()
        }
        for label, digest in begin.digests.items():
            if digest_of((places.get(label, ""),)) != digest:
                raise ValueError(f"{label} has not come as it was when the run began; was it changed meanwhile?")
        begin = msgspec.structs.replace(begin, places=places, paths=plugin_paths())
        ours, theirs = socket.socketpair()
        with theirs, self._lock:
            if self._gone:
                ours.close()
                return msgspec.json.encode(Ready(problem=self._gone))
            self._starting = True
            self._process = subprocess.Popen(
                own_command("arena.cluster.machine", str(theirs.fileno())), env=own_environment(), cwd="/",
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, pass_fds=[theirs.fileno()],
                start_new_session=True,
            )  # fmt: skip
            self._channel = ours
        line, held, problem = b"", b"", "the run's process ended before it was ready; see its worker's log"
        until = time.monotonic() + (limit := _start_limit(begin))
        try:
            ours.settimeout(limit)
            ours.sendall(msgspec.json.encode(begin) + b"\n")
            while b"\n" not in held:
                ours.settimeout(max(0.001, until - time.monotonic()))
                if not (data := ours.recv(1 << 20)):
                    break
                held = (held + data).lstrip(b"\n")
                if not held:  # games of bots that were handed in take as long as these like, within their clocks
                    until = max(until, time.monotonic() + SILENT)
            line, found, _ = held.partition(b"\n")
            line = line if found else b""
            ours.settimeout(SILENT)
        except TimeoutError:
            problem = f"the run's process was not ready within {limit:.0f} s"
            self.end(0.0)
        except OSError:
            pass
        if not line:
            self.end()
            return msgspec.json.encode(Ready(problem=problem))
        self._used = time.monotonic()
        self._ready.set()
        return line

    def play(self, data: bytes) -> BatchPlayed:
        """Play games, JSON lines; return what came of them when all are over, or when the process is."""
        jobs = [msgspec.json.decode(line, type=Job) for line in data.split(b"\n")]
        batch = _Batch(jobs)
        with self._lock:
            self._used = time.monotonic()
            if self._gone or self._channel is None:
                return BatchPlayed((), self._gone or NOBODY)
            self._batches.append(batch)
            channel = self._channel
        self._send(channel, data + b"\n")
        batch.over.wait()
        with self._lock:
            self._used = time.monotonic()
            return BatchPlayed(tuple(batch.lines), self._gone if batch.missing else "")

    def _send(self, channel: socket.socket, data: bytes) -> None:
        """Tell the run's process something. Where it takes nothing, it is ended from where we listen."""
        try:
            with self._sending:
                channel.sendall(data)
        except OSError:
            with contextlib.suppress(OSError):
                channel.shutdown(socket.SHUT_RDWR)

    def _watch(self) -> None:
        """End the run when its time has come, whatever else happens here."""
        patience = _ENDING
        try:
            while not self._ready.wait(_LOOK):
                if not self._starting and self._idle:
                    return
            patience = self._listen()
        finally:
            self.end(patience)

    @property
    def _idle(self) -> bool:
        return not self._batches and time.monotonic() - self._used > IDLE

    def _listen(self) -> float:
        """Hear the run's process until it ends or has to; return the seconds that it has for that."""
        channel = self._channel
        held, silent = b"", 0.0
        while channel is not None and not self._idle:
            try:
                if not select.select([channel], [], [], _LOOK)[0]:
                    silent += _LOOK  # looks, not a clock: all of us may have been stopped for a while
                    if silent < SILENT:
                        continue
                    with self._lock:
                        self._gone = self._gone or f"the run's process hangs: no word of it for {SILENT:.0f} s"
                    return 0.0
                data = channel.recv(1 << 20)
            except (OSError, ValueError):  # closed
                break
            if not data:
                break
            silent = 0.0
            *lines, held = (held + data).split(b"\n")
            self._take([line for line in lines if line])
        return _ENDING

    def _take(self, lines: list[bytes]) -> None:
        with self._lock:
            for line in lines:
                name = msgspec.json.decode(line, type=_Id).id
                for batch in self._batches:
                    if name in batch.missing:
                        batch.missing.discard(name)
                        batch.lines.append(line.decode())
                        break
            over = [batch for batch in self._batches if not batch.missing]
            self._batches = [batch for batch in self._batches if batch.missing]
        for batch in over:
            batch.over.set()

    def halt(self) -> None:
        """Have the games that run finished, and no other begun."""
        with self._lock:
            channel = self._channel
        if channel is not None:
            self._send(channel, b"halt\n")

    def end(self, patience: float = _ENDING) -> None:
        """End the run's process with all that is below it, and remove what was sent. patience: see ``_end``."""
        with self._lock:
            waiting, self._batches = self._batches, []
            self._gone = self._gone or "the run's process ended"
            channel, self._channel = self._channel, None
            process, self._process = self._process, None
        self._ready.set()
        for batch in waiting:
            batch.over.set()
        if channel is not None:
            with contextlib.suppress(OSError):
                channel.shutdown(socket.SHUT_RDWR)  # wakes whoever listens
            channel.close()
        if process is not None:
            _end(process, patience)
        with _LOCK:
            if _RUNS.get(self._run) is self:
                del _RUNS[self._run]
        remove_home(self.folder)


def _start_limit(begin: Begin) -> float:
    """Return how many seconds a run's process may take until it is ready: every bot is started, some of them twice.

    Games of bots against themselves come on top: while they are played it says so.
    """
    setup = begin.setup
    turns = -(-len(setup.bots) // max(1, begin.workers))
    return _STARTING + 2 * turns * len(setup.variants) * setup.limits.start_time


def _end(process: subprocess.Popen[bytes], patience: float) -> None:
    """End a process, and its group. patience: seconds that it has for it."""
    with contextlib.suppress(OSError):
        pidfd = os.pidfd_open(process.pid)
        try:
            if not ended(pidfd, patience):
                signal_group(process.pid, signal.SIGKILL)
        finally:
            os.close(pidfd)
    process.wait()


_LOCK = threading.Lock()
_RUNS: dict[str, _Held] = {}


def inspect(parts: bytes, timed: bool) -> bytes:
    """Return an Inspection of this machine. parts: JSON of those of a run. timed: whether its speed matters."""
    found = found_here(msgspec.json.decode(parts, type=list[RunPart]))
    measured = speed() if timed else 0.0
    return msgspec.json.encode(Inspection(machine_name(), facts(), found, tuple(sorted(offered())), measured))


def receive(run: str, files: bytes, first: bool) -> None:
    """Keep files of a run until it ends; msgpack of SentFiles.

    first: none came before; what is here of the run is of an earlier try, after which its driver lost us, and is ended.
    """
    if first:
        end(run)
    with _LOCK:
        held = _RUNS.get(run) or _RUNS.setdefault(run, _Held(run))
    held.receive(msgspec.msgpack.decode(files, type=list[SentFile]))


def begin(run: str, data: bytes) -> bytes:
    """Start a run's process, once its files are there; return a Ready."""
    sweep_homes()
    with _LOCK:
        held = _RUNS.get(run)
    if held is None:
        return msgspec.json.encode(Ready(problem=NOBODY))
    return held.begin(msgspec.json.decode(data, type=Begin))


def play(run: str, jobs: bytes) -> bytes:
    """Play games of a run, JSON of a Job a line; return a BatchPlayed."""
    with _LOCK:
        held = _RUNS.get(run)
    return msgspec.json.encode(BatchPlayed((), NOBODY) if held is None else held.play(jobs))


def halt(run: str) -> None:
    """Have the running games of a run finished, and no other begun. Returns at once."""
    with _LOCK:
        held = _RUNS.get(run)
    if held is not None:
        held.halt()


def end(run: str) -> None:
    """End a run here. Returns at once; what is there to be ended ends within seconds."""
    with _LOCK:
        held = _RUNS.pop(run, None)
    if held is not None:
        threading.Thread(target=held.end, name=f"end {run}").start()


@atexit.register
def _end_all() -> None:
    with _LOCK:
        held = [*_RUNS.values()]
        _RUNS.clear()
    for run in held:
        run.end()
