"""Some of the games of a tournament, in an order that somebody chose: those that are missing, for one night. Pure.

What was played before is neither looked at nor set aside. A bot that crashes too often is out for the night.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator

from arena.config.model import Tournament
from arena.contract.game_ids import name_of
from arena.schedule.jobs import Job, is_asked_for, jobs, tables_with_pairs
from arena.schedule.schedule import Schedule


class NightSchedule(Schedule):
    """The schedule of one night."""

    def __init__(self, tournament: Tournament, chosen: Iterable[Job], total: int, *, exact: bool) -> None:
        """chosen: the games, each asked for when it is to be played. total: those that there are already, and these.

        exact: whether ``total`` is more than an estimate.
        """
        super().__init__(tournament)
        self._jobs: Iterator[Job] = iter(chosen)
        self._total, self._exact = total, exact

    @property
    def total(self) -> int:
        return self._total

    @property
    def exact(self) -> bool:
        return self._exact


def missing_jobs(
    tournament: Tournament, done: Container[str], only: Container[str] | None = None, out: Container[str] = ()
) -> Iterator[Job]:
    """Yield the games of a round robin or a gauntlet that are missing, pair by pair.

    only: those in which one of these bots plays. out: and none of these.
    """
    for job in jobs(tournament):
        if job.id not in done and is_asked_for(job.bots, only, out):
            yield job


def count_missing(
    tournament: Tournament, done: Iterable[str], only: Container[str] | None = None, out: Container[str] = ()
) -> dict[tuple[str, ...], int]:
    """Return table -> how many of its games are missing, where some are, without making them: there may be millions.

    done: ids. only, out: see ``missing_jobs``.
    """
    variants = {variant.name for variant in tournament.variants}
    numbers = Counter[tuple[str, int]]()
    for id in done:
        name = name_of(id)
        if name.variant in variants:
            numbers[name.pairing, name.pair] += 1
    missing = {
        "-vs-".join(table): (table, pairs)
        for table, pairs in tables_with_pairs(tournament)
        if is_asked_for(table, only, out)
    }
    found = Counter({table: pairs * len(variants) * tournament.players for table, pairs in missing.values()})
    for (pairing, number), games in numbers.items():
        table, pairs = missing.get(pairing, ((), 0))
        if number <= pairs:
            found[table] -= games
    return {table: games for table, games in found.items() if games}
