"""Schedules that give out whole pairs as long as they are expected to be over within a budget of time. Pure.

Which games belong to the tournament, and what comes of their results, is decided as ever (``Schedule``); a budget only
chooses which of those that may be played now come first, and where it ends for this time. So what was played within
any number of budgets is, in the end, what would have been played without one.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from arena.config.model import Tournament
from arena.contract.result import Result
from arena.schedule.informative import Known, in_round
from arena.schedule.jobs import Job
from arena.schedule.pairs import InSequence, Pair, PairOrder, Running, Seconds, paired
from arena.schedule.schedule import Schedule, replayed, round_of
from arena.schedule.unplayed import Unplayed


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What a schedule is told of time. left: seconds of the budget, now. workers: games at once.

    seconds: see ``Seconds``. longest: of a game whose bots take all their time, None where nothing ends it in time.
    changed: bots of which ``seconds`` has another answer than when this was called last.
    """

    left: Callable[[], float]
    seconds: Seconds
    workers: int
    longest: float | None = None
    changed: Callable[[], Collection[str]] = lambda: ()


class BudgetSchedule(Schedule):
    """What the schedules within a budget share; each says in ``following`` which pairs may be played next.

    total: the games that there are already, and those that are expected to be played now.
    """

    def __init__(self, tournament: Tournament, recorded: Iterable[Result], time: TimeLeft, expected: int = 0) -> None:
        """expected: how many games this is expected to play."""
        games = list(recorded)
        super().__init__(tournament, games)
        self._time = time
        self._before, self._expected, self._given_out = len(games), expected, 0
        self._running = Running(time.workers)
        self._given: deque[Job] = deque()  # what is left of the pair that is being given out
        self._pairs: PairOrder | None = None

    def following(self) -> PairOrder | None:
        """Return the pairs that may be played next, None where there are none for now; asked again at their end."""
        raise NotImplementedError

    def unplayed(self) -> Unplayed:
        """Return what is missing; asked when no game is on its way."""
        raise NotImplementedError

    @property
    def shortest(self) -> float | None:
        """Seconds of the shortest pair that may be played now, None where there is none."""
        pairs = self._open()
        return None if pairs is None else pairs.shortest

    def take(self) -> Job | None:
        """Return the next game that is to be played within the budget, None where there is none now.

        A worker that has a game is given another one only where both are sure to be over in time: it would wait there
        for one that takes longer than expected.
        """
        if not self._running.may_begin(self._time.left(), self._time.longest):
            return None
        while not self._given:
            pair = self._next_pair()
            if pair is None:
                return None
            self._given.extend(pair.jobs)
        job = self._given.popleft()
        self._running.begun(job.id, self._time.left(), self._time.seconds(job.variant, tuple(sorted(job.bots))))
        self._given_out += 1
        return job

    def finished(self, game: Result) -> None:
        self.ended(game.id)
        super().finished(game)

    def ended(self, id: str) -> None:
        """Hear that a game is over, whatever came of it."""
        self._running.ended(id)

    @property
    def total(self) -> int:
        return self._before + max(self._expected, self._given_out)

    @property
    def exact(self) -> bool:
        return False

    def surplus(self) -> list[str]:
        return super().surplus() if self.settled else []

    def _missing(self) -> int:
        """Return how many games the whole tournament lacks, as far as is known."""
        return max(0, super().total - self.handed_in)

    def _missing_is_exact(self) -> bool:
        return super().exact

    def _drawn(self) -> Iterator[Job]:
        """Return the games that may be played now, each when it is asked for, without regard to time."""
        return iter(partial(Schedule.take, self), None)

    def _next_pair(self) -> Pair | None:
        pairs = self._open()
        if pairs is None:
            return None
        pairs.retime(self._time.changed())
        left = self._time.left()
        return pairs.next(left, self._running.busy(left))

    def _open(self) -> PairOrder | None:
        if self._pairs is None or self._pairs.shortest is None:
            self._pairs = None if self.stopped else self.following()
        return self._pairs


class InRounds(BudgetSchedule):
    """A Swiss, ladder or knockout tournament: the pairs of a round in the order in which they tell most.

    A round is begun when the one before it is over, as ever. drawn: round -> games of it that were missing.
    """

    def __init__(
        self, tournament: Tournament, recorded: Iterable[Result], time: TimeLeft, known: Known, expected: int = 0
    ) -> None:
        super().__init__(tournament, recorded, time, expected)
        self._known = known
        self.drawn: Counter[int] = Counter()

    def following(self) -> PairOrder | None:
        drawn = list(self._drawn())
        self.drawn.update(round_of(self.tournament, job.pair) for job in drawn)
        return in_round(drawn, self._known, self._time.seconds, self._time.workers) if drawn else None

    def unplayed(self) -> Unplayed:
        if self.settled:
            return Unplayed()
        lacking = self.lacking()
        number = round_of(self.tournament, lacking[0].pair) if lacking else 0
        bound = "" if self._missing_is_exact() else "about"
        return Unplayed.of(lacking, max(len(lacking), self._missing()), bound, number)


class ByRule(BudgetSchedule):
    """A round robin or a gauntlet that a rule may stop: the rule looks at games in the order of the schedule."""

    def following(self) -> PairOrder | None:
        return InSequence(paired(self._drawn()), self._time.seconds, self._time.workers)

    def unplayed(self) -> Unplayed:
        return Unplayed() if self.settled else Unplayed(self._missing(), "at most")


class InOrder(BudgetSchedule):
    """A round robin or a gauntlet without a rule, in an order that somebody chose.

    A bot that crashes too often is out for the night. What goes beyond a run without a budget is set aside when no game
    is missing any more; of a season, never.
    """

    def __init__(
        self,
        tournament: Tournament,
        recorded: Iterable[Result],
        time: TimeLeft,
        order: PairOrder,
        missing: Callable[[Sequence[Result]], Mapping[tuple[str, ...], int]],
        expected: int = 0,
    ) -> None:
        """order: of all pairs that are missing. missing: table -> missing games, given those that are there."""
        self._results = list(recorded)
        super().__init__(tournament, (), time, expected)
        self._before = len(self._results)
        self._whole, self._missing_of = order, missing

    def following(self) -> PairOrder | None:
        return self._whole

    def take(self) -> Job | None:
        while (job := super().take()) is not None:
            if self.out and self.out.keys() & set(job.bots):
                self.ended(job.id)
                self._given_out -= 1
                continue
            self._order.append(job)
            return job
        return None

    def finished(self, game: Result) -> None:
        self._results.append(game)
        super().finished(game)

    def surplus(self) -> list[str]:
        if self.tournament.season or self._missing_of(self._results):
            return []
        whole = replayed(self.tournament, self._results)
        return whole.surplus() if whole.settled else []

    def unplayed(self) -> Unplayed:
        missing = self._missing_of(self._results)
        return Unplayed.counted(missing, sum(missing.values()))
