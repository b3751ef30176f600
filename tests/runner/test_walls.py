"""What bots get that pry, dig, fill and multiply: nothing, with the strongest walls that this machine has."""

from __future__ import annotations

import contextlib
import os
import socket
from pathlib import Path

import pytest

from arena.config.model import MIB, Limits
from arena.contract.outcome import Fault
from arena.errors import ConfigError
from arena.runner.sandbox import isolation
from arena.runner.sandbox.isolation import MOST_PROCESSES, SPACE, choose, described
from arena.runner.sandbox.namespaces import SPENT_PIDS
from arena.runner.setup import BotSetup
from tests.guests.spies import ATTEMPTS
from tests.runner.conftest import is_launcher, play_on
from tests.runner.tables import ROOT, living, setup_for
from tests.runner.test_zoo import lost_by

SPIES = "tests.guests.spies"
SPENT = Path("/proc/sys/kernel/ns_last_pid")  # where it is, a bound on ids is one on processes from the first


@pytest.fixture
def sandbox() -> isolation.Isolation:
    try:
        return choose("sandbox", "isolation")
    except ConfigError as error:
        pytest.skip(str(error))


@pytest.fixture
def treasures(tmp_path: Path, bots_home: Path, monkeypatch: pytest.MonkeyPatch):
    """Things of the harness that nobody shall get, and where they are: handed to the spy, who knows it all."""
    secret = tmp_path / "results" / "secret.txt"
    secret.parent.mkdir()
    secret.write_text("the bag")
    monkeypatch.setenv("ARENA_SECRET", "the seed")
    with contextlib.ExitStack() as stack:
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        unix = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
        unix.bind(str(tmp_path / "socket"))
        unix.listen()
        abstract = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
        abstract.bind(f"\0arena-test-{os.getpid()}")
        abstract.listen()
        yield {
            "file": str(secret), "folder": str(secret.parent), "homes": str(bots_home), "pids": [os.getpid()],
            "port": tcp.getsockname()[1], "socket": str(tmp_path / "socket"), "abstract": f"arena-test-{os.getpid()}",
        }  # fmt: skip


def spied(worker_for, bots_home, treasures, walls, factory="keeper_of_secrets", files=()):
    setup = setup_for(f"{SPIES}:spy", f"{SPIES}:{factory}", isolation=walls, move_time=20.0)
    for number, options in enumerate((treasures, {**treasures, "secret": "my next move"})):
        bot = setup.bots[f"bot{number}"]
        setup.bots[bot.name] = BotSetup(bot.name, bot.value, options=options, files=files)
    record = play_on(worker_for(setup), setup, bots_home, "bot0", "bot1")
    assert record.forfeits == (), record.forfeits
    return record.circumstances.outputs[0].splitlines()


def test_a_spy_gets_nothing_in_the_sandbox(worker_for, bots_home, treasures, sandbox):
    said = spied(worker_for, bots_home, treasures, sandbox)
    assert f"tried {len(ATTEMPTS)}" in said
    assert [line for line in said if line.startswith("GOT")] == []


def test_a_file_that_the_tournament_file_gives_to_a_bot_can_be_read_and_no_folder(
    worker_for, bots_home, treasures, sandbox
):
    said = spied(worker_for, bots_home, treasures, sandbox, files=(treasures["file"], treasures["folder"]))
    assert [line for line in said if line.startswith("GOT")] == ["GOT file_of_the_harness: the bag"]


def test_a_spy_gets_nothing_of_a_twin(worker_for, bots_home, treasures, sandbox):
    said = spied(worker_for, bots_home, treasures, sandbox, factory="spy")
    assert f"tried {len(ATTEMPTS)}" in said
    assert [line for line in said if line.startswith("GOT")] == []


@pytest.mark.parametrize("without", ["namespaces", "seccomp", "landlock"])
def test_the_other_layers_hold_where_one_is_missing(worker_for, bots_home, treasures, sandbox, without):
    """Each layer alone leaks; what two of them leave open is written down in the page on isolation."""
    open_then = {
        "namespaces": set(),
        "seccomp": {"listens", "own_kernel_world", "unix_socket"},  # sockets in an empty network, more namespaces
        "landlock": {"file_of_the_harness", "results", "files_of_others", "passwords", "other_processes",
                     "signals_others", "unix_socket", "writes_elsewhere", "poisons_the_kernels"},
    }[without]  # fmt: skip
    layers = tuple(layer for layer in sandbox.layers if layer != without)
    said = spied(worker_for, bots_home, treasures, isolation.Isolation("auto", layers))
    got = {line.split()[1].rstrip(":") for line in said if line.startswith("GOT")}
    assert f"tried {len(ATTEMPTS)}" in said
    assert got <= open_then, [line for line in said if line.startswith("GOT")]


