"""A worker process in which the bots themselves play, one game after another. It can be ended by any of them.

Started by the pool for ``process: shared``. First line in: the Setup; then one Task a line. Out: for each task a line
with its record, the Void that it came to, or what a look at a bot found.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import select
import signal
import site
import socket
import sys
import time
from collections import deque
from pathlib import Path
from typing import Any

import msgspec

from arena.contract.game import Game, GameInfo
from arena.contract.outcome import Fault, Void
from arena.errors import ArenaError
from arena.records.record import GameRecord
from arena.runner.dialects import SharedDialects, clients_of, first_message
from arena.runner.guests import place_to_tell
from arena.runner.inside.guest_imports import find_plugins
from arena.runner.journal import Journal
from arena.runner.match import Match
from arena.runner.preflight import readiness
from arena.runner.sandbox.homes import make_home, remove_home
from arena.runner.seats.seat import Seat
from arena.runner.setup import Setup
from arena.runner.shared.common_random import CommonRandom
from arena.runner.shared.left_behind import LeftBehind
from arena.runner.shared.plugins import Plugins
from arena.runner.shared.seat import DepartedSeat, SharedSeat, WorkerParts
from arena.runner.shared.turn_log import LogEntry, TurnLog, new_log
from arena.runner.system import adopt_orphans, die_with_parent, sweep
from arena.runner.uncaught import uncaught
from arena.schedule import Job
from arena.variants.build import build_game, public_table
from arena.wire.message.plain import Message, info_of

_GARBAGE = (
    20_000  # objects between two looks for garbage in cycles, of which a game of ours leaves none: 8 % of its time
)
TOGETHER = 0.05  # seconds for which answers are held, where there is more to do, to be sent at one stroke


class Departure(msgspec.Struct, frozen=True):
    """Of a bot that ended the worker at which it played: the seat, the fault, and what is told of it.

    at_start: it was not ready yet.
    """

    seat: int
    fault: str
    detail: str
    at_start: bool = False


class Task(msgspec.Struct, frozen=True, tag="task"):
    """A game to be played, or to be gone on with: what was heard of it already, and who is no longer there."""

    job: Job
    log: tuple[LogEntry, ...] = ()
    departed: tuple[Departure, ...] = ()


class GameDone(msgspec.Struct, frozen=True):
    """What a worker says of one task: the record, or why there is none."""

    id: str
    record: GameRecord | None = None
    reason: str = ""
    detail: str = ""


class LookAt(msgspec.Struct, frozen=True, tag="look"):
    """A bot to be started for a game of a variant, and no more."""

    bot: str
    variant: str


class LookDone(msgspec.Struct, frozen=True):
    """What is wrong with it, "" for nothing, and what it printed."""

    problem: str = ""
    output: str = ""


class _Variant:
    """What seats need of a variant."""

    def __init__(self, setup: Setup, name: str) -> None:
        spec = setup.variants[name]
        self.game: Game[Any, Any] = build_game(spec)
        self.dialects = SharedDialects(self.game, spec)
        self._spec, self._table = spec, public_table(spec)

    def info(self, start: Message) -> GameInfo:
        """Return what a bot is told by the start of a game."""
        return info_of(start, self._spec.name, self._table)

    def sample(self) -> GameInfo:
        """Return what a bot is told of some game, to warm up."""
        return self.info(first_message(self._spec))


class SharedWorker:
    """Plays jobs of one setup with the bots in this process. ``close`` gives back what it took."""

    def __init__(self, setup: Setup, log: int | None = None) -> None:
        """log: a descriptor of ``new_log`` that is read elsewhere; None for one that nobody reads."""
        self._setup, self._terms = setup, setup.terms()
        self._log = TurnLog(new_log() if log is None else log)
        self._common = CommonRandom()
        self._common.install()
        by_cpu = setup.clock == "cpu"
        self._around = WorkerParts(
            Plugins(), self._log, self._common, setup.limits.output, by_cpu, LeftBehind().put_right
        )
        self._variants: dict[str, _Variant] = {}
        find_plugins(setup.paths, [bot.place or place_to_tell(bot.value) for bot in setup.bots.values()])

    def play(self, task: Task) -> GameRecord | Void:
        """Play one game."""
        job, setup = task.job, self._setup
        self._log.begin(task.log)
        try:
            variant = self._variant(job.variant)
        except ArenaError as error:
            return Void("the variant cannot be built here", str(error))
        gone = {departure.seat: departure for departure in task.departed}

        def open_seat(number: int) -> Seat:
            departure = gone.get(number)
            if departure is None:
                return self.seat(number, job.bots[number], job.variant)
            return DepartedSeat(Fault[departure.fault], departure.detail, ready=not departure.at_start)

        journal = Journal(Path(setup.journal), job, variant.game) if setup.journal else None
        match = Match(job, variant.game, variant.dialects, self._terms, open_seat, None, journal, self._log)
        try:
            return match.play()
        finally:
            if journal is not None:
                journal.close()

    def seat(self, number: int, bot: str, name: str) -> Seat:
        """Return a seat for a bot in the game of a variant that has begun last."""
        variant = self._variant(name)
        value = self._setup.bots[bot].value
        return SharedSeat(number, value, name, self._around, variant.dialects.shown, variant.info, variant.sample)

    def look(self, asked: LookAt) -> LookDone:
        """Start a bot as for a game."""
        setup = msgspec.structs.replace(self._setup, variants={asked.variant: self._setup.variants[asked.variant]})
        self._log.begin()
        try:
            seat = self.seat(0, asked.bot, asked.variant)
        except ArenaError:  # of a variant that cannot be built: that is told when it is played
            return LookDone()
        trouble = readiness(setup, setup.bots[asked.bot], seat)
        return LookDone() if trouble is None else LookDone(trouble.problem, trouble.output)

    def _variant(self, name: str) -> _Variant:
        if name not in self._variants:
            self._variants[name] = _Variant(self._setup, name)
        return self._variants[name]

    def close(self) -> None:
        self._log.close()


def prepare_process(setup: Setup) -> None:
    """Load what every game needs, so that no bot's clock runs for it."""
    site.setquit()  # as bots expect it: exit() and help()
    site.sethelper()
    importlib.import_module("numpy")
    if os.environ.get("ARENA_KERNELS"):
        from arena.jit import link_all

        link_all(but=("arena.lexicon.",))
    if any(spec.word is None for spec in setup.variants.values()):  # its game may be a plug-in
        sys.path += [path for path in setup.paths if path not in sys.path]
    for spec in setup.variants.values():
        with contextlib.suppress(Exception):  # told when it is played
            next(iter(clients_of(spec)(first_message(spec)).view().legal()), None)
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GARBAGE, 10, 10)


