"""What a Dask worker holds of a run is ended whatever happens to the run's process, and nobody waits for ever."""

from __future__ import annotations

import socket
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
import pytest

from arena.cluster import machine, task
from arena.cluster.messages import Begin, Ready, SentFile
from arena.records.record import ForfeitRecord, GameRecord
from arena.runner.plugin.contents import digest_of
from arena.runner.runs.stop import Stop
from arena.runner.worker import Done
from arena.schedule import Job
from tests.runner.tables import setup_for

READY = "channel.recv(1 << 20); channel.sendall(b'{}' + NEWLINE)"
JOB = msgspec.json.encode(
    Job(id="v/a-vs-b/0001/1", variant="v", pairing="a-vs-b", pair=1, half=1, bots=("a", "b"), seed=1, bot_seed=1)
)


def begin_of(**more: object) -> Begin:
    setup = setup_for(limits=msgspec.structs.replace(setup_for().limits, start_time=0.1))
    return Begin(setup=setup, workers=1, isolation="process", where="", output="", **more)  # type: ignore[arg-type]


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Have a text of Python's take the place of a run's process; ``channel`` is its socket."""
    monkeypatch.setattr(task, "_LOOK", 0.1)
    monkeypatch.setattr(task, "SILENT", 0.3)

    def take_its_place(text: str) -> None:
        start = "import socket, sys, time; channel = socket.socket(fileno=int(sys.argv[1])); NEWLINE = b'\\n'; "
        monkeypatch.setattr(task, "own_command", lambda _, fd: [sys.executable, "-S", "-c", start + text, fd])

    return take_its_place


def ended_whole(held: task._Held) -> bool:
    """Return whether nothing is left of a run within some seconds."""
    until = time.monotonic() + 20
    while Path(held.folder).exists() or any(thread.name == "arena r" for thread in threading.enumerate()):
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return held._process is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("time.sleep(100)", "the run's process hangs: no word of it for 0 s"),
        ("channel.recv(1 << 20); channel.sendall(b'no JSON' + NEWLINE); time.sleep(0.2)", "the run's process ended"),
        ("channel.recv(1 << 20)", "the run's process ended"),
    ],
)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_process_that_says_nothing_or_nonsense_ends_with_its_games(program, text, why):
    program(f"{READY}; {text}")
    held = task._Held("r")
    assert msgspec.json.decode(held.begin(begin_of()), type=Ready) == Ready()
    began = time.monotonic()
    played = held.play(JOB)
    assert played.lines == () and played.ended == why
    assert ended_whole(held) and time.monotonic() - began < 8


def test_a_process_with_empty_lines_is_waited_for(program):
    program(f"{READY}; channel.recv(1 << 20); [(channel.sendall(NEWLINE), time.sleep(0.1)) for _ in range(12)]")
    held = task._Held("r")
    held.begin(begin_of())
    began = time.monotonic()
    assert held.play(JOB).ended == "the run's process ended"
    assert time.monotonic() - began > 1.0
    assert ended_whole(held)


def test_a_process_that_is_never_ready_is_ended(program, monkeypatch):
    monkeypatch.setattr(task, "_STARTING", 0.3)
    program("time.sleep(100)")
    held = task._Held("r")
    ready = msgspec.json.decode(held.begin(begin_of()), type=Ready)
    assert ready.problem.startswith("the run's process was not ready within ")
    assert ended_whole(held)


def test_a_slow_bot_that_plays_against_itself_is_waited_for(program, monkeypatch):
    """Within its clocks: it would have every machine of the cluster taken for one that hangs."""
    monkeypatch.setattr(task, "_STARTING", 1.0)
    program(f"[(channel.sendall(NEWLINE), time.sleep(0.1)) for _ in range(20)]; {READY}")
    held = task._Held("r")
    began = time.monotonic()
    assert msgspec.json.decode(held.begin(begin_of()), type=Ready) == Ready()
    assert time.monotonic() - began > 1.9
    held.end(0.0)


def test_a_process_that_is_killed_before_it_is_ready_may_be_another_time(program):
    program("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    held = task._Held("r")
    ready = msgspec.json.decode(held.begin(begin_of()), type=Ready)
    assert ready == Ready(problem="the run's process ended before it was ready; see its worker's log")
    assert not ready.lasting and ended_whole(held)


def test_what_was_sent_for_a_run_that_never_begins_is_removed(monkeypatch):
    monkeypatch.setattr(task, "_LOOK", 0.05)
    monkeypatch.setattr(task, "IDLE", 0.2)
    task.receive("r", msgspec.msgpack.encode([SentFile("part0/words", b"words")]), True)
    held = task._RUNS["r"]
    assert ended_whole(held) and "r" not in task._RUNS


def test_a_piece_that_comes_twice_counts_once_and_one_that_is_missing_is_told(program):
    program(READY)
    held = task._Held("r")
    first, second, third = (
        SentFile("part0/words", data, more=at < 6, offset=at) for at, data in ((0, b"abc"), (3, b"def"), (6, b"ghi"))
    )
    held.receive([first])
    with pytest.raises(ValueError, match="a piece of part0/words before byte 6 has not come"):
        held.receive([third])
    held.receive([first, second, first, second, third])
    words = Path(held.folder) / "part0" / "words"
    assert words.read_bytes() == b"abcdefghi" and [*words.parent.iterdir()] == [words]
    digests = {"words": digest_of([str(words)])}
    words.write_bytes(b"abcabcabc")
    with pytest.raises(ValueError, match="words has not come as it was when the run began"):
        held.begin(begin_of(places={"words": "part0/words"}, digests=digests))
    held.receive([first, second, third])
    line = held.begin(begin_of(places={"words": "part0/words"}, digests=digests))
    assert msgspec.json.decode(line, type=Ready) == Ready()
    held.end()
    assert ended_whole(held)


def test_the_process_says_an_empty_line_now_and_then(monkeypatch):
    ours, theirs = socket.socketpair()
    with ours, theirs, Stop() as stop:
        given = machine._Given(theirs, b"", stop)
        given.tick()
        with pytest.raises(BlockingIOError):
            ours.recv(1, socket.MSG_DONTWAIT)
        monkeypatch.setattr(machine, "_BEAT", -1.0)
        given.tick()
        assert ours.recv(10, socket.MSG_DONTWAIT) == b"\n" and stop.asked == 0


@pytest.mark.parametrize("whole", [True, False])
def test_no_bot_is_charged_where_its_files_are_gone(whole, tmp_path):
    """What it lost by a fault is void there; a game that came to its end is none the worse."""
    (tmp_path / "mine.py").write_text("A = 1\n")
    digests = {"bot mine": digest_of([str(tmp_path / "mine.py")]), "words x": "ab"}
    begin = begin_of(places={"bot mine": str(tmp_path / "mine.py")}, digests=digests)
    if not whole:
        (tmp_path / "mine.py").unlink()
    job = msgspec.json.decode(JOB, type=Job)
    played = GameRecord(job.id, "v", "a-vs-b", 1, 1, job.bots, 1, (), (1, 2), "won")
    charged = msgspec.structs.replace(played, forfeits=(ForfeitRecord(0, "NOT_READY", "import failed"),))
    ours, theirs = socket.socketpair()
    with ours, theirs, Stop() as stop:
        given = machine._Given(theirs, b"", stop, partial(machine._is_whole, begin))
        given.done(job, Done(job.id, charged))
        given.finished(played, msgspec.structs.replace(played, counts=False))
        *lines, _ = ours.recv(1 << 16).split(b"\n")
    said = [msgspec.json.decode(line, type=Done) for line in lines]
    assert [one.record is not None for one in said] == [whole, True, whole]
    assert [one.reason for one in said] == ["" if whole else machine.GONE, "", "" if whole else machine.GONE]
