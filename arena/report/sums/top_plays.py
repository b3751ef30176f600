"""The best plays of many games, kept in whatever order they come. Pure."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field

from arena.records.record import GameRecord


@dataclass(frozen=True)
class BestPlay:
    """A scored play: main word first among ``words`` (word, points); ``turn`` counts from 0."""

    points: int
    bot: str
    variant: str
    game: str
    turn: int
    words: tuple[tuple[str, int], ...]
    record: GameRecord = field(repr=False)

    @property
    def word(self) -> str:
        """The main word, or "" where the game names none."""
        return self.words[0][0] if self.words else ""


@dataclass(frozen=True)
class PlayMade:
    """A scored play as it is kept until the best are known; ``record`` is None where it was not read just now."""

    points: int
    bot: str
    variant: str
    game: str
    turn: int
    words: tuple[tuple[str, int], ...]
    record: GameRecord | None = field(default=None, repr=False, compare=False)

    @property
    def order(self) -> tuple[int, str, int]:
        """Best first: most points, then the game's id, then the turn."""
        return -self.points, self.game, self.turn


class Top:
    """The best few plays of a kind, whatever order they come in."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._heap: list[tuple[tuple[int, _Backwards, int], PlayMade]] = []

    @property
    def least(self) -> int:
        """The points below which no play is kept any more."""
        return self._heap[0][0][0] if len(self._heap) >= self.most else 1

    def offer(self, play: PlayMade) -> None:
        points, game, turn = play.order
        entry = (-points, _Backwards(game), -turn), play
        if len(self._heap) < self.most:
            heapq.heappush(self._heap, entry)
        elif entry[0] > self._heap[0][0]:
            heapq.heapreplace(self._heap, entry)

    def plays(self) -> tuple[PlayMade, ...]:
        """Return what was kept, best first."""
        return tuple(sorted((play for _, play in self._heap), key=lambda play: play.order))


class _Backwards(str):
    """Text that sorts the other way round, so that a heap drops the later id among equals."""

    __slots__ = ()

    def __lt__(self, other: str) -> bool:
        return str.__gt__(self, other)

    def __gt__(self, other: str) -> bool:
        return str.__lt__(self, other)
