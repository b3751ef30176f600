"""A tournament from its values to its finished games: looked at, played; every game is stored at once.

One ``Run`` for every way of playing (see ``source.py``): ``look`` before the first game, ``play``, ``close``. What is
missing is played.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from arena.records.store import Follower, Store
from arena.runner.journal import sweep_journal
from arena.runner.preflight import Trouble
from arena.runner.runs.games import Games
from arena.runner.runs.progress import Progress, RunWatcher, Unwatched
from arena.runner.runs.source import Source
from arena.runner.runs.stop import Stop
from arena.schedule.stage import KindTable
from arena.schedule.unplayed import Unplayed


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended.

    complete: everything that can be played is stored, or within a budget of time what fits into it. verdict: what a
    stopping rule says at the end, "" without one. table: how things stand, of a kind that goes by results. unplayed:
    what a budget has left for another run.
    """

    complete: bool
    progress: Progress
    folder: Path
    verdict: str = ""
    table: KindTable | None = None
    unplayed: Unplayed = field(default_factory=Unplayed)


class Run:
    """One run of a tournament. ``close``, or the end of a ``with``, gives its folder back; finished games are there.

    progress: where it stands. what: where its games come from.
    """

    def __init__(
        self, what: Source, *, resume: bool = False, watcher: RunWatcher | None = None,
        follower: Callable[[Store], Follower] | None = None,
    ) -> None:  # fmt: skip
        """Open the results for writing, and work out what is missing. Raises ResultsError (see Store).

        follower: makes one that hears of all games that are stored.
        """
        self.what = what
        self._watcher = watcher or Unwatched()
        self._manifest = what.manifest()
        self._store = Store(what.folder, self._manifest, resume=resume, differences=what.differences)
        try:
            if follower is not None:
                self._store.followed_by(follower(self._store))
            sweep_journal(what.folder)
            self._games = Games(self._store, what.schedule, what.tournament.max_voids, self._watcher.ticked, what.torn)
            self.progress = self._games.progress
            self._watcher.opened(self.progress, what.workers)
        except BaseException:
            self.close()
            raise

    def look(self, stop: Stop) -> list[Trouble]:
        """Start every bot once, where there is a game left to play; return what went wrong, in the bots' order.

        stop: asked, what takes long is not gone on with. Raises RunError where it goes wrong through us.
        """
        if self.progress.before >= self.progress.total:
            return []
        troubles: list[Trouble] = []
        self._watcher.looking(len(self.what.tournament.bots))
        try:
            troubles = self.what.look(self._watcher.looked_at, stop)
            if troubles and (manifest := self.what.manifest()).refused != self._manifest.refused:
                self._store.extend(manifest)
        finally:
            self._watcher.looked(troubles)
        return troubles

    def play(self, stop: Stop) -> Ending:
        """Play what is missing, until the end or until ``stop`` is asked.

        Raises ResultsError (somebody did something to the results) and RunError (a game failed through us too often);
        what was finished before is saved.
        """
        try:
            self._watcher.began(self.progress, self.what.workers)
            self.progress.begin()
            complete = self.what.play(self._games, stop)
            schedule = self._games.complete() if complete else None
            self._games.stand()
        finally:
            self._watcher.ended()
        if schedule is None:
            return Ending(False, self.progress, self.what.folder)
        unplayed = schedule.unplayed()
        verdict = "" if schedule.rule is None else schedule.rule.ending()
        if unplayed.games and schedule.rule is not None:
            verdict = f"The tournament is not finished; its stopping rule: {schedule.rule.text()}"
        return Ending(True, self.progress, self.what.folder, verdict, schedule.table(), unplayed)

    def close(self) -> None:
        """Give the folder of results back; nothing can be played any more."""
        self.what.close()
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()
