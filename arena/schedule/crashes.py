"""Who is out of a tournament because it crashes and crashes. Pure."""

from __future__ import annotations

from collections import defaultdict

from arena.contract.result import Result


class Crashes:
    """Bots that left ``most`` games in a row through a fatal fault, or that were never ready.

    Games have to be counted in the order of the schedule, so that who is out depends on nothing else.
    out: bot -> why, for people.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._row: dict[str, int] = defaultdict(int)
        self.out: dict[str, str] = {}

    def count(self, game: Result) -> None:
        """Note the next game of the schedule."""
        for seat, bot in enumerate(game.bots):
            crashed = seat in game.crashed or not game.counts
            self._row[bot] = self._row[bot] + 1 if crashed else 0
            if self._row[bot] >= self._most and bot not in self.out:
                last = game.crashed.get(seat, game.reason)
                self.out[bot] = f"left {self._most} games in a row; the last: {last}"
