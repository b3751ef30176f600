"""A tournament from its values to its finished games: what is missing is played, and every game is stored at once."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from arena.config.model import Tournament
from arena.contract.outcome import Fault
from arena.records.record import GameRecord
from arena.records.store import Store
from arena.runner.limits import cores
from arena.runner.manifest import differences, make_manifest
from arena.runner.plugins import Plugin, find, installed
from arena.runner.pool import Pool, Stop
from arena.runner.setup import setup_of
from arena.schedule import Job, count_jobs, jobs, missing
from arena.variants.spec import VariantSpec


@dataclass(slots=True)
class Progress:
    """Where a run stands.

    total: games of the tournament. before: done by earlier runs. done: by this one. voids: failures of ours.
    faults: turns that were lost or games that were left through a fault. points: bot -> (points, games).
    out: bot -> why it is out of the tournament.
    """

    total: int
    before: int
    done: int = 0
    voids: int = 0
    faults: int = 0
    began: float = field(default_factory=time.monotonic)
    points: dict[str, tuple[float, int]] = field(default_factory=dict)
    out: dict[str, str] = field(default_factory=dict)

    @property
    def rate(self) -> float:
        """Games a second of this run."""
        return self.done / max(1e-9, time.monotonic() - self.began)

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the end at this rate, None before the first game."""
        return (self.total - self.before - self.done) / self.rate if self.done else None

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


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended. complete: everything that was planned is stored. workers: how many there were."""

    complete: bool
    progress: Progress
    folder: Path


class Crashes:
    """Who is out: bots that left ``most`` games in a row through a fatal fault, in the order of the schedule."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._order: deque[str] = deque()
        self._waiting: dict[str, GameRecord] = {}
        self._row: dict[str, int] = defaultdict(int)
        self.out: dict[str, str] = {}

    def issued(self, job: Job) -> None:
        self._order.append(job.id)

    def finished(self, record: GameRecord) -> None:
        """Note a game; it counts when all games before it in the schedule are finished."""
        self._waiting[record.id] = record
        while self._order and self._order[0] in self._waiting:
            self._count(self._waiting.pop(self._order.popleft()))

    def _count(self, record: GameRecord) -> None:
        fatal = {left.seat: left for left in record.forfeits if left.fault is not None and Fault[left.fault].fatal}
        for seat, bot in enumerate(record.bots):
            self._row[bot] = self._row[bot] + 1 if seat in fatal or not record.counts else 0
            if self._row[bot] >= self._most and bot not in self.out:
                last = fatal[seat].detail if seat in fatal else record.reason
                self.out[bot] = f"left {self._most} games in a row; the last: {last}"


def plugins_of(tournament: Tournament) -> dict[str, Plugin]:
    """Return the plug-in of each bot that is one. Raises BotError where it is not installed or named twice."""
    known = installed()
    return {bot.name: find(bot.plugin, known, f"bot {bot.name}") for bot in tournament.bots if bot.plugin}


def run_tournament(
    tournament: Tournament,
    specs: Sequence[VariantSpec],
    folder: Path,
    stop: Stop,
    *,
    resume: bool = False,
    workers: int | None = None,
    tick: Callable[[Progress], None] = lambda progress: None,
    opened: Callable[[Progress, int], None] = lambda progress, workers: None,
) -> Ending:
    """Play what is missing of a tournament into ``folder``.

    opened: called once the results can be written, before the first game, with the number of workers.
    Raises ResultsError (see Store) and RunError (a game failed through us too often; all else is saved).
    """
    plugins = plugins_of(tournament)
    count = workers or tournament.workers or cores()
    manifest = make_manifest(tournament, specs, plugins, count)
    with Store(folder, manifest, resume=resume, differences=differences) as store:
        done = store.ids()
        progress = Progress(count_jobs(tournament), 0)
        crashes = Crashes(tournament.max_crashes)
        for job in jobs(tournament):
            if job.id in done:
                progress.before += 1
                crashes.issued(job)
        for record in store.records():
            progress.count(record)
            crashes.finished(record)
        planned = missing(jobs(tournament), done)
        opened(progress, count)

        def issue() -> Iterator[Job]:
            for job in planned:
                if not crashes.out.keys() & set(job.bots):
                    crashes.issued(job)
                    yield job

        def keep(record: GameRecord) -> None:
            if store.add(record):
                progress.done += 1
                progress.count(record)
                crashes.finished(record)
                progress.out = dict(crashes.out)

        def failed(job: Job, reason: str, detail: str) -> None:
            progress.voids += 1
            store.add_void(job.id, reason, detail)

        progress.began = time.monotonic()
        pool = Pool(setup_of(tournament, {spec.name: spec for spec in specs}, plugins, count), count,
                    max_voids=tournament.max_voids)  # fmt: skip
        complete = pool.play(issue(), keep, failed, stop, lambda: tick(progress))
        progress.out = dict(crashes.out)
        return Ending(complete, progress, folder)
