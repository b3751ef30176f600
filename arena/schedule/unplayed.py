"""What a run with a budget of time has left for another one. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arena.schedule.jobs import Job


@dataclass(frozen=True, slots=True)
class Unplayed:
    """The games that are missing. bound: whether they are exactly so many (""), or "at most" or "about" so many.

    pairings: bots -> their games that may be played next, those with most first; () where a rule may stop them.
    round: that these are of, 0 where there are no rounds.
    """

    games: int = 0
    bound: str = ""
    pairings: tuple[tuple[tuple[str, ...], int], ...] = ()
    round: int = 0

    @classmethod
    def of(cls, lacking: Sequence[Job], games: int, bound: str = "", round: int = 0) -> Unplayed:
        """Return what is left, given the games that are known by name."""
        return cls.counted(Counter(tuple(sorted(job.bots)) for job in lacking), games, bound, round)

    @classmethod
    def counted(
        cls, counts: Mapping[tuple[str, ...], int], games: int, bound: str = "", round: int = 0
    ) -> Unplayed:  # fmt: skip
        """Return what is left, given how many games of each pairing are known."""
        pairings = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
        return cls(games, bound, tuple(pairings), round)
