"""What the analysis of a game record says: each move beside the best one, and sums of what was given away. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from arena.board.layout import Layout
from arena.scrabble.moves import Placed
from arena.words.mistakes import MISTAKES, PHASES

Method = Literal["equity", "sim", "endgame"]


@dataclass(frozen=True)
class AnalysedTurn:
    """A move beside the best one.

    number: of the move in the record, as ``arena import`` lists them, from 1. player: its index. rack: as text.
    phase:  one of PHASES. made, best: as the field writes moves ("8G CA.S", "exchange QV", "pass").
    score, best_score: points now. equity, best_equity: with what is kept.
    by:     how the best was found. value, best_value: the equity again, or mean spread of a simulation, or points still
            to come in an endgame. exact: whether those of an endgame are proven.
    win, best_win: chances to win, 0 to 1; None where they are not known.
    mistake: one of MISTAKES, "" for none.
    tiles, best_tiles: that were and could have been laid.
    """

    number: int
    player: int
    rack: str
    phase: str
    made: str
    score: int
    equity: float
    best: str
    best_score: int
    best_equity: float
    mistake: str
    by: Method
    value: float
    best_value: float
    exact: bool = False
    win: float | None = None
    best_win: float | None = None
    tiles: tuple[Placed, ...] = ()
    best_tiles: tuple[Placed, ...] = ()

    @property
    def given_away(self) -> float:
        """Points that the move gave away, never below 0 (a word that is not in the list can be worth more than any).

        By simulation only mistakes give something away: smaller differences are what the draws make.
        """
        return 0.0 if self.by == "sim" and not self.mistake else max(0.0, self.best_value - self.value)

    @property
    def win_given_away(self) -> float | None:
        """Chance to win that the move gave away, None where chances are not known."""
        if self.win is None or self.best_win is None:
            return None
        return 0.0 if self.by == "sim" and not self.mistake else max(0.0, self.best_win - self.win)


@dataclass(frozen=True)
class TurnSum:
    """What some turns gave away together.

    turns: how many there were. mistakes: how many gave something away. points: in all. wins: chances to win in all, of
    the turns of which they are known (weighed of them); each 1 is a game.
    """

    turns: int = 0
    mistakes: int = 0
    points: float = 0.0
    wins: float = 0.0
    weighed: int = 0

    def with_turn(self, turn: AnalysedTurn) -> TurnSum:
        """Return the sum with one turn more."""
        win = turn.win_given_away
        return self.with_sum(TurnSum(1, int(bool(turn.mistake)), turn.given_away, win or 0.0, int(win is not None)))

    def with_sum(self, more: TurnSum) -> TurnSum:
        """Return both together."""
        return TurnSum(
            self.turns + more.turns, self.mistakes + more.mistakes, self.points + more.points, self.wins + more.wins,
            self.weighed + more.weighed,
        )  # fmt: skip


@dataclass(frozen=True)
class RecordAnalysis:
    """A record, analysed.

    players: nicknames. turns: every move whose rack is known. unknown: how many moves have no (whole) rack, or tiles on
    the board that are not on it. warnings: what does not agree in the record.
    layout: the board. placed: for each turn the tiles that lay there before it; () where it was no mistake.
    """

    where: str
    players: tuple[str, ...]
    turns: tuple[AnalysedTurn, ...]
    unknown: int = 0
    warnings: tuple[str, ...] = field(default=(), compare=False)
    layout: Layout | None = field(default=None, compare=False, repr=False)
    placed: tuple[tuple[Placed, ...], ...] = field(default=(), compare=False, repr=False)

    def by_phase(self, player: int) -> dict[str, TurnSum]:
        """Return what a player gave away in each phase, the phases in their order."""
        return _sums([turn for turn in self.turns if turn.player == player], PHASES, "phase")

    def by_mistake(self, player: int) -> dict[str, TurnSum]:
        """Return what a player gave away by each kind of mistake."""
        return _sums([turn for turn in self.turns if turn.player == player], MISTAKES, "mistake")


def _sums(turns: Sequence[AnalysedTurn], names: tuple[str, ...], by: str) -> dict[str, TurnSum]:
    sums = dict.fromkeys(names, TurnSum())
    for turn in turns:
        name = turn.phase if by == "phase" else turn.mistake
        if name:
            sums[name] = sums[name].with_turn(turn)
    return sums
