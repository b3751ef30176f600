"""Which schedule plays a tournament within a budget, and what is taken for granted when it is planned. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from arena.config.model import Tournament
from arena.contract.result import Result
from arena.runner.night.past import Past
from arena.schedule.informative import Informative, Known
from arena.schedule.jobs import Job
from arena.schedule.night import count_missing, missing_jobs
from arena.schedule.pairs import InSequence, PairOrder, paired
from arena.schedule.schedule import replayed
from arena.schedule.within import BudgetSchedule, ByRule, InOrder, InRounds, TimeLeft


def schedule_within(
    tournament: Tournament,
    past: Past,
    recorded: Iterable[Result],
    time: TimeLeft,
    only: Collection[str] | None = None,
    expected: int = 0,
    out: Collection[str] = (),
) -> BudgetSchedule:
    """Return what is missing of a tournament, as far as it fits into the time.

    only, out: of a season, see ``missing_jobs``. expected: how many games will be played.
    """
    results = list(recorded)
    if not tournament.kind.fixed:
        return InRounds(tournament, results, time, _known(tournament, past), expected)
    if tournament.stop is not None:
        return ByRule(tournament, results, time, expected)

    def missing(results: Sequence[Result]) -> Mapping[tuple[str, ...], int]:
        return count_missing(tournament, (game.id for game in results), only, _out(tournament, results, out))

    order: PairOrder
    done, gone = {game.id for game in results}, _out(tournament, results, out)
    if tournament.players == 2:
        names, taken = past.taken(bot.name for bot in tournament.bots)
        order = Informative(tournament, done, names, taken, time.seconds, time.workers, only, gone)
    else:
        order = InSequence(paired(missing_jobs(tournament, done, only, gone)), time.seconds, time.workers)
    return InOrder(tournament, results, time, order, missing, expected)


def _out(tournament: Tournament, results: Sequence[Result], season: Collection[str]) -> Collection[str]:
    """Return who is out of a tournament for good, so that no game of it is missing. season: those of a season."""
    if tournament.season or not any(game.crashed or not game.counts for game in results):
        return season
    return replayed(tournament, results).out.keys()


def _known(tournament: Tournament, past: Past) -> Known:
    names, taken = past.taken(bot.name for bot in tournament.bots)
    return Known(names, taken, (bot.name for bot in tournament.bots))


def favourites(tournament: Tournament, past: Past) -> Callable[[Job], Result]:
    """Return what games of two are taken to come to: who is rated higher by the past wins, then who is named first."""
    known = _known(tournament, past)
    ratings = {bot.name: known.rating(bot.name) for bot in tournament.bots}
    place = {bot.name: -number for number, bot in enumerate(tournament.bots)}

    def outcome(job: Job) -> Result:
        winner = max(job.bots, key=lambda bot: (ratings[bot], place[bot]))
        return Result(job.id, job.bots, tuple(float(bot == winner) for bot in job.bots))

    return outcome
