"""What a glance leaves out, and what sees it: looks at a seat's processes from outside."""

from __future__ import annotations

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
