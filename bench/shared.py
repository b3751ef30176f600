"""Greedy against greedy in the worker itself (process: shared), as a share of the bare engine's games a second.

    python bench/shared.py [--board scrabble] [--words default] [--games 100] [--rounds 7]

The referee, records and their store are those of a run; the games of the bare engine are bench/selfplay.py's. Rounds of
both take turns in one process on one core, so that what else the machine does falls on both. Prints one line of JSON;
see README.md here.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from random import Random

from calibration import calibrate
from selfplay import full_bag, load, play_game

from arena.config.model import BotEntry, Tournament, VariantEntry
from arena.contract.outcome import Void
from arena.records.store import Store
from arena.runner.manifest import make_manifest
from arena.runner.runs.prepared import plugins_of
from arena.runner.setup import setup_of
from arena.runner.shared.worker import SharedWorker, Task, prepare_process
from arena.schedule import Job, jobs
from arena.variants.load import load_variants

WARMING = 20  # games before the clock starts
TOGETHER = 10  # games that are stored at one stroke: what a worker plays in a twentieth of a second


def played(worker: SharedWorker, some: Iterable[Job], store: Store) -> int:
    """Play games and store them together, as a run does; return how many moves they had."""
    records = []
    for job in some:
        record = worker.play(Task(job))
        if isinstance(record, Void):
            raise SystemExit(f"{job.id}: {record.reason}: {record.detail}")
        records.append(record)
    store.add_all(records)
    return sum(len(record.moves) for record in records)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", default="scrabble")
    parser.add_argument("--words", default="default", help="a lexicon's name, or a word list")
    parser.add_argument("--games", type=int, default=100, help="games a round, in tens")
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()

    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    tournament = Tournament(
        name="bench",
        seed="1",
        bots=(BotEntry(name="a", plugin="greedy"), BotEntry(name="b", plugin="greedy")),
        variants=(VariantEntry(name="v", board=asked.board, rules="tournament", lexicon=asked.words),),
        pairs=(asked.games * asked.rounds + WARMING + 1) // 2,
        process="shared",
        isolation="none",
    )
    specs, plugins = load_variants(tournament), plugins_of(tournament)
    table, rng = load(asked.board, asked.words), Random(1)
    setup = setup_of(tournament, {spec.name: spec for spec in specs}, plugins, 1)
    prepare_process(setup)
    worker, planned = SharedWorker(setup), jobs(tournament)
    bare: list[float] = []  # seconds of processor time a game
    whole: list[float] = []
    moves = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder), make_manifest(tournament, specs, plugins, 1)) as store,
    ):
        for _ in range(WARMING):
            played(worker, islice(planned, 1), store)
            play_game(table, table.generator, full_bag(table, rng))
        for _ in range(asked.rounds):
            bags = [full_bag(table, rng) for _ in range(asked.games)]
            began = time.process_time()
            for bag in bags:
                play_game(table, table.generator, bag)
            turned = time.process_time()
            for _ in range(asked.games // TOGETHER):
                moves += played(worker, islice(planned, TOGETHER), store)
            bare.append((turned - began) / asked.games)
            whole.append((time.process_time() - turned) / asked.games)
    worker.close()
    shares = sorted(100 * alone / both for alone, both in zip(bare, whole, strict=True))
    figures = {
        "bench": "shared",
        "board": asked.board,
        "games_per_s": round(1 / statistics.median(whole), 1),
        "selfplay_games_per_s": round(1 / statistics.median(bare), 1),
        "percent_of_selfplay": round(statistics.median(shares), 1),
        "percent_least": round(shares[0], 1),
        "percent_most": round(shares[-1], 1),
        "beside_us_per_move": round(
            (statistics.median(whole) - statistics.median(bare)) * 1e6 * asked.games * asked.rounds / moves, 1
        ),
        "calibration_ms": round(calibrate() * 1e3, 3),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
