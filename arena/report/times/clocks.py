"""Both clocks of every bot: the arena's on the wall, its processes' on the processor, and what lies between the arena's
clock and the bot's own. Unit: milliseconds.

Percentiles are by nearest rank: p99 is the least time that at least 99 of 100 moves keep to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from arena.records.record import GameRecord
from arena.report.numbers import fixed, grid, wrapped
from arena.report.sums.counts import Counts

_LONGEST = 10.0**11  # microseconds, a day: sums of very many stay exact

_EXPLAINED = (
    "Milliseconds a move. wall: the arena's clock; cpu: processor time of the bot's process; overhead: the arena's "
    "clock less the bot's own, for answers in time; idle: processor time a game while others were asked."
)


@dataclass(frozen=True)
class Times:
    """What a list of times comes to; count 0 has None for all else."""

    count: int
    mean: float | None
    p50: float | None
    p99: float | None
    longest: float | None

    @classmethod
    def of(cls, times: Counts) -> Times:
        """Return the figures of times in microseconds."""
        count = len(times)
        if not count:
            return cls(0, None, None, None, None)
        p50, p99, longest = (times.rank(share) / 1000 for share in (0.5, 0.99, 1))
        return cls(count, times.total() / count / 1000, p50, p99, longest)


@dataclass(frozen=True)
class Clock:
    """One bot's times a move, and ``idle``: processor time a game while others were asked.

    wall: the arena's clock. cpu: the processor time of its processes. overhead: the arena's clock less the bot's own,
    over the moves that it answered in time: transport, waking up, and the machine being busy with something else.
    """

    bot: str
    wall: Times
    cpu: Times
    overhead: Times
    idle: Times


@dataclass
class ClockSums:
    """One bot's times, in microseconds."""

    wall: Counts = field(default_factory=Counts)
    cpu: Counts = field(default_factory=Counts)
    overhead: Counts = field(default_factory=Counts)
    idle: Counts = field(default_factory=Counts)

    @property
    def kinds(self) -> tuple[Counts, ...]:
        return self.wall, self.cpu, self.overhead, self.idle


class ClockBook:
    """Collects the times of one game after another. books: by bot."""

    def __init__(self) -> None:
        self.books: dict[str, ClockSums] = {}

    def add(self, record: GameRecord) -> list[list[int]]:
        """Note the times of a game; return those on the arena's clock, a list a seat, in microseconds."""
        kept = record.circumstances
        books = [self._book(bot) for bot in record.bots]
        found: list[tuple[list[int], list[int], list[int]]] = [([], [], []) for _ in books]
        for move, ms, cpu, own in zip_longest(record.moves, kept.ms, kept.cpu_ms, kept.own_ms):
            if move is None:
                break
            wall, cpus, overhead = found[move.seat]
            if ms is not None:
                wall.append(round(ms * 1000))
                if own is not None and move.fault is None:
                    us = (ms - own) * 1000
                    overhead.append(round(us) if -_LONGEST < us < _LONGEST else _bounded(us))
            if cpu is not None:
                cpus.append(round(cpu * 1000))
        for book, (wall, cpus, overhead) in zip(books, found, strict=True):
            book.wall.add(wall)
            book.cpu.add(cpus)
            book.overhead.add(overhead)
        for book, idle in zip(books, kept.idle_ms, strict=False):
            book.idle.add([round(idle * 1000)])
        return [wall for wall, _, _ in found]

    def merge(self, other: ClockBook) -> None:
        """Take all times of another book."""
        for bot, book in other.books.items():
            for mine, theirs in zip(self._book(bot).kinds, book.kinds, strict=True):
                mine.merge(theirs)

    def _book(self, bot: str) -> ClockSums:
        book = self.books.get(bot)
        if book is None:
            book = self.books[bot] = ClockSums()
        return book

    def clocks(self, order: Sequence[str]) -> tuple[Clock, ...]:
        """Return the bots' clocks in that order; bots without a move are left out."""
        return tuple(
            Clock(bot, *map(Times.of, book.kinds))
            for bot in order
            if (book := self.books.get(bot)) is not None and len(book.wall)
        )


def _bounded(us: float) -> int:
    """Return whole microseconds of a time that a bot had a say in: what it says may be any number."""
    return round(min(max(us, -_LONGEST), _LONGEST)) if us == us else 0


def clocks_text(clocks: Sequence[Clock]) -> list[str]:
    """Return the section on clocks; nothing where there are no times but the wall clock's (it is in the standings)."""
    if not any(clock.cpu.count or clock.overhead.count for clock in clocks):
        return []
    heads = ["bot", "moves", "wall\np50", "\np99", "\nlongest", "cpu\np50", "\np99", "\nlongest", "overhead\np50",
             "\np99", "\nlongest", "idle\na game"]  # fmt: skip
    rows = [
        [
            clock.bot,
            str(clock.wall.count),
            *(fixed(value, 2) for times in (clock.wall, clock.cpu) for value in (times.p50, times.p99, times.longest)),
            *(fixed(value, 2) for value in (clock.overhead.p50, clock.overhead.p99, clock.overhead.longest)),
            fixed(clock.idle.mean, 2),
        ]
        for clock in clocks
    ]
    explanation = wrapped([_EXPLAINED])
    return ["THE CLOCKS\n" + "\n".join(explanation) + "\n\n" + grid(heads, rows, left=("bot",))]


def clock_facts(clocks: Sequence[Clock]) -> dict[str, Any]:
    """Return the clocks as plain values, by bot."""

    def facts(times: Times) -> dict[str, Any]:
        return {"moves": times.count, "mean_ms": times.mean, "p50_ms": times.p50, "p99_ms": times.p99,
                "longest_ms": times.longest}  # fmt: skip

    return {
        clock.bot: {
            "wall": facts(clock.wall),
            "cpu": facts(clock.cpu),
            "overhead": facts(clock.overhead),
            "idle_ms_a_game": clock.idle.mean,
        }
        for clock in clocks
    }
