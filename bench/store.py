"""What stored games take, how fast they are written with their sums, and what reports of very many take.

    python bench/store.py [--games 100000] [--real 256] [--boards scrabble] [--bots greedy,longest]

Plays some real games in this process, and writes their records many times under other ids, each with other scores,
times and seeds, as a run does: with the sums that are kept beside them. The dictionary is made of the first half of
the real games, and the second half is what is written again and again, so that no record was there when the dictionary
was made.
Then come reports, each a process of its own. Prints one line of JSON; see README.md here.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from calibration import calibrate
from many_games import manifest_of, many_games, real_games, tournament

from arena.records.compression import GAMES_TO_LEARN_FROM
from arena.records.kept_sums import SUMS
from arena.records.record import GameRecord
from arena.records.store import GAMES, Store
from arena.report.sums.written import WrittenSums

CALL = "import sys; from arena.cli.main import main; main(sys.argv[1:])"
NEW = 500  # games that come to those of which there are sums


def reported(folder: Path, *options: str) -> tuple[float, float, float]:
    """Report a folder; return processor time and time by the clock in seconds, and the most memory in MiB."""
    began = time.perf_counter()
    call = [sys.executable, "-c", CALL, "report", str(folder), *options]
    with subprocess.Popen(call, stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"arena report ended with {process.returncode}")
    return used.ru_utime + used.ru_stime, time.perf_counter() - began, used.ru_maxrss / 1024


def written(store: Store, games: Iterator[GameRecord]) -> float:
    """Write games as a run does, with their sums; return the processor time in seconds."""
    store.followed_by(WrittenSums(store))
    writing = 0.0
    for record in games:
        began = time.process_time()
        store.add(record)
        writing += time.process_time() - began
    return writing


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--real", type=int, default=2 * GAMES_TO_LEARN_FROM, help="games that are played")
    parser.add_argument("--boards", default="scrabble")
    parser.add_argument("--bots", default="greedy,longest")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder, page = Path(place) / "results", Path(place) / "page.html"
        boards, bots = asked.boards.split(","), asked.bots.split(",")
        records = real_games(tournament(asked.real, boards, bots, folder))
        many = tournament(asked.games + NEW, boards, bots, folder)
        manifest = manifest_of(many)
        games = many_games(many, records, GAMES_TO_LEARN_FROM)
        with Store(folder, manifest) as store:
            writing = written(store, islice(games, asked.games))
        size, sums = (folder / GAMES).stat().st_size, sum(path.stat().st_size for path in folder.glob(f"{SUMS}*"))
        report, report_clock, memory = reported(folder)
        with Store(folder, manifest, resume=True) as store:
            written(store, islice(games, NEW))
        newer, _, _ = reported(folder)
        html, html_clock, html_memory = reported(folder, "--html", str(page))
        (folder / SUMS).unlink()
        first, first_clock, _ = reported(folder)
        page_size = page.stat().st_size
    print(json.dumps({
        "bench": "store", "games": asked.games, "bytes_per_game": round(size / asked.games),
        "sums_bytes_per_game": round(sums / asked.games), "records_per_s": round(asked.games / writing),
        "report_s": round(report, 2), "report_clock_s": round(report_clock, 2), "report_mib": round(memory),
        "newer_report_s": round(newer, 2), "page_s": round(html, 2), "page_clock_s": round(html_clock, 2),
        "page_mib": round(html_memory), "page_bytes": page_size,
        "first_report_s": round(first, 2), "first_report_clock_s": round(first_clock, 2),
        "calibration_ms": round(calibrate() * 1e3, 3),
    }))  # fmt: skip


if __name__ == "__main__":
    main()
