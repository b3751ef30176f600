"""A tournament on a cluster is the one that is played here: the same games, byte for byte, whatever is killed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest

from arena.cluster import dispatch
from arena.tournament import Played, Progress, Stop, Tournament, Unwatched
from tests.cluster.started import Cluster, nothing_is_left, nothing_lives, start
from tests.runner.called import call
from tests.runner.tables import living
from tests.runner.test_runs import games, wait_for_games

WORDS = "CAT\nCATS\nATE\nEAT\nTEA\nSEA\nEAST\nDO\nDOE\nTOE\nTOES\nON\nONE\nNO\nNOT\nRAT\nRATE\nAT\nIT\nIN\nTIN\n"
FILE = """
name: night
seed: drawn-0000000000000000000000000000000c
bots: [random, {name: mine, path: ./mine.py}, {name: packed, path: ./packed}, first]
variants:
  - {name: sticks, game: sticks, options: {count: 21}}
  - {name: donut, board: donut, lexicon: words.txt}
  - {name: scrabble, board: scrabble, lexicon: words.txt}
kind: {swiss: {rounds: 2}}
pairs: 1
"""
SMALL = """
name: night
seed: drawn-0000000000000000000000000000000d
bots: [random, first, {name: mine, path: ./mine.py}]
variants: [{name: sticks, game: sticks, options: {count: 21}}, {name: nim, game: nim}]
pairs: PAIRS
isolation: process
"""
BOT = '''
"""Any legal move."""
from arena.bot import Bot
HELPER

class Mine(Bot):
    def __init__(self, info, rng):
        self.rng = rng

    def choose(self, view, budget):
        return self.rng.choice(list(view.legal()))


def make_bot(info, rng):
    return Mine(info, rng)
'''
PROJECT = """
[project]
name = "packed"
version = "1.0"
[project.entry-points."arena.bots"]
packed = "packed_bot.play:make_bot"
"""


def fill(folder: Path, text: str = FILE, pairs: int = 3) -> Path:
    """Write a tournament into a folder, with a bot in a file, one in a package, and a word list."""
    package = folder / "packed" / "packed_bot"
    package.mkdir(parents=True, exist_ok=True)
    (folder / "tmp").mkdir(exist_ok=True)
    (folder / "mine.py").write_text(BOT.replace("HELPER", ""))
    (folder / "packed" / "pyproject.toml").write_text(PROJECT)
    (package / "__init__.py").write_text("")
    (package / "half.py").write_text("HALF = 2\n")
    (package / "play.py").write_text(BOT.replace("HELPER", "from packed_bot.half import HALF\n"))
    (folder / "words.txt").write_text(WORDS)
    (folder / "night.yaml").write_text(text.replace("PAIRS", str(pairs)))
    return folder


def export(folder: Path) -> str:
    status, out, err = call(folder, "export", "night")
    assert status == 0, err
    return out


def played_here(folder: Path, text: str = FILE, pairs: int = 3) -> str:
    """Return the export of a tournament played by this machine's own workers."""
    status, _, err = call(fill(folder, text, pairs), "run", "night.yaml", "--workers", "1")
    assert status == 0, err
    return export(folder)


def ended_well(process: subprocess.Popen[str]) -> str:
    _, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    return err


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> str:
    return played_here(tmp_path_factory.mktemp("small"), SMALL)


def test_boards_small_games_and_rounds_come_out_the_same(tmp_path, cluster):
    """Word lists, a file and a package are sent, and nothing of them is left."""
    here = tmp_path / "here"
    here.mkdir()
    there = tmp_path / "there"
    there.mkdir()
    fill(there)
    status, out, err = call(there, "run", "night.yaml", "--cluster", cluster.address)
    assert status == 0, err
    assert "24 games, 2 at a time" in err
    assert "Swiss, 2 of 2 rounds" in out
    assert export(there) == played_here(here)
    nothing_is_left(cluster)


