"""How long games waited for each bot to be ready, and which bots were kept from game to game. Unit: seconds.

A fresh process a game is the fairest, and costs a bot's start in every game. Where that is much, a bot may be kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.records.record import GameRecord
from arena.report.numbers import fixed, grid, plural, wrapped

HEAVY = 0.5  # seconds of a mean start that are worth a word
WORTH = 0.05  # seconds below which a start is no matter, however little the bot thinks
MOST_NAMED = 3  # bots of which a sentence tells each
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
class StartSums:
    """One bot's starts. starts: how many; waited, longest: for them, in microseconds; thought: in ``timed`` games."""

    starts: int = 0
    waited: int = 0
    longest: int = 0
    thought: int = 0
    timed: int = 0
    games: int = 0
    kept: int = 0
    shared: int = 0


class StartBook:
    """Collects the starts of one game after another. books: by bot."""

    def __init__(self) -> None:
        self.books: dict[str, StartSums] = {}

    def add(self, record: GameRecord, walls: Sequence[Sequence[int]]) -> None:
        """Note the starts of a game. walls: the times of its moves, a list a seat, in microseconds."""
        circumstances = record.circumstances
        for seat, bot in enumerate(record.bots):
            book = self.books.get(bot)
            if book is None:
                book = self.books[bot] = StartSums()
            book.games += 1
            process = record.process[seat] if seat < len(record.process) else ""
            book.kept += process == "kept"
            book.shared += process == "shared"
            if seat < len(circumstances.starts):
                waited = round(circumstances.starts[seat] * 1_000_000)
                book.starts += 1
                book.waited += waited
                book.longest = max(book.longest, waited)
            if circumstances.ms:
                book.timed += 1
                book.thought += sum(walls[seat])

    def merge(self, other: StartBook) -> None:
        """Take all starts of another book."""
        for bot, more in other.books.items():
            book = self.books.setdefault(bot, StartSums())
            book.longest = max(book.longest, more.longest)
            for name in ("starts", "waited", "thought", "timed", "games", "kept", "shared"):
                setattr(book, name, getattr(book, name) + getattr(more, name))

    def starts(self, order: Sequence[str]) -> tuple[BotStarts, ...]:
        """Return the bots' starts in that order; bots without a game are left out."""
        return tuple(_start(bot, book) for bot in order if (book := self.books.get(bot)) is not None)


def _start(bot: str, book: StartSums) -> BotStarts:
    return BotStarts(
        bot, book.starts, book.waited / book.starts / 1e6 if book.starts else None,
        book.longest / 1e6 if book.starts else None, book.thought / book.timed / 1e6 if book.timed else None,
        book.games, book.kept, book.shared,
    )  # fmt: skip


def shown_starts(starts: Sequence[BotStarts]) -> tuple[BotStarts, ...]:
    """Return the starts of which the table tells: heavy ones, and those of bots that were not kept as most were."""
    if not any(start.kept or start.heavy for start in starts):
        return ()
    kinds = Counter(start.process for start in starts)
    usual = min(kinds, key=lambda kind: (-kinds[kind], kind))
    return tuple(start for start in starts if start.heavy or start.process != usual)


def start_notes(starts: Sequence[BotStarts]) -> list[str]:
    """Return the sentences about bots that are slow to start, or stay; of many slow ones together."""
    heavy = [start for start in starts if start.heavy and start.mean is not None]
    remedy = "process: kept in its entry of the tournament file starts it once, and lets it remember"
    if len(heavy) > MOST_NAMED:
        longest = max(heavy, key=lambda start: start.mean or 0.0)
        many = f"{len(heavy)} of {len(starts)} bots start for longer than they think, or than {HEAVY:g} s"
        notes = [f"{many}; the longest is {longest.bot}, {longest.mean:.2f} s a game; {remedy}"]
    else:
        notes = [
            f"{start.bot} starts for {start.mean:.2f} s a game"
            + (f" and thinks for {start.thinking:.2f} s" if start.thinking is not None else "")
            + f"; {remedy}"
            for start in heavy
        ]
    kept = [start.bot for start in starts if start.kept]
    if kept:
        who = f"All {len(kept)} bots" if len(kept) == len(starts) > MOST_NAMED else ", ".join(kept)
        notes.append(f"{who} stayed from game to game (process: kept) and may remember earlier ones")
    return notes


def rest_note(starts: Sequence[BotStarts]) -> list[str]:
    """Return a sentence about the bots that the table leaves out, if it tells of any other; else nothing."""
    shown = shown_starts(starts)
    rest = [start for start in starts if start not in shown and start.longest is not None]
    if not shown or not rest:
        return []
    longest = max(start.longest or 0.0 for start in rest)
    who = rest[0].bot if len(rest) == 1 else f"The other {plural(len(rest), 'bot')}"
    return [f"{who} took {longest:.2f} s at the longest"]


def start_rows(starts: Sequence[BotStarts]) -> list[list[str]]:
    """Return the table's cells, see HEADS."""
    return [
        [start.bot, start.process, str(start.count), fixed(start.mean, 3), fixed(start.longest, 3),
         fixed(start.thinking, 3)]
        for start in starts
    ]  # fmt: skip


def starts_text(starts: Sequence[BotStarts]) -> list[str]:
    """Return the section; nothing where no bot was kept and no start is heavy."""
    notes = [*start_notes(starts), *rest_note(starts)]
    if not notes:
        return []
    section = "THE STARTS\n" + "\n".join(wrapped([f"{note}." for note in notes]))
    rows = start_rows(shown_starts(starts))
    return [section + ("\n\n" + grid(list(HEADS), rows, left=("bot", "process")) if rows else "")]


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
