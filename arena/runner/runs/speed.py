"""How many games a second are played lately, which tells how long the rest takes. Pure: the time is handed in."""

from __future__ import annotations

from bisect import bisect_right

_MARK = 1.02  # times the time so far between two marks: some 600 of them in a week
_FIRST = 1e-3  # seconds before the first mark


class Speed:
    """Counts games against time. Slow bots may play all theirs before the others, so the later half of the time tells.

    before: games that were over at the beginning.
    """

    def __init__(self, now: float, before: int = 0) -> None:
        self._began = now
        self._marks = [(0.0, before)]  # seconds since the beginning, games by then

    def note(self, now: float, games: int) -> None:
        """Take down how many games are over."""
        since = now - self._began
        if since >= max(_FIRST, self._marks[-1][0] * _MARK):
            self._marks.append((since, games))

    def rate(self, now: float, games: int) -> float:
        """Return the games a second in the later half of the time; where none ended in it, of the whole time."""
        since = now - self._began
        for at, by_then in (self._marks[bisect_right(self._marks, (since / 2, games)) - 1], self._marks[0]):
            if games > by_then:
                return (games - by_then) / max(1e-9, since - at)
        return 0.0
