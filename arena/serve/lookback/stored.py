"""A tournament's results, read anew by each call: what ``arena.results`` gives, for whoever also speaks with bots.

That face may work in several processes, which pass pickles; here nothing does.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from arena.ratings.prior import PRIOR
from arena.records.manifest import Manifest
from arena.records.record import GameRecord
from arena.records.results import Results
from arena.report.compare import Comparison, compare
from arena.report.standings import Report, make_report


class Stored:
    """The results in one folder."""

    def __init__(self, folder: Path) -> None:
        """Raises ResultsError where there are none."""
        self.folder = folder
        Results(folder).close()

    @property
    def manifest(self) -> Manifest:
        """How the games came about. Raises ResultsError where that is damaged."""
        with Results(self.folder) as store:
            return store.manifest

    def __len__(self) -> int:
        """Return the number of finished games."""
        with Results(self.folder) as store:
            return store.count()

    def ids(self) -> set[str]:
        """Return the ids of all finished games."""
        with Results(self.folder) as store:
            return store.ids()

    def stream(self) -> Iterator[GameRecord]:
        """Yield the finished games, sorted by id."""
        with Results(self.folder) as store:
            yield from store.records()

    def game(self, name: str) -> GameRecord:
        """Return one game by its id. Raises ResultsError where there is none."""
        with Results(self.folder) as store:
            return store.get(name)

    def report(self, top: int = 5) -> Report:
        """Return the figures that ``arena report`` prints, as values."""
        with Results(self.folder) as store:
            voids = store.voids()
        manifest = self.manifest
        return make_report(
            manifest.name, self.stream(), voids=voids, prior=PRIOR, top=top, bots=sorted(manifest.bots)
        )  # fmt: skip

    def compare(self, other: Stored, names: tuple[str, str]) -> Comparison:
        """Return what changed from these results to others, over the games that both have."""
        return compare(names, self.stream(), other.stream(), (self.manifest.bots, other.manifest.bots))
