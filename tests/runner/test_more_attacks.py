"""More guests that attack the arena: whose fault it is, what the record says, and that nothing is left behind."""

from __future__ import annotations

import os
import signal
import socket
import sys
from pathlib import Path

import pytest

from arena.config.model import MIB, Limits
from arena.runner.sandbox import family
from arena.runner.sandbox.isolation import Isolation
from arena.runner.setup import BotSetup
from tests.guests import attackers_more
from tests.runner.conftest import play_on
from tests.runner.tables import job_for, living, setup_for
from tests.runner.test_attacks import got, sandbox, stopping  # noqa: F401

MORE = "tests.guests.attackers_more"
MACHINE_CODE = pytest.mark.skipif(os.uname().machine != "x86_64", reason="the guest is x86-64 code")


def seated(act: str, name: str = "bot0", **options: object) -> BotSetup:
    return BotSetup(name, value=f"{MORE}:{act}", options=dict(options))


def naps(seconds: float = 0.3) -> BotSetup:
    return BotSetup("bot1", value="tests.guests.zoo:guest", options={"act": "naps", "seconds": seconds})


def played(worker_for, home, bot: BotSetup, games: int = 1, other: BotSetup | None = None, **changed):
    setup = setup_for("first", "first", **{"move_time": 20.0, **changed})
    setup.bots["bot0"] = bot
    if other is not None:
        setup.bots["bot1"] = other
    worker = worker_for(setup)
    return [play_on(worker, setup, home, "bot0", "bot1") for _ in range(games)]


def said(record, seat: int = 0) -> list[str]:
    return record.circumstances.outputs[seat].splitlines()


def lost(record, fault: str) -> str:
    """Return what is said of the loss of seat 0, which is the only one, and counts."""
    assert record.counts
    assert [(left.seat, left.fault) for left in record.forfeits] == [(0, fault)], said(record)
    assert all(move.fault is None for move in record.moves if move.seat == 1)
    return record.forfeits[0].detail


# From bot to bot, and from game to game.


@pytest.mark.parametrize("act", ["marks_an_open_file", "marks_by_reading"])
def test_no_mark_is_found_by_the_next_game_or_by_a_twin(worker_for, bots_home, sandbox, act):  # noqa: F811
    for record in played(worker_for, bots_home, seated(act), 3, seated(act, "bot1"), isolation=sandbox):
        assert record.forfeits == ()
        for seat in (0, 1):
            assert said(record, seat) == ["marked"]


