"""The two clocks that a move can be judged by, seen with bots that work, sleep, or have others work."""

from __future__ import annotations

from arena.runner.setup import BotSetup
from tests.runner.conftest import play_on
from tests.runner.tables import PLENTY, ZOO, setup_for


def guest(act, seconds):
    return BotSetup("bot0", value=ZOO, options={"act": act, "seconds": seconds})


def played(worker_for, home, act, seconds, **changed):
    setup = setup_for("first", "first", game="sticks(9)", **changed)
    setup.bots["bot0"] = guest(act, seconds)
    return play_on(worker_for(setup), setup, home, "bot0", "bot1")


def faults(record):
    return {move.fault.detail for move in record.moves if move.fault}


def test_by_processor_time_a_bot_may_be_kept_waiting_for_its_core(worker_for, bots_home):
    record = played(worker_for, bots_home, "naps", 0.25, move_time=0.2, clock="cpu", backstop=600.0)
    assert record.forfeits == ()
    own = [index for index, move in enumerate(record.moves) if move.seat == 0]
    assert len(own) > 1
    assert all(record.circumstances.own_ms[index] >= 250 for index in own)  # on the wall, by the bot's own clock
    assert all(record.circumstances.cpu_ms[index] < 200 for index in own)


def test_by_the_wall_the_same_bot_is_late(worker_for, bots_home):
    record = played(worker_for, bots_home, "naps", 600.0, move_time=0.1)
    assert [left.fault for left in record.forfeits] == ["LATE"]


def test_by_processor_time_a_bot_that_works_too_long_is_late(worker_for, bots_home):
    record = played(worker_for, bots_home, "works", 600.0, move_time=0.1, clock="cpu", backstop=600.0)
    assert [left.fault for left in record.forfeits] == ["LATE"]
    assert "no answer within 0.1 s of processor time" in faults(record)
    assert record.circumstances.cpu_ms[0] >= 100


def test_the_work_of_a_child_counts_as_the_bot_s_own(worker_for, bots_home):
    record = played(worker_for, bots_home, "works_by_another", 600.0, move_time=0.1, clock="cpu", backstop=600.0)
    assert [left.fault for left in record.forfeits] == ["LATE"]
    assert "no answer within 0.1 s of processor time" in faults(record)


def test_the_backstop_ends_what_uses_no_processor_time_at_all(worker_for, bots_home):
    record = played(worker_for, bots_home, "naps", 600.0, move_time=0.1, clock="cpu", backstop=3.0)
    assert [left.fault for left in record.forfeits] == ["LATE"]
    assert "no answer within 0.3 s" in faults(record)
    assert record.circumstances.ms[0] >= 300


def test_a_bot_that_waits_for_the_others_uses_no_processor_time(worker_for, bots_home):
    record = played(worker_for, bots_home, "naps", 0.15, move_time=PLENTY)
    waiting = sum(ms for move, ms in zip(record.moves, record.circumstances.own_ms, strict=True) if move.seat == 0)
    assert waiting >= 300
    assert record.circumstances.idle_ms[1] < waiting / 10  # it hears of a few moves, some tenths of a millisecond each
