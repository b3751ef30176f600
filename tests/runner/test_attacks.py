"""Guests that attack the arena: each ends with the right fault, charged to itself, and leaves nothing behind."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec
import pytest

from arena.config.model import MIB, Limits
from arena.contract.outcome import Fault
from arena.runner.sandbox import launchers
from arena.runner.sandbox.control_group import parent_group
from arena.runner.sandbox.isolation import choose, offered
from arena.runner.setup import BotSetup
from tests.guests import attackers
from tests.runner import tables
from tests.runner.conftest import play_on
from tests.runner.tables import setup_for

ATTACKERS = "tests.guests.attackers"
WALLS = {"namespaces", "landlock", "seccomp"}


@pytest.fixture
def sandbox():
    if not offered() >= WALLS:
        pytest.skip("this machine does not offer every layer")
    return choose("sandbox", "isolation")


@pytest.fixture(params=["group", "signals"])
def stopping(request, monkeypatch):
    """Both ways to have processes stand still."""
    if request.param == "signals":
        monkeypatch.setattr(launchers, "new_group", lambda: None)
    elif parent_group() is None:
        pytest.skip("this process may not make control groups")


def seated(act: str, **options: object) -> BotSetup:
    return BotSetup("bot0", value=f"{ATTACKERS}:{act}", options=dict(options))


def played(worker_for, home, bot: BotSetup, games: int = 1, **changed):
    setup = setup_for("first", "first", **changed)
    setup.bots["bot0"] = bot
    worker = worker_for(setup)
    return [play_on(worker, setup, home, "bot0", "bot1") for _ in range(games)]


def got(record) -> list[str]:
    return [line for line in record.circumstances.outputs[0].splitlines() if line.startswith("GOT")]


def test_nothing_that_lasts_tells_of_others_or_wakes_can_be_had(worker_for, bots_home, sandbox):
    (record,) = played(worker_for, bots_home, seated("pries"), isolation=sandbox, move_time=20.0)
    assert record.forfeits == (), record.circumstances.outputs
    assert f"tried {attackers.PRIES}" in record.circumstances.outputs[0]
    assert got(record) == []


def test_nothing_is_found_in_the_next_game(worker_for, bots_home, sandbox):
    bot = seated("leaves_traces", files=30, pids=310)
    for record in played(worker_for, bots_home, bot, games=3, isolation=sandbox, move_time=20.0):
        assert record.forfeits == (), record.circumstances.outputs
        assert got(record) == []


def test_files_without_a_name_are_not_counted_on_from_game_to_game(worker_for, bots_home, sandbox):
    records = played(worker_for, bots_home, seated("leaves_only_numbers"), games=3, isolation=sandbox, move_time=20.0)
    assert len({record.circumstances.outputs[0].splitlines()[0] for record in records}) == 1


def test_who_left_nothing_plays_on_behind_the_same_walls(worker_for, bots_home, sandbox):
    records = played(worker_for, bots_home, seated("says_its_pid"), games=3, isolation=sandbox)
    pids = [int(record.circumstances.outputs[0].split()[1]) for record in records]
    assert pids == [pids[0], pids[0] + 1, pids[0] + 2]


def test_the_memory_of_all_processes_is_one(worker_for, bots_home, sandbox):
    limits = Limits(memory=600 * MIB)
    (record,) = played(worker_for, bots_home, seated("many_eat"), isolation=sandbox, limits=limits, move_time=120.0)
    assert [(left.seat, left.fault) for left in record.forfeits] == [(0, Fault.MEMORY.name)]
    assert "its processes together take" in record.forfeits[0].detail


def test_a_process_that_left_its_parent_works_on_the_bots_clock(worker_for, bots_home, sandbox, stopping):
    bot = seated("works_detached", seconds=600.0)
    changed = {"isolation": sandbox, "clock": "cpu", "backstop": 600.0, "move_time": 0.3}
    (record,) = played(worker_for, bots_home, bot, **changed)
    assert [(left.seat, left.fault) for left in record.forfeits] == [(0, "LATE")]
    faults = {move.fault.detail for move in record.moves if move.fault}
    assert "no answer within 0.3 s of processor time" in faults
    assert record.circumstances.cpu_ms[0] >= 300


def test_nobody_counts_on_while_others_are_asked(worker_for, bots_home, sandbox, stopping):
    setup = setup_for("first", "first", isolation=sandbox, move_time=20.0)
    setup.bots["bot0"] = seated("thinks_on")
    setup.bots["bot1"] = BotSetup("bot1", value="tests.guests.zoo:guest", options={"act": "naps", "seconds": 0.3})
    record = play_on(worker_for(setup), setup, bots_home, "bot0", "bot1")
    assert record.forfeits == (), record.circumstances.outputs
    counts = [line.split()[1:] for line in record.circumstances.outputs[0].splitlines() if line.startswith("counted")]
    assert counts
    # until it is stopped, and from being let go to being asked, it runs: not for the 300 ms of the other's turn
    assert max(int(count) for pair in counts for count in pair) < 200_000
    assert record.circumstances.idle_ms[0] < 300


@pytest.mark.parametrize("how", ["alarm", "select", "limit"])
def test_one_process_in_a_thread_is_not_woken_while_others_are_asked(worker_for, bots_home, sandbox, stopping, how):
    setup = setup_for("first", "first", isolation=sandbox, move_time=20.0)
    setup.bots["bot0"] = seated("thinks_when_woken", how=how)
    setup.bots["bot1"] = BotSetup("bot1", value="tests.guests.zoo:guest", options={"act": "naps", "seconds": 0.3})
    record = play_on(worker_for(setup), setup, bots_home, "bot0", "bot1")
    assert record.forfeits == (), record.circumstances.outputs
    lines = record.circumstances.outputs[0].splitlines()
    woken = [int(line.split()[1]) for line in lines if line.startswith("woken")]
    assert woken and max(woken) <= 10  # of the sixty times that the other's nap would have had
    if how == "limit":
        assert [line for line in lines if line.startswith("refused")] == ["refused 20", "refused 66"]


def test_who_may_ponder_counts_on(worker_for, bots_home, sandbox):
    setup = setup_for("first", "first", isolation=sandbox, move_time=20.0, ponder=True)
    setup.bots["bot0"] = seated("thinks_on")
    setup.bots["bot1"] = BotSetup("bot1", value="tests.guests.zoo:guest", options={"act": "naps", "seconds": 0.3})
    record = play_on(worker_for(setup), setup, bots_home, "bot0", "bot1")
    assert record.forfeits == (), record.circumstances.outputs
    assert record.circumstances.idle_ms[0] > 0


@pytest.mark.parametrize("lie", attackers.LIES)
def test_whatever_it_says_is_its_own_fault_and_no_void(worker_for, bots_home, lie):
    (record,) = played(worker_for, bots_home, seated(lie), move_time=1.0, limits=Limits(late_time=0.2))
    assert [left.seat for left in record.forfeits] == [0], record.forfeits
    assert record.counts
    assert all(move.fault is None for move in record.moves if move.seat == 1)


def test_descriptors_that_it_sends_are_not_taken(worker_for, bots_home):
    before = len(os.listdir("/proc/self/fd"))
    (record,) = played(worker_for, bots_home, seated("sends_descriptors"), move_time=1.0, limits=Limits(late_time=0.2))
    assert [left.seat for left in record.forfeits] == [0]
    assert len(os.listdir("/proc/self/fd")) < before + 30


@pytest.mark.parametrize("act", ["exits_unconfined", "exits_as_at_import"])
def test_a_status_of_ours_is_no_excuse(worker_for, bots_home, act):
    for record in played(worker_for, bots_home, seated(act), games=3):
        assert [left.seat for left in record.forfeits] == [0]
        assert record.counts


def test_a_program_that_exits_as_if_it_had_no_walls_has_crashed(worker_for, bots_home, tmp_path: Path):
    program = tmp_path / "program.py"
    program.write_text("import sys\nsys.stdin.readline()\nsys.exit(97)\n")
    setup = setup_for((sys.executable, str(program)), "first")
    record = play_on(worker_for(setup), setup, bots_home, "bot0", "bot1")
    assert [(left.seat, left.fault) for left in record.forfeits] == [(0, "NOT_READY")]


def test_the_arena_s_functions_are_its_own(worker_for, bots_home):
    records = played(worker_for, bots_home, seated("replaces_the_arena"), games=2)
    for record in records:
        assert record.counts
        assert all(move.fault is None for move in record.moves if move.seat == 1)


@pytest.mark.parametrize("first", [True, False])
def test_whose_start_was_kept_back_by_the_other_has_its_time_again_alone(worker_for, bots_home, first, monkeypatch):
    guests_in_a_hurry = {"attackers:hogs_the_start", "attackers:needs_a_while"}
    monkeypatch.setattr(tables, "NO_START", tables.NO_START | guests_in_a_hurry)
    limits = Limits(start_time=2.0, processes=64, memory=1024 * MIB)
    guests = [seated("hogs_the_start"), seated("needs_a_while")]
    setup = setup_for("first", "first", limits=limits)
    for name, bot in zip(("bot0", "bot1") if first else ("bot1", "bot0"), guests, strict=True):
        setup.bots[name] = msgspec.structs.replace(bot, name=name)
    record = play_on(worker_for(setup), setup, bots_home)
    hog = 0 if first else 1
    assert [(forfeit.seat, forfeit.fault) for forfeit in record.forfeits] == [(hog, Fault.NOT_READY.name)]
