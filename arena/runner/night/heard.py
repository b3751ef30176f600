"""Games as a pool plays them, each told to somebody else too when it is over."""

from __future__ import annotations

from collections.abc import Callable

from arena.contract.outcome import Void
from arena.records.record import GameRecord
from arena.runner.shared.pool import SharedWork
from arena.runner.worker import Done
from arena.schedule.jobs import Job


class HeardGames:
    """The games of a run (PoolWork, SharedWork). heard: is called with each, before the next is taken."""

    def __init__(self, games: SharedWork, heard: Callable[[GameRecord], None]) -> None:
        self._games, self._heard = games, heard
        self.more = games.more

    @property
    def enough(self) -> bool:
        return self._games.enough

    def take(self) -> Job | None:
        return self._games.take()

    def done(self, job: Job, said: Done) -> None:
        if said.record is not None:
            self._heard(said.record)
        self._games.done(job, said)

    def finished(self, *records: GameRecord) -> None:
        for record in records:
            self._heard(record)
        self._games.finished(*records)

    def failed(self, job: Job, void: Void, *, ours: bool = True) -> None:
        self._games.failed(job, void, ours=ours)

    def tick(self) -> None:
        self._games.tick()
