"""The rule by which bots are marked, and what it says in words. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from arena.errors import ConfigError

RankBy = Literal["elo", "score", "swiss"]
RANKS: tuple[RankBy, ...] = ("elo", "score", "swiss")
_BY = {
    "elo": "by Elo over all games",
    "score": "by the share of points in all games",
    "swiss": "by the Swiss tournament's table (matches, those of the opponents, points), its seeding left out",
}


class UnfitRule(ConfigError):
    """A rule that does not fit its tournament. where: the key of the rule."""


@dataclass(frozen=True)
class MarkRule:
    """What is given for what; all numbers are marks, from 0 on.

    first, last: for the first and the last place among those who are marked, evenly in between. by: what places go by.
    beat: reference bot -> for more than half of the points of the games against it. clean: for a record without faults,
    per_fault less for each, down to 0.
    """

    first: float = 0.0
    last: float = 0.0
    by: RankBy = "elo"
    beat: Mapping[str, float] = field(default_factory=dict)
    clean: float = 0.0
    per_fault: float = 0.0

    def lines(self) -> list[str]:
        """Return the rule in sentences."""
        found = []
        if self.first or self.last:
            found.append(
                f"Rank: {self.first:g} for the first place and {self.last:g} for the last, evenly in between, "
                f"{_BY[self.by]}; equal figures share the mean of their places."
            )
        found += [
            f"Beating {bot}: {marks:g} for more than half of the points of the games against it; 0 without such games."
            for bot, marks in self.beat.items()
        ]
        if self.clean:
            found.append(
                f"Clean play: {self.clean:g}, less {self.per_fault:g} for each late turn, other fault and game left "
                "through a fault, down to 0."
            )
        found.append("Who is not admitted, or played no game that counts, gets 0. Reference bots are not marked.")
        return found
