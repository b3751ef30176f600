"""How good a move was: beside the best by equity, by simulation, or by exact endgame."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from arena.contract.budget import Budget
from arena.contract.chance import seed_of
from arena.errors import ConfigError
from arena.scrabble.finding import PlayFinder, ScoredPlay
from arena.scrabble.moves import Change, Pass, Play
from arena.scrabble.table import Table
from arena.words.mistakes import MoveWorth
from arena.words.ranking import RankedMove, SeenPosition, by_equity
from arena.words.searched import (
    NODES,
    Effort,
    hands_at_the_end,
    simulator_of,
    valued,
    view_of,
    weigher_of,
    won,
)
from arena.words.turns import Method

if TYPE_CHECKING:  # kernels come along, so these are imported when a record is analysed
    from arena.engine.endgame.weigh import EndgameWeigher
    from arena.engine.equity import EquityFinder
    from arena.engine.simulation.simulator import SimulatedMove, Simulator

Basis = Literal["equity", "sim", "endgame", "auto"]
BASES: tuple[Basis, ...] = ("equity", "sim", "endgame", "auto")
ITERATIONS, FEWER_NODES = 1000, NODES // 4  # of each turn of a record

Move = Play | Change | Pass


class Judged(NamedTuple):
    """A move beside the best one. by: how the best was found. exact: whether both values are proven."""

    made: MoveWorth
    best: MoveWorth
    by: Method
    exact: bool = False


class EquityJudge:
    """Judges moves at one table by equity; with an empty bag as ``static`` plays by then."""

    def __init__(self, table: Table, finder: EquityFinder) -> None:
        self._table, self._finder = table, finder

    def judge(self, place: SeenPosition, made: Move, score: int) -> Judged:
        """Return a move, with its points, beside the best one."""
        return Judged(self.worth(place, made, score), self._best(place), "equity")

    def _best(self, place: SeenPosition) -> MoveWorth:
        if place.bag:
            found = self._finder.best(place.field, place.hand, place.may_change)
            if found is None:
                return self.worth(place, Pass(), 0)
            return MoveWorth(found.move, found.score, found.equity)
        first = next(by_equity(place, self._finder))
        return self.worth(place, first.move, first.score)

    def ranked(self, place: SeenPosition, plays: PlayFinder) -> Iterator[RankedMove]:
        """Yield moves by equity, the pass last, see ``by_equity``."""
        return by_equity(place, self._finder, plays)

    def best_within(self, place: SeenPosition, budget: Budget[Play], plays: PlayFinder) -> RankedMove | None:
        """Return the best move as far as it is known when a budget ends (with an empty bag: the most points)."""
        if place.bag:
            move = self._finder.best(place.field, place.hand, place.may_change, budget)
            if move is None:
                return None
            return RankedMove(move.move, move.score, move.word, move.across, equity=move.equity)
        play = plays.best(place.field, place.hand, budget)
        if play is None:
            return None
        equity = self.worth(place, play.play, play.score).equity
        return RankedMove(play.play, play.score, play.word, play.across, equity=equity)

    def worth(self, place: SeenPosition, move: Move, score: int) -> MoveWorth:
        """Return a move with its equity."""
        if place.bag == 0 and not isinstance(move, Change):
            from arena.engine.static_move import last_worth

            others = self._table.tiles.points(place.unseen)
            equity = float(last_worth(self._table, place.hand, others)(move, score))
        else:
            leaves = self._finder.leaves
            kept = leaves.whole(place.hand) if isinstance(move, Pass) else leaves.value(place.kept(move))
            equity = score + kept
        return MoveWorth(move, score, equity)


class SearchJudge:
    """Judges moves at one table by search where the basis says so and it can be done, else by equity.

    sim: simulation everywhere. endgame: exact search with an empty bag. auto: both, each where it is at home.
    """

    def __init__(self, table: Table, finder: EquityFinder, basis: Basis, effort: Effort, where: str) -> None:
        self._equity = EquityJudge(table, finder)
        self._finder, self._basis, self._effort, self._where = finder, basis, effort, where
        self._simulator: Simulator | None = None
        self._weigher: EndgameWeigher | None = None

    def judge(self, place: SeenPosition, made: Move, score: int, turn: int = 0) -> Judged:
        """Return a move, with its points, beside the best one. turn: for the seed of its draws."""
        if place.bag == 0 and self._basis in ("endgame", "auto") and not isinstance(made, Change):
            return self._searched(place, made, score) or self._equity.judge(place, made, score)
        if self._basis == "sim" or (self._basis == "auto" and place.bag):
            return self._simulated(place, made, score, turn)
        return self._equity.judge(place, made, score)

    def _searched(self, place: SeenPosition, made: Move, score: int) -> Judged | None:
        # None where nobody knows who holds what, or there was no time to look at both moves.
        try:
            hands = hands_at_the_end(place, self._where)
        except ConfigError:
            return None
        self._weigher = self._weigher or weigher_of(place)
        own = ScoredPlay(made, "", score, across=True) if isinstance(made, Play) else None
        found = valued(place, hands, self._effort, None, [own], self._weigher, FEWER_NODES)
        named = _named(made)
        worths, exact = [], True
        for one in (found[0], next(one for one in found if _named(one.play.play if one.play else Pass()) == named)):
            move: Move = Pass() if one.play is None else one.play.play
            points = 0 if one.play is None else one.play.score
            exact = exact and one.exact
            if one.value is None:
                return None
            win = won(place, one.value) if one.exact else None
            equity = self._equity.worth(place, move, points).equity
            worths.append(MoveWorth(move, points, equity, float(one.value), win))
        return Judged(worths[1], worths[0], "endgame", exact)

    def _simulated(self, place: SeenPosition, made: Move, score: int, turn: int) -> Judged:
        # The best of the candidates first; then the move that was made beside it, by draws of their own.
        if self._simulator is None:
            self._simulator = simulator_of(place, self._finder.leaves, self._effort, self._where)
        simulator, view = self._simulator, view_of(place)
        iterations, seed = self._effort.iterations or ITERATIONS, self._effort.seed
        moves, named = simulator.candidates(view), _named(made)
        own = next((one for one in moves if _named(one.move) == named), None)
        if own is None:
            own = simulator.weighed(view, made, score)
            moves.append(own)
        best = simulator.ranked(view, iterations, None, seed_of(seed, "best", turn), moves)[0]
        pair = [next(one for one in moves if one.move == best.move), own]
        if pair[0] is pair[1]:
            both = {best.move: best}
        else:
            both = {
                one.move: one for one in simulator.ranked(view, iterations, None, seed_of(seed, "made", turn), pair)
            }
        return Judged(
            self._spread(place, both[own.move], score), self._spread(place, both[best.move], best.score), "sim"
        )

    def _spread(self, place: SeenPosition, found: SimulatedMove, score: int) -> MoveWorth:
        equity = self._equity.worth(place, found.move, score).equity
        return MoveWorth(found.move, score, equity, found.spread, found.win)


Judge = Callable[[SeenPosition, Move, int, int], Judged]


def judge_of(table: Table, finder: EquityFinder, basis: Basis, effort: Effort, where: str) -> Judge:
    """Return what judges the moves of a record; raise ConfigError for a basis that is none."""
    if basis not in BASES:
        raise ConfigError("by", f"{basis!r} is no way to analyse moves", f"Use one of {', '.join(BASES)}")
    if basis == "equity":
        plain = EquityJudge(table, finder)
        return lambda place, made, score, turn: plain.judge(place, made, score)
    return SearchJudge(table, finder, basis, effort, where).judge


def _named(move: Move) -> tuple[object, ...]:
    # By what a move is the same as another one: squares and faces, tiles that are exchanged.
    if isinstance(move, Play):
        return move.squares_and_faces
    return type(move).__name__, *(sorted(move.tiles) if isinstance(move, Change) else ())
