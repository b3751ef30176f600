"""Tournaments within budgets, without processes and clocks: games take what a test says."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from arena.config.model import Tournament
from arena.contract.result import Result
from arena.records.record import Circumstances
from arena.runner.night.budget import BudgetPlan, PlanInput, plan_within
from arena.runner.night.durations import Durations
from arena.runner.night.past import Past
from arena.runner.night.schedules import favourites, schedule_within
from arena.schedule.jobs import Job
from arena.schedule.within import BudgetSchedule, TimeLeft
from tests.report.games import game
from tests.schedule.simulated import Play, by_lot

Takes = Callable[[Job], float]


def second(job: Job) -> float:
    return 1.0


def past_of(tournament: Tournament, recorded: Iterable[Result], assumed: float = 1.0) -> Past:
    """Return the past of these games, none of which was timed."""
    past = Past(Durations(assumed))
    for result in recorded:
        past.results.append(result)
        if len(result.bots) == 2:
            for seat in (0, 1):
                meeting = result.bots[seat], result.bots[1 - seat]
                past.points[meeting] = past.points.get(meeting, 0.0) + result.points[seat]
    return past


def plan(tournament: Tournament, recorded: Iterable[Result], budget: float, past: Past, workers: int = 1) -> BudgetPlan:
    return plan_within(
        budget,
        PlanInput(
            lambda time: schedule_within(tournament, past, list(recorded), time),
            past.durations.seconds, workers, budget, favourites(tournament, past),
        ),
    )  # fmt: skip


@dataclass
class Night:
    """A night that was played. stored: all games after it. given: ids, in the order in which they began.

    over: when the last one was over, in seconds.
    """

    schedule: BudgetSchedule
    stored: dict[str, Result]
    given: list[str] = field(default_factory=list)
    over: float = 0.0

    def kept(self) -> dict[str, Result]:
        """Return the games that are left when the surplus was set aside."""
        beyond = set(self.schedule.surplus())
        assert beyond <= self.stored.keys()
        return {id: result for id, result in sorted(self.stored.items()) if id not in beyond}


def night(
    tournament: Tournament,
    recorded: Iterable[Result],
    budget: float,
    *,
    takes: Takes = second,
    outcome: Play = by_lot,
    workers: int = 1,
    past: Past | None = None,
    most: int | None = None,
) -> Night:
    """Play what fits. takes: seconds that a game takes indeed. past: what is known before. most: games before a kill.

    Games are timed, as those of a run are.
    """
    stored = {result.id: result for result in recorded}
    past = past or past_of(tournament, stored.values())
    now, names = [0.0], [bot.name for bot in tournament.bots]
    variants = [variant.name for variant in tournament.variants]
    durations = past.durations
    time = TimeLeft(
        lambda: budget - now[0], durations.seconds, workers, None, lambda: durations.changed(variants, names)
    )  # fmt: skip
    done = Night(schedule_within(tournament, past, list(stored.values()), time), stored)
    running: list[tuple[float, int, Job]] = []
    while True:
        while len(running) < workers and (job := done.schedule.take()) is not None:
            assert job.id not in stored, "a finished game was issued again"
            done.given.append(job.id)
            heapq.heappush(running, (now[0] + takes(job), len(done.given), job))
        if not running or done.schedule.stopped or (most is not None and len(done.given) - len(running) >= most):
            return done
        now[0], _, job = heapq.heappop(running)
        done.over = now[0]
        durations.add(timed(job, takes(job)))
        stored[job.id] = outcome(job)
        done.schedule.finished(stored[job.id])


def timed(job: Job, seconds: float):
    """Return a record of a game that took so long, all of it shared by its bots."""
    times = Circumstances(seconds=seconds)
    return game(job.pair, job.bots, (0,) * len(job.bots), variant=job.variant, half=job.half, circumstances=times)
