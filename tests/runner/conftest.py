"""Fixtures: a worker in this process (its bots are in theirs), and a check that nothing survives it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.contract.outcome import Void
from arena.records.record import GameRecord
from arena.runner import worker as workers
from arena.runner.sandbox.isolation import choose
from arena.runner.setup import Setup
from arena.runner.system import adopt_orphans
from arena.runner.worker import Worker
from tests.guests import players
from tests.guests import zoo as zoo_module
from tests.runner.shared_zygotes import SharedZygotes
from tests.runner.tables import bot_for, job_for, living, setup_for, unhurry

ZOO_NAMES = [name for module in (players, zoo_module) for name in vars(module) if not name.startswith("_")]


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no game here be decided by how busy the machine is."""
    unhurry(monkeypatch)


@pytest.fixture(scope="module")
def bots_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Have all bots live in folders under a folder of this module."""
    home = tmp_path_factory.mktemp("bots")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(home))
        yield home


@pytest.fixture(scope="module")
def zygotes() -> Iterator[SharedZygotes | None]:
    """The zygotes of a module's workers. A module whose tests are about zygotes has None instead: each has its own."""
    shared = SharedZygotes()
    yield shared
    shared.close()


@pytest.fixture
def worker_for(
    bots_home: Path, zygotes: SharedZygotes | None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[Setup], Worker]]:
    """Make workers that are closed at the end, and prove that no process and no file of theirs is left."""
    adopt_orphans()
    if zygotes is not None:
        zygotes.serve(monkeypatch, workers)
    before = set(living(bots_home)), set(bots_home.iterdir())
    made = []

    def make(setup: Setup) -> Worker:
        made.append(Worker(setup))
        return made[-1]

    yield make
    for worker in made:
        worker.close()
    assert set(living(bots_home)) <= before[0]
    assert set(bots_home.iterdir()) <= before[1]


def play_on(worker: Worker, setup: Setup, home: Path, *bots: str) -> GameRecord:
    """Play one game; nothing but launchers may be left after it."""
    record = worker.play(job_for(setup, bots=bots or None))
    assert not isinstance(record, Void), f"{record.reason}: {record.detail}"
    left = [(pid, command) for pid, command in living(home) if not is_launcher(pid, command)]
    assert left == []
    return record


def is_launcher(pid: int, command: str) -> bool:
    """Tell launchers and their keepers, which stay from game to game, from what a launcher forks."""
    keeper = parent_of(parent_of(pid)) == os.getpid()
    launcher = parent_of(parent_of(parent_of(pid))) == os.getpid()
    return "arena.runner.sandbox.zygote" in command and (keeper or launcher)


def parent_of(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


@pytest.fixture
def play_one(worker_for: Callable[[Setup], Worker], bots_home: Path) -> Callable[..., GameRecord]:
    """Play one game between bots as in ``bot_for``, on a worker of its own."""

    def play(*bots: str | tuple[str, ...], **changed: object) -> GameRecord:
        setup = setup_for(*bots, **changed)  # type: ignore[arg-type]
        return play_on(worker_for(setup), setup, bots_home)

    return play


@pytest.fixture(scope="module", params=["auto", pytest.param("process", marks=pytest.mark.soak)])
def zoo(bots_home: Path, request: pytest.FixtureRequest) -> Iterator[Callable[..., GameRecord]]:
    """Play games between guests of the zoo, by name, all on one worker: one guest must not spoil the next."""
    adopt_orphans()
    setup = setup_for(isolation=choose(request.param, "isolation"))
    for name in ZOO_NAMES:
        setup.bots[name] = bot_for(name, name)
    worker = Worker(setup)
    yield lambda *bots: play_on(worker, setup, bots_home, *bots)
    worker.close()
    assert list(living(bots_home)) == []
