"""What each wall around bots costs a game: honest bots on a small game, all else equal.

    python bench/isolation.py [--games 200] [--rounds 3]

Prints one line of JSON; see README.md here. Layers are added one at a time to what every machine has.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from pathlib import Path

from calibration import calibrate

from arena.config.model import Limits, VariantEntry
from arena.contract.outcome import Void
from arena.runner.sandbox.family import family_seconds
from arena.runner.sandbox.isolation import WALLS, Isolation, offered
from arena.runner.setup import BotSetup, Setup
from arena.runner.system import adopt_orphans
from arena.runner.worker import Worker
from arena.schedule import Job
from arena.variants.load import load_variant


def used() -> float:
    """Return the processor seconds of this process and of all that it started: walls, bots, and the harness."""
    return family_seconds(os.getpid()) or 0.0


def setup_with(layers: tuple[str, ...]) -> Setup:
    bots = {name: BotSetup(name, value="arena_bots.first:make_bot") for name in ("a", "b")}
    return Setup(
        variants={"v": load_variant(VariantEntry(name="v", game="sticks(14)"))}, bots=bots, move_time=5.0,
        limits=Limits(), patience=10, process="fresh", paths=(str(Path(__file__).resolve().parents[1]),), launchers=4,
        versions={}, isolation=Isolation("auto", layers),
    )  # fmt: skip


def played(layers: tuple[str, ...], games: int, rounds: int) -> tuple[float, float]:
    """Return milliseconds of processor time to start a bot's launcher, and the rounds' median of those a game."""
    worker = Worker(setup_with(layers))
    try:
        began = used()
        worker.start("a", "v")
        start = used() - began
        times = []
        for round_ in range(rounds + 1):
            began = used()
            for number in range(games if round_ else 10):  # the first round warms up
                job = Job(id=f"v/a-vs-b/{number:04d}/1", variant="v", pairing="a-vs-b", pair=1, half=1,
                          bots=("a", "b"), seed=number, bot_seed=number)  # fmt: skip
                record = worker.play(job)
                assert not isinstance(record, Void), record
                assert not record.forfeits, record.forfeits
            times.append((used() - began) / (games if round_ else 10))
    finally:
        worker.close()
    return start * 1000, statistics.median(times[1:]) * 1000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games a round")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    adopt_orphans()
    there = tuple(layer for layer in WALLS if layer in offered())
    cases = {"limits": (), **{layer: (layer,) for layer in there}, "all": there}
    figures: dict[str, object] = {"bench": "isolation", "calibration_ms": round(calibrate() * 1000, 2)}
    for name, layers in cases.items():
        start, game = played(layers, asked.games, asked.rounds)
        figures[f"{name}_start_ms"], figures[f"{name}_game_ms"] = round(start, 1), round(game, 2)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
