"""The same tournament on a cluster of this machine and by its own pool, in turns: which share of that rate it has.

    python bench/cluster.py [--games 200] [--rounds 3] [--workers 2] [--process fresh|kept]

Greedy against greedy on scrabble. The first games, for which everything starts, are not counted. Beside the wall clock,
the processor time of everything that takes part, which says more where others use the machine too. Prints one line of
JSON; see README.md here.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from calibration import calibrate

from arena.config.model import BotEntry, VariantEntry
from arena.config.model import Tournament as Contents
from arena.runner.sandbox.family import family_seconds
from arena.runner.system import adopt_orphans
from arena.tournament import Progress, Tournament, Unwatched

WARMING = 20  # games before the clock starts


class Watch(Unwatched):
    """Games a second, and seconds of processor time a game, after the first ones."""

    def __init__(self) -> None:
        self._games = 0
        self._began = self._worked = 0.0
        self.rate = self.work = 0.0

    def ticked(self, progress: Progress) -> None:
        now, worked = time.perf_counter(), family_seconds(os.getpid()) or 0.0
        if not self._games:
            if progress.done >= WARMING:
                self._games, self._began, self._worked = progress.done, now, worked
        elif progress.done > self._games:
            games = progress.done - self._games
            self.rate, self.work = games / (now - self._began), (worked - self._worked) / games


def played(folder: Path, asked: argparse.Namespace, cluster: str | None) -> Watch:
    contents = Contents(
        name="bench",
        seed="1",
        scheme=1,  # without stretching
        bots=(BotEntry(name="a", plugin="greedy"), BotEntry(name="b", plugin="greedy")),
        variants=(VariantEntry(name="v", board="scrabble", rules="tournament", lexicon=asked.words),),
        pairs=(asked.games + WARMING + 1) // 2,
        process=asked.process,
        output=str(folder),
    )
    watch = Watch()
    Tournament.of(contents).run(workers=asked.workers, cluster=cluster, watcher=watch)
    return watch


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", default="default", help="a lexicon's name, or a word list")
    parser.add_argument("--games", type=int, default=200, help="games a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--process", choices=["fresh", "kept"], default="fresh")
    asked = parser.parse_args()

    adopt_orphans()
    command = [sys.executable, "-c", "from arena.cli.main import main; main()", "cluster", "local", str(asked.workers)]
    here: list[Watch] = []
    there: list[Watch] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as cluster,
    ):
        try:
            assert cluster.stdout is not None
            address = cluster.stdout.readline().strip()
            for number in range(asked.rounds):
                here.append(played(Path(folder, f"here{number}"), asked, None))
                there.append(played(Path(folder, f"there{number}"), asked, address))
        finally:
            cluster.terminate()
    pairs = list(zip(here, there, strict=True))
    figures = {
        "bench": "cluster",
        "process": asked.process,
        "workers": asked.workers,
        "share": round(statistics.median(two.rate / one.rate for one, two in pairs), 3),
        "share_least": round(min(two.rate / one.rate for one, two in pairs), 3),
        "share_most": round(max(two.rate / one.rate for one, two in pairs), 3),
        "work_times": round(statistics.median(two.work / one.work for one, two in pairs), 3),
        "games_per_s": round(statistics.median(watch.rate for watch in there), 2),
        "pool_games_per_s": round(statistics.median(watch.rate for watch in here), 2),
        "work_ms_per_game": round(1e3 * statistics.median(watch.work for watch in there), 2),
        "calibration_ms": round(calibrate() * 1e3, 3),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
