"""What a budget of time is enough for: a night is played beforehand, with expected durations instead of games."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from arena.config.units import show_seconds
from arena.contract.result import Result
from arena.errors import ConfigError
from arena.schedule.jobs import Job
from arena.schedule.pairs import Seconds
from arena.schedule.schedule import round_of
from arena.schedule.within import BudgetSchedule, ByRule, InRounds, TimeLeft


@dataclass(frozen=True, slots=True)
class PlannedPairing:
    """What is planned of one pairing. seconds: of all its games together, on one worker."""

    bots: tuple[str, ...]
    pairs: int
    games: int
    seconds: float


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """What is planned of a round. games: that fit, of so many that are ``missing`` of it."""

    number: int
    games: int
    missing: int


@dataclass(frozen=True, slots=True)
class BudgetPlan:
    """What a night is expected to play within its budget.

    budget: seconds. pairings: in the order in which they come first; of a kind that has rounds, those of the first one,
    for who meets later hangs on results. games, seconds: of the night, all rounds together. missing: games that the
    tournament lacks before it; bound: whether exactly so many (""), or "about" or "at most" so many. assumed: bots of
    which no game was seen on a variant, so that their games are expected to take what others' take. rounds: in which it
    plays, () where there are none. informative: whether pairs that tell most for their time come first, and not those
    that are next in the schedule. overrun: by about how many seconds the budget can be passed at most, where the last
    pair takes all the time that it has; None where nothing ends a game in time.
    """

    budget: float
    workers: int
    pairings: tuple[PlannedPairing, ...]
    games: int
    seconds: float
    missing: int
    assumed: tuple[str, ...] = ()
    bound: str = ""
    rounds: tuple[PlannedRound, ...] = ()
    informative: bool = True
    overrun: float | None = None


@dataclass(frozen=True, slots=True)
class PlanInput:
    """What a plan is made of. schedule: makes a schedule of the night, which the plan uses up.

    left: seconds of the budget that are left. outcome: what a game is taken to come to, where later ones hang on it.
    looked: whether bots were admitted tonight, which is kept also where no game fits any more: a slow one would be
    looked at for the whole of every night. assumed, overrun: see ``BudgetPlan``.
    """

    schedule: Callable[[TimeLeft], BudgetSchedule]
    seconds: Seconds
    workers: int
    left: float
    outcome: Callable[[Job], Result]
    looked: bool = False
    assumed: tuple[str, ...] = ()
    overrun: float | None = None


def plan_within(budget: float, given: PlanInput) -> BudgetPlan:
    """Return what fits into a budget. Raises ConfigError where not even the shortest pair does."""
    night = _Night(given)
    schedule = night.schedule
    shortest = schedule.shortest
    if shortest is not None and shortest > (budget if given.looked else given.left):
        few = show_seconds(_few_digits(given.left))
        spent = "" if given.left == budget else f", of which {few} are left after the look at bots"
        which = "the shortest" if _informative(schedule) else "the next one"
        problem = f"no pair of games fits into {show_seconds(budget)}{spent}: {which} is expected to take"
        problem += f" {show_seconds(_few_digits(shortest))}"
        raise ConfigError("--budget", problem, "Give more time, or run without a budget")
    missing = schedule.unplayed()
    night.play()
    drawn = schedule.drawn if isinstance(schedule, InRounds) else {}
    rounds = tuple(PlannedRound(number, games, drawn[number]) for number, games in night.rounds.items())
    return BudgetPlan(
        budget, given.workers, tuple(night.pairings.values()), night.games, night.now, missing.games,
        given.assumed, missing.bound, rounds, _informative(schedule), given.overrun,
    )  # fmt: skip


def _informative(schedule: BudgetSchedule) -> bool:
    return not isinstance(schedule, ByRule) and schedule.tournament.players == 2


@dataclass
class _Night:
    """A night whose games are over when they are expected to be. now: seconds since its begin.

    games: that were begun. rounds: number -> games.
    """

    given: PlanInput
    now: float = 0.0
    games: int = 0
    pairings: dict[tuple[str, ...], PlannedPairing] = field(default_factory=dict)
    rounds: Counter[int] = field(default_factory=Counter)
    schedule: BudgetSchedule = field(init=False)

    def __post_init__(self) -> None:
        given = self.given
        self.schedule = given.schedule(TimeLeft(lambda: given.left - self.now, given.seconds, given.workers))

    def play(self) -> None:
        """Play all that fits."""
        running: list[tuple[float, int, Job]] = []
        pair, begun = "", 0
        while True:
            while len(running) < self.given.workers and (job := self.schedule.take()) is not None:
                seconds = self.given.seconds(job.variant, tuple(sorted(job.bots)))
                self._count(job, seconds, new=job.pair_id != pair)
                pair, begun = job.pair_id, begun + 1
                heapq.heappush(running, (self.now + seconds, begun, job))
            if not running:
                return
            self.now, _, job = heapq.heappop(running)
            if isinstance(self.schedule, InRounds):
                self.schedule.finished(self.given.outcome(job))
            else:
                self.schedule.ended(job.id)  # nothing hangs on how it ended, or only when a rule stops the tournament

    def _count(self, job: Job, seconds: float, *, new: bool) -> None:
        table = tuple(sorted(job.bots))
        self.games += 1
        if isinstance(self.schedule, InRounds):
            number = round_of(self.schedule.tournament, job.pair)
            self.rounds[number] += 1
            if number != next(iter(self.rounds)):
                return
        before = self.pairings.get(table, PlannedPairing(table, 0, 0, 0.0))
        self.pairings[table] = PlannedPairing(
            table, before.pairs + new, before.games + 1, before.seconds + seconds
        )  # fmt: skip


def _few_digits(seconds: float) -> float:
    return float(f"{seconds:.2g}")
