"""A tournament on its way: which game is next, given those that are finished. Pure.

The runner takes jobs until there is none for now, hands in results as they come, and asks again. A fixed schedule
is made lazily, so 100,000 jobs cost nothing up front; a kind that depends on results comes stage by stage.

Results are looked at in the order in which the schedule issued the games, each when all before it are in. What
decides over the rest of the tournament (a bot that crashes too often, a stopping rule) sees them in that order
only. So the games that count are the same for any number of workers, and after any number of interruptions;
finished games beyond such a decision are the ``surplus``, which the runner sets aside.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from arena.config.model import Tournament
from arena.contract.result import Result
from arena.schedule.crashes import Crashes
from arena.schedule.jobs import Job, count_jobs, jobs
from arena.schedule.knockout import Knockout
from arena.schedule.ladder import Ladder
from arena.schedule.stage import KindTable, Stage, StagedKind
from arena.schedule.stopping import rule_of
from arena.schedule.swiss import Swiss
from arena.schedule.unplayed import Unplayed


def kind_of(tournament: Tournament) -> StagedKind | None:
    """Return the kind of a tournament whose games depend on results, None for a fixed schedule."""
    match tournament.kind.name:
        case "swiss":
            return Swiss(tournament)
        case "knockout":
            return Knockout(tournament)
        case "ladder":
            return Ladder(tournament)
        case _:
            return None


def round_of(tournament: Tournament, pair: int) -> int:
    """Return the round of a kind that is played in rounds, from 1, to which a pair's number belongs."""
    kind = tournament.kind
    of_a_round = 1 if kind.name == "ladder" else tournament.pairs + (kind.extra_pairs or 0)
    return (pair - 1) // of_a_round + 1


class Schedule:
    """One tournament on its way."""

    def __init__(self, tournament: Tournament, recorded: Iterable[Result] = (), kind: StagedKind | None = None) -> None:
        """recorded: games of earlier runs; they are never issued again. kind: where it is none that a file names."""
        self.tournament = tournament
        self._crashes = Crashes(tournament.max_crashes)
        self.out: Mapping[str, str] = self._crashes.out
        self.rule = rule_of(tournament, self.out)
        self.stopped = False
        self.handed_in = 0  # games of the schedule that are finished, those of earlier runs too
        self._recorded = {game.id: game for game in recorded}
        self._order: deque[Job] = deque()  # issued, and not yet looked at
        self._waiting: dict[str, Result] = {}  # finished, and not yet looked at
        self._beyond: list[str] = []  # looked at, but one of the bots was out by then
        self._kind = kind or kind_of(tournament)
        self._finished: dict[str, Result] = {}  # looked at; kept for kinds that depend on results
        self._stages: Iterator[Stage] | None = None
        self._jobs: Iterator[Job] = iter(())
        if self._kind is None:
            self._jobs = jobs(tournament)
        else:
            self._stages = self._kind.stages(self._finished, dict(self._recorded), self.out)
        self._over = False

    def take(self) -> Job | None:
        """Return the next game to be played; None when there is none now (see ``over``)."""
        while not self._over:
            job = next(self._jobs, None)
            if job is None:
                if self._stages is None:
                    self._over = True
                elif self._order:
                    return None  # the stage is issued, but not finished
                else:
                    stage = next(self._stages, None)
                    self._over = stage is None
                    self._jobs = iter(stage or ())
                continue
            if self._kind is None and self.out and self.out.keys() & set(job.bots):
                continue  # a game of it that is recorded stays there, and is surplus
            self._order.append(job)
            known = self._recorded.pop(job.id, None)
            if known is None:
                return job
            self.finished(known)
        return None

    def finished(self, game: Result) -> None:
        """Hand in the result of a game that ``take`` returned."""
        self.handed_in += 1
        self._waiting[game.id] = game
        while self._order and self._order[0].id in self._waiting and not self.stopped:
            job = self._order.popleft()
            self._look(job, self._waiting.pop(job.id))

    def _look(self, job: Job, game: Result) -> None:
        if self._kind is not None:
            self._finished[game.id] = game
            self._crashes.count(game)
        elif self.out and self.out.keys() & set(job.bots):
            self._beyond.append(job.id)
        else:
            self._crashes.count(game)
            if self.rule is not None and self.rule.add(job, game):
                self.stopped = self._over = True

    @property
    def over(self) -> bool:
        """Whether no game will be issued any more."""
        return self._over

    @property
    def settled(self) -> bool:
        """Whether nothing that is still to come can count."""
        return self.stopped or (self._over and not self._order)

    @property
    def total(self) -> int:
        """How many games the tournament has, as far as is known; an upper bound where it may stop early."""
        return count_jobs(self.tournament) if self._kind is None else self._kind.games

    @property
    def exact(self) -> bool:
        """Whether ``total`` is more than an estimate or a bound."""
        return self.rule is None if self._kind is None else self._kind.exact

    def lacking(self) -> list[Job]:
        """Return the games that were issued and are not finished, in their order."""
        return [job for job in self._order if job.id not in self._waiting]

    def unplayed(self) -> Unplayed:
        """Return what is left for another run, asked at the end: nothing, where no budget of time ends a run."""
        return Unplayed()

    def surplus(self) -> list[str]:
        """Return the finished games that do not count; asked at the end, when all games that count are in."""
        return [*self._beyond, *self._waiting, *self._recorded]

    def table(self) -> KindTable | None:
        """Return what the kind says of itself, None where standings say all."""
        return None if self._kind is None else self._kind.table()


def replayed(tournament: Tournament, recorded: Iterable[Result]) -> Schedule:
    """Return the schedule after the recorded games, as far as they reach without a gap."""
    schedule = Schedule(tournament, recorded)
    while schedule.take() is not None:
        pass
    return schedule


def first_jobs(tournament: Tournament) -> Iterator[Job]:
    """Yield the jobs that can be named before any game is played: all of them, or those of the first stage."""
    schedule = Schedule(tournament)
    while (job := schedule.take()) is not None:
        yield job
