"""Thirty times, at random moments, something happens to a run on a cluster: the same games all the same.

Whatever it consists of is killed, or hangs; one of its machines loses its network, or its disk.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cluster.started import Cluster, FarWorker, nothing_lives, start
from tests.cluster.test_same_games import SMALL, export, fill, named, played_here
from tests.runner.test_runs import games

BLOWS = 30
PAIRS = 5
LONGEST = 45.0  # seconds for which something hangs or is cut off: more than those after which it is taken for lost
MACHINE, WORKER = "arena.cluster.machine", "arena.runner.worker"


class Trouble:
    """Does one thing at a time to a run on a cluster of two machines, of which one is far away."""

    def __init__(self, folder: Path) -> None:
        self._random = random.Random(16)
        self.base = folder / "cluster"
        self.base.mkdir()
        self.cluster = Cluster(self.base, 1)
        self.far = FarWorker(folder / "far", self.cluster.address)
        self.far_folder = folder / "far"
        self.done: Counter[str] = Counter()
        self._later: list[tuple[float, Callable[[], None]]] = []  # when something has to be put right again
        self._kinds: dict[str, Callable[[subprocess.Popen[str]], bool]] = {
            "a Dask worker is killed": lambda process: self._signal(self._dask_workers()),
            "a Dask worker hangs": lambda process: self._stop(self._dask_workers()),
            "a run's process is killed": lambda process: self._signal(self._ours(MACHINE)),
            "a run's process hangs": lambda process: self._signal(self._ours(MACHINE), signal.SIGSTOP),
            "a worker is killed": lambda process: self._signal(self._ours(WORKER)),
            "the driver is killed": lambda process: self._signal([process.pid]),
            "the scheduler and its workers are killed": lambda process: self._restart(),
            "the network is lost": lambda process: self._cut(),
            "the disk is lost": lambda process: self._lose_disk(),
        }
        self._next: list[str] = []

    def _blow(self, process: subprocess.Popen[str]) -> None:
        """Do the next thing. What cannot happen now is passed over, and comes again."""
        if not self._next:
            self._next = self._random.sample(sorted(self._kinds), len(self._kinds))
        kind = self._next.pop()
        if self._kinds[kind](process):
            self.done[kind] += 1

    def _dask_workers(self) -> list[int]:
        assert self.far.process is not None
        return [*self.cluster.dask_workers(), self.far.process.pid]

    def _ours(self, module: str) -> list[int]:
        return [*named(self.base, module), *named(self.far_folder, module)]

    def _signal(self, pids: list[int], number: int = signal.SIGKILL) -> bool:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._random.choice(pids), number) if pids else None
            return bool(pids)
        return False

    def _stop(self, pids: list[int]) -> bool:
        pid = self._random.choice(pids)
        if not self._signal([pid], signal.SIGSTOP):
            return False
        self._afterwards(lambda: self._signal([pid], signal.SIGCONT))
        return True

    def _restart(self) -> bool:
        port = int(self.cluster.address.rpartition(":")[2])
        self.cluster.end(signal.SIGKILL)
        self._end_what_hangs(self.base)
        nothing_lives(self.base)
        self.cluster = Cluster(self.base, 1, port)
        return True

    def _end_what_hangs(self, folder: Path) -> None:
        """End the runs' processes that were stopped, and whose Dask worker was killed: nobody else is left to do it."""
        for pid in named(folder, MACHINE):
            if " (stopped)" in Path(f"/proc/{pid}/status").read_text():
                os.kill(pid, signal.SIGKILL)

    def _cut(self) -> bool:
        reset = self._random.random() < 0.5
        self.far.cut()
        self._afterwards(lambda: self.far.mend(reset))
        return True

    def _lose_disk(self) -> bool:
        if self.far.has_disk:
            self.far.lose_disk()
            self._afterwards(self.far.give_disk)
            return True
        return False

    def _afterwards(self, act: Callable[[], object]) -> None:
        self._later.append((time.monotonic() + self._random.uniform(0, LONGEST), lambda: (act(), None)[1]))

    def _put_right(self, until: float) -> None:
        for when, act in [*self._later]:
            if when <= until:
                self._later.remove((when, act))
                act()

    def _look_after(self) -> None:
        """Do what whoever minds the machines does: what hung or was cut off is there again, what ended is started."""
        self._put_right(time.monotonic())
        if self.far.has_disk:
            self.far.start()

    def run(self, folder: Path) -> None:
        """Play a folder's tournament to its end, with a blow at every few games as long as there are some left."""
        process = start(folder, self.cluster.address, "--resume")
        until = time.monotonic() + 900
        while process.poll() is None or process.returncode:
            assert time.monotonic() < until, f"it does not come to its end: {self.done}"
            if process.poll() is not None:
                _, err = process.communicate()
                assert process.returncode == -signal.SIGKILL, (err, self.done)
                process = start(folder, self.cluster.address, "--resume")
            before, wait = games(folder, "night"), self._random.random()
            while games(folder, "night") == before and process.poll() is None:
                assert time.monotonic() < until, f"it does not go on: {self.done}"
                self._look_after()
                time.sleep(0.05)
            time.sleep(wait)
            if sum(self.done.values()) < BLOWS and process.poll() is None:
                self._blow(process)
        process.communicate()
        self._put_right(float("inf"))


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_thirty_blows_lose_no_game_and_play_none_twice(tmp_path: Path):
    (tmp_path / "here").mkdir()
    undisturbed = played_here(tmp_path / "here", SMALL, PAIRS)
    trouble = Trouble(tmp_path)
    with trouble.far:
        for number in range(BLOWS):
            folder = tmp_path / f"run{number}"
            folder.mkdir()
            trouble.run(fill(folder, SMALL, PAIRS))
            assert export(folder) == undisturbed, trouble.done
            if sum(trouble.done.values()) >= BLOWS:
                break
    assert trouble.cluster.end() == 0
    trouble._end_what_hangs(trouble.far_folder)
    nothing_lives(tmp_path)
    print(f"{number + 1} runs", dict(trouble.done))
    assert sum(trouble.done.values()) == BLOWS and len(trouble.done) == 9
