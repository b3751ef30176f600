"""Looks at a seat's processes from outside: what a glance leaves out, and what is taken for standing still."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from arena.config.model import Limits
from arena.contract.outcome import Fault
from arena.runner.sandbox.family import Family

ROOT = """
import os, sys, time
for line in sys.stdin:
    if os.fork() == 0:
        time.sleep(600)
        os._exit(0)
    print("started", flush=True)
"""


class Processes:
    """A process that starts another one whenever it is asked, as a launcher's bot might."""

    def __init__(self) -> None:
        self.root = subprocess.Popen(
            [sys.executable, "-c", ROOT], stdin=-1, stdout=-1, text=True, start_new_session=True
        )

    def start(self) -> None:
        assert self.root.stdin is not None and self.root.stdout is not None
        self.root.stdin.write("\n")
        self.root.stdin.flush()
        assert self.root.stdout.readline() == "started\n"


@pytest.fixture
def processes() -> Iterator[Processes]:
    made = Processes()
    yield made
    for pid in Family(made.root.pid, Limits(), inner=False, reaps=False)._stats():
        subprocess.run(["kill", "-9", str(pid)], check=False)
    made.root.kill()
    made.root.communicate()


def test_a_glance_sees_one_process_and_a_look_all_of_them(processes: Processes):
    family = Family(processes.root.pid, Limits(processes=1), inner=False, reaps=False)
    processes.start()
    assert family.look() is None
    processes.start()
    assert family.glance() is None
    trouble = family.look()
    assert trouble is not None and trouble[0] is Fault.MEMORY and "2 processes" in trouble[1]
    assert family.glance() == trouble  # more than one is never glanced at


def test_what_was_seen_of_one_game_is_nothing_of_the_next(processes: Processes):
    family = Family(processes.root.pid, Limits(processes=1), inner=False, reaps=False)
    processes.start()
    assert family.look() is None
    processes.start()
    family.begin()
    assert family.glance() is not None


WAITING = {
    # name -> (what the process does before it says that it is there, how it waits, whether that is left as it is)
    "recv": ("", "wire.recv(1)", True),
    "recvmsg": ("", "wire.recvmsg(1)", True),
    "read": ("", "os.read(wire.fileno(), 1)", True),
    "recv of a pair of its own": ("a, b = socket.socketpair()", "a.recv(1)", True),
    "read of a pair of its own": ("a, b = socket.socketpair()", "os.read(a.fileno(), 1)", False),
    "read of a pipe": ("a, b = os.pipe()", "os.read(a, 1)", False),
    "sleep": ("", "time.sleep(600)", False),
    "select with a time limit": ("", "select.select([wire], [], [], 600)", False),
    "alarm": ("signal.signal(signal.SIGALRM, print)", "wire.recv(1)", False),
    "thread": ("threading.Thread(target=time.sleep, args=(600,), daemon=True).start()", "wire.recv(1)", False),
    "child": ("os.fork() or time.sleep(600)", "wire.recv(1)", False),
    "work": ("", "while True: pass", False),
}
SEAT = """
import os, select, signal, socket, sys, threading, time
wire = socket.socket(fileno={fd})
if os.fork() == 0:
    {before}
    print("there", flush=True)
    {wait}
wire.close()
sys.stdin.read()
"""


@pytest.mark.parametrize("name", WAITING)
def test_only_what_sleeps_until_we_send_something_is_left_as_it_is(name: str):
    before, wait, left_alone = WAITING[name]
    ours, theirs = socket.socketpair()
    wire = os.fstat(theirs.fileno()).st_ino
    code = SEAT.format(fd=theirs.fileno(), before=before or "pass", wait=wait)
    root = subprocess.Popen(
        [sys.executable, "-c", code], stdin=-1, stdout=-1, pass_fds=[theirs.fileno()], start_new_session=True
    )
    theirs.close()
    family = Family(root.pid, Limits(), inner=False, reaps=False)
    try:
        assert root.stdout is not None and root.stdout.readline() == b"there\n"
        family.hears_by(wire)
        assert family.look() is None
        members = list(family._stats())
        family.hold()
        assert family.held() == ""
        assert family.slept == left_alone
        states = {stat.state for stat in family._stats().values()}
        assert states == ({"S"} if left_alone else {"T"})
        family.go()
    finally:
        os.killpg(root.pid, signal.SIGKILL)
        root.communicate()
        ours.close()
        family.close()
    assert len(members) == (2 if name == "child" else 1)
