"""What a folder of results holds before a night: which games, what they took, and who took points from whom."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from arena.contract.result import Result
from arena.errors import ResultsError
from arena.records.record import GameRecord
from arena.records.results import GAMES, Results
from arena.records.store import mend_games
from arena.runner.night.durations import Durations

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass
class Past:
    """The games so far. results: of all of them. points: (bot, other) -> the points that it took from the other.

    durations: what they took, and what trials took that are no games of the results. mended: what was found damaged,
    and is to be played again, for people.
    """

    durations: Durations
    results: list[Result] = field(default_factory=list)
    points: dict[tuple[str, str], float] = field(default_factory=dict)
    mended: str = ""

    @property
    def ids(self) -> set[str]:
        """Of all of them."""
        return {game.id for game in self.results}

    def add(self, record: GameRecord) -> None:
        """Count a game that is stored."""
        self.results.append(record.result())
        self.durations.add(record)
        if record.counts and len(record.bots) == 2:
            outcome = record.outcome()
            for seat in (0, 1):
                meeting = record.bots[seat], record.bots[1 - seat]
                self.points[meeting] = self.points.get(meeting, 0.0) + outcome.points(seat)

    def taken(self, more: Iterable[str]) -> tuple[list[str], NDArray[np.float64]]:
        """Return all names, those of ``more`` too, and float64[n, n]: the points that each took from each."""
        import numpy as np  # only where a night has a budget

        names = sorted({*more, *(bot for bot, _ in self.points)})
        place = {name: index for index, name in enumerate(names)}
        taken = np.zeros((len(names), len(names)))
        for (bot, other), points in self.points.items():
            taken[place[bot], place[other]] = points
        return names, taken


def past_of(folder: Path, assumed: float, *, mend: bool = False) -> Past:
    """Return the past of a folder, an empty one where there are no results. assumed: see ``Durations``.

    mend: whether a new file is made of the games that are whole where others are damaged, for a run that goes on with
    them. Raises ResultsError where a record is damaged, and is to stay so.
    """
    try:
        return _read(folder, assumed)
    except ResultsError:
        mended = mend_games(folder) if mend else ""
        if not mended:
            raise
        past = _read(folder, assumed)
        past.mended = mended
        return past


def _read(folder: Path, assumed: float) -> Past:
    past = Past(Durations(assumed))
    if os.path.isfile(folder / GAMES):
        with Results(folder) as there:
            for record in there.records():
                past.add(record)
    return past