class _Orders:
    """The lines that come over a channel."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._lines: deque[bytes] = deque()
        self._held = b""
        self._poll = select.poll()
        self._poll.register(channel, select.POLLIN)

    def next(self) -> bytes | None:
        """Wait for the next line and return it; None at the end."""
        while not self._lines:
            data = self._channel.recv(1 << 16)
            if not data:
                return None
            *lines, self._held = (self._held + data).split(b"\n")
            self._lines += lines
        return self._lines.popleft()

    @property
    def waiting(self) -> bool:
        """Whether there is more already."""
        return bool(self._lines) or bool(self._poll.poll(0))


def _played(worker: SharedWorker, task: Task) -> GameDone:
    result = worker.play(task)
    if isinstance(result, Void):
        return GameDone(task.job.id, None, result.reason, result.detail)
    return GameDone(task.job.id, result)


def main() -> None:
    """Play the tasks that come over the socket whose descriptor is the first argument; the second is the turns' log."""
    sys.excepthook = uncaught
    die_with_parent()
    adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the runner decides what Ctrl-C means
    channel = socket.socket(fileno=int(sys.argv[1]))
    os.set_inheritable(channel.fileno(), False)
    os.register_at_fork(after_in_child=channel.close)  # or it would stay open when we end
    log = int(sys.argv[2])
    os.set_inheritable(log, False)
    encoder = msgspec.json.Encoder()
    orders: msgspec.json.Decoder[Task | LookAt] = msgspec.json.Decoder(Task | LookAt)
    home = make_home()
    os.chdir(home)
    os.environ["HOME"] = os.environ["TMPDIR"] = os.environ["XDG_CACHE_HOME"] = home
    sys.dont_write_bytecode = True  # beside the sources of bots, which somebody may work on
    worker: SharedWorker | None = None
    try:
        lines = _Orders(channel)
        setup = msgspec.json.decode(lines.next() or b"", type=Setup)
        prepare_process(setup)
        worker = SharedWorker(setup, log)
        held, sent = b"", time.monotonic()
        while (line := lines.next()) is not None:
            order = orders.decode(line)
            answer = worker.look(order) if isinstance(order, LookAt) else _played(worker, order)
            held += encoder.encode(answer) + b"\n"
            if time.monotonic() - sent >= TOGETHER or not lines.waiting:
                sweep(seconds=1.0)  # of what bots have started
                channel.sendall(held)
                held, sent = b"", time.monotonic()
    except (BrokenPipeError, ConnectionResetError):
        pass
    finally:
        if worker is not None:
            worker.close()
        sweep()
        os.chdir("/")
        remove_home(home)
