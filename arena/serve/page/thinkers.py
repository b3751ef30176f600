"""The threads that answer what takes thinking."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from arena.serve.problems import Refused

THINKERS, MOST_WAITING = 4, 32  # questions that are thought about at once, and that wait
T = TypeVar("T")


class Thinkers:
    """The threads that answer what takes thinking; a few at a time, and few that wait."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THINKERS, thread_name_prefix="thinker")
        self._waiting = 0

    async def think(self, question: Callable[[], T]) -> T:
        """Return what a function returns, run in a thread of these. Raises Refused where too many wait."""
        if self._waiting >= THINKERS + MOST_WAITING:
            raise Refused("too_many", "server", "too many questions are being thought about", "Ask again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, question)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
