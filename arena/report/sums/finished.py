"""The results of a folder's games for whoever follows a schedule: from the sums, where some are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np

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


def points_of(results: ResultsFolder) -> dict[str, tuple[float, int]]:
    """Return bot -> its points (1 for a won game) and its games, of all games that count."""
    points, games = Counter[str](), Counter[str]()
    gathered = sums_of(results)
    if gathered is None:
        apart: Iterable[Result] = (record.result() for record in results.stream())
    else:
        apart = gathered.apart
        columns = {name: np.asarray(column) for name, column in gathered.results.columns.items()}
        rest = columns["apart"] == 0
        for seat, taken in (("first", columns["points"] / 2), ("second", 1 - columns["points"] / 2)):
            won, played = np.bincount(columns[seat][rest], taken[rest]), np.bincount(columns[seat][rest])
            for name, number in gathered.results.names["players"].items():
                if number < len(played):
                    points[name] += won[number]
                    games[name] += int(played[number])
    for game in apart:
        for bot, share in zip(game.bots, game.points, strict=True) if game.counts else ():
            points[bot] += share  # type: ignore[assignment]
            games[bot] += 1
    return {bot: (float(points[bot]), count) for bot, count in games.items() if count}
