"""How a run ended, and the results that it left."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arena.report.numbers import be, plural
from arena.results import Results
from arena.results import open as open_results
from arena.runner.runs.run import Ending

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Played:
    """How a run ended. ending: its figures. broken: bots that did not start, and forfeited their games.

    In a season these are left out of the night instead.
    """

    ending: Ending
    broken: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every game of the tournament is stored, or of a night with a budget, all that fitted into it."""
        return self.ending.complete

    @property
    def folder(self) -> Path:
        return self.ending.folder

    @property
    def saved(self) -> str:
        """How many games are stored, and where, in words."""
        progress = self.ending.progress
        games = f"{progress.bound} {plural(progress.total, 'game')}".lstrip()
        done = progress.before + progress.done
        return f"stopped: {done} of {games} {be(progress.total)} saved in {self.folder}"

    @property
    def results(self) -> Results:
        """The results of this run and of those that it went on with."""
        return open_results(str(self.folder))

    def standings(self) -> pd.DataFrame:
        """Return the table of the standings, as ``results.standings()`` does."""
        return self.results.standings()

    def _repr_html_(self) -> str:
        return self.results._repr_html_()
