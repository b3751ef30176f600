"""What a budget of time is enough for: the pairs that a night will play, as far as can be told before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from arena.config.units import show_seconds
from arena.errors import ConfigError
from arena.schedule.informative import Informative
from arena.schedule.jobs import Job


@dataclass(frozen=True, slots=True)
class PlannedPairing:
    """What is planned of one pairing. seconds: of all its games together, on one worker."""

    bots: tuple[str, ...]
    pairs: int
    games: int
    seconds: float


@dataclass(frozen=True, slots=True)
class BudgetPlan:
    """What a night is expected to play within its budget.

    budget: seconds. pairings: in the order in which they come first. seconds: that the night is expected to take.
    missing: games that the tournament lacks before it. assumed: bots of which no game was seen on a variant, so that
    their games are expected to take what others' take.
    """

    budget: float
    workers: int
    pairings: tuple[PlannedPairing, ...]
    games: int
    seconds: float
    missing: int
    assumed: tuple[str, ...] = ()


def plan_within(
    order: Informative,
    budget: float,
    left: float,
    workers: int,
    missing: int,
    assumed: tuple[str, ...] = (),
    *,
    looked: bool = False,
) -> BudgetPlan:
    """Return what fits into the seconds ``left`` of a budget. order: is used up. Raises ConfigError where no pair does.

    missing, assumed: see ``BudgetPlan``. looked: whether bots were admitted tonight, which is kept also where no game
    fits any more: a slow one would be looked at for the whole of every night.
    """
    if order.shortest is not None and order.shortest > (budget if looked else left):
        spent = (
            "" if left == budget else f", of which {show_seconds(_few_digits(left))} are left after the look at bots"
        )
        problem = f"no pair of games fits into {show_seconds(budget)}{spent}: the shortest is expected to take"
        problem += f" {show_seconds(_few_digits(order.shortest))}"
        raise ConfigError("--budget", problem, "Give more time, or run without a budget")
    planned: dict[tuple[str, ...], PlannedPairing] = {}
    elapsed, games = 0.0, 0
    while (pair := order.next(left - elapsed)) is not None:
        took, before = pair.seconds * len(pair.jobs), planned.get(pair.table, PlannedPairing(pair.table, 0, 0, 0.0))
        planned[pair.table] = PlannedPairing(
            pair.table, before.pairs + 1, before.games + len(pair.jobs), before.seconds + took
        )
        elapsed += took / workers
        games += len(pair.jobs)
    return BudgetPlan(budget, workers, tuple(planned.values()), games, elapsed, missing, assumed)


def jobs_within(order: Informative, left: Callable[[], float]) -> Iterator[Job]:
    """Yield the games of whole pairs as long as the next one is expected to be over within the seconds ``left``."""
    while (pair := order.next(left())) is not None:
        yield from pair.jobs


def _few_digits(seconds: float) -> float:
    return float(f"{seconds:.2g}")
