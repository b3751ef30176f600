"""One walk over the records: results for the fits, and what each bot did, per variant and over all.

All of it can be added up in parts, in any order: times are whole microseconds, and results are put in order at the end.

Games that do not count (no seat was ready) are counted and left out of everything else. What games share
their luck with is the seed: all pairings of a variant meet the same tiles in a pair of the same number.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from arena.contract.outcome import Fault
from arena.contract.result import Result
from arena.ratings.rankings import Ranking
from arena.records.record import GameRecord
from arena.report.run.agreed_ends import EndBook
from arena.report.sums.game_table import GameTable
from arena.report.sums.results import stands_apart
from arena.report.sums.top_plays import BestPlay, PlayMade, Top
from arena.report.times.clocks import ClockBook
from arena.report.times.game_times import GameTimeBook
from arena.report.times.machines import MachineBook
from arena.report.times.starts import StartBook
from arena.report.trouble.faults import FaultBook
from arena.report.trouble.lost_turns import LostTurns

EVERYWHERE = ""  # the key of "over all variants"
LATE = Fault.LATE.name
LASTING = ("kept", "shared", "address", "tcp")  # kinds of processes that may outlast a game (records/record.py)
Cluster = tuple[str, int]


@dataclass
class Doings:
    """What one bot did on one variant (or over all): sums, in points and microseconds.

    margins: of games that are not of two, cluster -> (sum of own points less the mean of the others', games). late,
    faults: turns lost by running out of time, and all other faults (refused tries included). forfeits: games left
    through a fault.
    """

    games: int = 0
    points: int = 0
    scored: int = 0
    moves: int = 0
    late: int = 0
    faults: int = 0
    forfeits: int = 0
    timed: int = 0
    us: int = 0
    longest_us: int = 0
    margins: dict[Cluster, tuple[float, int]] = field(default_factory=dict)

    def margin(self, cluster: Cluster, margin: float, games: int = 1) -> None:
        """Add games' margins to their cluster."""
        total, before = self.margins.get(cluster, (0.0, 0))
        self.margins[cluster] = total + margin, before + games

    def take(self, other: Doings) -> None:
        """Add what the bot did in other games."""
        self.longest_us = max(self.longest_us, other.longest_us)
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for cluster, (margin, games) in other.margins.items():
            self.margin(cluster, margin, games)


_SUMS = ("games", "points", "scored", "moves", "late", "faults", "forfeits", "timed", "us")


@dataclass
class Gathered:
    """Everything that a report is made of.

    results: games of two; rankings: games of more, or of one. did: by variant and bot. best: by ("variant", name),
    ("bot", name) or ("all", ""). lasting: bots that were in one process for more than one game. shared: games that bots
    played in the arena's own processes (process: shared). apart: results of games of which no row of
    ``results`` says all.
    """

    top: int = 5
    games: int = 0
    not_counted: int = 0
    results: GameTable = field(default_factory=GameTable)
    rankings: list[Ranking] = field(default_factory=list)
    did: dict[str, dict[str, Doings]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(Doings)))
    best: dict[tuple[str, str], Top] = field(default_factory=dict)
    clocks: ClockBook = field(default_factory=ClockBook)
    game_times: GameTimeBook = field(default_factory=GameTimeBook)
    starts: StartBook = field(default_factory=StartBook)
    machines: MachineBook = field(default_factory=MachineBook)
    faults: FaultBook = field(default_factory=FaultBook)
    lasting: set[str] = field(default_factory=set)
    shared: int = 0
    ends: EndBook = field(default_factory=EndBook)
    lost_turns: LostTurns = field(default_factory=LostTurns)
    apart: list[Result] = field(default_factory=list)

    def add(self, record: GameRecord) -> None:
        """Count one game."""
        self.faults.add(record)
        self.lost_turns.add(record)
        apart = stands_apart(record)
        if apart:
            self.apart.append(record.result())
        if not record.counts:
            self.not_counted += 1
            return
        self.games += 1
        self.shared += "shared" in record.process
        self.ends.add(record)
        walls = self.clocks.add(record)
        self.game_times.add(record)
        self.starts.add(record, walls)
        self.machines.add(record)
        for bot, process in zip(record.bots, record.process, strict=False):
            if process in LASTING:
                self.lasting.add(bot)
        if len(record.bots) == 2:
            self.results.add(record, apart=apart)
        else:
            cluster = record.variant, record.pair
            self.rankings.append(Ranking(record.bots, record.places, cluster, record.variant))
        did = self.did[record.variant]
        _count([did[bot] for bot in record.bots], record, walls)
        self._add_plays(record)

    def merge(self, other: Gathered) -> None:
        """Count all games of another one, which were not counted here."""
        self.games += other.games
        self.not_counted += other.not_counted
        self.shared += other.shared
        self.ends.merge(other.ends)
        self.results.merge(other.results)
        self.rankings += other.rankings
        for variant, doings in other.did.items():
            for bot, more in doings.items():
                self.did[variant][bot].take(more)
        for key, top in other.best.items():
            mine = self._top(*key)  # also where no play is: what is packed is the same however it was added up
            for play in top.plays():
                mine.offer(play)
        self.clocks.merge(other.clocks)
        self.game_times.merge(other.game_times)
        self.starts.merge(other.starts)
        self.machines.merge(other.machines)
        for kind in other.faults:
            self.faults.take(kind)
        self.lost_turns.merge(other.lost_turns)
        self.apart += other.apart
        self.lasting |= other.lasting

    @property
    def variants(self) -> list[str]:
        """The variants that were played, sorted."""
        return sorted(self.did)

    @property
    def doings(self) -> dict[str, dict[str, Doings]]:
        """What bots did, by variant (EVERYWHERE for all of them) and bot."""
        everywhere: dict[str, Doings] = defaultdict(Doings)
        for doings in self.did.values():
            for bot, did in doings.items():
                everywhere[bot].take(did)
        return {EVERYWHERE: everywhere, **self.did}

    def plays(self, kind: str, name: str) -> tuple[BestPlay, ...]:
        """Return the best plays of a kind, best first."""
        found = []
        for play in self._shown(kind, name):
            assert play.record is not None, "`fill` reads what is not at hand"
            found.append(
                BestPlay(play.points, play.bot, play.variant, play.game, play.turn, play.words, play.record)
            )  # fmt: skip
        return tuple(found)

    def fill(self, read: Callable[[str], GameRecord]) -> None:
        """Have the records of the best plays at hand. read: gives one by the game's id."""
        for (kind, name), top in self.best.items():
            shown = self._shown(kind, name)
            self.best[kind, name] = filled = Top(top.most)
            for play in shown:
                filled.offer(play if play.record is not None else replace(play, record=read(play.game)))

    def _shown(self, kind: str, name: str) -> tuple[PlayMade, ...]:
        top = self.best.get((kind, name))
        return () if top is None else top.plays()[: self.top if kind == "all" else 1]

    def _top(self, kind: str, name: str) -> Top:
        top = self.best.get((kind, name))
        if top is None:
            top = self.best[kind, name] = Top(self.top if kind == "all" else 1)
        return top

    def _add_plays(self, record: GameRecord) -> None:
        of_all, of_variant = self._top("all", ""), self._top("variant", record.variant)
        of_bots = [self._top("bot", bot) for bot in record.bots]
        floors = [min(of_all.least, of_variant.least, of_bot.least) for of_bot in of_bots]
        for move in record.moves:
            note = move.note
            score = note.get("score")
            if not isinstance(score, int) or score < floors[move.seat]:  # where nobody made a point is no best move
                continue
            if move.move is None or note.get("kind", "play") != "play":
                continue
            words = tuple((str(word), int(points)) for word, points in note.get("words", ()))
            play = PlayMade(score, record.bots[move.seat], record.variant, record.id, move.turn, words, record)
            for top in (of_all, of_variant, of_bots[move.seat]):
                if score >= top.least:
                    top.offer(play)


