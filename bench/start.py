"""How a bot starts, and what it holds: the import of arena.bot, the first move after "ready", private memory.

    python bench/start.py [--board scrabble] [--games 10] [--imports 7]

The games are greedy against greedy in real bot processes. Prints one line of JSON; see README.md here.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

from calibration import calibrate

from arena.config.model import BotEntry, Tournament, VariantEntry
from arena.contract.outcome import Void
from arena.records.record import GameRecord
from arena.runner.runs.prepared import plugins_of
from arena.runner.setup import setup_of
from arena.runner.system import adopt_orphans
from arena.runner.worker import Worker
from arena.schedule import jobs
from arena.variants.load import load_variants

WARMING = 2  # games before those that count: launchers and kernels
HEAVY = ("numba", "numpy", "scipy")  # what a bot that asks for no plays must not pay for

_IMPORT = """
import sys, time
began = time.perf_counter(), time.process_time()
import arena.bot
print(time.perf_counter() - began[0], time.process_time() - began[1], *(set(sys.argv[1:]) & set(sys.modules)))
"""


def imports(times: int) -> dict[str, Any]:
    """Return the seconds of ``import arena.bot`` in fresh interpreters, and what heavy modules it brings along."""
    walls, works, heavy = [], [], set()
    for _ in range(times + 1):
        done = subprocess.run([sys.executable, "-c", _IMPORT, *HEAVY], capture_output=True, text=True, check=True)
        wall, work, *along = done.stdout.split()
        walls.append(float(wall))
        works.append(float(work))
        heavy.update(along)
    del walls[0], works[0]  # the first one fills the file cache
    return {
        "import_s": round(statistics.median(walls), 4),
        "import_work_s": round(statistics.median(works), 4),
        "imported_along": sorted(heavy),
    }


def private_bytes(pid: int) -> int:
    """Return what only this process holds, by the kernel's account."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(1024 * int(size) for size in re.findall(r"^Private_\w+:\s+(\d+) kB", text, flags=re.M))


def descendants(pid: int) -> set[int]:
    """Return all processes below one, it left out."""
    below: set[int] = set()
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            below |= {child} | descendants(child)
    return below


def worker_of(board: str, plugin: str, process: str, games: int) -> tuple[Worker, Any]:
    """Return a worker for games of a plug-in against itself, and the jobs."""
    tournament = Tournament(
        name="bench",
        seed="1",
        scheme=1,  # without stretching, and the games of earlier measurements
        bots=(BotEntry(name="a", plugin=plugin), BotEntry(name="b", plugin=plugin)),
        variants=(VariantEntry(name="v", board=board, rules="tournament"),),
        pairs=(games + WARMING + 1) // 2,
        process="kept" if process == "kept" else "fresh",
        output="/nonexistent/bench",  # to be hidden from the bots; nothing is written
    )
    specs = {spec.name: spec for spec in load_variants(tournament)}
    return Worker(setup_of(tournament, specs, plugins_of(tournament), 1)), jobs(tournament)


def played(worker: Worker, planned: Any) -> GameRecord:
    record = worker.play(next(planned))
    if isinstance(record, Void):
        raise SystemExit(f"{record.reason}: {record.detail}")
    return record


def moves(board: str, games: int) -> dict[str, Any]:
    """Return what first moves take beside the others, and how many functions were compiled after "ready"."""
    worker, planned = worker_of(board, "watched:make_bot", "fresh", games)
    first, later, compiled = [], [], 0
    try:
        for number in range(-WARMING, games):
            record = played(worker, planned)
            own = [(move.seat, ms) for move, ms in zip(record.moves, record.circumstances.own_ms, strict=True)]
            compiled += sum(max(map(int, re.findall(r"compiled (\d+)", out))) for out in record.circumstances.outputs)
            if number < 0:
                continue
            for seat in (0, 1):
                mine = [ms for who, ms in own if who == seat and ms is not None]
                first.append(mine[0])
                later += mine[1:]
    finally:
        worker.close()
    return {
        "first_move_ms": round(statistics.median(first), 3),
        "first_move_longest_ms": round(max(first), 3),
        "later_moves_ms": round(statistics.median(later), 3),
        "compiled_after_ready": compiled,
    }


def memory(board: str) -> dict[str, Any]:
    """Return the private memory of a bot's process after a game, the most of both."""
    worker, planned = worker_of(board, "greedy", "kept", 2)
    try:
        for _ in range(WARMING):
            played(worker, planned)
        below = descendants(os.getpid())
        bots = [private_bytes(pid) for pid in below if not descendants(pid)]
        others = [private_bytes(pid) for pid in below if descendants(pid)]
    finally:
        worker.close()
    return {"private_mib": round(max(bots) / 2**20, 2), "launcher_private_mib": round(max(others) / 2**20, 2)}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", default="scrabble")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--imports", type=int, default=7)
    asked = parser.parse_args()
    adopt_orphans()
    figures = {"bench": "start", "board": asked.board, **imports(asked.imports)}
    figures |= moves(asked.board, asked.games) | memory(asked.board)
    print(json.dumps({**figures, "calibration_ms": round(calibrate() * 1e3, 3)}))


if __name__ == "__main__":
    main()
