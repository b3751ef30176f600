"""A tournament from its values to its finished games: prepared, looked at, played; every game is stored at once.

``prepare`` once, then a ``Run``: ``look`` before the first game, ``play``, ``close``. What is missing is played.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import msgspec

from arena.config.model import Tournament
from arena.contract.outcome import Void
from arena.records.manifest import Manifest
from arena.records.record import GameRecord
from arena.records.store import Results, Store
from arena.runner.journal import sweep_journal
from arena.runner.manifest import differences, make_manifest, strangers
from arena.runner.plugin.find import Plugin, find, installed
from arena.runner.pool import Pool, Stop
from arena.runner.preflight import Trouble, start_all
from arena.runner.sandbox.limits import cores
from arena.runner.setup import Setup, setup_of
from arena.schedule.jobs import Job
from arena.schedule.result import Result
from arena.schedule.schedule import Schedule
from arena.schedule.stage import KindTable
from arena.variants.spec import VariantSpec


@dataclass(slots=True)
class Progress:
    """Where a run stands.

    total: games of the tournament, as far as is known. bound: "", or "at most" where it may stop early, or "about"
    where it goes by results. before: done by earlier runs. done: by this one. voids: failures of ours.
    faults: turns that were lost or games that were left through a fault. points: bot -> (points, games).
    out: bot -> why it is out of the tournament. stands: says where a stopping rule stands now, "" without one; that
    costs milliseconds, so it is asked only when it is shown.
    mended: what was damaged in the results and is played again, "" for nothing. rebuilt: what a damaged manifest was
    made again from.
    """

    total: int
    before: int
    done: int = 0
    voids: int = 0
    faults: int = 0
    began: float = field(default_factory=time.monotonic)
    points: dict[str, tuple[float, int]] = field(default_factory=dict)
    out: dict[str, str] = field(default_factory=dict)
    mended: str = ""
    rebuilt: str = ""
    bound: str = ""
    stands: Callable[[], str] = lambda: ""

    @property
    def rate(self) -> float:
        """Games a second of this run."""
        return self.done / max(1e-9, time.monotonic() - self.began)

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the end at this rate, None before the first game and where a stopping rule decides."""
        return (self.total - self.before - self.done) / self.rate if self.done and self.bound != "at most" else None

    @property
    def leader(self) -> str | None:
        """The bot with the best share of points so far; the first in the alphabet among equals."""
        played = {bot: points / games for bot, (points, games) in self.points.items() if games}
        return min(played, key=lambda bot: (-played[bot], bot)) if played else None

    def count(self, record: GameRecord) -> None:
        """Add a game to the table."""
        self.faults += sum(move.fault is not None for move in record.moves)
        if record.counts:
            outcome = record.outcome()
            for seat, bot in enumerate(record.bots):
                points, games = self.points.get(bot, (0.0, 0))
                self.points[bot] = points + outcome.points(seat), games + 1


class RunWatcher(Protocol):
    """What a run tells of itself, in this order. All is called by the thread that runs, but for ``looked_at``."""

    def opened(self, progress: Progress, workers: int) -> None:
        """The results can be written; nothing was started yet. workers: games at once."""

    def looking(self, bots: int) -> None:
        """So many bots are started once each, to see who can play."""

    def looked_at(self, bot: str) -> None:
        """A bot has started, or failed to; from several threads."""

    def looked(self, troubles: Sequence[Trouble]) -> None:
        """All were looked at; also where a failure of ours ends this (then without troubles)."""

    def began(self, progress: Progress, workers: int) -> None:
        """The first game is about to be played, or there is none to play."""

    def ticked(self, progress: Progress) -> None:
        """Twice a second or so, and after games."""

    def ended(self) -> None:
        """No game runs any more; the last call, whatever came before."""


