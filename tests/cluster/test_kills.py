"""Thirty kills at random moments, of everything that a run on a cluster consists of: the same games all the same."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.cluster.started import Cluster, start
from tests.cluster.test_same_games import SMALL, export, fill, games, named, nothing_lives, played_here

KILLS = 30
PAIRS = 12
KINDS = ("dask worker", "machine", "worker", "driver", "all of the cluster")
OURS = {"machine": "arena.cluster.machine", "worker": "arena.runner.worker"}


class Killer:
    """Kills one thing at a time, of one run on one cluster after the other."""

    def __init__(self, base: Path) -> None:
        self._random = random.Random(16)
        self.base, self.cluster = base, Cluster(base, 2)
        self.done: Counter[str] = Counter()

    def run(self, folder: Path) -> None:
        """Play a folder's tournament to its end, with kills as long as there are some left."""
        process = start(folder, self.cluster.address, "--resume")
        until = time.monotonic() + 600
        while process.poll() is None or process.returncode:
            assert time.monotonic() < until, "it does not come to its end"
            if process.poll() is not None:
                _, err = process.communicate()
                assert process.returncode == -signal.SIGKILL, err
                process = start(folder, self.cluster.address, "--resume")
            before, wait = games(folder), self._random.random()
            while games(folder) == before and process.poll() is None:
                time.sleep(0.02)
            time.sleep(wait)
            if sum(self.done.values()) < KILLS and process.poll() is None:
                self._kill(process)
        process.communicate()

    def _kill(self, process: subprocess.Popen[str]) -> None:
        kind = self._random.choice(KINDS)
        if kind == "all of the cluster":
            port = int(self.cluster.address.rpartition(":")[2])
            self.cluster.end(signal.SIGKILL)
            nothing_lives(self.base)
            self.cluster = Cluster(self.base, 2, port)
        else:
            if kind == "driver":
                there = [process.pid]
            else:
                there = self.cluster.dask_workers() if kind == "dask worker" else named(self.base, OURS[kind])
            if not there:
                return
            os.kill(self._random.choice(there), signal.SIGKILL)
        self.done[kind] += 1


@pytest.mark.soak
@pytest.mark.timeout(3000)
def test_thirty_kills_lose_no_game_and_play_none_twice(tmp_path: Path):
    (tmp_path / "here").mkdir()
    (tmp_path / "cluster").mkdir()
    undisturbed = played_here(tmp_path / "here", SMALL, PAIRS)
    killer = Killer(tmp_path / "cluster")
    for number in range(KILLS):
        folder = tmp_path / f"run{number}"
        folder.mkdir()
        killer.run(fill(folder, SMALL, PAIRS))
        assert export(folder) == undisturbed, killer.done
        if sum(killer.done.values()) >= KILLS:
            break
    assert killer.cluster.end() == 0
    nothing_lives(tmp_path)
    assert sum(killer.done.values()) == KILLS and len(killer.done) == len(KINDS)
