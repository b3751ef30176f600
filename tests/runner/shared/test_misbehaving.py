"""Guests that misbehave in a worker's own process lose by the same fault as in a process of their own."""

from __future__ import annotations

import msgspec
import pytest

from arena.config.model import Limits, VariantEntry
from arena.records.record import GameRecord
from arena.runner.worker import Worker
from arena.variants.load import load_variant
from tests.runner.shared.conftest import Given
from tests.runner.tables import bot_for, job_for, setup_for

HONEST = "tests.guests.players:first"
LIMITS = Limits(start_time=1.5, late_time=0.2, shutdown_time=0.2)

# Whose record is the same in both ways of playing, but for times and processes.
ALIKE = {
    "chance": "tests.guests.players:chance",
    "global_chance": "tests.guests.players:global_chance",
    "raises": "raises",
    "at_construction": "at_construction",
    "returns_nothing": "returns_nothing",
    "refuses_its_option": "refuses_its_option",
    "wrong_type": "wrong_type",
    "unreadable": "unreadable",
    "prints": "prints",
    "sleeper": "sleeper",
    "at_import": "tests.guests.at_import:make_bot",
    "nowhere": "tests.guests.nowhere:make_bot",
    "no_factory": "tests.guests.zoo:no_such_factory",
}
HANGING = {  # each ends its worker, so these take long
    "holds_the_interpreter": "holds_the_interpreter",
    "hang_at_construction": "hang_at_construction",
    "hangs_on_the_way_out": "hangs_on_the_way_out",
    "hangs_at_import": "tests.guests.hangs_at_import:make_bot",
}


def without(record: GameRecord) -> GameRecord:
    return msgspec.structs.replace(record.without_circumstances(), process=())


@pytest.fixture
def setup():
    made = setup_for(limits=LIMITS, game="sticks(9)")
    made.bots["honest"] = bot_for("honest", HONEST)
    for name, guest in (ALIKE | HANGING).items():
        made.bots[name] = bot_for(name, guest)
    for name in ("exits", "kills_itself", "late_once"):
        made.bots[name] = bot_for(name, name)
    return made


@pytest.mark.parametrize("guests", [tuple(ALIKE), pytest.param(tuple(HANGING), marks=pytest.mark.soak)])
def test_a_guest_is_charged_as_in_a_process_of_its_own(setup, worker_for, play_shared, guests):
    jobs = [job_for(setup, bots=("honest", name)) for name in guests]
    games: Given = play_shared(setup, *jobs)
    worker: Worker = worker_for(setup)
    for job in jobs:
        expected, found = worker.play(job), games.records[job.id]
        assert msgspec.json.format(msgspec.json.encode(without(found))) == msgspec.json.format(
            msgspec.json.encode(without(expected))
        ), job.id
        assert found.process == ("shared", "shared")
    assert games.voids == []


def test_who_ends_the_process_is_charged_and_the_other_games_go_on(setup, play_shared):
    jobs = [job_for(setup, number, bots=("honest", "exits" if number == 3 else "chance")) for number in range(1, 7)]
    games = play_shared(setup, *jobs)
    assert games.voids == []
    assert len(games.records) == 6
    lost = games.records[jobs[2].id]
    assert [(left.seat, left.fault, left.detail) for left in lost.forfeits] == [
        (1, "CRASHED", "its process ended (exit status 0)")
    ]
    assert [move.seat for move in lost.moves] == [0, 1, 0, 1]
    assert all(not record.forfeits for name, record in games.records.items() if name != lost.id)


def test_a_kill_of_nobodys_is_played_again_once_and_then_charged(setup, play_shared):
    games = play_shared(setup, *(job_for(setup, number, bots=("honest", "kills_itself")) for number in (1, 2)))
    assert [void.bot for void in games.voids] == ["kills_itself"]
    for record in games.records.values():
        assert [(left.seat, left.fault) for left in record.forfeits] == [(1, "CRASHED")]
        assert "SIGKILL" in record.forfeits[0].detail


@pytest.mark.soak
def test_of_three_the_others_play_on_when_one_ends_the_process_and_another_hangs(setup, play_shared):
    words = load_variant(VariantEntry(name="words", board="hole", rules="itu"), seats=3)
    three = msgspec.structs.replace(setup, variants={"words": words}, limits=LIMITS, move_time=0.5)
    three.bots["words"] = bot_for("words", "tests.guests.players:first")
    games = play_shared(three, job_for(three, bots=("words", "exits", "sleeper")))
    (record,) = games.records.values()
    assert games.voids == []
    assert {left.seat: left.fault for left in record.forfeits} == {1: "CRASHED", 2: "LATE"}
    assert record.places[0] == 1
    assert {move.fault for move in record.moves if move.seat == 0} == {None}


def test_the_best_move_that_was_offered_is_played_for_who_does_not_come_back(setup, play_shared):
    setup.bots["offers_and_hangs"] = bot_for("offers_and_hangs", "tests.guests.players:offers_and_hangs")
    games = play_shared(setup, job_for(setup, bots=("offers_and_hangs", "honest")))
    (record,) = games.records.values()
    assert (record.moves[0].move, record.moves[0].offered, record.moves[0].fault) == ("X: take 3", True, None)
    assert [(left.seat, left.fault, left.detail) for left in record.forfeits] == [
        (0, "LATE", "did not come back from turn 1")
    ]
