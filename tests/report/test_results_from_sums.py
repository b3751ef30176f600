"""What kept sums say to a schedule is what the records say one by one: every kind of tournament, whoever failed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena.cli.reports.kind_of import kind_report_of
from arena.config.model import BotEntry, Kind, SprtRule, StopRule, Tournament
from arena.records.manifest import Manifest
from arena.records.record import FaultRecord, ForfeitRecord, GameRecord, MoveRecord
from arena.records.results import Results
from arena.records.store import Store
from arena.report.sums.finished import FinishedGames
from arena.report.sums.kept import sums_of
from arena.report.sums.written import WrittenSums
from arena.report.trouble.lost_turns import MOST, LostTurns
from arena.results import open as open_results
from arena.schedule.jobs import Job
from arena.schedule.schedule import Schedule, replayed
from arena.serve.lookback.tournaments import standing_facts
from tests.report.test_kept_sums import full, game, reads, small_parts, summed
from tests.schedule.simulated import tournament

__all__ = ["reads", "small_parts"]  # fixtures

SPRT = StopRule(sprt=SprtRule(bots=("a", "b"), elo0=-50, elo1=50))
KINDS: dict[str, dict[str, Any]] = {
    "round robin": {"pairs": 6},
    "swiss": {"pairs": 2, "kind": Kind(name="swiss", rounds=3)},
    "knockout": {"pairs": 2, "kind": Kind(name="knockout", extra_pairs=2)},
    "ladder": {"pairs": 6, "kind": Kind(name="ladder")},
    "sprt": {"pairs": 60, "stop": SPRT},
    "width": {"pairs": 40, "stop": StopRule(half_width=120.0)},
}


def played(job: Job, failing: str, number: int) -> GameRecord:
    """Return a game of a job by lot, with everything that a row of the sums does not say by itself."""
    lot = random.Random(job.id)
    made = game(number)
    moves = tuple(msgspec.structs.replace(move, seat=(move.turn + lot.randrange(2)) % 2) for move in made.moves)
    seat = job.bots.index(failing) if failing in job.bots and lot.random() < 0.5 else None
    scores = tuple(lot.randrange(100) for _ in job.bots) if lot.random() < 0.8 else (50, 50)
    places = (1, 1) if scores[0] == scores[1] else (1, 2) if scores[0] > scores[1] else (2, 1)
    if seat is not None:
        places = (1, 2) if seat else (2, 1)
    return msgspec.structs.replace(
        made, id=job.id, variant=job.variant, pairing=job.pairing, pair=job.pair, half=job.half, bots=job.bots,
        moves=moves, scores=scores, places=places, counts=lot.random() < 0.97,
        forfeits=() if seat is None else (ForfeitRecord(seat, lot.choice(("CRASHED", "LATE")), f"it fell {number}"),),
    )  # fmt: skip


def manifest_of(what: Tournament) -> Manifest:
    return Manifest(
        name=what.name, seed=what.seed, scheme=what.scheme, config="", config_hash="",
        tournament=dict(what.identity()), variants={}, limits={}, isolation={}, machine={}, repeatable=True,
        bots={bot.name: {"plugin": "greedy"} for bot in what.bots},
    )  # fmt: skip


def write(folder: Path, what: Tournament, failing: str = "") -> None:
    """Play a tournament to its end as a run does, with sums; what was finished beyond it is set aside."""
    with Store(folder, manifest_of(what)) as store:
        store.followed_by(WrittenSums(store))
        schedule, waiting, lot, number = Schedule(what), [], random.Random(1), 0
        while True:
            while len(waiting) < 3 and (job := schedule.take()) is not None:  # three are played at once
                waiting.append(job)
            if not waiting or schedule.stopped:
                break
            record = played(waiting.pop(lot.randrange(len(waiting))), failing, number)
            number += 1
            store.add(record)
            schedule.finished(record.result())
        for job in waiting:
            store.add(played(job, failing, number))
        store.set_aside([name for name in store.ids() if name in {*schedule.surplus(), *(job.id for job in waiting)}])


def told(schedule: Schedule) -> tuple[object, ...]:
    rule = schedule.rule
    return (
        schedule.table(), schedule.settled, schedule.stopped, schedule.total, dict(schedule.out),
        sorted(schedule.surplus()), rule and (rule.facts(), rule.text(), rule.verdict_text()),
    )  # fmt: skip


@pytest.mark.parametrize("failing", ["", "b"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_schedule_hears_the_same_from_sums_as_from_records(tmp_path, kind, failing):
    what = tournament("a b c d", "standard hole", max_crashes=4, **KINDS[kind])
    write(tmp_path, what, failing)
    results = open_results(str(tmp_path))
    records = [record.result() for record in results.stream()]
    gathered = sums_of(results)
    assert gathered is not None and bool(gathered.apart)
    found = sorted(FinishedGames(results), key=lambda result: result.id)
    assert [msgspec.structs.replace(one, reason="") for one in found] == [
        msgspec.structs.replace(one, reason="") for one in records
    ]
    assert told(replayed(what, found)) == told(replayed(what, records))
    assert summed(tmp_path) == full(tmp_path)


def test_renamed_bots_and_ids_of_another_making_are_told_as_they_are(tmp_path):
    what = tournament("a b", "standard", pairs=8)
    write(tmp_path / "first", what)
    with Results(tmp_path / "first") as store:
        records = list(store.records())
    other = [msgspec.structs.replace(record, id=f"{record.id}-again") for record in records[:3]]
    renamed = [
        msgspec.structs.replace(record, bots=tuple({"a": "z"}.get(bot, bot) for bot in record.bots))
        for record in records[3:]
    ]
    new = msgspec.structs.replace(what, bots=(*what.bots, BotEntry(name="z", plugin="greedy")))
    with Store(tmp_path / "second", manifest_of(new)) as store:
        store.followed_by(WrittenSums(store))
        store.add_all([*other, *renamed])
    results = open_results(str(tmp_path / "second"))
    found = {result.id: result.bots for result in FinishedGames(results)}
    assert found == {record.id: record.bots for record in results.stream()}
    assert summed(tmp_path / "second") == full(tmp_path / "second")


@pytest.mark.parametrize("kind", ["swiss", "sprt"])
def test_reports_and_watchers_read_no_game_whose_part_is_whole(tmp_path, kind, reads):
    what = tournament("a b c d", "standard hole", **KINDS[kind])
    write(tmp_path, what)
    results = open_results(str(tmp_path))
    standing_facts(results)  # what was set aside has all sums made anew
    shown = 5 + 2 + len(what.bots)
    for told_of in (kind_report_of, standing_facts):
        reads.clear()
        told_of(results)
        assert len(reads) <= 3 + shown < len(results)


def test_the_last_lost_turns_are_those_of_all_records_whatever_order_they_come_in():
    lot, expected = random.Random(3), []
    games = []
    for number in range(3 * MOST):
        moves = tuple(
            MoveRecord(turn, turn % 2, None, {}, FaultRecord("LATE", f"{number}") if lot.random() < 0.4 else None)
            for turn in range(4)
        )
        games.append(msgspec.structs.replace(game(number), moves=moves))
    for record in sorted(games, key=lambda record: record.id):
        expected += [(record.id, move.turn) for move in record.moves if move.fault is not None]
    lot.shuffle(games)
    parts = [LostTurns() for _ in range(5)]
    for number, record in enumerate(games):
        parts[number % 5].add(record)
    whole = LostTurns()
    for part in parts:
        whole.merge(part)
    assert [(turn.game, turn.turn) for turn in whole.last()] == expected[-MOST:]
    assert whole.count == len(expected)
