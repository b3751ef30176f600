"""A worker process: plays one game after another, each bot in a process of its own. Imports no bot.

Started by pool.py. First line in: the Setup; then one Job a line.
Out: for each job a line with its record, or with the Void that it came to.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
from collections import OrderedDict
from pathlib import Path
from typing import Any

import msgspec

from arena.contract.game import Game
from arena.contract.outcome import Void
from arena.errors import ArenaError, RunError
from arena.records.record import GameRecord
from arena.runner.dialects import Dialects
from arena.runner.guests import launcher_of, program_of, zygote_of
from arena.runner.journal import Journal
from arena.runner.match import Match, Trace
from arena.runner.sandbox.launchers import LauncherHandle
from arena.runner.sandbox.zygotes import ZygoteHandle
from arena.runner.seats.address import AddressSeat
from arena.runner.seats.not_ready import NotReady
from arena.runner.seats.process import ProcessSeat
from arena.runner.seats.seat import Seat
from arena.runner.setup import Setup
from arena.runner.system import adopt_orphans, die_with_parent, sweep_orphans
from arena.runner.uncaught import uncaught
from arena.schedule import Job
from arena.variants.build import build_game

_TRIES = 2  # processes that fail at import or warm-up, one after the other, before their bot is taken for broken here

Key = tuple[str, int, str]  # of a launcher: bot, which of its seats, variant ("" where it serves all)


class Done(msgspec.Struct, frozen=True):
    """What a worker says of one job: its record, or why there is none.

    killed: a bot's process was killed in it, and not by us: how, and ``bot``: whose; without a record, it was the
    worker in which it played. bot: without a record, whose process ended the game, "" where it was none.
    """

    id: str
    record: GameRecord | None = None
    reason: str = ""
    detail: str = ""
    killed: str = ""
    bot: str = ""


class Worker:
    """Plays jobs of one setup. ``close`` ends every process that it started, and the zygote that it was given."""

    def __init__(self, setup: Setup, spare: ZygoteHandle | None = None) -> None:
        """spare: a zygote that has started this setup's bots before, to be used instead of a new one."""
        self._setup = setup
        self._spare = spare
        self.killed = ""
        self._terms = setup.terms()
        self._zygote: ZygoteHandle | None = None
        self._launchers: OrderedDict[Key, LauncherHandle] = OrderedDict()
        self._broken: dict[str, tuple[int, str, str]] = {}  # bot -> failures in a row, what was told, what it printed
        self._kept: dict[Key, ProcessSeat] = {}
        self._dialects: dict[str, tuple[Game[Any, Any], Dialects]] = {}

    def play(self, job: Job, trace: Trace | None = None) -> GameRecord | Void:
        """Play one game; ``killed`` then says whose process was killed by somebody else, "" for nobody's."""
        self.killed = ""
        try:
            game, dialects = self._variant(job.variant)
        except ArenaError as error:
            return Void("the variant cannot be built here", str(error))
        self._prepare(job)
        opened: dict[Key, ProcessSeat] = {}
        journal = self._journal(job, game, dialects.opening(job.pair))
        match = Match(job, game, dialects, self._terms, lambda seat: self._open(job, seat, opened), trace, journal)
        try:
            result = match.play(keep=True)  # seats say whether they may stay
        finally:
            if journal is not None:
                journal.close()
        self.killed = match.killed
        for key, seat in opened.items():
            self._note(key[0], seat)
            if seat in match.keep:
                self._kept[key] = seat
        sweep_orphans(self._known(), seconds=1.0)
        return result

    def _journal(self, job: Job, game: Game[Any, Any], opening: tuple[str, ...]) -> Journal | None:
        if not self._setup.journal:
            return None
        outside = any(self._setup.bots[bot].address for bot in job.bots)
        return Journal(Path(self._setup.journal), job, game, outside=outside, opening=opening)

    def _known(self) -> set[int]:
        return set() if self._zygote is None else {self._zygote.pid}

    def _variant(self, name: str) -> tuple[Game[Any, Any], Dialects]:
        if name not in self._dialects:
            spec = self._setup.variants[name]
            game = build_game(spec)
            foreign = any(bot.foreign for bot in self._setup.bots.values())
            self._dialects[name] = game, Dialects(game, spec, foreign=foreign)
        return self._dialects[name]

    def _prepare(self, job: Job) -> None:
        """Start those processes of ours that the seats of a game need, so that bots do not seem slow to start.

        What fails is tried again, and told, when the seat is opened.
        """
        keys: set[Key] = set()
        for number, name in enumerate(job.bots):
            bot, key = self._setup.bots[name], self._key(job, number)
            if bot.refused or bot.command or bot.address or key in self._kept or name in self._broken:
                continue
            with contextlib.suppress(NotReady, RunError, OSError):
                self._launcher(key, keys)
                keys.add(key)

    def _key(self, job: Job, number: int) -> Key:
        """Return what names the launcher of a seat."""
        bot = self._setup.bots[job.bots[number]]
        keeps = bot.kept(self._setup.process)
        return bot.name, job.bots[:number].count(bot.name), job.variant if keeps else ""

    def _open(self, job: Job, number: int, opened: dict[Key, ProcessSeat]) -> Seat:
        bot = self._setup.bots[job.bots[number]]
        if bot.refused:
            raise NotReady(f"not admitted: {bot.refused}")
        if bot.command:
            return program_of(self._setup, bot)
        if bot.address:
            return AddressSeat(bot.address, self._setup.limits)
        key = self._key(job, number)
        tries, detail, output = self._broken.get(bot.name, (0, "", ""))
        if tries >= _TRIES:
            raise NotReady(detail, output)
        seat = self._kept.pop(key, None)
        if seat is None:
            seat = ProcessSeat(self._launcher(key, {*opened}), job.variant)
            seat.process = "kept" if bot.kept(self._setup.process) else "fresh"
        opened[key] = seat
        return seat

    def _note(self, bot: str, seat: ProcessSeat) -> None:
        """Count the processes of a bot that failed at import or warm-up, one after the other."""
        if seat.failed_to_begin:
            self._broken[bot] = self._broken.get(bot, (0,))[0] + 1, seat.reason_at_end, seat.printed_at_end
        else:
            self._broken.pop(bot, None)

    def _launcher(self, key: Key, busy: set[Key]) -> LauncherHandle:
        """Return the launcher of a seat, started if need be; the one longest unused makes room."""
        launcher = self._launchers.get(key)
        if launcher is not None and launcher.alive:
            self._launchers.move_to_end(key)
            return launcher
        if launcher is not None:
            self._drop(key)
        if self._zygote is None or not self._zygote.alive:
            self._start_zygote()
        assert self._zygote is not None
        for old in [old for old in self._launchers if old not in busy]:
            if len(self._launchers) < self._setup.launchers:
                break
            self._drop(old)
        self._launchers[key] = launcher_of(self._setup, self._zygote, self._setup.bots[key[0]])
        return self._launchers[key]

    def _start_zygote(self) -> None:
        for key in list(self._launchers):
            self._drop(key)
        old, self._zygote = self._zygote, None  # not closed again where the next one does not start
        if old is not None:
            old.close()
        spare, self._spare = self._spare, None
        self._zygote = zygote_of(self._setup, spare=spare)

    def _drop(self, key: Key) -> None:
        seat = self._kept.pop(key, None)
        if seat is not None:
            seat.close(patience=0.0)
        self._launchers.pop(key).close()

    def start(self, bot: str, variant: str) -> None:
        """Have all done that comes before a bot's first game of a variant. Raises NotReady."""
        made = self._setup.bots[bot]
        if made.value:
            self._launcher((bot, 0, variant if made.kept(self._setup.process) else ""), set())

    def close(self) -> None:
        """End every process that was started here."""
        for key in list(self._launchers):
            self._drop(key)
        for zygote in (self._zygote, self._spare):
            if zygote is not None:
                zygote.close()
        self._zygote = self._spare = None
        sweep_orphans(())