@pytest.fixture
def named(tmp_path: Path):
    """A socket of the machine that takes what anybody sends, as a system's log does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
        end.bind(str(tmp_path / "log"))
        end.setblocking(False)
        yield end, str(tmp_path / "log")


def test_nothing_of_the_machine_is_in_reach(worker_for, bots_home, sandbox, named):  # noqa: F811
    end, place = named
    (record,) = played(worker_for, bots_home, seated("pries_more", socket=place), isolation=sandbox)
    assert record.forfeits == (), said(record)
    assert f"tried {attackers_more.PRIES}" in said(record)
    assert got(record) == []
    with pytest.raises(BlockingIOError):
        end.recv(100)


@pytest.mark.parametrize("without", [(), ("namespaces",)])
def test_files_of_others_keep_their_modes_and_times(worker_for, bots_home, sandbox, tmp_path, without):  # noqa: F811
    victim = tmp_path / "another_bot.py"
    victim.write_text("x")
    before = os.stat(victim)
    walls = Isolation("auto", tuple(layer for layer in sandbox.layers if layer not in without))
    (record,) = played(worker_for, bots_home, seated("closes_others", victim=str(victim)), isolation=walls)
    assert record.forfeits == (), said(record)
    assert "tried 1" in said(record)
    assert got(record) == []
    after = os.stat(victim)
    assert (after.st_mode, after.st_mtime_ns, after.st_ctime_ns) == (
        before.st_mode, before.st_mtime_ns, before.st_ctime_ns,
    )  # fmt: skip


# Standing still.


@MACHINE_CODE
def test_who_flees_from_process_to_process_is_caught(worker_for, bots_home, sandbox, stopping):  # noqa: F811
    (record,) = played(worker_for, bots_home, seated("flees", chains=10), other=naps(), isolation=sandbox)
    if record.forfeits:
        assert "did not stand still" in lost(record, "CRASHED")
    fled = [int(line.split()[1]) for line in said(record) if line.startswith("fled")]
    assert fled


def test_who_was_gone_when_it_was_looked_at_has_left_somebody(monkeypatch):
    """A process that ends between two looks, and whose child another one has got, is no sign that all stand still."""
    gone, child = os.posix_spawn("/bin/true", ["true"], {}), os.posix_spawn("/bin/sleep", ["sleep", "600"], {})
    os.waitpid(gone, 0)
    try:
        looks = iter([[gone], [gone]])
        monkeypatch.setattr(family, "descendants", lambda root: next(looks, [child]))
        monkeypatch.setattr(family.Family, "_children_of_one_thread", lambda seen, pid: [])
        seat = family.Family(os.getpid(), Limits(), inner=False, reaps=False)
        assert seat.held() == ""
        assert family.Stat.of(child).state == "T"
        seat.close()
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def test_who_waits_in_the_kernel_gains_nothing(worker_for, bots_home, sandbox, stopping):  # noqa: F811
    (record,) = played(worker_for, bots_home, seated("waits_in_the_kernel"), other=naps(0.0), isolation=sandbox)
    assert record.counts
    if record.forfeits:
        assert "did not stand still" in lost(record, "CRASHED")


def test_a_kept_bot_stands_still_between_its_games(worker_for, bots_home, sandbox, stopping):  # noqa: F811
    setup = setup_for("first", "first", "first", isolation=sandbox, move_time=20.0, process="kept")
    setup.bots["bot0"] = seated("thinks_between_games")
    setup.bots["bot1"] = naps()
    worker = worker_for(setup)
    for bots in (("bot0", "bot2"), ("bot1", "bot2"), ("bot0", "bot2")):
        record = worker.play(job_for(setup, bots=bots))
        assert record.forfeits == ()
    counts = [int(line.split()[1]) for line in said(record) if line.startswith("counted")]
    assert counts
    assert max(counts) < 2_000_000


def test_memory_taken_in_the_others_turn_is_its_own(worker_for, bots_home, sandbox):  # noqa: F811
    bot = seated("takes_memory_in_the_others_turn")
    # Each of its four children may take 200 MiB beside what every process of ours has mapped; together they may not.
    changed = {"isolation": sandbox, "ponder": True, "limits": Limits(memory=640 * MIB)}
    (record,) = played(worker_for, bots_home, bot, other=naps(2.0), **changed)
    assert "its processes together take" in lost(record, "MEMORY")


# On the way out.


def test_a_heap_of_folders_is_gone_and_the_next_game_is_played(worker_for, bots_home):
    for record in played(worker_for, bots_home, seated("leaves_a_heap"), 2):
        assert record.forfeits == (), said(record)
        assert said(record) == ["heaped"]


def test_who_hangs_on_its_way_out_has_played_and_is_ended(worker_for, bots_home):
    for record in played(worker_for, bots_home, seated("hangs_on_its_way_out"), 2):
        assert record.forfeits == (), said(record)
        assert record.circumstances.closing[0] == "ended by KILL"


def test_a_child_does_not_play_on_for_its_parent(worker_for, bots_home):
    (record,) = played(worker_for, bots_home, seated("has_a_child_play_on"))
    assert "SIGTERM" in lost(record, "CRASHED")


def test_children_of_the_launcher_are_the_bots_too(worker_for, bots_home):
    for record in played(worker_for, bots_home, seated("has_a_sibling"), 2):
        assert record.forfeits == (), said(record)
        assert said(record) == ["siblings"]


@pytest.mark.parametrize(
    ("act", "fault", "message"),
    [
        ("kills_its_whole_world", "CRASHED", "SIGTERM"),
        ("closes_everything", "CRASHED", "closed its channel"),
        ("ready_twice", "GARBLED", "ready in the middle of a game"),
        ("forks_when_made", "GARBLED", "ready in the middle of a game"),
        ("time_that_is_no_number", "GARBLED", "$.ms"),
    ],
)
def test_whoever_spoils_its_own_game_loses_it(worker_for, bots_home, sandbox, act, fault, message):  # noqa: F811
    for record in played(worker_for, bots_home, seated(act), 2, isolation=sandbox):
        assert message in lost(record, fault)


def test_answers_in_advance_are_dropped_and_counted(worker_for, bots_home):
    (record,) = played(worker_for, bots_home, seated("answers_in_advance"))
    assert record.forfeits == ()
    assert all(move.fault is None for move in record.moves)
    (dropped,) = record.circumstances.dropped
    assert dropped.seat == 0
    assert dropped.count >= 297


def test_limits_given_up_are_those_of_one_game(worker_for, bots_home):
    for record in played(worker_for, bots_home, seated("gives_up_its_limits"), 3):
        assert record.forfeits == (), said(record)
        assert said(record) == ["without"]


def test_times_that_no_report_can_add_up(worker_for, bots_home):
    (record,) = played(worker_for, bots_home, seated("clocks_of_its_own"))
    assert record.forfeits == (), said(record)
    assert any(record.circumstances.own_ms)
    assert all(0.0 <= ms < 1e9 for ms in record.circumstances.own_ms if ms is not None)


# Programs.

DAEMON = """
import os, signal, sys, time
sys.stdin.readline()
if os.fork() == 0:
    os.setsid()
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    if os.fork() == 0:
        while True:
            time.sleep(600)
    os._exit(0)
print('{"type": "ready"}', flush=True)
sys.stdin.readline()
"""


def test_what_a_program_leaves_running_is_ended(worker_for, bots_home, tmp_path: Path):
    program = tmp_path / "program.py"
    program.write_text(DAEMON)
    setup = setup_for((sys.executable, str(program)), "first", move_time=20.0)
    record = play_on(worker_for(setup), setup, bots_home, "bot0", "bot1")
    lost(record, "CRASHED")
    assert [pid for pid, command in living(bots_home) if "program.py" in command] == []