def gather(records: Iterable[GameRecord], top: int = 5) -> Gathered:
    """Return what all records say; ``top`` is how many of the tournament's best plays are kept."""
    gathered = Gathered(top)
    for record in records:
        gathered.add(record)
    return gathered


def _count(doings: Sequence[Doings], record: GameRecord, walls: Sequence[Sequence[int]]) -> None:
    """Count what each seat did. doings: a seat, perhaps one for two of them. walls: a seat, microseconds a move."""
    for seat, did in enumerate(doings):
        did.games += 1
        if record.scores is not None:
            did.points += record.scores[seat]
            did.scored += 1
            if len(record.bots) != 2:
                others = [score for index, score in enumerate(record.scores) if index != seat]
                own = record.scores[seat]
                # Alone at a table, the points themselves are what there is to compare.
                did.margin((record.variant, record.pair), own - sum(others) / len(others) if others else float(own))
    for left in record.forfeits:
        doings[left.seat].forfeits += left.fault is not None
    for seat, count in Counter(move.seat for move in record.moves).items():
        doings[seat].moves += count
    for move in record.moves:
        if move.tries or move.fault is not None:
            did = doings[move.seat]
            for fault in (*move.tries, *((move.fault,) if move.fault is not None else ())):
                if fault.fault == LATE:
                    did.late += 1
                else:
                    did.faults += 1
    for did, wall in zip(doings, walls, strict=True):
        if wall:
            did.timed += len(wall)
            did.us += sum(wall)
            did.longest_us = max(did.longest_us, *wall)
