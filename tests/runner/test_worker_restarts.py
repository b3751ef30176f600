"""A worker goes on when processes of the arena's own are killed from outside, also while others take their place."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile

import msgspec
import pytest

from arena.config.model import Limits
from arena.contract.outcome import Void
from arena.errors import RunError
from arena.runner import worker as workers
from arena.runner.bench import Bench
from arena.runner.plugin.find import find
from arena.runner.sandbox.isolation import choose
from arena.runner.sandbox.zygotes import ZygoteHandle
from arena.runner.setup import Setup
from tests.runner.tables import job_for, living, setup_for

FIRST = "tests.guests.players:first"


@pytest.fixture(scope="module")
def zygotes() -> None:
    """Every worker has a zygote of its own: here they are killed."""


def kill(zygote: ZygoteHandle) -> None:
    os.kill(zygote.pid, signal.SIGKILL)
    os.waitid(os.P_PID, zygote.pid, os.WEXITED | os.WNOWAIT)


def goes_on_after(worker: workers.Worker, setup: Setup, monkeypatch: pytest.MonkeyPatch, starter: str) -> None:
    """Check that games in which ``starter`` fails are void, and that the next one is played."""

    def none(*_, **named):
        raise RunError(starter, "killed by SIGKILL")

    for _ in range(2):
        with monkeypatch.context() as patch:
            patch.setattr(workers, starter, none)
            result = worker.play(job_for(setup))
        assert isinstance(result, Void) and "killed by SIGKILL" in result.detail
    assert not isinstance(worker.play(job_for(setup)), Void)


def test_a_zygote_that_does_not_start_costs_one_game_and_no_more(worker_for, monkeypatch):
    setup = setup_for(FIRST, FIRST, game="sticks(4)")
    worker = worker_for(setup)
    assert not isinstance(worker.play(job_for(setup)), Void)
    killed = worker._zygote
    kill(killed)

    goes_on_after(worker, setup, monkeypatch, "zygote_of")


def test_a_launcher_that_does_not_start_costs_one_game_and_no_more(worker_for, monkeypatch):
    setup = setup_for(FIRST, FIRST, game="sticks(4)")
    worker = worker_for(setup)
    assert not isinstance(worker.play(job_for(setup)), Void)

    for launcher in list(worker._launchers.values()):
        launcher._lost = True  # as after a call that was not answered
    goes_on_after(worker, setup, monkeypatch, "launcher_of")


@pytest.mark.parametrize("times", [1, 3])
def test_a_worker_may_be_closed_more_than_once(times):
    setup = setup_for(FIRST, FIRST, game="sticks(4)")
    worker = workers.Worker(setup)
    assert not isinstance(worker.play(job_for(setup)), Void)
    for _ in range(times):
        worker.close()


def test_a_server_s_bots_go_on_after_their_zygote_was_killed(bots_home):
    setup = setup_for(FIRST, game="sticks(4)")
    with Bench({"x": find(FIRST)}, next(iter(setup.variants.values())), Limits()) as bench:
        seat = bench.seat("x")
        seat.close(patience=0.0)
        kill(bench._zygote)
        for _ in range(2):
            seat = bench.seat("x")
            assert seat.stage() is not None
            seat.close(patience=0.0)
    assert not list(living(bots_home))


@pytest.mark.parametrize("mode", ["process", "auto"])
def test_no_bot_is_charged_where_the_disk_is_gone(worker_for, monkeypatch, tmp_path, mode):
    """Its games are void until there is one again."""
    disk = tmp_path / "disk"
    disk.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(disk))
    setup = msgspec.structs.replace(setup_for(FIRST, FIRST, game="sticks(4)"), isolation=choose(mode, ""))
    worker = worker_for(setup)
    assert not isinstance(worker.play(job_for(setup)), Void)
    shutil.rmtree(disk)
    for _ in range(3):
        result = worker.play(job_for(setup))
        assert isinstance(result, Void) and not result.bot, result
    disk.mkdir()
    results = [worker.play(job_for(setup)) for _ in range(3)]
    assert not isinstance(results[-1], Void)
