"""What stored games take, how fast they are written, and what the text report of very many takes.

    python bench/store.py [--games 100000] [--real 256]

Plays some real games (greedy against longest), and writes their records many times under other ids, each with other
scores, times and seeds. The dictionary is made of the first half of the real games, and the second half is what is
written again and again, so that no record was there when the dictionary was made. Prints one line of JSON; see
README.md here.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
from calibration import calibrate

from arena.config.model import BotEntry, Tournament, VariantEntry
from arena.contract.outcome import Void
from arena.records.compression import GAMES_TO_LEARN_FROM
from arena.records.manifest import Manifest
from arena.records.record import GameRecord
from arena.records.store import GAMES, Store
from arena.runner.manifest import make_manifest
from arena.runner.runs.prepared import plugins_of
from arena.runner.setup import setup_of
from arena.runner.system import adopt_orphans
from arena.runner.worker import Worker
from arena.schedule import jobs
from arena.variants.load import load_variants

CALL = "import sys; from arena.cli.main import main; main(sys.argv[1:])"


def real_games(count: int) -> tuple[Manifest, list[GameRecord]]:
    """Play a tournament of so many games; return what its results would say of it, and its records."""
    adopt_orphans()
    tournament = Tournament(
        name="bench", seed="1", scheme=1,
        bots=(BotEntry(name="a", plugin="greedy"), BotEntry(name="b", plugin="longest")),
        variants=(VariantEntry(name="v", board="scrabble", rules="tournament"),), pairs=(count + 1) // 2,
        output=str(Path(tempfile.gettempdir()) / "arena-bench"),  # hidden from the bots; nothing lies there
    )  # fmt: skip
    specs, plugins = load_variants(tournament), plugins_of(tournament)
    worker = Worker(setup_of(tournament, {spec.name: spec for spec in specs}, plugins, 1))
    records = []
    try:
        for job in jobs(tournament):
            record = worker.play(job)
            if isinstance(record, Void):
                raise SystemExit(f"{job.id}: {record.reason}: {record.detail}")
            records.append(record)
    finally:
        worker.close()
    return make_manifest(tournament, specs, plugins, 1), records


def many_games(records: list[GameRecord], count: int) -> Iterator[GameRecord]:
    """Yield so many games like those: the first half of them while the dictionary is not made, then the second."""
    lot = random.Random(1)
    middle = len(records) // 2
    for number in range(count):
        pair, half = divmod(number, 2)
        own = records[:middle] if number <= GAMES_TO_LEARN_FROM else records[middle:]
        like = own[number % len(own)]
        gap = lot.randrange(-30, 31)
        scores = (250 + gap, 250 - gap)
        kept = like.circumstances
        times = msgspec.structs.replace(
            kept, ms=tuple(round(lot.expovariate(0.5), 3) for _ in kept.ms),
            cpu_ms=tuple(round(lot.expovariate(1), 3) for _ in kept.cpu_ms), seconds=round(lot.random(), 6),
        )  # fmt: skip
        yield msgspec.structs.replace(
            like, id=f"v/a-vs-b/{pair + 1:04d}/{half + 1}", pair=pair + 1, half=half + 1, scores=scores,
            places=(1, 1) if not gap else (1, 2) if gap > 0 else (2, 1), seed=lot.getrandbits(64), circumstances=times,
            own_seeds=(lot.getrandbits(53), lot.getrandbits(53)),
        )  # fmt: skip


def reported(folder: Path) -> tuple[float, float]:
    """Report a folder as text; return the processor time in seconds, and the most memory in MiB."""
    with subprocess.Popen([sys.executable, "-c", CALL, "report", str(folder)], stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"arena report ended with {process.returncode}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--real", type=int, default=2 * GAMES_TO_LEARN_FROM, help="games that are played")
    asked = parser.parse_args()
    manifest, records = real_games(asked.real)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "results"
        writing = 0.0
        with Store(folder, manifest) as store:
            for record in many_games(records, asked.games):
                began = time.process_time()
                store.add(record)
                writing += time.process_time() - began
        size = (folder / GAMES).stat().st_size
        first, _ = reported(folder)
        again, memory = reported(folder)
        sums = sum(path.stat().st_size for path in folder.glob("sums.sqlite*"))
    print(json.dumps({
        "bench": "store", "games": asked.games, "bytes_per_game": round(size / asked.games),
        "sums_bytes_per_game": round(sums / asked.games), "records_per_s": round(asked.games / writing),
        "first_report_s": round(first, 2), "report_s": round(again, 2), "report_mib": round(memory),
        "calibration_ms": round(calibrate() * 1e3, 3),
    }))  # fmt: skip


if __name__ == "__main__":
    main()