def test_one_file_gives_one_export_here_and_there_and_trusted(tmp_path, cluster):
    """In processes of their own on this machine, the same on the cluster, and in the workers themselves on both."""
    trusted = SMALL.replace("isolation: process", "isolation: none\nprocess: shared")
    (tmp_path / "here").mkdir()
    here = played_here(tmp_path / "here", SMALL, 1)
    ways = {"there": (SMALL, True), "trusted": (trusted, False), "trusted-there": (trusted, True)}
    for name, (text, far) in ways.items():
        folder = tmp_path / name
        folder.mkdir()
        where = ["--cluster", cluster.address] if far else ["--workers", "2"]
        status, _, err = call(fill(folder, text, 1), "run", "night.yaml", *where)
        assert status == 0, err
        assert export(folder).replace('"shared"', '"fresh"') == here, name


def test_a_bot_with_fewer_pairs_plays_as_many_here_and_there(tmp_path, cluster):
    text = SMALL.replace("path: ./mine.py}", "path: ./mine.py, pairs: 1}")
    (tmp_path / "here").mkdir()
    here = played_here(tmp_path / "here", text, 2)
    assert here.count("\n") == (2 + 1 + 1) * 2 * 2
    (tmp_path / "there").mkdir()
    status, _, err = call(fill(tmp_path / "there", text, 2), "run", "night.yaml", "--cluster", cluster.address)
    assert status == 0, err
    assert export(tmp_path / "there") == here


class Meddler(Unwatched):
    """Does something to a run when so many games are played, once for each number."""

    def __init__(self, acts: Mapping[int, Callable[[], object]]) -> None:
        """acts: how many games -> what is done then."""
        self._acts = dict(acts)
        self.done = 0

    def ticked(self, progress: Progress) -> None:
        self.done = progress.done
        for number in [number for number in self._acts if progress.done >= number]:
            self._acts.pop(number)()

    @property
    def finished(self) -> bool:
        return not self._acts


def run_watched(folder: Path, cluster: Cluster, meddler: Meddler, silent: float = 30.0) -> tuple[Played, list[str]]:
    """Play a folder's tournament on a cluster, from this process; return how it ended, and what was told."""
    while named(cluster.folder, "arena.cluster.machine"):  # of an earlier run
        time.sleep(0.05)
    announce: list[str] = []
    tournament = Tournament.read(folder / "night.yaml", output=folder / "results" / "night")
    clustered = tournament.on_cluster(cluster.address, announce=announce.append)
    clustered.fleet.silent, clustered.fleet.others = silent, 200.0  # all are there when something is done to one
    with Stop() as stop, pytest.MonkeyPatch.context() as patch:
        patch.setattr(dispatch, "_MOST", 1)  # so that no machine has all the rest, and another one nothing
        played = tournament.run(cluster=clustered, watcher=meddler, stop=stop)
    return played, announce


def kill(pids: list[int], number: int = signal.SIGKILL) -> int:
    """Send a signal to one of some processes; return which."""
    pid = random.Random(len(pids)).choice(pids)
    os.kill(pid, number)
    return pid


def named(folder: Path, module: str) -> list[int]:
    """Return the processes of a folder that run a module of the arena's."""
    return [pid for pid, command in living(folder) if f" {module} " in command]


def test_a_worker_that_is_killed_loses_no_game_and_plays_none_twice(tmp_path, cluster, small):
    fill(tmp_path, SMALL)
    meddler = Meddler({5: lambda: kill(cluster.dask_workers())})
    played, said = run_watched(tmp_path, cluster, meddler)
    assert played.complete and meddler.finished
    assert any("is lost: it has left the cluster" in text for text in said), said
    assert export(tmp_path) == small


@pytest.mark.soak
def test_what_a_worker_of_dasks_started_is_killed(tmp_path, cluster, small):
    """The run's process below one, then a worker of the arena's below that."""
    fill(tmp_path, SMALL)
    base = cluster.folder
    ours = {8: "arena.cluster.machine", 19: "arena.runner.worker"}
    acts = {number: partial(lambda module: kill(named(base, module)), module) for number, module in ours.items()}
    meddler = Meddler(acts)
    played, said = run_watched(tmp_path, cluster, meddler)
    assert played.complete and meddler.finished
    assert any(" starts anew: " in text for text in said), said
    assert export(tmp_path) == small