def test_limits_alone_are_no_wall(worker_for, bots_home, treasures):
    """The spy is good at its trade: without walls it gets a lot, and the page on isolation says so."""
    said = spied(worker_for, bots_home, treasures, isolation.PROCESS)
    got = {line.split()[1].rstrip(":") for line in said if line.startswith("GOT")}
    assert {"file_of_the_harness", "files_of_others", "other_processes", "network", "signals_others"} <= got


def test_a_fork_bomb_is_late_bounded_and_gone_and_the_next_game_is_played(worker_for, bots_home, sandbox):
    setup = setup_for("first", f"{SPIES}:fork_bomb", "first", isolation=sandbox, move_time=0.5)
    worker = worker_for(setup)
    record = play_on(worker, setup, bots_home, "bot0", "bot1")
    lost_by(record, 1, Fault.LATE, "no answer within 0.5 s")
    started = record.circumstances.outputs[1].count("+")
    assert started > 10, "no bomb"
    if described(sandbox, setup.limits)["processes"].startswith("active"):  # elsewhere nothing bounds the superuser's
        assert started <= MOST_PROCESSES + (SPENT_PIDS if os.geteuid() == 0 and not SPENT.exists() else 0)
    left = [command for pid, command in living(bots_home) if not is_launcher(pid, command)]
    assert left == []
    record = play_on(worker, setup, bots_home, "bot0", "bot2")
    assert (record.forfeits, record.reason) == ((), "the last stick is taken")


def test_10_000_files_meet_the_limit_and_the_game_goes_on(play_one):
    record = play_one(f"{SPIES}:counts_files", "first", limits=Limits(open_files=64), move_time=5.0)
    assert record.forfeits == ()
    count = int(record.circumstances.outputs[0].split()[2])
    assert 30 < count < 64


def test_what_a_bot_may_read_costs_it_none_of_its_files(play_one, sandbox, tmp_path):
    for number in range(300):
        (tmp_path / f"module{number}.py").touch()
    limits = Limits(open_files=64)
    paths = (str(ROOT), str(tmp_path))
    record = play_one(
        f"{SPIES}:counts_files", "first", isolation=sandbox, limits=limits, move_time=5.0, paths=paths
    )  # fmt: skip
    assert record.forfeits == (), record.circumstances.outputs
    assert 30 < int(record.circumstances.outputs[0].split()[2]) < 64


def test_filling_the_disk_ends_at_the_room_of_the_folder(play_one, sandbox):
    record = play_one(f"{SPIES}:fills_the_disk", "first", isolation=sandbox, move_time=20.0)
    assert record.forfeits == ()
    written = int(record.circumstances.outputs[0].splitlines()[0].split()[2])
    assert SPACE // MIB - 8 < written <= SPACE // MIB


def test_one_huge_file_ends_at_its_limit_with_limits_alone(play_one):
    limits = Limits(file_size=4 * MIB)
    record = play_one(f"{SPIES}:one_huge_file", "first", isolation=isolation.PROCESS, limits=limits, move_time=20.0)
    assert record.circumstances.outputs[0].splitlines()[0] == "MiB written: 4"


def test_a_hang_at_warm_up_ends_with_the_start_budget(play_one):
    limits = Limits(start_time=2.5, shutdown_time=0.2)
    record = play_one("first", f"{SPIES}:hangs_at_warm_up", limits=limits)
    assert [(left.seat, left.fault) for left in record.forfeits] == [(1, "NOT_READY")]
    assert "warm-up for small: took more than 2.5 s" in record.forfeits[0].detail


def test_numeric_bots_run_inside_every_wall_and_limit(play_one, sandbox):
    limits = Limits(memory=768 * MIB)
    record = play_one(f"{SPIES}:uses_numbers", "first", isolation=sandbox, limits=limits, move_time=20.0)
    assert record.forfeits == (), record.circumstances.outputs
    assert record.circumstances.outputs[0].startswith("total 27000000.0")


def test_the_sandbox_is_refused_where_the_machine_has_none(monkeypatch):
    monkeypatch.setattr(isolation, "offered", lambda: frozenset({"seccomp", "capabilities"}))
    with pytest.raises(ConfigError) as refused:
        choose("sandbox", "t.yaml:9:1: isolation")
    assert refused.value.exit_code == 2
    assert "files cannot be closed to bots (no Landlock)" in str(refused.value)
    assert "processes cannot be closed to bots" in str(refused.value)
    assert choose("auto", "isolation").layers == ("seccomp", "capabilities")


def test_every_layer_says_whether_it_is_active_and_what_it_stops(monkeypatch):
    monkeypatch.setattr(isolation, "offered", lambda: frozenset({"landlock", "seccomp"}))
    stops = described(choose("auto", "isolation"), Limits())
    assert stops["landlock"].startswith("active: reading files")
    assert stops["namespaces"].startswith("not active (not on this machine): seeing")
    stops = described(choose("process", "isolation"), Limits())
    assert stops["seccomp"].startswith("not active (not asked for): sockets")
    assert isolation.Isolation("auto", ("namespaces",)).tightened(Limits()).processes == MOST_PROCESSES
