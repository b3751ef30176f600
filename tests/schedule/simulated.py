"""Tournaments without processes: results by lot, games that end in another order than they began."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from arena.config.model import BotEntry, Tournament, VariantEntry
from arena.contract.chance import seed_of
from arena.contract.result import Result
from arena.schedule.jobs import Job
from arena.schedule.schedule import Schedule
from tests.seeds import quick

Play = Callable[[Job], Result]


def tournament(bots: str | int = 6, variants: str = "standard hole", **more) -> Tournament:
    names = bots.split() if isinstance(bots, str) else [f"b{number:02d}" for number in range(1, bots + 1)]
    return Tournament(
        name="t",
        bots=tuple(BotEntry(name=name, plugin=name) for name in names),
        variants=tuple(VariantEntry(name=name, board=name) for name in variants.split()),
        **{"seed": quick(42), "pairs": 1, **more},
    )


def won(job: Job, bot: str | None, margin: int = 10) -> Result:
    """Return a game that ``bot`` won; None is a draw."""
    points = tuple(0.5 if bot is None else float(name == bot) for name in job.bots)
    ahead = margin if len(job.bots) == 2 and bot is not None else 0
    return Result(job.id, job.bots, points, ahead if job.bots[0] == bot else -ahead)


def by_lot(job: Job) -> Result:
    """A game whose outcome depends on the job alone: a seventh are draws, names later in the alphabet are stronger."""
    lot = Random(seed_of(job.seed, job.id))
    if lot.random() < 1 / 7:
        return won(job, None)
    strong = max(job.bots)
    return won(job, strong if lot.random() < 0.65 else min(job.bots), lot.randrange(1, 99))


def by_name(job: Job) -> Result:
    """The name later in the alphabet always wins."""
    return won(job, max(job.bots))


def play(
    tournament: Tournament,
    outcome: Play = by_lot,
    *,
    workers: int = 1,
    order: int = 0,
    recorded: Iterable[Result] = (),
    most: int | None = None,
) -> tuple[Schedule, dict[str, Result]]:
    """Play on so many workers, or until ``most`` games are finished; return the schedule and all that is stored.

    order: seeds the order in which running games end.
    """
    lot = Random(order)
    stored = {game.id: game for game in recorded}
    schedule = Schedule(tournament, stored.values())
    running: list[Job] = []
    done = 0
    while most is None or done < most:
        while len(running) < workers and (job := schedule.take()) is not None:
            assert job.id not in stored, "a finished game was issued again"
            assert job.id not in {other.id for other in running}
            running.append(job)
        if not running or schedule.stopped:
            break
        job = running.pop(lot.randrange(len(running)))
        stored[job.id] = outcome(job)
        schedule.finished(stored[job.id])
        done += 1
    return schedule, stored


def counted(schedule: Schedule, stored: dict[str, Result]) -> dict[str, Result]:
    """Return what is left when the runner has set the surplus aside."""
    beyond = set(schedule.surplus())
    assert beyond <= stored.keys()
    return {id: stored[id] for id in sorted(stored.keys() - beyond)}
