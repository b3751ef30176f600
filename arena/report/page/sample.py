"""Which games a page reads one by one: all of them, or of very many a sample and those that it leads to.

The standings and all their figures are of all games whatever the page reads (their sums are kept). Of a sample are its
plots of points, spreads and times, what bots do, where games went and where pairs part; the page says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from arena.records.record import GameRecord
from arena.records.results import Results, ResultsFolder
from arena.report.standings import Report

SAMPLED = 20_000  # games: a page takes ten seconds or so; their quartiles are those of all within a percent or so


@dataclass(frozen=True)
class PageGames:
    """The games that a page reads. games: how many; total: how many there are. ids: which, None for all of them."""

    results: ResultsFolder
    games: int
    total: int
    ids: tuple[str, ...] | None

    def records(self, done: Callable[[], None] = lambda: None) -> Iterator[GameRecord]:
        """Yield their records sorted by id, anew each time. done: called for each."""
        found = self.results.stream() if self.ids is None else self._chosen(self.ids)
        for record in found:
            yield record
            done()

    def _chosen(self, ids: tuple[str, ...]) -> Iterator[GameRecord]:
        with Results(self.results.folder) as store:
            yield from store.chosen(ids)

    @property
    def sentence(self) -> str:
        """What a page says of a sample, "" where it is of all games."""
        if self.ids is None:
            return ""
        return (
            f"The standings and all tests are of all {self.total} games. The plots of points, spreads and times, what "
            f"bots do, where games went and where pairs part are of a sample of {self.games} of them: those of the "
            "smallest pair numbers, and those of the best moves."
        )


def page_games(results: ResultsFolder, report: Report, least: int = 0) -> PageGames:
    """Return the games that the page of a report reads. least: as many at least, of so many games."""
    most = max(SAMPLED, least)
    with Results(results.folder) as store:
        total = store.count()
        if total <= most:
            return PageGames(results, total, total, None)
        first = store.first_pairs(most)
    plays = {play.game for play in (*report.best, *report.best_by_variant, *report.best_by_bot)}
    ids = tuple(sorted({*first, *plays}))
    return PageGames(results, len(ids), total, ids)
