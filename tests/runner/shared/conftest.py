"""Fixtures: games played by workers with the bots in them, which are ended by some, and what remains of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

import msgspec
import pytest

from arena.contract.outcome import Void
from arena.records.record import GameRecord
from arena.runner.runs.stop import Stop
from arena.runner.sandbox.isolation import choose
from arena.runner.setup import Setup
from arena.runner.shared.pool import SharedPool
from arena.schedule import Job


class Given:
    """Stands in for the games of a run: gives out jobs, and keeps what came of them."""

    enough = False
    more = None

    def __init__(self, jobs: Sequence[Job]) -> None:
        self._jobs = deque(jobs)
        self.records: dict[str, GameRecord] = {}
        self.voids: list[Void] = []

    def take(self) -> Job | None:
        return self._jobs.popleft() if self._jobs else None

    def finished(self, *records: GameRecord) -> None:
        for record in records:
            assert record.id not in self.records, "played twice"
            self.records[record.id] = record

    def failed(self, job: Job, void: Void, *, ours: bool = True) -> None:
        assert len(self.voids) < 3, self.voids
        self.voids.append(void)
        self._jobs.append(job)

    def tick(self) -> None: ...


def shared(setup: Setup) -> Setup:
    """Return a setup whose bots play in the workers."""
    return msgspec.structs.replace(setup, process="shared", isolation=choose("none", "isolation"))


@pytest.fixture
def play_shared() -> Callable[..., Given]:
    """Play jobs of a setup in workers with the bots in them."""

    def play(setup: Setup, *jobs: Job, workers: int = 1) -> Given:
        games = Given(jobs)
        with Stop() as stop:
            assert SharedPool(shared(setup), workers).play(games, stop)  # type: ignore[arg-type]
        return games

    return play
