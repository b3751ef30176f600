"""Whatever fails while a bot's process is being started leaves no descriptor open in the arena's own process."""

from __future__ import annotations

import gc
import os
import subprocess
from typing import Any

import pytest

from arena.errors import RunError
from arena.runner.guests import zygote_of
from arena.runner.sandbox import zygotes
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


def test_a_zygote_that_is_not_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*words: object, **named: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", none)
    before = opened()
    with pytest.raises(RunError, match="a process cannot be started: Resource temporarily unavailable"):
        zygote_of(setup_for())
    assert opened() - before == set()


def test_a_zygote_that_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zygotes, "own_command", lambda module, *words: ["/bin/false"])
    before = opened()
    with pytest.raises(RunError, match="zygote"):
        zygote_of(setup_for())
    assert opened() - before == set()
