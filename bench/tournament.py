"""Greedy against greedy through real bot processes with clocks and records on disk: games a second on one core.

    python bench/tournament.py [--board scrabble] [--games 100] [--rounds 3] [--process fresh|kept]

Worker, launchers and bots are all held to one core. Prints one line of JSON; see README.md here.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from pathlib import Path

from calibration import calibrate

from arena.config.model import BotEntry, Tournament, VariantEntry
from arena.contract.outcome import Void
from arena.records.record import GameRecord
from arena.records.store import Store
from arena.runner.manifest import make_manifest
from arena.runner.runs.prepared import plugins_of
from arena.runner.sandbox.family import family_seconds
from arena.runner.setup import setup_of
from arena.runner.system import adopt_orphans
from arena.runner.worker import Worker
from arena.schedule import Job, jobs
from arena.variants.load import load_variants

WARMING = 4  # games before the clock starts: launchers, kernels, word graph


def played(worker: Worker, job: Job, store: Store) -> GameRecord:
    record = worker.play(job)
    if isinstance(record, Void):
        raise SystemExit(f"{job.id}: {record.reason}: {record.detail}")
    store.add(record)
    return record


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", default="scrabble")
    parser.add_argument("--words", default="default", help="a lexicon's name, or a word list")
    parser.add_argument("--games", type=int, default=100, help="games a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--process", choices=["fresh", "kept"], default="fresh")
    asked = parser.parse_args()

    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    adopt_orphans()
    tournament = Tournament(
        name="bench",
        seed="1",
        scheme=1,  # without stretching, and the games of earlier measurements
        bots=(BotEntry(name="a", plugin="greedy"), BotEntry(name="b", plugin="greedy")),
        variants=(VariantEntry(name="v", board=asked.board, rules="tournament", lexicon=asked.words),),
        pairs=(asked.games * asked.rounds + WARMING + 1) // 2,
        process=asked.process,
        output=str(Path(tempfile.gettempdir()) / "arena-bench"),  # hidden from the bots; nothing lies there
    )
    specs, plugins = load_variants(tournament), plugins_of(tournament)
    worker = Worker(setup_of(tournament, {spec.name: spec for spec in specs}, plugins, 1))
    moves, own = 0, 0.0
    rates: list[float] = []
    works: list[float] = []
    parent: list[float] = []
    costs: list[float] = []  # of a message there and back: what the arena's clock has more than the bot's own
    planned = jobs(tournament)
    with tempfile.TemporaryDirectory() as folder:
        try:
            with Store(Path(folder), make_manifest(tournament, specs, plugins, 1)) as store:
                for _ in range(WARMING):
                    played(worker, next(planned), store)
                for _ in range(asked.rounds):
                    began, worked = time.perf_counter(), family_seconds(os.getpid()) or 0.0
                    records = [played(worker, next(planned), store) for _ in range(asked.games)]
                    rates.append(asked.games / (time.perf_counter() - began))
                    works.append(((family_seconds(os.getpid()) or 0.0) - worked) / asked.games)
                    for record in records:
                        moves += len(record.moves)
                        own += sum(ms or 0.0 for ms in record.circumstances.own_ms)
                        parent += record.circumstances.ms
                        both = zip(record.circumstances.ms, record.circumstances.own_ms, strict=True)
                        costs += [ms - bot for ms, bot in both if bot is not None]
        finally:
            worker.close()
    unit = calibrate()
    rate, work = statistics.median(rates), statistics.median(works)
    figures = {
        "bench": "tournament",
        "board": asked.board,
        "process": asked.process,
        "games_per_s": round(rate, 2),
        "work_ms_per_game": round(work * 1e3, 2),
        "moves_per_game": round(moves / (asked.games * asked.rounds), 1),
        "bot_ms_per_move": round(own / moves, 3),
        "clock_ms_per_move": round(sum(parent) / moves, 3),
        "clock_ms_longest": round(max(parent), 3),
        "message_ms_p50": round(statistics.median(costs), 3),
        "message_ms_p99": round(statistics.quantiles(costs, n=100)[98], 3),
        "calibration_ms": round(unit * 1e3, 3),
        "games_ratio": round(rate * unit, 3),
        "work_ratio": round(work / unit, 3),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
