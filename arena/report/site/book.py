"""What a site needs of every game beside a report's figures: of each bot its opponents, faults, ends and last games."""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from arena.contract.chance import seed_of
from arena.records.record import GameRecord
from arena.report.trouble.faults import faults_of, repeat_command

SAMPLE = 0x517E  # the seed of the sample: the same games every time
MOST_FAULTS = 4  # of a kind and bot, with what repeats each; the others are counted


class GameLine(NamedTuple):
    """One game of a bot, from its side. scores: its own, then the others'; None in games without points.

    real: the id under which the game is stored, which is not shown where bots have pseudonyms.
    """

    pair: int
    id: str
    real: str
    variant: str
    others: tuple[str, ...]
    outcome: str
    scores: tuple[int, ...] | None
    turns: int
    reason: str


class FaultLine(NamedTuple):
    """One fault of a bot. turn: from 0, None where it was never asked. repeat: the command, "" where there is none."""

    game: str
    real: str
    turn: int | None
    variant: str
    detail: str
    repeat: str


@dataclass
class FaultsOfKind:
    """Faults of one kind: how many, and the first of them by the games' ids."""

    times: int = 0
    first: list[FaultLine] = field(default_factory=list)


@dataclass
class Against:
    """What a bot did against another one. points, others: game points of ``scored`` games, its own and the other's."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    scored: int = 0
    points: int = 0
    others: int = 0

    @property
    def share(self) -> float:
        """Its share of the points, a win 1 and a draw 1/2."""
        return (self.wins + self.draws / 2) / self.games


@dataclass
class BotBook:
    """One bot's games. against: by opponent; ends: how many ended for which reason; faults: by kind; last: a heap."""

    against: dict[str, Against] = field(default_factory=lambda: defaultdict(Against))
    ends: Counter[str] = field(default_factory=Counter)
    faults: dict[str, FaultsOfKind] = field(default_factory=lambda: defaultdict(FaultsOfKind))
    last: list[GameLine] = field(default_factory=list)


class SiteBook:
    """Collects game after game. bots: by name. ends: variant -> reason -> games.

    most: how many last games of a bot, and how many of a sample. tournament: its name, for commands; "" for none.
    """

    def __init__(self, tournament: str, most: int) -> None:
        self.bots: dict[str, BotBook] = defaultdict(BotBook)
        self.ends: dict[str, Counter[str]] = defaultdict(Counter)
        self.forfeited = self.adjudicated = 0
        self._tournament, self._most = tournament, most
        self._sample: list[tuple[int, str, str]] = []

    def add(self, record: GameRecord, real: str) -> None:
        """Take a game. real: the id under which it is stored."""
        self._add_faults(record, real)
        if not record.counts:
            return
        self.ends[record.variant][record.reason] += 1
        self.forfeited += any(left.fault is not None for left in record.forfeits)
        self.adjudicated += record.adjudicated
        for seat, bot in enumerate(record.bots):
            self._add_game(self.bots[bot], record, seat, real)
        if self._most:
            entry = -seed_of(SAMPLE, record.id), record.id, real
            if len(self._sample) < self._most:
                heapq.heappush(self._sample, entry)
            elif entry > self._sample[0]:
                heapq.heapreplace(self._sample, entry)

    def sample(self) -> dict[str, str]:
        """Return id -> stored id of some games of the whole tournament."""
        return {id: real for _, id, real in self._sample}

    def _add_faults(self, record: GameRecord, real: str) -> None:
        for seat, turn, fault in faults_of(record):
            bot, process = record.bots[seat], record.process[seat] if seat < len(record.process) else ""
            kind = self.bots[bot].faults[fault.fault]
            kind.times += 1
            if len(kind.first) >= MOST_FAULTS and record.id > kind.first[-1].game:
                continue
            repeat = repeat_command(bot, self._tournament, record.id, turn, process) if self._tournament else ""
            kind.first.append(FaultLine(record.id, real, turn, record.variant, fault.detail, repeat))
            kind.first.sort(key=lambda line: (line.game, -1 if line.turn is None else line.turn))
            del kind.first[MOST_FAULTS:]

    def _add_game(self, book: BotBook, record: GameRecord, seat: int, real: str) -> None:
        results = list(_results(record, seat))
        for other, result in results:
            _count(book.against[record.bots[other]], record, seat, other, result)
        book.ends[record.reason] += 1
        line = _line(record, seat, real, [result for _, result in results])
        if len(book.last) < self._most:
            heapq.heappush(book.last, line)
        elif self._most and line > book.last[0]:
            heapq.heapreplace(book.last, line)


def _results(record: GameRecord, seat: int) -> Iterator[tuple[int, float]]:
    """Yield each other seat with the points against it: 1, 1/2 or 0."""
    for other in range(len(record.bots)):
        if other == seat:
            continue
        if len(record.bots) == 2:
            yield other, record.outcome().points(seat)
        else:
            mine, theirs = record.places[seat], record.places[other]
            yield other, 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0


def _count(met: Against, record: GameRecord, seat: int, other: int, result: float) -> None:
    met.games += 1
    met.wins += result == 1
    met.draws += result == 0.5
    met.losses += result == 0
    if record.scores is not None:
        met.scored += 1
        met.points += record.scores[seat]
        met.others += record.scores[other]


def _line(record: GameRecord, seat: int, real: str, results: list[float]) -> GameLine:
    others = [place for place in range(len(record.bots)) if place != seat]
    scores = None if record.scores is None else tuple(record.scores[place] for place in (seat, *others))
    if not results:
        outcome = "alone"
    elif len(results) == 1:
        outcome = {1.0: "won", 0.5: "drew", 0.0: "lost"}[results[0]]
    else:
        outcome = f"place {record.places[seat]}"
    names = tuple(record.bots[place] for place in others)
    return GameLine(
        record.pair, record.id, real, record.variant, names, outcome, scores, len(record.moves), record.reason
    )
