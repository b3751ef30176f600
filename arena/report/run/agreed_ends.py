"""Games that an agreed rule ended, and not the game's own: how many, by which rule. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from arena.records.record import GameRecord
from arena.report.numbers import plural

PREFIX = "adjudicated: "


class EndBook:
    """Counts them. rules: rule -> games."""

    def __init__(self, rules: Mapping[str, int] | None = None) -> None:
        self.rules: Counter[str] = Counter(rules or {})

    def add(self, record: GameRecord) -> None:
        """Count one game."""
        if record.adjudicated:
            self.rules[record.reason.removeprefix(PREFIX)] += 1

    def merge(self, other: EndBook) -> None:
        """Count all games of another one."""
        self.rules += other.rules

    def ends(self) -> tuple[tuple[str, int], ...]:
        """Return rules with their games, in the order of the alphabet."""
        return tuple(sorted(self.rules.items()))


def ends_text(ends: tuple[tuple[str, int], ...], games: int) -> list[str]:
    """Return the sentence about them; nothing where there are none. games: all that count."""
    if not ends:
        return []
    many = sum(count for _, count in ends)
    rules = ", ".join(f"{count} by {rule}" for rule, count in ends)
    return [f"Adjudicated: an agreed rule ended {many} of {plural(games, 'game')} ({rules}), and not the game's own."]
