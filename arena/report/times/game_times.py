"""What bots used of their time for a game, what they had left, and what overtime cost. Unit: seconds, game points.

Only of games in which such a time ran; where there are none, nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.records.record import GameRecord
from arena.report.numbers import fixed, grid, wrapped

HEADS = ("bot", "games", "used\nmean s", "\nmost s", "left\nmean s", "\nleast s", "overtime\ngames", "\npoints lost")
NOTE = (
    "Seconds of a bot's time for the game. used: by all its turns together; left: of its budget at the end, below 0 in "
    "overtime; points lost: for overtime in all games together, off the scores already."
)


@dataclass(frozen=True)
class BotGameTimes:
    """One bot's times for games: in how many one ran, what it used, what was left of its budget (None: it had none).

    over: games in which overtime cost it points; lost: the points of all of them.
    """

    bot: str
    games: int
    used: float
    longest: float
    left: float | None
    least: float | None
    over: int
    lost: int


@dataclass
class GameTimeSums:
    """One bot's times for games, in microseconds: ``used`` in ``games``, ``left`` of the budgets of ``budgets``."""

    games: int = 0
    used: int = 0
    longest: int = 0
    budgets: int = 0
    left: int = 0
    least: int = 0
    over: int = 0
    lost: int = 0


class GameTimeBook:
    """Collects the times of one game after another. books: by bot."""

    def __init__(self) -> None:
        self.books: dict[str, GameTimeSums] = {}

    def add(self, record: GameRecord) -> None:
        """Note the times of a game."""
        kept = record.circumstances
        for bot, used_ms, left_ms in zip(record.bots, kept.used_ms, kept.left_ms, strict=False):
            used, left = round(used_ms * 1000), None if left_ms is None else round(left_ms * 1000)
            one = GameTimeSums(1, used, used) if left is None else GameTimeSums(1, used, used, 1, left, left)
            self._take(bot, one)
        for bot, penalty in zip(record.bots, record.penalties, strict=False):
            self._take(bot, GameTimeSums(over=int(penalty > 0), lost=penalty))

    def merge(self, other: GameTimeBook) -> None:
        """Take all times of another book."""
        for bot, book in other.books.items():
            self._take(bot, book)

    def _take(self, bot: str, more: GameTimeSums) -> None:
        book = self.books.setdefault(bot, GameTimeSums())
        if more.games:
            book.longest = max(book.longest, more.longest) if book.games else more.longest
        if more.budgets:
            book.least = min(book.least, more.least) if book.budgets else more.least
        for name in ("games", "used", "budgets", "left", "over", "lost"):
            setattr(book, name, getattr(book, name) + getattr(more, name))

    def times(self, order: Sequence[str]) -> tuple[BotGameTimes, ...]:
        """Return the bots' times in that order; bots without such a game are left out."""
        return tuple(
            BotGameTimes(
                bot, book.games, book.used / book.games / 1e6, book.longest / 1e6,
                book.left / book.budgets / 1e6 if book.budgets else None,
                book.least / 1e6 if book.budgets else None, book.over, book.lost,
            )
            for bot in order
            if (book := self.books.get(bot)) is not None and book.games
        )  # fmt: skip


def game_time_rows(times: Sequence[BotGameTimes]) -> list[list[str]]:
    """Return the table's cells, see HEADS."""
    return [
        [own.bot, str(own.games), fixed(own.used, 3), fixed(own.longest, 3), fixed(own.left, 3), fixed(own.least, 3),
         str(own.over), str(own.lost)]
        for own in times
    ]  # fmt: skip


def game_times_text(times: Sequence[BotGameTimes]) -> list[str]:
    """Return the section; nothing where no such time ran."""
    if not times:
        return []
    table = grid(list(HEADS), game_time_rows(times), left=("bot",))
    return ["TIME FOR THE GAME\n" + "\n".join(wrapped([NOTE])) + "\n\n" + table]


def game_time_facts(times: Sequence[BotGameTimes]) -> dict[str, Any]:
    """Return the times as plain values, by bot."""
    return {
        own.bot: {
            "games": own.games, "used_s": own.used, "longest_s": own.longest, "left_s": own.left,
            "least_left_s": own.least,
            "games_in_overtime": own.over, "points_lost": own.lost,
        }
        for own in times
    }  # fmt: skip
