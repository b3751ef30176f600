"""Records of very many games, made from those of a few real ones: for measuring the store and reports."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from arena.config.model import BotEntry, Tournament, VariantEntry
from arena.contract.outcome import Void
from arena.records.manifest import Manifest
from arena.records.record import GameRecord
from arena.runner.manifest import make_manifest
from arena.runner.runs.prepared import plugins_of
from arena.runner.setup import setup_of
from arena.runner.shared.worker import SharedWorker, Task, prepare_process
from arena.schedule import jobs
from arena.variants.load import load_variants


def tournament(games: int, boards: Sequence[str], bots: Sequence[str], output: Path) -> Tournament:
    """Return a tournament of at least so many games, whose bots are in the workers themselves.

    output: where its results are said to go.
    """
    pairings = len(bots) * (len(bots) - 1) // 2
    return Tournament(
        name="bench", seed="1", scheme=1, bots=tuple(BotEntry(name=bot, plugin=bot) for bot in bots),
        variants=tuple(VariantEntry(name=board, board=board, rules="tournament") for board in boards),
        pairs=-(-games // (2 * pairings * len(boards))), output=str(output), process="shared", isolation="none",
    )  # fmt: skip


def real_games(few: Tournament) -> list[GameRecord]:
    """Play all games of a tournament here, and return their records."""
    setup = setup_of(few, {spec.name: spec for spec in load_variants(few)}, plugins_of(few), 1)
    prepare_process(setup)
    worker, records = SharedWorker(setup), []
    for job in jobs(few):
        record = worker.play(Task(job))
        if isinstance(record, Void):
            raise SystemExit(f"{job.id}: {record.reason}: {record.detail}")
        records.append(record)
    return records


def manifest_of(many: Tournament) -> Manifest:
    """Return what the results of a tournament say of it."""
    return make_manifest(many, load_variants(many), plugins_of(many), 1)


def many_games(many: Tournament, records: Sequence[GameRecord], learned: int) -> Iterator[GameRecord]:
    """Yield all games of a tournament in its order, each like one of its real games in the same place.

    Each has its own scores, times and seeds. learned: so many games are like those of the first half of the real ones,
    of which a store makes its dictionary; the others are like those of the second half.
    """
    like: dict[tuple[str, str, int], list[GameRecord]] = {}
    for record in records:
        like.setdefault((record.variant, record.pairing, record.half), []).append(record)
    lot = random.Random(1)
    for number, job in enumerate(jobs(many)):
        choice = like[job.variant, job.pairing, job.half]
        middle = len(choice) // 2
        half = choice[:middle] if number <= learned and middle else choice[middle:]
        own = half[number // 2 % len(half)]
        scores = tuple(score + lot.randrange(-30, 31) for score in own.scores or ())
        kept = own.circumstances
        times = msgspec.structs.replace(
            kept, ms=tuple(round(lot.expovariate(0.5), 3) for _ in kept.ms),
            cpu_ms=tuple(round(lot.expovariate(1), 3) for _ in kept.cpu_ms), seconds=round(lot.random(), 6),
        )  # fmt: skip
        yield msgspec.structs.replace(
            own, id=job.id, pair=job.pair, scores=scores, seed=lot.getrandbits(64), circumstances=times,
            places=tuple(1 + sum(other > score for other in scores) for score in scores),
            own_seeds=(lot.getrandbits(53), lot.getrandbits(53)),
        )  # fmt: skip
