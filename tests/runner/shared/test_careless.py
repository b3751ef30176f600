"""Bots that are careless with the process that they share: nothing stands still, and nobody else is charged."""

from __future__ import annotations

import select

import msgspec
import pytest

from arena.runner.shared.process import SharedProcess
from arena.runner.shared.worker import GameDone, Task
from tests.runner.shared.conftest import shared
from tests.runner.tables import bot_for, job_for, setup_for

GUESTS = ("talkative",)


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
