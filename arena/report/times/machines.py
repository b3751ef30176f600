"""Which machines of a cluster played which games, and whether results with clocks may depend on that.

With a clock, a bot thinks further on a faster machine. How fast one core of each is was measured before its first game
(arena/cluster/calibration.py); games of runs without clocks have no such number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.records.record import GameRecord
from arena.report.numbers import fixed, grid, wrapped

MOST_APART = 0.10  # of the slower machine's speed, above which results with clocks are doubted
HEADS = ("machine", "games", "share %", "speed")


@dataclass(frozen=True)
class PlayedOn:
    """One machine: the games that it played, their share of all, and its speed: slowest and fastest, None unmeasured.

    A machine has several speeds where several of its workers, or several runs, measured it.
    """

    machine: str
    games: int
    share: float
    slowest: float | None
    fastest: float | None


@dataclass
class MachineSums:
    """What one machine played. speeds: of one of its cores, each that was measured."""

    games: int = 0
    speeds: set[float] = field(default_factory=set)


class MachineBook:
    """Collects where one game after another was played. books: by machine."""

    def __init__(self) -> None:
        self.books: dict[str, MachineSums] = {}

    def add(self, record: GameRecord) -> None:
        """Note where a game was played."""
        seen = record.circumstances
        book = self.books.get(seen.machine)
        if book is None:
            book = self.books[seen.machine] = MachineSums()
        book.games += 1
        if seen.speed > 0:
            book.speeds.add(seen.speed)

    def merge(self, other: MachineBook) -> None:
        """Take all games of another book."""
        for machine, more in other.books.items():
            book = self.books.setdefault(machine, MachineSums())
            book.games += more.games
            book.speeds |= more.speeds

    def machines(self) -> tuple[PlayedOn, ...]:
        """Return the machines in the order of their names; "" is the one of runs without a cluster."""
        total = sum(book.games for book in self.books.values())
        return tuple(
            PlayedOn(
                name, book.games, book.games / total,
                min(book.speeds, default=None), max(book.speeds, default=None),
            )
            for name, book in sorted(self.books.items())
        )  # fmt: skip


def shown_machines(machines: Sequence[PlayedOn]) -> tuple[PlayedOn, ...]:
    """Return those that a report shows: all of them, where there were several."""
    return tuple(machines) if len(machines) > 1 else ()


def apart(machines: Sequence[PlayedOn]) -> float | None:
    """Return by which share of the slowest speed the fastest is above it; None where fewer than two were measured."""
    slowest = [one.slowest for one in machines if one.slowest is not None]
    fastest = [one.fastest for one in machines if one.fastest is not None]
    return max(fastest) / min(slowest) - 1.0 if len(slowest) > 1 else None


def machine_notes(machines: Sequence[PlayedOn]) -> list[str]:
    """Return the sentences below the table."""
    share = apart(machines)
    if share is None or share <= MOST_APART:
        return []
    speeds = f"the machines' speeds are {100 * share:.0f} % apart (more than {100 * MOST_APART:.0f} %)"
    return [f"these results may depend on which machine played what: bots had clocks, and {speeds}"]


def machine_rows(machines: Sequence[PlayedOn]) -> list[list[str]]:
    """Return the table's cells, see HEADS."""
    return [
        [one.machine or "(without a cluster)", str(one.games), fixed(100 * one.share, 1), _speed(one)]
        for one in machines
    ]


def _speed(one: PlayedOn) -> str:
    if one.slowest is None or one.slowest == one.fastest:
        return fixed(one.slowest, 1)
    return f"{fixed(one.slowest, 1)} to {fixed(one.fastest, 1)}"


def machines_text(machines: Sequence[PlayedOn]) -> list[str]:
    """Return the section; nothing where there were not several machines."""
    shown = shown_machines(machines)
    if not shown:
        return []
    notes = [f"{note[0].upper()}{note[1:]}." for note in machine_notes(shown)]
    table = grid(list(HEADS), machine_rows(shown), left=("machine",))
    return ["THE MACHINES\n" + "\n".join([*wrapped(notes), *([""] if notes else []), table])]


def machine_facts(machines: Sequence[PlayedOn]) -> dict[str, Any]:
    """Return the machines as plain values."""
    return {
        "played": {
            one.machine: {"games": one.games, "slowest": one.slowest, "fastest": one.fastest}
            for one in machines
            if one.machine or len(machines) > 1
        },
        "speeds_apart": apart(machines),
        "doubted": bool(machine_notes(machines)),
    }  # fmt: skip
