"""Asking a run to stop: by the signals of a terminal, or from a program."""

from __future__ import annotations

import contextlib
import os
import signal
from types import FrameType
from typing import Any

_STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stop:
    """How often somebody asked to stop: once to finish the running games, twice for now."""

    def __init__(self) -> None:
        self.asked = 0
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)
        self._before: dict[int, Any] = {}

    def ask(self, number: int = 0, frame: FrameType | None = None) -> None:
        self.asked += 1
        with contextlib.suppress(BlockingIOError):
            os.write(self._write, b".")

    def __enter__(self) -> Stop:
        for number in _STOPPING:
            with contextlib.suppress(ValueError):  # not in the main thread: signals are somebody else's
                self._before[number] = signal.signal(number, self.ask)
        return self

    def __exit__(self, *failure: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        os.close(self._read)
        os.close(self._write)

    def fileno(self) -> int:
        return self._read

    def drain(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.read(self._read, 1024)
