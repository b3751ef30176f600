"""Games beyond an early end, with a source that plays by lot and ends games in the worst order. No processes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest

from arena.contract.chance import seed_of
from arena.errors import ResultsError
from arena.records.record import GameRecord
from arena.records.store import Results
from arena.runner.runs.games import Games
from arena.runner.runs.prepared import Prepared, prepare
from arena.runner.runs.run import Ending, Run
from arena.runner.runs.stop import Stop
from arena.schedule.jobs import Job
from arena.variants.load import open_tournament

FILE = """
name: small
seed: drawn-00000000000000000000000000000001
bots: [random, first, {name: other, bot: random}]
variants: [{name: sticks, game: sticks}]
pairs: PAIRS
"""
STOP = "stop: {sprt: {bots: [random, first], elo0: 0, elo1: 150}}\n"


def played(job: Job) -> GameRecord:
    lot = Random(seed_of(job.seed, job.id))
    strong = job.bots.index("random") if "random" in job.bots else 0
    best = strong if lot.random() < 0.7 else 1 - strong
    return GameRecord(job.id, job.variant, job.pairing, job.pair, job.half, job.bots, job.seed, (),
                      (1, 2) if best == 0 else (2, 1), "by lot")  # fmt: skip


class LastFirst(Prepared):
    """Always ends the game that began last, but for every seventh time."""

    def play(self, games: Games, stop: Stop) -> bool:
        running: list[Job] = []
        count = 0
        while not games.enough:
            while not stop.asked and len(running) < self.workers and (job := games.take()) is not None:
                running.append(job)
            if not running:
                return not stop.asked
            count += 1
            games.finished(played(running.pop(0 if count % 7 == 0 else -1)))
            games.tick()
        return True


@pytest.fixture
def play(tmp_path: Path) -> Callable[..., Ending]:
    def play(folder: str, *, pairs: int = 60, stop: str = STOP, resume: bool = False, workers: int = 9) -> Ending:
        path = tmp_path / "small.yaml"
        path.write_text(FILE.replace("PAIRS", str(pairs)) + stop)
        tournament, specs = open_tournament(path)
        what = prepare(tournament, specs, workers=workers, output=tmp_path / folder)
        by_lot = LastFirst(*(getattr(what, field.name) for field in fields(what)))
        with Stop() as stopper, Run(by_lot, resume=resume) as run:
            return run.play(stopper)

    return play


def ids(folder: Path) -> set[str]:
    with Results(folder) as results:
        return results.ids()


def test_the_games_that_count_are_the_same_and_the_rest_is_set_aside(play, tmp_path):
    alone, many = play("alone", workers=1), play("many")
    assert alone.verdict == many.verdict
    assert "Stopped by SPRT: Elo is biased outward." in alone.verdict
    assert ids(alone.folder) == ids(many.folder)
    assert many.progress.done > alone.progress.done == len(ids(alone.folder))
    again = play("many", resume=True)
    assert again.progress.done == 0
    assert again.progress.total == again.progress.before
    assert (again.verdict, ids(again.folder)) == (many.verdict, ids(alone.folder))


def test_what_was_set_aside_comes_back_when_the_rule_is_taken_away(play):
    early = play("small")
    finished = early.progress.done
    assert finished > len(ids(early.folder))
    with pytest.raises(ResultsError, match="pairs: 60 -> 59"):
        play("small", pairs=59, stop="", resume=True)
    whole = play("small", stop="", resume=True)
    assert whole.progress.before == finished
    assert whole.progress.done == 60 * 3 * 2 - finished
    assert len(ids(whole.folder)) == 60 * 3 * 2
    with pytest.raises(ResultsError, match="stop: none -> "):
        play("small", resume=True)


def test_more_pairs_do_not_change_a_verdict(play):
    early = play("small")
    kept = ids(early.folder)
    later = play("small", pairs=90, resume=True)
    assert (later.verdict, ids(later.folder)) == (early.verdict, kept)
