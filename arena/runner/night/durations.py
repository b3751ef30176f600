"""How long a game is expected to take, from those that were played. Sums."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

from arena.records.record import GameRecord

Key = TypeVar("Key")

_ENOUGH = 2  # games of a pairing after which its own mean is taken


class Durations:
    """Seconds of games on the wall clock, the start of their processes included.

    A pairing that has played is expected to take what it took so far, on the mean. One that has not, the sum of what
    its bots took for themselves: a seat's share of a game is the time of its own turns, and an equal part of the rest.
    A bot's game against itself, before its first real one, counts until there is a real one. For a bot that never
    played on a variant stands the mean of those that did; where nobody did, ``assumed`` a game.
    """

    def __init__(self, assumed: float) -> None:
        self._assumed = assumed
        self._pairings: dict[tuple[str, str], tuple[float, int]] = defaultdict(lambda: (0.0, 0))
        self._bots: dict[tuple[str, str], tuple[float, int]] = defaultdict(lambda: (0.0, 0))
        self._alone: dict[tuple[str, str], tuple[float, int]] = defaultdict(lambda: (0.0, 0))
        self._variants: dict[str, tuple[float, int]] = defaultdict(lambda: (0.0, 0))
        self._changed: set[str] = set()

    def add(self, record: GameRecord) -> None:
        """Count a game; one of a bot against itself counts for that bot, once a seat."""
        seconds, seats = record.circumstances.seconds, len(record.bots)
        if not seconds:
            return
        own = [0.0] * seats
        for move, ms in zip(record.moves, record.circumstances.ms, strict=False):
            own[move.seat] += ms / 1000
        rest = max(0.0, seconds - sum(own)) / seats
        trial = seats > 1 and len(set(record.bots)) == 1
        _count(self._pairings, (record.variant, record.pairing), seconds)
        for bot, used in zip(record.bots, own, strict=True):
            _count(self._alone if trial else self._bots, (record.variant, bot), used + rest)
            _count(self._variants, record.variant, used + rest)
        self._changed |= set(record.bots)

    def seconds(self, variant: str, table: tuple[str, ...]) -> float:
        """Return the seconds that a game between these bots is expected to take."""
        total, games = self._pairings.get((variant, "-vs-".join(table)), (0.0, 0))
        if games >= _ENOUGH:
            return total / games
        return sum(self._share(variant, bot, len(table)) for bot in table)

    def known(self, variant: str, bot: str) -> bool:
        """Tell whether a bot was seen playing on a variant."""
        return (variant, bot) in self._bots or (variant, bot) in self._alone

    def changed(self, variants: Iterable[str], bots: Iterable[str]) -> set[str]:
        """Return of which of the bots games were counted since this was asked last.

        Where there are some, those too that never played on a variant: they are taken to be like the mean.
        """
        if not self._changed:
            return set()
        counted, self._changed = self._changed, set()
        variants = tuple(variants)
        return {bot for bot in bots if bot in counted or not all(self.known(variant, bot) for variant in variants)}

    def _share(self, variant: str, bot: str, seats: int) -> float:
        own = self._bots.get((variant, bot)) or self._alone.get((variant, bot))
        total, seen = own or self._variants.get(variant) or (self._assumed / seats, 1)
        return total / seen


def _count(sums: dict[Key, tuple[float, int]], key: Key, seconds: float) -> None:
    total, games = sums[key]
    sums[key] = total + seconds, games + 1
