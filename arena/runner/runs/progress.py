"""What a run tells of itself while it goes on: its figures, and to whom."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from arena.records.record import GameRecord
from arena.runner.preflight import Trouble
from arena.runner.runs.speed import Speed


@dataclass(slots=True)
class Progress:
    """Where a run stands.

    total: games of the tournament, as far as is known. bound: "", or "at most" where it may stop early, or "about"
    where it goes by results. before: done by earlier runs. done: by this one. voids: failures of ours.
    faults: turns that were lost or games that were left through a fault. points: bot -> (points, games).
    out: bot -> why it is out of the tournament. stands: says where a stopping rule stands now, "" without one; that
    costs milliseconds, so it is asked only when it is shown.
    mended: what was damaged in the results and is played again, "" for nothing. rebuilt: what a damaged manifest was
    made again from.
    """

    total: int
    before: int
    done: int = 0
    voids: int = 0
    faults: int = 0
    began: float = field(default_factory=time.monotonic)
    speed: Speed = field(default_factory=lambda: Speed(time.monotonic()))
    points: dict[str, tuple[float, int]] = field(default_factory=dict)
    out: dict[str, str] = field(default_factory=dict)
    mended: str = ""
    rebuilt: str = ""
    bound: str = ""
    stands: Callable[[], str] = lambda: ""

    @property
    def rate(self) -> float:
        """Games a second of this run, lately."""
        return self.speed.rate(time.monotonic(), self.done)

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the end at this rate, None before the first game and where a stopping rule decides."""
        return (self.total - self.before - self.done) / self.rate if self.done and self.bound != "at most" else None

    @property
    def leader(self) -> str | None:
        """The bot with the best share of points so far; the first in the alphabet among equals."""
        played = {bot: points / games for bot, (points, games) in self.points.items() if games}
        return min(played, key=lambda bot: (-played[bot], bot)) if played else None

    def begin(self) -> None:
        """Let the time of this run begin."""
        self.began = time.monotonic()
        self.speed = Speed(self.began)

    def over(self, record: GameRecord) -> None:
        """Count a game that this run has played."""
        self.done += 1
        self.speed.note(time.monotonic(), self.done)
        self.count(record)

    def count(self, record: GameRecord) -> None:
        """Add a game to the table."""
        self.faults += sum(move.fault is not None for move in record.moves)
        if record.counts:
            outcome = record.outcome()
            for seat, bot in enumerate(record.bots):
                points, games = self.points.get(bot, (0.0, 0))
                self.points[bot] = points + outcome.points(seat), games + 1


class RunWatcher(Protocol):
    """What a run tells of itself, in this order. All is called by the thread that runs, but for ``looked_at``."""

    def opened(self, progress: Progress, workers: int) -> None:
        """The results can be written; nothing was started yet. workers: games at once."""

    def looking(self, bots: int) -> None:
        """So many bots are started once each, to see who can play."""

    def looked_at(self, bot: str) -> None:
        """A bot has started, or failed to; from several threads."""

    def looked(self, troubles: Sequence[Trouble]) -> None:
        """All were looked at; also where a failure of ours ends this (then without troubles)."""

    def began(self, progress: Progress, workers: int) -> None:
        """The first game is about to be played, or there is none to play."""

    def ticked(self, progress: Progress) -> None:
        """Twice a second or so, and after games."""

    def ended(self) -> None:
        """No game runs any more; the last call, whatever came before."""


class Unwatched:
    """A RunWatcher that does nothing; one that says something may begin with it."""

    def opened(self, progress: Progress, workers: int) -> None: ...
    def looking(self, bots: int) -> None: ...
    def looked_at(self, bot: str) -> None: ...
    def looked(self, troubles: Sequence[Trouble]) -> None: ...
    def began(self, progress: Progress, workers: int) -> None: ...
    def ticked(self, progress: Progress) -> None: ...
    def ended(self) -> None: ...
