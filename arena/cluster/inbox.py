"""What other threads have for the one that runs the tournament, which waits for it and for signals alike."""

from __future__ import annotations

import contextlib
import os
import select
from collections.abc import Callable
from queue import Empty, SimpleQueue

from arena.runner.runs.stop import Stop

Act = Callable[[], None]


class Inbox:
    """Calls to be made by one thread. ``put`` from any thread; ``wait`` and ``close`` by that one."""

    def __init__(self) -> None:
        self._acts: SimpleQueue[Act] = SimpleQueue()
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)
        self._closed = False

    def put(self, act: Act) -> None:
        self._acts.put(act)
        with contextlib.suppress(BlockingIOError, OSError):
            if not self._closed:
                os.write(self._write, b".")

    def wait(self, seconds: float, stop: Stop | None = None) -> None:
        """Make the calls that are there; wait for the first one so long, or until ``stop`` is asked."""
        poll = select.poll()
        poll.register(self._read, select.POLLIN)
        if stop is not None:
            poll.register(stop, select.POLLIN)
        poll.poll(int(seconds * 1000))
        if stop is not None:
            stop.drain()
        with contextlib.suppress(BlockingIOError):
            os.read(self._read, 1 << 16)
        with contextlib.suppress(Empty):
            while True:
                self._acts.get_nowait()()

    def close(self) -> None:
        self._closed = True
        os.close(self._read)
        os.close(self._write)
