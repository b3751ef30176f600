"""Zygotes that the workers of a test module share, as those of one worker's games do.

A zygote holds what the games need and nothing of a bot, whose code never runs there: launchers and walls are new for
every worker. To start one takes half of what a short game takes. Tests of what happens when a zygote ends have zygotes
of their own.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Container
from types import ModuleType

import msgspec
import pytest

from arena.runner import guests
from arena.runner.sandbox.limits import environment
from arena.runner.sandbox.zygotes import ZygoteHandle
from arena.runner.setup import Setup
from arena.runner.system import children, sweep_orphans

Key = tuple[bytes, tuple[str, ...], str, bool, tuple[tuple[str, str], ...]]


class SharedZygotes:
    """Zygotes by all that goes into one: whoever asks for the same gets the same, and cannot close it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: dict[Key, ZygoteHandle] = {}
        self._close: dict[Key, Callable[[], None]] = {}

    def serve(self, patch: pytest.MonkeyPatch, user: ModuleType) -> None:
        """Have a module of the runner that starts zygotes, and may sweep its children, use these."""
        patch.setattr(user, "zygote_of", self.zygote_of)
        if hasattr(user, "sweep_orphans"):
            patch.setattr(user, "sweep_orphans", self._sweep_orphans)

    def close(self) -> None:
        for close in self._close.values():
            close()
        self._held.clear()
        self._close.clear()

    def zygote_of(self, setup: Setup, rehearsed: bool = True, spare: ZygoteHandle | None = None) -> ZygoteHandle:
        """Return one for a setup, which ends with all of these."""
        assert spare is None, "who is given a zygote shares none"
        key = (
            msgspec.json.encode(list(setup.variants.values())),
            setup.paths,
            guests.compile_ahead(setup.variants.values()),
            rehearsed,
            tuple(sorted(environment("/nowhere", os.environ).items())),
        )
        with self._lock:
            held = self._held.get(key)
            if held is not None and not held.alive:
                self._close.pop(key)()
                held = None
            if held is None:
                held = self._held[key] = guests.zygote_of(setup, rehearsed)
                self._close[key] = held.close
                held.close = lambda: None  # type: ignore[method-assign]
        return held

    def _sweep_orphans(self, keep: Container[int], seconds: float = 2.0) -> int:
        """Sweep as a worker does that has started no other zygotes."""
        with self._lock:  # so that none is about to start in another thread
            shared = [zygote.pid for zygote in self._held.values()]
            return sweep_orphans({pid for pid in children() if pid in keep or pid in shared}, seconds)
