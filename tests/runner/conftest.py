"""Fixtures: a worker in this process (its bots are in theirs), and a check that nothing survives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.contract.outcome import Void
from arena.records.record import GameRecord
from arena.runner.setup import Setup
from arena.runner.system import adopt_orphans
from arena.runner.worker import Worker
from tests.runner.tables import job_for, living, setup_for


@pytest.fixture
def bots_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have all bots live in folders under a folder of this test."""
    import tempfile

    home = tmp_path / "bots"
    home.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(home))
    return home


@pytest.fixture
def worker_for(bots_home: Path) -> Iterator[Callable[[Setup], Worker]]:
    """Make workers that are closed at the end, and prove that no process and no file is left."""
    adopt_orphans()
    workers = []

    def make(setup: Setup) -> Worker:
        workers.append(Worker(setup))
        return workers[-1]

    yield make
    for worker in workers:
        worker.close()
    assert list(living(bots_home)) == []
    assert list(bots_home.iterdir()) == []


@pytest.fixture
def play_one(worker_for: Callable[[Setup], Worker], bots_home: Path) -> Callable[..., GameRecord]:
    """Play one game between bots given by reference; only templates may be left after it."""

    def play(*bots: str, **changed: object) -> GameRecord:
        setup = setup_for(*bots, **changed)  # type: ignore[arg-type]
        worker = worker_for(setup)
        record = worker.play(job_for(setup))
        assert not isinstance(record, Void), f"{record.reason}: {record.detail}"
        left = [command for _, command in living(bots_home) if "arena.runner.template" not in command]
        assert left == []
        assert len(list(living(bots_home))) <= len(bots), "a child outlived its game"
        return record

    return play
