"""Whatever fails while a bot's process is being started leaves no descriptor open in the arena's own process."""

from __future__ import annotations

import errno
import gc
import os
import socket
import subprocess
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest

from arena.errors import RunError
from arena.runner.guests import zygote_of
from arena.runner.runs.worker_process import WorkerProcess
from arena.runner.sandbox import zygotes
from arena.runner.sandbox.zygote import Zygote
from arena.runner.seats.not_ready import NotReady
from arena.runner.seats.process import ProcessSeat
from tests.runner.tables import LIMITS, setup_for


def opened() -> set[str]:
    """Return what this process has open, by number and what it is; what other tests dropped is gone."""
    gc.collect()
    found = set()
    for number in os.listdir("/proc/self/fd"):
        try:
            found.add(f"{number} {os.readlink(f'/proc/self/fd/{number}')}")
        except OSError:  # the descriptor of the listing itself
            continue
    return found


class Failing:
    """A launcher that starts nothing."""

    limits = LIMITS

    def __init__(self, error: Exception) -> None:
        self.error = error

    def start(self, variant: str, wire: int, output: int) -> int:
        raise self.error


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (NotReady("no"), NotReady),
        (RunError("launcher", "a process of the arena ended"), RunError),
        (ProcessLookupError(), NotReady),
        (ValueError(), ValueError),
    ],
)
def test_a_seat_that_is_not_started(error: Exception, told: type[Exception]) -> None:
    before = opened()
    launcher: Any = Failing(error)
    with pytest.raises(told):
        ProcessSeat(launcher, "small")
    assert opened() - before == set()


def _worker() -> None:
    WorkerProcess("arena.runner.worker", b"", "")


@pytest.mark.parametrize("start", [lambda: zygote_of(setup_for()), _worker], ids=["zygote", "worker"])
@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        (OSError(errno.EAGAIN, "no"), r"Resource temporarily unavailable\. Is the table of processes full, or a limit"),
        (OSError(errno.EACCES, "no", "/x/python"), r"Permission denied \(/x/python\)\. Something forbids it"),
        (OSError(errno.EPERM, "no"), r"Operation not permitted\. Something forbids it"),
        (OSError(errno.ENOMEM, "no"), r"Cannot allocate memory\. There is too little memory"),
        (OSError(errno.EMFILE, "no"), r"Too many open files\. Too many files are open here"),
        (OSError(errno.EIO, "no"), r"Input/output error$"),
    ],
    ids=lambda value: "" if isinstance(value, str) else errno.errorcode[value.errno],
)
def test_what_the_kernel_said_of_a_process_that_is_not_started_is_told(
    monkeypatch: pytest.MonkeyPatch, start: Callable[[], object], refusal: OSError, said: str
) -> None:
    def none(*words: object, **named: object) -> None:
        raise refusal

    monkeypatch.setattr(subprocess, "Popen", none)
    before = opened()
    with pytest.raises(RunError, match=f"a process cannot be started: {said}"):
        start()
    assert opened() - before == set()


def test_what_the_kernel_said_of_a_seat_that_a_zygote_cannot_fork_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> int:
        raise PermissionError(errno.EPERM, "no")

    monkeypatch.setattr(os, "fork", none)
    order: Any = None
    with socket.socket() as channel:
        launched = Zygote(channel)._launch(order, 0, 0)
    with closing(zygote_of(setup_for())) as zygote:
        monkeypatch.setattr(zygote, "_call", lambda *words: launched)
        with pytest.raises(RunError, match=r"Operation not permitted\. Something forbids it"):
            zygote.launch(order, 0, 0)


def test_a_zygote_that_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zygotes, "own_command", lambda module, *words: ["/bin/false"])
    before = opened()
    with pytest.raises(RunError, match="zygote"):
        zygote_of(setup_for())
    assert opened() - before == set()
