"""The start of every bot before the first game, said where it takes a while."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence

from arena.cli.say import say
from arena.report.numbers import plural
from arena.runner.preflight import Trouble, start_all
from arena.runner.runs.prepared import Prepared
from arena.runner.runs.progress import Unwatched
from arena.runner.sandbox.zygotes import Spare
from arena.runner.setup import Setup
from arena.tournament import Tournament

_SILENT = 1.0  # seconds that bots may take to start before anything is said of it
_TERMINAL_EVERY = 0.2  # seconds between two looks at which have started
_PLAIN_EVERY = 5.0  # the same where there is no terminal


class SaysStarts(Unwatched):
    """A RunWatcher that says that bots are starting, where that takes a while."""

    def __init__(self, terminal: bool) -> None:
        self._terminal = terminal
        self._starting: Starting | None = None

    def looking(self, bots: int) -> None:
        self._starting = Starting(bots, self._terminal).__enter__()

    def looked_at(self, bot: str) -> None:
        if self._starting is not None:
            self._starting.ready(bot)

    def looked(self, troubles: Sequence[Trouble]) -> None:
        if self._starting is not None:
            self._starting.__exit__()
            self._starting = None


def installed_and_told(tournament: Tournament, workers: int | None = None) -> Prepared:
    """Return what a run needs, saying that bots are installed or built, where there are some and that takes a while."""
    count = len(tournament.contents.submitted)
    doing = f"installing {plural(count, 'submission')}, each in an environment of its own"
    if any(bot.path for bot in tournament.contents.bots):
        several = len([bot for bot in tournament.contents.bots if bot.path]) + count
        doing = f"building what has to be built of {plural(several, 'bot')}, each in an environment of its own"
        count = several
    if not count:
        return tournament.prepared(workers)
    with Starting(count, sys.stderr.isatty(), doing, "ready") as starting:
        what = tournament.prepared(workers, installed=starting.ready)
    for built in what.built.values():
        if built.lacking:
            say(f"warning: {built.bot} was built without {built.lacking}, which nobody fetched", err=True)
    return what


def start_and_tell(setup: Setup, spare: Spare) -> list[Trouble]:
    """Start every bot once, saying so where that is slow; return what went wrong. spare, errors: as ``start_all``."""
    with Starting(len(setup.bots), sys.stderr.isatty()) as starting:
        return start_all(setup, looked_at=starting.ready, spare=spare)


class Starting:
    """Says that bots are starting, where that takes a while, and then which of them have. On standard error."""

    def __init__(self, bots: int, terminal: bool, doing: str = "", done: str = "looked at") -> None:
        """doing: what is said first. done: what is said to have been done with some of them."""
        self._bots, self._terminal = bots, terminal
        self._doing = doing or f"starting {plural(bots, 'bot')} on every variant, to see who can play"
        self._done = done
        self._ready: list[str] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._tell, daemon=True)

    def __enter__(self) -> Starting:
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._over.set()
        self._thread.join()

    def ready(self, bot: str) -> None:
        """Take down that a bot has started, or has failed to."""
        self._ready.append(bot)

    def _tell(self) -> None:
        if self._over.wait(_SILENT):
            return
        say(self._doing, err=True)
        announced = 0
        while not self._over.wait(_TERMINAL_EVERY if self._terminal else _PLAIN_EVERY):
            if (now := len(self._ready)) > announced:
                announced = now
                say(f"{now} of {self._bots} {self._done}, last {self._ready[-1]}", err=True)
