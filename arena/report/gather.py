"""One walk over the records: results for the fits, and what each bot did, per variant and over all.

Games that do not count (no seat was ready) are counted and left out of everything else. What games share
their luck with is the seed: all pairings of a variant meet the same tiles in a pair of the same number.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from arena.contract.outcome import Fault
from arena.ratings.rankings import Ranking
from arena.ratings.results import GameResult
from arena.records.record import GameRecord
from arena.report.times.clocks import ClockBook
from arena.report.times.game_times import GameTimeBook
from arena.report.times.machines import MachineBook
from arena.report.times.starts import StartBook
from arena.report.trouble.faults import FaultBook

EVERYWHERE = ""  # the key of "over all variants"
LATE = Fault.LATE.name
LASTING = ("kept", "shared", "address", "tcp")  # kinds of processes that may outlast a game (records/record.py)
Cluster = tuple[str, int]


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

    @property
    def order(self) -> tuple[int, str, int]:
        """Best first: most points, then the game's id, then the turn."""
        return -self.points, self.game, self.turn


@dataclass
class Doings:
    """What one bot did on one variant (or over all): sums, in points and milliseconds.

    margins: cluster -> (sum of own points less the mean of the others', games). late, faults: turns lost by
    running out of time, and all other faults (refused tries included). forfeits: games left through a fault.
    """

    games: int = 0
    points: int = 0
    scored: int = 0
    moves: int = 0
    late: int = 0
    faults: int = 0
    forfeits: int = 0
    timed: int = 0
    ms: float = 0.0
    longest_ms: float = 0.0
    margins: dict[Cluster, tuple[float, int]] = field(default_factory=dict)

    def margin(self, cluster: Cluster, margin: float) -> None:
        """Add a game's margin to its cluster."""
        total, games = self.margins.get(cluster, (0.0, 0))
        self.margins[cluster] = total + margin, games + 1


class Top:
    """The best few plays of a kind, whatever order they come in."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._heap: list[tuple[tuple[int, _Backwards, int], BestPlay]] = []

    def offer(self, play: BestPlay) -> None:
        points, game, turn = play.order
        entry = (-points, _Backwards(game), -turn), play
        if len(self._heap) < self._most:
            heapq.heappush(self._heap, entry)
        elif entry[0] > self._heap[0][0]:
            heapq.heapreplace(self._heap, entry)

    def plays(self) -> tuple[BestPlay, ...]:
        """Return what was kept, best first."""
        return tuple(sorted((play for _, play in self._heap), key=lambda play: play.order))


class _Backwards(str):
    """Text that sorts the other way round, so that a heap drops the later id among equals."""

    __slots__ = ()

    def __lt__(self, other: str) -> bool:
        return str.__gt__(self, other)

    def __gt__(self, other: str) -> bool:
        return str.__lt__(self, other)


@dataclass
class Gathered:
    """Everything that a report is made of.

    results, margins and moved (whether anybody moved) stand beside each other (games of two); rankings are games of
    more. doings is by variant (EVERYWHERE for all) and bot; best by ("variant", name), ("bot", name) or ("all", "").
    lasting: bots that were in one process for more than one game. shared: games that bots played in the arena's own
    processes (process: shared).
    """

    top: int = 5
    games: int = 0
    not_counted: int = 0
    variants: set[str] = field(default_factory=set)
    results: list[GameResult] = field(default_factory=list)
    margins: list[float] = field(default_factory=list)
    moved: list[bool] = field(default_factory=list)
    rankings: list[Ranking] = field(default_factory=list)
    doings: dict[str, dict[str, Doings]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(Doings)))
    best: dict[tuple[str, str], Top] = field(default_factory=dict)
    clocks: ClockBook = field(default_factory=ClockBook)
    game_times: GameTimeBook = field(default_factory=GameTimeBook)
    starts: StartBook = field(default_factory=StartBook)
    machines: MachineBook = field(default_factory=MachineBook)
    faults: FaultBook = field(default_factory=FaultBook)
    lasting: set[str] = field(default_factory=set)
    shared: int = 0

    def add(self, record: GameRecord) -> None:
        """Count one game."""
        self.faults.add(record)
        if not record.counts:
            self.not_counted += 1
            return
        self.games += 1
        self.shared += "shared" in record.process
        self.variants.add(record.variant)
        self.clocks.add(record)
        self.game_times.add(record)
        self.starts.add(record)
        self.machines.add(record)
        self.lasting |= {bot for bot, process in zip(record.bots, record.process, strict=False) if process in LASTING}
        cluster = record.variant, record.pair
        if len(record.bots) == 2:
            self._add_two(record, cluster)
        else:
            self.rankings.append(Ranking(record.bots, record.places, cluster, record.variant))
        for seat in range(len(record.bots)):
            for key in (EVERYWHERE, record.variant):
                _count(self.doings[key][record.bots[seat]], record, seat, cluster)
        for play in scored_plays(record):
            if play.points <= 0:
                continue  # where nobody made a point there is no best move
            for kind, name, most in (("all", "", self.top), ("variant", play.variant, 1), ("bot", play.bot, 1)):
                self.best.setdefault((kind, name), Top(most)).offer(play)

    def _add_two(self, record: GameRecord, cluster: Cluster) -> None:
        first = record.first_seat or 0
        other = 1 - first
        self.moved.append(record.first_seat is not None)
        points = record.outcome().points(first)
        self.results.append(GameResult(record.bots[first], record.bots[other], points, cluster, record.variant))
        if record.scores is not None:
            self.margins.append(float(record.scores[first] - record.scores[other]))


def gather(records: Iterable[GameRecord], top: int = 5) -> Gathered:
    """Return what all records say; ``top`` is how many of the tournament's best plays are kept."""
    gathered = Gathered(top)
    for record in records:
        gathered.add(record)
    return gathered


def scored_plays(record: GameRecord) -> Iterable[BestPlay]:
    """Yield the turns of a game that scored points by a play (games without points have none)."""
    for move in record.moves:
        score = move.note.get("score")
        if move.move is not None and isinstance(score, int) and move.note.get("kind", "play") == "play":
            words = tuple((str(word), int(points)) for word, points in move.note.get("words", ()))
            yield BestPlay(score, record.bots[move.seat], record.variant, record.id, move.turn, words, record)


def _count(doings: Doings, record: GameRecord, seat: int, cluster: Cluster) -> None:
    doings.games += 1
    if record.scores is not None:
        own = record.scores[seat]
        others = [score for index, score in enumerate(record.scores) if index != seat]
        doings.points += own
        doings.scored += 1
        # Alone at a table, the points themselves are what there is to compare.
        doings.margin(cluster, own - sum(others) / len(others) if others else float(own))
    doings.forfeits += any(left.seat == seat and left.fault is not None for left in record.forfeits)
    times = record.circumstances.ms
    for index, move in enumerate(record.moves):
        if move.seat != seat:
            continue
        doings.moves += 1
        for fault in (*move.tries, *((move.fault,) if move.fault is not None else ())):
            if fault.fault == LATE:
                doings.late += 1
            else:
                doings.faults += 1
        if index < len(times):
            doings.timed += 1
            doings.ms += times[index]
            doings.longest_ms = max(doings.longest_ms, times[index])
