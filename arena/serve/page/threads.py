"""The threads that a server works with, and how its process ends although some of them are still at work.

Nothing can stop a thread. What one works on when the server ends is an answer that nobody will hear any more: what
counts (a game's turns, its record) was written before, or is written again when the server is started next.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

_GRACE = 1.0  # seconds for threads that end by themselves


class Threads(ThreadPoolExecutor):
    """Threads whose end nobody waits for: the event loop would, for ever."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End when what they work on is done; what waits is not begun."""
        super().shutdown(wait=False, cancel_futures=True)


def leave(status: int, grace: float = _GRACE) -> int:
    """Return a status to exit with; or, where a thread is still at work that Python would wait for, exit at once."""
    until = time.monotonic() + grace
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join(max(0.0, until - time.monotonic()))
            if thread.is_alive():
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(status)
    return status
