"""What the driver of a cluster bears: how many games a second one process dispatches, takes back and stores.

    python bench/driver.py [--games 20000] [--machines 1000] [--threads 1] [--real 256]

The machines are pretended: each answers at once with records of real games that were written down before, under the
ids that it was asked for. So the time is that of the driver alone: the schedule, batches, reading what came back by its
schema, and the store with its compression; making the answers is not counted. Dask and the network are not in it.
Prints one line of JSON; see README.md here.
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
import time
from collections import deque
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
from calibration import calibrate
from many_games import manifest_of, real_games, tournament

from arena.cluster.cluster_machine import ClusterMachine
from arena.cluster.dispatch import Dispatch
from arena.cluster.messages import BatchPlayed
from arena.records.compression import GAMES_TO_LEARN_FROM
from arena.records.record import GameRecord
from arena.records.store import GAMES, Store
from arena.runner.runs.games import Games
from arena.runner.worker import Done
from arena.schedule import Job
from arena.schedule.schedule import Schedule


class Seen:
    """What a driver has seen of a pretended machine. threads: games at once."""

    def __init__(self, name: str, threads: int) -> None:
        self.name, self.threads = name, threads


class PretendedFleet:
    """Machines that answer at once, each in its turn. idle: seconds that were spent on making their answers."""

    def __init__(self, records: list[GameRecord], machines: int, threads: int) -> None:
        self._records = records
        self.ready = [
            ClusterMachine(Seen(f"m{number}", threads), 0.0, "ready", f"m{number}", speed=50.0)  # type: ignore[arg-type]
            for number in range(machines)
        ]
        self.what = SimpleNamespace(run="bench")
        self.lose: Any = None
        self.idle, self.batches = 0.0, 0
        self._calls = deque[tuple[Any, bytes]]()
        self._answered = 0

    def open(self) -> None: ...

    def halt(self) -> None: ...

    def call(self, machine: ClusterMachine, then: Any, function: Any, run: str, data: bytes) -> None:
        """Take a batch of games, JSON lines."""
        self._calls.append((then, data))
        self.batches += 1

    def wait(self, seconds: float, stop: object) -> None:
        """Have every second machine that has something to do answer."""
        for _ in range((len(self._calls) + 1) // 2):
            then, data = self._calls.popleft()
            began = time.process_time()
            answer = self._answer(data)
            self.idle += time.process_time() - began
            then(answer)

    def refuse(self, machine: ClusterMachine, why: str) -> None:
        raise SystemExit(f"{machine.name}: {why}")

    fail = refuse

    def _answer(self, data: bytes) -> Future[bytes]:
        lines = []
        for line in data.split(b"\n"):
            job = msgspec.json.decode(line, type=Job)
            like = self._records[self._answered % len(self._records)]
            self._answered += 1
            record = msgspec.structs.replace(
                like, id=job.id, variant=job.variant, pairing=job.pairing, pair=job.pair, half=job.half, bots=job.bots,
                seed=job.seed,
            )  # fmt: skip
            lines.append(msgspec.json.encode(Done(job.id, record)).decode())
        future: Future[bytes] = Future()
        future.set_result(msgspec.json.encode(BatchPlayed(tuple(lines))))
        return future


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--machines", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=1, help="games at once on each machine")
    parser.add_argument("--real", type=int, default=2 * GAMES_TO_LEARN_FROM, help="games that are played")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "results"
        many = tournament(asked.games, ["scrabble"], ["greedy", "longest"], folder)
        records = real_games(msgspec.structs.replace(many, pairs=asked.real // 2))
        fleet = PretendedFleet(records, asked.machines, asked.threads)
        with Store(folder, manifest_of(many)) as store:
            games = Games(store, lambda recorded: Schedule(many, recorded), 3, lambda progress: None)
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            began, wall = time.process_time(), time.perf_counter()
            Dispatch(fleet, None).play(games, SimpleNamespace(asked=0))  # type: ignore[arg-type]
            took = time.process_time() - began - fleet.idle
            waited = time.perf_counter() - wall - fleet.idle
        size = (folder / GAMES).stat().st_size
    print(json.dumps({
        "bench": "driver", "games": asked.games, "machines": asked.machines, "threads": asked.threads,
        "games_per_s": round(asked.games / took), "games_per_wall_s": round(asked.games / waited),
        "games_per_batch": round(asked.games / fleet.batches, 1), "bytes_per_game": round(size / asked.games),
        "grown_mib": round((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024),
        "calibration_ms": round(calibrate() * 1e3, 3),
    }))  # fmt: skip


if __name__ == "__main__":
    main()
