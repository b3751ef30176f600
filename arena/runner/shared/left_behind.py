"""What a bot may leave in the process that it shares, and what would then befall whoever is at work next."""

from __future__ import annotations

import os
import signal
from _signal import getsignal  # type: ignore[import-not-found]  # without the public one's look for a name


class LeftBehind:
    """Puts right what a bot has left; made before the first of them is at work, in the main thread."""

    def __init__(self) -> None:
        self._process = os.getpid()
        self._on_alarm = getsignal(signal.SIGALRM)

    def put_right(self) -> None:
        """End a child that a bot has forked and that came back as well; end an alarm that it did not call off.

        Raises what the bot's own handler raises, of an alarm that rings now: it is this bot's still.
        """
        if os.getpid() != self._process:
            os._exit(0)  # a second worker would play the same games, and answer for them
        signal.setitimer(signal.ITIMER_REAL, 0)
        if getsignal(signal.SIGALRM) is not self._on_alarm:
            signal.signal(signal.SIGALRM, self._on_alarm)
