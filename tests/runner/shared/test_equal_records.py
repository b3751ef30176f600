"""Games of deterministic bots are the same in the worker itself as in processes of their own, on several boards."""

from __future__ import annotations

import msgspec
import pytest

from arena.config.model import Limits, VariantEntry
from arena.records.export import to_jsonl
from arena.runner.worker import Worker
from arena.schedule import Job
from arena.variants.load import load_variant
from tests.runner.tables import setup_for

BOTS = ("greedy", "random_play", "opener")
VARIANTS = {
    "scrabble": (VariantEntry(name="scrabble", board="scrabble", rules="tournament"), 2),
    "infinite": (VariantEntry(name="infinite", board="infinite", rules="cs351"), 2),
    "hole": (VariantEntry(name="hole", board="hole", rules="itu"), 3),
    "sticks": (VariantEntry(name="sticks", game="sticks"), 2),
}


@pytest.fixture(scope="module")
def setup():
    specs = {name: load_variant(entry, seats=seats) for name, (entry, seats) in VARIANTS.items()}
    made = setup_for(
        *(f"arena_bots.{bot}:make_bot" for bot in BOTS), variants=specs, move_time=None, limits=Limits(game_time=600.0)
    )
    return made


def jobs(setup) -> list[Job]:
    found = []
    for name, spec in setup.variants.items():
        bots = tuple(setup.bots)[: spec.seats] if name != "sticks" else ("bot1", "bot1")
        for half in (1, 2):
            seats = bots[half - 1 :] + bots[: half - 1]
            ids = {"id": f"{name}/{'-vs-'.join(sorted(bots))}/0001/{half}", "pairing": "-vs-".join(sorted(bots))}
            found.append(Job(**ids, variant=name, pair=1, half=half, bots=seats, seed=11, bot_seed=12))
    return found


def test_their_exports_are_equal_byte_for_byte(setup, worker_for, play_shared):
    planned = jobs(setup)
    together = play_shared(setup, *planned, workers=2)
    worker: Worker = worker_for(setup)
    assert together.voids == []
    for job in planned:
        alone = worker.play(job)
        both = [msgspec.structs.replace(record, process=()) for record in (alone, together.records[job.id])]
        assert next(to_jsonl(both[:1])) == next(to_jsonl(both[1:])), job.id
        assert all(left.fault is None for left in alone.forfeits)
