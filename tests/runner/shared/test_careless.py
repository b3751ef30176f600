"""Bots that are careless with the process that they share: nothing stands still, and nobody else is charged."""

from __future__ import annotations

import select

import msgspec
import pytest

from arena.config.model import VariantEntry
from arena.runner.shared.process import SharedProcess
from arena.runner.shared.worker import GameDone, Task
from arena.variants.load import load_variant
from tests.runner.shared.conftest import shared
from tests.runner.tables import bot_for, job_for, setup_for

GUESTS = ("talkative", "forks", "alarmed", "thinks", "draws_at_import")


@pytest.fixture
def setup():
    made = setup_for(game="sticks(4)", move_time=5.0)
    made.bots["first"] = bot_for("first", "tests.guests.players:first")
    for name in GUESTS:
        made.bots[name] = bot_for(name, f"tests.guests.trusted:{name}")
    return made


def test_more_tasks_and_records_than_a_channel_holds_stop_neither_end(setup):
    process = SharedProcess(msgspec.json.encode(shared(setup)), "")
    try:
        jobs = [job_for(setup, number, bots=("talkative", "talkative")) for number in range(1, 301)]
        for job in jobs:  # a megabyte and more, and as much comes back
            process.send(msgspec.json.encode(Task(job)) + b" " * 4000)
        assert process.awaited & select.POLLOUT
        found: list[str] = []
        poll = select.poll()
        while len(found) < len(jobs):
            poll.register(process.channel, process.awaited)
            ((_, event),) = poll.poll()
            if event & ~select.POLLOUT:
                said = process.receive()
                assert said is not None
                found += (msgspec.json.decode(line, type=GameDone).id for line in said)
            process.send_more()
        assert found == [job.id for job in jobs]
        assert process.awaited == select.POLLIN
    finally:
        process.end(0.0)
        process.close()


def test_a_child_that_comes_back_as_well_is_no_second_worker(setup, play_shared):
    jobs = [job_for(setup, number, bots=("forks", "forks")) for number in range(1, 4)]
    games = play_shared(setup, *jobs)
    assert games.voids == []
    assert [(len(record.moves), record.forfeits) for record in games.records.values()] == [(4, ())] * 3


def test_an_alarm_that_is_not_called_off_rings_at_nobody_else(setup, play_shared):
    games = play_shared(setup, job_for(setup, bots=("alarmed", "thinks")))
    (record,) = games.records.values()
    assert (len(record.moves), record.forfeits) == (4, ())


def test_chance_that_a_module_draws_at_import_changes_no_game(setup, play_shared, worker_for):
    long = msgspec.structs.replace(setup, variants={"long": load_variant(VariantEntry(name="long", game="sticks(40)"))})
    job = job_for(long, bots=("draws_at_import", "first"))
    games = play_shared(long, job, msgspec.structs.replace(job, id=f"{job.id}again"))
    first, later = ([move.move for move in record.moves] for record in games.records.values())
    alone = worker_for(long).play(job)
    assert alone.forfeits == ()
    assert first == later == [move.move for move in alone.moves]


def test_a_worker_that_answers_for_another_game_is_ended_and_the_game_is_played_again(setup, play_shared, monkeypatch):
    receive, strange = SharedProcess.receive, [b'{"id": "another"}', b"\xff"]

    def received(process: SharedProcess) -> list[bytes] | None:
        said = receive(process)
        return [strange.pop(), *said] if said and strange else said

    monkeypatch.setattr(SharedProcess, "receive", received)
    games = play_shared(setup, *(job_for(setup, number, bots=("first", "first")) for number in (1, 2)))
    assert [void.reason for void in games.voids] == ["a worker process answered for another game"] * 2
    assert len(games.records) == 2