class Unwatched:
    """A RunWatcher that does nothing; one that says something may begin with it."""

    def opened(self, progress: Progress, workers: int) -> None: ...
    def looking(self, bots: int) -> None: ...
    def looked_at(self, bot: str) -> None: ...
    def looked(self, troubles: Sequence[Trouble]) -> None: ...
    def began(self, progress: Progress, workers: int) -> None: ...
    def ticked(self, progress: Progress) -> None: ...
    def ended(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended.

    complete: everything that was planned is stored. verdict: what a stopping rule says at the end, "" without one.
    table: how things stand, of a kind that goes by results.
    """

    complete: bool
    progress: Progress
    folder: Path
    verdict: str = ""
    table: KindTable | None = None


def result_of(record: GameRecord) -> Result:
    """Return what the schedule needs to know of a game."""
    outcome = record.outcome()
    points = tuple(outcome.points(seat) for seat in range(len(record.bots)))
    crashed = {left.seat: left.detail for left in outcome.forfeits if left.fault is not None and left.fault.fatal}
    return Result(record.id, record.bots, points, record.scores, record.counts, crashed, record.reason)


def plugins_of(tournament: Tournament) -> dict[str, Plugin]:
    """Return the plug-in of each bot that is one. Raises BotError where it is not installed or named twice."""
    known = installed()
    return {bot.name: find(bot.plugin, known, f"bot {bot.name}") for bot in tournament.bots if bot.plugin}


@dataclass(frozen=True, slots=True)
class Prepared:
    """All that is known before anything is started. workers: games at once. folder: where the results go."""

    tournament: Tournament
    specs: tuple[VariantSpec, ...]
    plugins: dict[str, Plugin]
    setup: Setup
    workers: int
    folder: Path


def prepare(
    tournament: Tournament, specs: Sequence[VariantSpec], *, workers: int | None = None, output: Path | None = None
) -> Prepared:
    """Return what a run needs of a tournament; starts no bot.

    workers, output: instead of the file's. Raises BotError (a bot is not installed) and ConfigError (a sandbox that
    this machine does not have).
    """
    plugins = plugins_of(tournament)
    count = workers or tournament.workers or cores()
    setup = setup_of(tournament, {spec.name: spec for spec in specs}, plugins, count, output)
    folder = output or Path(tournament.output)
    setup = msgspec.structs.replace(setup, journal=str(folder.absolute()))
    return Prepared(tournament, tuple(specs), plugins, setup, count, folder)


class Run:
    """One run of a tournament. ``close``, or the end of a ``with``, gives its folder back; finished games are there.

    progress: where it stands. what: what it was prepared from.
    """

    def __init__(self, what: Prepared, *, resume: bool = False, watcher: RunWatcher | None = None) -> None:
        """Open the results for writing, and work out what is missing. Raises ResultsError (see Store)."""
        self.what = what
        self._watcher = watcher or Unwatched()
        manifest = make_manifest(what.tournament, what.specs, what.plugins, what.workers)
        self._store = Store(what.folder, manifest, resume=resume, differences=self._unlike)
        try:
            sweep_journal(what.folder)
            self._store.take_back()
            self.progress = Progress(0, 0, mended=self._store.mended, rebuilt=self._store.rebuilt)
            recorded = []
            for record in self._store.records():
                self.progress.count(record)
                recorded.append(result_of(record))
            self._schedule = Schedule(what.tournament, recorded)
            self.progress.before = len(recorded)
            self._first = self._schedule.take()
            if self._schedule.rule is not None:
                self.progress.stands = self._schedule.rule.text
            self._stand()
            self._watcher.opened(self.progress, what.workers)
        except BaseException:
            self.close()
            raise

    def _unlike(self, old: Manifest, new: Manifest) -> list[str]:
        if not old.lost:
            return differences(old, new)
        with Results(self.what.folder) as there:
            return strangers(there.records(), self.what.tournament, self.what.specs)

    def look(self) -> list[Trouble]:
        """Start every bot once, where there is a game left to play; return what went wrong, in the bots' order.

        Raises RunError where it goes wrong through us.
        """
        if self.progress.before >= self.progress.total:
            return []
        troubles: list[Trouble] = []
        self._watcher.looking(len(self.what.setup.bots))
        try:
            troubles = start_all(self.what.setup, looked_at=self._watcher.looked_at)
        finally:
            self._watcher.looked(troubles)
        return troubles

    def play(self, stop: Stop) -> Ending:
        """Play what is missing, until the end or until ``stop`` is asked.

        Raises ResultsError (somebody did something to the results) and RunError (a game failed through us too often);
        what was finished before is saved.
        """
        try:
            self._watcher.began(self.progress, self.what.workers)
            self.progress.began = time.monotonic()
            pool = Pool(self.what.setup, self.what.workers, max_voids=self.what.tournament.max_voids)
            complete = pool.play(
                self._issued(), self._keep, self._failed, stop, self._ticked, lambda: self._schedule.stopped
            )
            if complete:
                self._store.set_aside(self._schedule.surplus())
            self._stand()
        finally:
            self._watcher.ended()
        verdict = self._schedule.rule.ending() if self._schedule.rule is not None and complete else ""
        table = self._schedule.table() if complete else None
        return Ending(complete, self.progress, self.what.folder, verdict, table)

    def _issued(self) -> Iterator[Job | None]:
        job = self._first
        while job is not None or not self._schedule.over:
            yield job
            job = self._schedule.take()

    def _keep(self, record: GameRecord) -> None:
        if self._store.add(record):
            self.progress.done += 1
            self.progress.count(record)
            self._schedule.finished(result_of(record))

    def _failed(self, job: Job, void: Void) -> None:
        self.progress.voids += 1
        self._store.add_void(job.id, void.reason, void.detail, void.bot)

    def _ticked(self) -> None:
        self._store.look()
        self._stand()
        self._watcher.ticked(self.progress)

    def _stand(self) -> None:
        schedule, progress = self._schedule, self.progress
        progress.total = progress.before + progress.done if schedule.settled else schedule.total
        known = schedule.settled or schedule.exact
        progress.bound = "" if known else "at most" if schedule.rule is not None else "about"
        progress.out = dict(schedule.out)

    def close(self) -> None:
        """Give the folder of results back; nothing can be played any more."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()