@pytest.mark.soak
def test_a_worker_that_hangs_is_done_without(tmp_path, cluster, small):
    fill(tmp_path, SMALL)
    stopped: list[int] = []
    meddler = Meddler({5: lambda: stopped.append(kill(cluster.dask_workers(), signal.SIGSTOP))})
    try:
        played, said = run_watched(tmp_path, cluster, meddler, silent=2.0)
    finally:
        os.kill(stopped[0], signal.SIGCONT)
    assert played.complete
    assert any("is lost: no word of it for 2 s" in text for text in said), said
    assert export(tmp_path) == small


@pytest.mark.soak
def test_a_process_of_a_run_that_hangs_is_ended_and_the_run_goes_on(tmp_path, cluster, small):
    fill(tmp_path, SMALL)
    meddler = Meddler({5: lambda: kill(named(cluster.folder, "arena.cluster.machine"), signal.SIGSTOP)})
    played, said = run_watched(tmp_path, cluster, meddler)
    assert played.complete and meddler.finished
    assert any("the run's process hangs" in text for text in said), said
    assert export(tmp_path) == small


def test_a_local_cluster_ends_what_hangs_below_it(tmp_path):
    (tmp_path / "cluster").mkdir()
    made = Cluster(tmp_path / "cluster", 1)
    process = start(fill(tmp_path, SMALL, 30), made.address)
    wait_for_games(tmp_path, 1, process, "night")
    kill(named(made.folder, "arena.cluster.machine"), signal.SIGSTOP)
    process.kill()
    process.communicate()
    assert made.end() == 0
    nothing_lives(made.folder)
    assert list((made.folder / "tmp").iterdir()) == []


@pytest.mark.soak
def test_a_driver_that_is_killed_goes_on_with_resume(tmp_path, cluster, small):
    fill(tmp_path, SMALL)
    process = start(tmp_path, cluster.address)
    wait_for_games(tmp_path, 6, process, "night")
    process.kill()
    process.communicate()
    before = games(tmp_path, "night")
    status, _, err = call(tmp_path, "run", "night.yaml", "--resume", "--cluster", cluster.address)
    assert status == 0 and f"{before} of them played before" in err, err
    assert export(tmp_path) == small


@pytest.mark.soak
def test_ctrl_c_finishes_the_games_that_run_and_resume_goes_on_here(tmp_path, cluster, small):
    fill(tmp_path, SMALL)
    process = start(tmp_path, cluster.address)
    wait_for_games(tmp_path, 6, process, "night")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=100)
    assert process.returncode == 130, err
    assert f"Go on with: arena run night.yaml --resume --cluster {cluster.address}" in err
    nothing_lives(tmp_path)
    status, _, err = call(tmp_path, "run", "night.yaml", "--resume", "--workers", "1")
    assert status == 0, err
    assert export(tmp_path) == small


@pytest.mark.soak
def test_a_scheduler_that_is_killed_is_waited_for(tmp_path, tmp_path_factory, small):
    fill(tmp_path, SMALL)
    folder = tmp_path_factory.mktemp("restarted")
    first = Cluster(folder, 1)
    clusters = [first]

    def restart() -> None:
        first.end(signal.SIGKILL)
        nothing_lives(folder)  # of the workers either
        clusters.append(Cluster(folder, 1, int(first.address.rpartition(":")[2])))

    played, said = run_watched(tmp_path, first, Meddler({6: restart}))
    assert clusters[-1].end() == 0
    assert played.complete and len(clusters) == 2
    assert any(text.startswith(f"no connection to {first.address}") for text in said), said
    assert f"connected to {first.address} again" in said
    assert export(tmp_path) == small
