"""The results of a folder's games for whoever follows a schedule: from the sums, where some are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

import numpy as np

from arena.contract.result import Result
from arena.records.results import ResultsFolder
from arena.report.gather import Gathered
from arena.report.sums.kept import sums_of
from arena.report.sums.results import results_from, stands_apart


class FinishedGames:
    """The results of all games of a folder, from sums that are kept of them, else from records; asked for once."""

    def __init__(self, results: ResultsFolder) -> None:
        self._results = results

    @cached_property
    def _gathered(self) -> Gathered | None:
        return sums_of(self._results)

    def __iter__(self) -> Iterator[Result]:
        """Yield all of them, in no order."""
        gathered = self._gathered
        if gathered is not None:
            yield from results_from(gathered.results, gathered.apart)
        else:
            for record in self._results.stream():
                yield record.result()

    def apart(self) -> Iterator[Result]:
        """Yield, in no order, all that did not count or that a seat left through a fatal fault, and maybe others."""
        if self._gathered is not None:
            yield from self._gathered.apart
        else:
            yield from (record.result() for record in self._results.stream() if stands_apart(record))

    def points(self) -> dict[str, tuple[float, int]]:
        """Return bot -> its points (1 for a won game) and its games, of all games that count."""
        points, games = Counter[str](), Counter[str]()
        gathered = self._gathered
        rest: Iterable[Result] = self
        if gathered is not None:
            rest = gathered.apart
            columns = {name: np.asarray(column) for name, column in gathered.results.columns.items()}
            summed = columns["apart"] == 0
            for seat, taken in (("first", columns["points"] / 2), ("second", 1 - columns["points"] / 2)):
                won, played = np.bincount(columns[seat][summed], taken[summed]), np.bincount(columns[seat][summed])
                for name, number in gathered.results.names["players"].items():
                    if number < len(played):
                        points[name] += won[number]
                        games[name] += int(played[number])
        for game in rest:
            for bot, share in zip(game.bots, game.points, strict=True) if game.counts else ():
                points[bot] += share  # type: ignore[assignment]
                games[bot] += 1
        return {bot: (float(points[bot]), count) for bot, count in games.items() if count}
