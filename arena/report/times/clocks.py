"""Both clocks of every bot: the arena's on the wall, its processes' on the processor, and what lies between the arena's
clock and the bot's own. Unit: milliseconds.

Percentiles are by nearest rank: p99 is the least time that at least 99 of 100 moves keep to.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any

from arena.records.record import GameRecord
from arena.report.numbers import fixed, grid, wrapped

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
    def of(cls, values: Sequence[float]) -> Times:
        """Return the figures of a list of times in any order."""
        if not values:
            return cls(0, None, None, None, None)
        ordered = sorted(values)

        def rank(share: float) -> float:
            return ordered[max(0, ceil(share * len(ordered)) - 1)]

        return cls(len(ordered), sum(ordered) / len(ordered), rank(0.5), rank(0.99), ordered[-1])


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


def _times() -> array[float]:
    return array("d")


@dataclass
class _Book:
    wall: array[float] = field(default_factory=_times)
    cpu: array[float] = field(default_factory=_times)
    overhead: array[float] = field(default_factory=_times)
    idle: array[float] = field(default_factory=_times)


class ClockBook:
    """Collects the times of one game after another."""

    def __init__(self) -> None:
        self._books: dict[str, _Book] = {}

    def add(self, record: GameRecord) -> None:
        """Note the times of a game."""
        circumstances = record.circumstances
        for index, move in enumerate(record.moves):
            book = self._books.setdefault(record.bots[move.seat], _Book())
            if index < len(circumstances.ms):
                book.wall.append(circumstances.ms[index])
            cpu = circumstances.cpu_ms[index] if index < len(circumstances.cpu_ms) else None
            if cpu is not None:
                book.cpu.append(cpu)
            own = circumstances.own_ms[index] if index < len(circumstances.own_ms) else None
            if own is not None and move.fault is None and index < len(circumstances.ms):
                book.overhead.append(circumstances.ms[index] - own)
        for bot, idle in zip(record.bots, circumstances.idle_ms, strict=False):
            self._books.setdefault(bot, _Book()).idle.append(idle)

    def clocks(self, order: Sequence[str]) -> tuple[Clock, ...]:
        """Return the bots' clocks in that order; bots without a move are left out."""
        return tuple(
            Clock(bot, *(Times.of(times) for times in (book.wall, book.cpu, book.overhead, book.idle)))
            for bot in order
            if (book := self._books.get(bot)) is not None and book.wall
        )


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
