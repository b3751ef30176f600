"""How long games waited for each bot to be ready, and which bots were kept from game to game. Unit: seconds.

A fresh process a game is the fairest, and costs a bot's start in every game. Where that is much, a bot may be kept.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.records.record import GameRecord
from arena.report.numbers import fixed, grid, wrapped

HEAVY = 0.5  # seconds of a mean start that are worth a word
WORTH = 0.05  # seconds below which a start is no matter, however little the bot thinks
HEADS = ("bot", "process", "starts", "start\nmean s", "\nlongest s", "thinking\ns a game")


@dataclass(frozen=True)
class BotStarts:
    """One bot's starts: how many, their mean and the longest; ``thinking``: its thinking time a game.

    kept: games that it played in a process of an earlier game's, or that was to stay for the next one. shared: games
    that it played in a worker itself.
    """

    bot: str
    count: int
    mean: float | None
    longest: float | None
    thinking: float | None
    games: int
    kept: int
    shared: int = 0

    @property
    def heavy(self) -> bool:
        """Whether the report says a word: half a second, or more than all its thinking."""
        if self.mean is None or self.kept or self.shared:
            return False
        return self.mean > HEAVY or (self.mean > WORTH and self.thinking is not None and self.mean > self.thinking)

    @property
    def process(self) -> str:
        if self.shared:
            return "shared" if self.shared == self.games else f"shared in {self.shared}"
        return "fresh" if not self.kept else "kept" if self.kept == self.games else f"kept in {self.kept}"


@dataclass
class _Book:
    times: array[float] = field(default_factory=lambda: array("d"))
    thought: float = 0.0
    timed: int = 0
    games: int = 0
    kept: int = 0
    shared: int = 0


class StartBook:
    """Collects the starts of one game after another."""

    def __init__(self) -> None:
        self._books: dict[str, _Book] = {}

    def add(self, record: GameRecord) -> None:
        """Note the starts of a game."""
        circumstances = record.circumstances
        for seat, bot in enumerate(record.bots):
            book = self._books.setdefault(bot, _Book())
            book.games += 1
            process = record.process[seat] if seat < len(record.process) else ""
            book.kept += process == "kept"
            book.shared += process == "shared"
            if seat < len(circumstances.starts):
                book.times.append(circumstances.starts[seat])
            if circumstances.ms:
                book.timed += 1
                book.thought += sum(
                    ms for move, ms in zip(record.moves, circumstances.ms, strict=False) if move.seat == seat
                ) / 1000  # fmt: skip

    def starts(self, order: Sequence[str]) -> tuple[BotStarts, ...]:
        """Return the bots' starts in that order; bots without a game are left out."""
        return tuple(_start(bot, book) for bot in order if (book := self._books.get(bot)) is not None)


def _start(bot: str, book: _Book) -> BotStarts:
    times = book.times
    return BotStarts(
        bot, len(times), sum(times) / len(times) if times else None, max(times) if times else None,
        book.thought / book.timed if book.timed else None, book.games, book.kept, book.shared,
    )  # fmt: skip


def shown_starts(starts: Sequence[BotStarts]) -> tuple[BotStarts, ...]:
    """Return the starts that a report shows: all of them, where a bot was kept or its start is heavy."""
    return tuple(starts) if any(start.kept or start.heavy for start in starts) else ()


def start_notes(starts: Sequence[BotStarts]) -> list[str]:
    """Return the sentences below the table."""
    notes = [
        f"{start.bot} starts for {start.mean:.2f} s a game"
        + (f" and thinks for {start.thinking:.2f} s" if start.thinking is not None else "")
        + "; process: kept in its entry of the tournament file starts it once, and lets it remember"
        for start in starts
        if start.heavy and start.mean is not None
    ]
    kept = [start.bot for start in starts if start.kept]
    if kept:
        notes.append(f"{', '.join(kept)} stayed from game to game (process: kept) and may remember earlier ones")
    return notes


def start_rows(starts: Sequence[BotStarts]) -> list[list[str]]:
    """Return the table's cells, see HEADS."""
    return [
        [start.bot, start.process, str(start.count), fixed(start.mean, 3), fixed(start.longest, 3),
         fixed(start.thinking, 3)]
        for start in starts
    ]  # fmt: skip


def starts_text(starts: Sequence[BotStarts]) -> list[str]:
    """Return the section; nothing where no bot was kept and no start is heavy."""
    shown = shown_starts(starts)
    if not shown:
        return []
    table = grid(list(HEADS), start_rows(shown), left=("bot", "process"))
    return ["THE STARTS\n" + "\n".join(wrapped([f"{note}." for note in start_notes(shown)])) + "\n\n" + table]


def start_facts(starts: Sequence[BotStarts]) -> dict[str, Any]:
    """Return the starts as plain values, by bot."""
    return {
        start.bot: {
            "starts": start.count, "mean_s": start.mean, "longest_s": start.longest,
            "thinking_s_a_game": start.thinking, "games": start.games, "games_kept": start.kept,
            "games_shared": start.shared, "heavy": start.heavy,
        }
        for start in starts
    }  # fmt: skip
