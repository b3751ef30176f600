"""The process of ours on a machine of a cluster: the arena's pool of workers, with games that come over a socket.

Started by task.py in a Dask worker. First line in: Begin; then a Job a line, or ``halt``: finish the games that run and
end. Out: Ready, then worker.Done for each job, and an empty line every few seconds, for a process that hangs says none.
When the socket closes, by whatever death, all ends at once.
"""

from __future__ import annotations

import contextlib
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from arena.cluster.facts import facts
from arena.cluster.messages import Begin, Ready, ToldTrouble
from arena.cluster.parts import relocated
from arena.contract.outcome import Void
from arena.errors import ArenaError, RunError
from arena.records.record import GameRecord
from arena.runner.kernels import compile_ahead
from arena.runner.plugin.bytecode import compile_modules
from arena.runner.plugin.contents import digest_of
from arena.runner.preflight import Trouble, start_all
from arena.runner.runs.pool import Pool
from arena.runner.runs.stop import Stop
from arena.runner.runs.trials import Trials, sentence_of
from arena.runner.sandbox.zygotes import Spare
from arena.runner.setup import Setup, launchers_for, walled, without
from arena.runner.shared.look import look_at_all
from arena.runner.shared.pool import SharedPool
from arena.runner.system import adopt_orphans
from arena.runner.uncaught import uncaught
from arena.runner.worker import Done
from arena.schedule import Job

HALT = b"halt"
GONE = "files of a bot are gone from this machine, or changed"
_BEAT = 3.0  # seconds between two empty lines


class _Given:
    """Games that come over a socket, as a pool takes them: a SharedWork."""

    enough = False

    def __init__(
        self, channel: socket.socket, held: bytes, stop: Stop, whole: Callable[[], bool] = lambda: True
    ) -> None:
        """held: what came behind the first line. whole: tells whether all that bots are made of is still there."""
        self._whole = whole
        self._channel, self._stop = channel, stop
        self.more: int | None = channel.fileno()
        self._held = b""
        self._said = time.monotonic()
        self._jobs: deque[Job] = deque()
        self._encoder = msgspec.json.Encoder()
        self._decoder = msgspec.json.Decoder(Job)
        self._read(held)

    def take(self) -> Job | None:
        return self._jobs.popleft() if self._jobs else None

    def done(self, job: Job, said: Done) -> None:
        self._say(self._line(said))

    def finished(self, *records: GameRecord) -> None:
        self._say(b"\n".join(self._line(Done(record.id, record)) for record in records))

    def _line(self, said: Done) -> bytes:
        """Return what is said of a game. No bot is charged for what became of its files on this machine."""
        lost = said.record is not None and (said.record.forfeits or not said.record.counts) and not self._whole()
        return self._encoder.encode(Done(said.id, None, GONE) if lost else said)

    def failed(self, job: Job, void: Void, *, ours: bool = True) -> None:
        killed = "" if ours else void.detail
        self.done(job, Done(job.id, None, void.reason, void.detail, killed, void.bot))

    def _say(self, line: bytes) -> None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # its end is noticed when we read
            self._channel.sendall(line + b"\n")
        self._said = time.monotonic()

    def tick(self) -> None:
        if time.monotonic() - self._said > _BEAT:
            self._say(b"")
        with contextlib.suppress(BlockingIOError, ConnectionResetError):
            while data := self._channel.recv(1 << 20, socket.MSG_DONTWAIT):
                self._read(data)
            self._stop.ask()  # whoever gave us games is gone
            self._stop.ask()

    def _read(self, data: bytes) -> None:
        *lines, self._held = (self._held + data).split(b"\n")
        for line in lines:
            if line == HALT:
                self._stop.ask()
            else:
                self._jobs.append(self._decoder.decode(line))


def _is_whole(begin: Begin) -> bool:
    """Tell whether the files of bots that were sent are what they were."""
    return all(
        digest_of((begin.places.get(label, ""),)) == digest
        for label, digest in begin.digests.items()
        if not label.startswith("words ")
    )


def setup_here(begin: Begin) -> Setup:
    """Return the setup of a run as it holds on this machine. Raises ConfigError: the sandbox that is asked for."""
    setup, paths = relocated(begin.setup, begin.places)
    for path in {path for bot in setup.bots.values() for path in bot.paths}:
        compile_modules(path)  # once, where it was sent
    setup = msgspec.structs.replace(
        setup,
        paths=tuple(dict.fromkeys((*begin.paths, *paths))),
        launchers=launchers_for(begin.workers),
        journal="",  # a file at the driver
    )
    return walled(setup, begin.isolation, begin.where, begin.output)


class _ToldTrials(Trials):
    """Says an empty line every few seconds: how long these games take is up to the bots and their clocks."""

    def __init__(self, jobs: Sequence[Job], channel: socket.socket) -> None:
        super().__init__(jobs)
        self._channel, self._said = channel, 0.0

    def tick(self) -> None:
        if time.monotonic() - self._said > _BEAT:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # its end is noticed later
                self._channel.sendall(b"\n")
            self._said = time.monotonic()


def look(setup: Setup, begin: Begin, spare: Spare, stop: Stop, channel: socket.socket) -> list[Trouble]:
    """Start every bot, and have those play a game that were handed in; return what is wrong, in the bots' order.

    channel: where it is told that such games are played. Raises RunError where it goes wrong through us.
    """
    if setup.process == "shared":
        return look_at_all(setup)
    troubles = start_all(setup, most=begin.workers, spare=spare)
    wrong = {trouble.bot for trouble in troubles}
    if jobs := [job for job in begin.trials if job.bots[0] not in wrong]:
        trials = _ToldTrials(jobs, channel)
        Pool(setup, begin.workers, spare).play(trials, stop)
        troubles += trials.troubles
        order = {bot: place for place, bot in enumerate(setup.bots)}
        troubles.sort(key=lambda trouble: order[trouble.bot])
    return troubles


def main() -> None:
    """Play what comes over the socket whose descriptor is the first argument."""
    sys.excepthook = uncaught
    adopt_orphans()
    channel = socket.socket(fileno=int(sys.argv[1]))
    channel.set_inheritable(False)
    held = b""
    while b"\n" not in held:
        if not (data := channel.recv(1 << 20)):
            return
        held += data
    line, _, held = held.partition(b"\n")
    begin = msgspec.json.decode(line, type=Begin)
    spare = Spare()
    with contextlib.closing(spare), Stop() as stop:
        try:
            setup = setup_here(begin)
            if any(spec.word is None for spec in setup.variants.values()):  # its game may be a plug-in
                sys.path += [path for path in setup.paths if path not in sys.path]
            compile_ahead(setup.variants.values())
            troubles = look(setup, begin, spare, stop, channel)
            setup = without(setup, {one.bot: sentence_of(one) for one in troubles if setup.bots[one.bot].paths})
        except ArenaError as error:
            ready = Ready(problem=str(error), lasting=not isinstance(error, RunError))
        else:
            heard = tuple(ToldTrouble(one.bot, one.variant, one.problem, one.output, one.killed) for one in troubles)
            digests = {name: spec.digest for name, spec in setup.variants.items()}
            ready = Ready(variants=digests, troubles=heard, facts=facts())
        try:
            channel.sendall(msgspec.json.encode(ready) + b"\n")
        except (BrokenPipeError, ConnectionResetError):
            return
        if ready.problem:
            return
        given = _Given(channel, held, stop, partial(_is_whole, begin))
        if setup.process == "shared":
            SharedPool(setup, begin.workers).play(given, stop)
        else:
            Pool(setup, begin.workers, spare).play(given, stop)
