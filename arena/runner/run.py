"""A tournament from its values to its finished games: what is missing is played, and every game is stored at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from arena.config.model import Tournament
from arena.contract.outcome import Void
from arena.records.manifest import Manifest
from arena.records.record import GameRecord
from arena.records.store import Results, Store
from arena.runner.manifest import differences, make_manifest, strangers
from arena.runner.plugins import Plugin, find, installed
from arena.runner.pool import Pool, Stop
from arena.runner.sandbox.limits import cores
from arena.runner.setup import setup_of
from arena.schedule.course import Course
from arena.schedule.jobs import Job
from arena.schedule.result import Result
from arena.schedule.stage import Table
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
    table: Table | None = None


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

    def unlike(old: Manifest, new: Manifest) -> list[str]:
        if not old.lost:
            return differences(old, new)
        with Results(folder) as there:
            return strangers(there.records(), tournament, specs)

    with Store(folder, manifest, resume=resume, differences=unlike) as store:
        store.take_back()
        progress = Progress(0, 0, mended=store.mended, rebuilt=store.rebuilt)
        recorded = []
        for record in store.records():
            progress.count(record)
            recorded.append(result_of(record))
        course = Course(tournament, recorded)
        progress.before = len(recorded)
        del recorded
        first = course.take()
        if course.rule is not None:
            progress.stands = course.rule.told

        def stand() -> None:
            progress.total = progress.before + progress.done if course.settled else course.total
            known = course.settled or course.exact
            progress.bound = "" if known else "at most" if course.rule is not None else "about"
            progress.out = dict(course.out)

        stand()
        opened(progress, count)

        def issue() -> Iterator[Job | None]:
            job = first
            while job is not None or not course.over:
                yield job
                job = course.take()

        def keep(record: GameRecord) -> None:
            if store.add(record):
                progress.done += 1
                progress.count(record)
                course.finished(result_of(record))

        def failed(job: Job, void: Void) -> None:
            progress.voids += 1
            store.add_void(job.id, void.reason, void.detail, void.bot)

        def ticked() -> None:
            store.look()
            stand()
            tick(progress)

        progress.began = time.monotonic()
        setup = setup_of(tournament, {spec.name: spec for spec in specs}, plugins, count, folder)
        pool = Pool(setup, count, max_voids=tournament.max_voids)
        complete = pool.play(issue(), keep, failed, stop, ticked, lambda: course.stopped)
        if complete:
            store.set_aside(course.surplus())
        stand()
        verdict = course.rule.ending() if course.rule is not None and complete else ""
        return Ending(complete, progress, folder, verdict, course.table() if complete else None)
