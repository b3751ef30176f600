"""Turns beside what the engine saw there, and the worst of them: the values that regret.py makes and reports read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from arena.records.record import GameRecord, MoveRecord

Records = Callable[[], Iterable[GameRecord]]  # reads the same records anew each time
Progress = Callable[[], None]  # called once a game

OPENING, MIDDLE, BAG_EMPTY = "opening", "middle", "bag empty"
PHASES = (OPENING, MIDDLE, BAG_EMPTY)
Basis = Literal["points", "equity"]
BASES: tuple[Basis, ...] = ("points", "equity")
LEAST = 0.005  # points of equity that are given away at least: values of leaves are that exact
KINDS = frozenset({"play", "change", "pass", "failed", "timeout"})  # what a turn can be; "forfeit" is none


class Look(NamedTuple):
    """One turn beside the engine's view of it.

    turn:   counts from 0. phase: one of PHASES, see ``_phase``. kind: one of KINDS.
    points: that the turn made; best: that the best play would have made.
    rank:   1 + how many legal plays make more points than the turn did; plays: how many there were.
    equity, best_equity: of the turn and of the best move, where turns are set beside the most equity; then best are the
            points of that move, and exchanges count in rank and plays. None where they are set beside the most points.
    """

    game: str
    variant: str
    bot: str
    turn: int
    phase: str
    kind: str
    points: int
    best: int
    rank: int
    plays: int
    equity: float | None = None
    best_equity: float | None = None

    @property
    def given_away(self) -> float:
        """Points (of equity) of the best less those of the turn; 0 where a turn made more than today's rules allow."""
        if self.equity is None or self.best_equity is None:
            return max(0, self.best - self.points)
        away = self.best_equity - self.equity
        return away if away >= LEAST else 0.0

    @property
    def worth(self) -> float:
        """What there was to make: the equity of the best move, or its points."""
        return self.best if self.best_equity is None else self.best_equity


@dataclass(frozen=True)
class Miss:
    """A turn that gave points away, with what was there.

    word: the main word of a play, or "exchange ABC". tiles: (x, y, letter, points) of a play, () of an exchange.
    """

    look: Look
    word: str
    tiles: tuple[tuple[int, int, str, int], ...]
    record: GameRecord = field(repr=False)

    @property
    def move(self) -> MoveRecord:
        """The turn itself."""
        return self.record.moves[self.look.turn]


@dataclass(frozen=True)
class Regret:
    """All turns that were looked at, in the order of the records.

    turns:    of the word game there are in all; sample: how many were asked for, None for all.
    forced:   bot -> turns in which no play was possible; unseen: turns whose record keeps no hand.
    worst:    the worst misses of all; worst_by_bot: the worst one of each bot, by name.
    left_out: variant -> why its turns could not be looked at. by: beside the most points, or the most equity.
    """

    looks: tuple[Look, ...]
    turns: int
    sample: int | None
    forced: Mapping[str, int]
    unseen: int
    worst: tuple[Miss, ...]
    worst_by_bot: tuple[Miss, ...]
    left_out: Mapping[str, str]
    by: Basis = "points"
