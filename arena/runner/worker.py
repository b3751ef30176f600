"""A worker process: plays one game after another, each bot in a process of its own. Imports no bot.

``python -m arena.runner.worker FD`` is started by pool.py. First line in: the Setup; then one Job a line.
Out: for each job a line with its record, or with the Void that it came to.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
from collections import OrderedDict
from typing import Any

import msgspec

from arena.contract.game import Game
from arena.contract.outcome import Void
from arena.errors import ArenaError
from arena.records.record import GameRecord
from arena.runner.address_seat import AddressSeat
from arena.runner.dialects import Dialects
from arena.runner.guests import program_of, template_of
from arena.runner.match import Match, Terms, Trace
from arena.runner.process_seat import NotReady, ProcessSeat, TemplateHandle
from arena.runner.seat import Seat
from arena.runner.setup import Setup
from arena.runner.system import adopt_orphans, die_with_parent, sweep_orphans
from arena.runner.uncaught import uncaught
from arena.schedule import Job
from arena.variants.build import build_game

_TRIES = 2  # starts of a template that fail before its bot is taken for broken in this worker
_KILLS = 6  # the same, where the template was killed by a SIGKILL that was not ours


class Done(msgspec.Struct, frozen=True):
    """What a worker says of one job: its record, or why there is none.

    killed: the record is that of a game in which a bot's process was killed, and not by us: how, and ``bot``: whose.
    bot: without a record, whose process ended the game, "" where it was none.
    """

    id: str
    record: GameRecord | None = None
    reason: str = ""
    detail: str = ""
    killed: str = ""
    bot: str = ""


class Worker:
    """Plays jobs of one setup. ``close`` ends every process that it started."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self.killed = ""
        self._terms = Terms(
            setup.move_time,
            setup.limits,
            setup.patience,
            {name: bot.options for name, bot in setup.bots.items()},
            setup.clock,
            setup.backstop,
            setup.versions,
        )
        self._templates: OrderedDict[str, TemplateHandle] = OrderedDict()
        self._broken: dict[str, tuple[int, NotReady]] = {}
        self._kept: dict[tuple[str, str], ProcessSeat] = {}
        self._dialects: dict[str, tuple[Game[Any, Any], Dialects]] = {}

    def play(self, job: Job, trace: Trace | None = None) -> GameRecord | Void:
        """Play one game; ``killed`` then says whose process was killed by somebody else, "" for nobody's."""
        self.killed = ""
        try:
            game, dialects = self._variant(job.variant)
        except ArenaError as error:
            return Void("the variant cannot be built here", str(error))
        match = Match(job, game, dialects, self._terms, lambda seat: self._open(job, seat), trace)
        result = match.play(keep=True)  # seats say whether they may stay
        self.killed = match.killed
        for seat in match.keep:
            if isinstance(seat, ProcessSeat):
                self._kept[seat.owner] = seat
        sweep_orphans(self._known(), seconds=1.0)
        return result

    def _known(self) -> set[int]:
        return {template.process.pid for template in self._templates.values()}

    def _variant(self, name: str) -> tuple[Game[Any, Any], Dialects]:
        if name not in self._dialects:
            spec = self._setup.variants[name]
            game = build_game(spec)
            foreign = any(bot.foreign for bot in self._setup.bots.values())
            self._dialects[name] = game, Dialects(game, spec, foreign=foreign)
        return self._dialects[name]

    def _open(self, job: Job, number: int) -> Seat:
        bot = self._setup.bots[job.bots[number]]
        if bot.command:
            return program_of(self._setup, bot)
        if bot.address:
            return AddressSeat(bot.address, self._setup.limits)
        kept = self._kept.pop((bot.name, job.variant), None)
        if kept is not None:
            return kept
        template = self._template(bot.value)
        try:
            template.prepare(self._setup.variants[job.variant])
            seat = template.fork()
        except NotReady as failure:
            self._drop(bot.value)
            self._count_failure(bot.value, failure)
            raise
        self._broken.pop(bot.value, None)
        seat.owner = (bot.name, job.variant)
        if bot.kept(self._setup.process):
            seat.process = "kept"
        return seat

    def _template(self, value: str) -> TemplateHandle:
        """Return the template of a plug-in, started if need be; the one longest unused makes room."""
        template = self._templates.get(value)
        if template is not None and template.alive:
            self._templates.move_to_end(value)
            return template
        if template is not None:
            self._drop(value)
        tries, failure = self._broken.get(value, (0, None))
        if failure is not None and tries >= (_KILLS if failure.killed else _TRIES):
            raise NotReady(failure.detail, failure.output)  # its own failure by now, whoever it was at first
        while len(self._templates) >= self._setup.templates:
            self._drop(next(iter(self._templates)))
        try:
            self._templates[value] = template_of(self._setup, value)
        except NotReady as failed:
            self._count_failure(value, failed)
            raise
        return self._templates[value]

    def _count_failure(self, value: str, failure: NotReady) -> None:
        self._broken[value] = self._broken.get(value, (0, None))[0] + 1, failure

    def _drop(self, value: str) -> None:
        template = self._templates.pop(value, None)
        if template is None:
            return
        for owner, seat in list(self._kept.items()):
            if seat.belongs_to(template):
                seat.close(patience=0.0)
                del self._kept[owner]
        template.close()

    def start(self, bot: str, variant: str) -> None:
        """Have a plug-in's template import it and prepare a variant; raises NotReady."""
        made = self._setup.bots[bot]
        if made.value:
            self._template(made.value).prepare(self._setup.variants[variant])

    def close(self) -> None:
        """End every process that was started here."""
        for value in list(self._templates):
            self._drop(value)
        sweep_orphans(())


def main() -> None:
    """Play the jobs that come over the socket whose descriptor is the first argument."""
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
            worker = Worker(msgspec.json.decode(lines.readline(), type=Setup))
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


if __name__ == "__main__":
    main()
