"""The results of a folder's games for whoever follows a schedule: from the sums, where some are kept."""

from __future__ import annotations

from collections.abc import Iterator

from arena.contract.result import Result
from arena.records.results import ResultsFolder
from arena.report.sums.kept import sums_of
from arena.report.sums.results import results_from, stands_apart


def finished_games(results: ResultsFolder) -> Iterator[Result]:
    """Yield the results of all games of a folder, in no order: from sums that are kept of them, else from records."""
    gathered = sums_of(results)
    if gathered is not None:
        yield from results_from(gathered.results, gathered.apart)
    else:
        for record in results.stream():
            yield record.result()


def games_apart(results: ResultsFolder) -> Iterator[Result]:
    """Yield, in no order, all games that did not count or that a seat left through a fatal fault, and maybe others."""
    gathered = sums_of(results)
    if gathered is not None:
        yield from gathered.apart
    else:
        yield from (record.result() for record in results.stream() if stands_apart(record))