def _given(words: list[str]) -> ZygoteHandle | None:
    """Return the zygote that whoever started us left to us: its channel, what it prints, its process id."""
    if not words:
        return None
    channel, heard, pid = map(int, words)
    for descriptor in (channel, heard):
        os.set_inheritable(descriptor, False)
    try:
        return ZygoteHandle(socket.socket(fileno=channel), heard, pid)
    except OSError:  # it is gone
        return None


def main() -> None:
    """Play the jobs that come over the socket whose descriptor is the first argument.

    Three more arguments, where they are there, are a zygote for this worker.
    """
    sys.excepthook = uncaught
    die_with_parent(signal.SIGTERM)
    adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the runner decides what Ctrl-C means
    channel = socket.socket(fileno=int(sys.argv[1]))
    os.set_inheritable(channel.fileno(), False)
    worker: Worker | None = None
    encoder = msgspec.json.Encoder()
    try:
        with channel.makefile("rb") as lines:
            setup = msgspec.json.decode(lines.readline(), type=Setup)
            if any(spec.word is None for spec in setup.variants.values()):  # its game may be a plug-in
                sys.path += [path for path in setup.paths if path not in sys.path]
            worker = Worker(setup, _given(sys.argv[2:]))
            for line in lines:
                job = msgspec.json.decode(line, type=Job)
                result = worker.play(job)
                if isinstance(result, Void):
                    done = Done(job.id, None, result.reason, result.detail, bot=result.bot)
                else:
                    bot, _, how = worker.killed.partition(": ")
                    done = Done(job.id, result, killed=how, bot=bot)
                channel.sendall(encoder.encode(done) + b"\n")
    except (BrokenPipeError, ConnectionResetError):
        pass
    finally:
        if worker is not None:
            with contextlib.suppress(Exception):
                worker.close()
