"""The zygote that looked at the bots is the first worker's, in this process or in another; nothing of it is left."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from arena.contract.outcome import Void
from arena.errors import BotError
from arena.runner.preflight import Trouble, start_all
from arena.runner.runs.prepared import prepare
from arena.runner.runs.progress import Progress, Unwatched
from arena.runner.runs.run import Ending, Run
from arena.runner.runs.stop import Stop
from arena.runner.sandbox.family import children as children_of
from arena.runner.sandbox.zygotes import Spare, ZygoteHandle
from arena.runner.setup import Setup
from arena.runner.system import children
from arena.runner.worker import Worker
from arena.tournament import Tournament
from tests.runner.tables import job_for, setup_for

HONEST = "tests.guests.players:first"
FILE = """
name: small
seed: drawn-00000000000000000000000000000001
bots: [{name: ann, bot: BOT}, {name: bob, bot: "tests.guests.players:first"}]
variants: [{name: sticks, game: sticks(5)}]
pairs: 3
workers: WORKERS
output: results
"""


@pytest.fixture(scope="module")
def zygotes() -> None:
    """Every worker has a zygote of its own: here they are handed on and killed."""


def looked_at(setup: Setup) -> Spare:
    spare = Spare()
    assert start_all(setup, spare=spare) == list[Trouble]()
    return spare


def killed(zygote: ZygoteHandle) -> None:
    os.kill(zygote.pid, signal.SIGKILL)
    os.waitid(os.P_PID, zygote.pid, os.WEXITED | os.WNOWAIT)


def test_a_worker_goes_on_with_the_zygote_of_the_look(worker_for: Callable[[Setup], Worker]) -> None:
    setup = setup_for(HONEST, HONEST, game="sticks(4)")
    zygote = looked_at(setup).take()
    assert zygote is not None and zygote.alive
    worker = worker_for(setup)
    worker._spare = zygote
    assert not isinstance(worker.play(job_for(setup)), Void)
    assert worker._zygote is zygote and zygote.alive
    worker.close()
    assert not zygote.alive


def test_one_that_was_killed_meanwhile_is_replaced(worker_for: Callable[[Setup], Worker]) -> None:
    setup = setup_for(HONEST, HONEST, game="sticks(4)")
    zygote = looked_at(setup).take()
    assert zygote is not None
    killed(zygote)
    worker = worker_for(setup)
    worker._spare = zygote
    assert not isinstance(worker.play(job_for(setup)), Void)
    assert worker._zygote is not None and worker._zygote.pid != zygote.pid


def started_since(before: set[int]) -> set[int]:
    """Return the children that there were not before; those of an earlier test may end at any time."""
    return set(children()) - before


def test_one_that_is_not_needed_ends_with_its_worker() -> None:
    before = set(children())
    setup = setup_for(HONEST, HONEST, game="sticks(4)")
    with closing(Worker(setup, looked_at(setup).take())):
        assert started_since(before)
    assert not started_since(before)


def test_a_spare_holds_one_and_ends_what_it_held() -> None:
    before = set(children())
    setup = setup_for(HONEST, HONEST, game="sticks(4)")
    spare = looked_at(setup)
    assert start_all(setup, spare=spare) == list[Trouble]()  # with the same one
    assert len(started_since(before)) == 1
    spare.close()
    spare.close()
    assert spare.take() is None and not started_since(before)


class Looks(Unwatched):
    """Takes down, after each game, which zygotes workers have started for themselves."""

    def __init__(self) -> None:
        self.own = set[int]()

    def ticked(self, progress: Progress) -> None:
        for child in children():
            if "arena.runner.worker" in command_of(child):  # not what other tests of this process have started
                self.own |= set(children_of(child))


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


@pytest.fixture
def played(tmp_path: Path) -> Callable[..., tuple[Ending, set[int]]]:
    """Return what looks and plays: how it ended, and the zygotes that workers started."""

    def run(workers: int, kill: bool = False) -> tuple[Ending, set[int]]:
        file = tmp_path / "small.yaml"
        file.write_text(FILE.replace("BOT", HONEST).replace("WORKERS", str(workers)), encoding="utf-8")
        read = Tournament.read(str(file))
        before = set(children())
        what = prepare(read.contents, read.specs, output=tmp_path / "results")
        watcher = Looks()
        with Stop() as stop, Run(what, watcher=watcher) as made:
            assert made.look(stop) == []
            zygote = what.spare.take()
            assert zygote is not None
            if kill:
                killed(zygote)
            what.spare.put(zygote)
            ending = made.play(stop)
        assert not started_since(before)
        return ending, watcher.own

    return run


def test_a_run_hands_it_to_its_only_worker(played: Callable[..., tuple[Ending, set[int]]]) -> None:
    ending, own = played(1)
    assert (ending.complete, ending.progress.done, own) == (True, 6, set())


def test_a_run_hands_it_to_the_first_of_two_workers(played: Callable[..., tuple[Ending, set[int]]]) -> None:
    ending, own = played(2)
    assert (ending.complete, ending.progress.done, len(own)) == (True, 6, 1)


def test_a_run_does_without_it(played: Callable[..., tuple[Ending, set[int]]]) -> None:
    ending, own = played(1, kill=True)
    assert (ending.complete, ending.progress.done, ending.progress.voids, len(own)) == (True, 6, 0, 1)


def test_a_run_that_is_not_played_leaves_none(tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    broken = FILE.replace("BOT", "tests.guests.at_import:make_bot").replace("WORKERS", "1")
    file.write_text(broken.replace("output: results", f"output: {tmp_path / 'results'}"), encoding="utf-8")
    before = set(children())
    with pytest.raises(BotError, match="does not start"):
        Tournament.read(str(file)).run()
    assert not started_since(before)
