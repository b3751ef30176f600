"""Every move of an endgame with its value, where ``solve`` finds the value of the best one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arena.contract.budget import Budget
from arena.contract.pace import PartOfBudget
from arena.engine.endgame.after_move import after_move
from arena.engine.endgame.deadline import Deadline
from arena.engine.endgame.ending import EndOfGame, ending_of
from arena.engine.endgame.plain import OutOfTime, PlainEndgame
from arena.engine.endgame.result import EndgameResult
from arena.engine.endgame.solve import EndgameSolver
from arena.engine.endgame.tree import WIDEST, Tree
from arena.engine.field import Field
from arena.scrabble.finding import EngineField, ScoredPlay
from arena.scrabble.moves import Pass, WordMove
from arena.scrabble.tiles import Hand

KEPT, FEWEST = 0.5, 2  # share of the moves that are looked at one move deeper, where there is a limit, and at least
PART = 0.5  # of the limits, for the best move; the rest is for the others

Look = Callable[[int, Deadline], tuple[int, bool] | None]  # depth, clock -> value and whether exact; None: no time


class ValuedMove(NamedTuple):
    """A move, and what it is worth.

    play:  None for the pass. value: points still to come for the mover less those of the best other, the move's own and
           what the end of the game adds or takes among them; None where there was no time to look at the move.
    exact: whether that is so under best play of all.
    depth: for how many moves ahead everything was looked at.
    """

    play: ScoredPlay | None
    value: int | None
    exact: bool
    depth: int


class EndgameWeigher:
    """Weighs moves with an empty bag, at the table of a solver."""

    def __init__(self, solver: EndgameSolver) -> None:
        self._solver, self._table = solver, solver.table

    def compiled(self, field: EngineField, hands: Sequence[Hand]) -> bool:
        """Whether the compiled search knows this kind of endgame."""
        ending = ending_of(self._table.rules, len(hands))
        return isinstance(field, Field) and self._solver.compiled(field, hands, ending)

    def weigh(
        self,
        field: EngineField,
        hands: Sequence[Hand],
        budget: Budget[WordMove] | None = None,
        *,
        moves: Sequence[ScoredPlay | None] | None = None,
        idle: Sequence[int] = (),
        row: int = 0,
        turns: int = 0,
        nodes: int | None = None,
    ) -> list[ValuedMove]:
        """Return moves with their values, best first: a best move, found by itself, leads where it is proven.

        moves: those to weigh beside the best; None for all plays and the pass. The rest as for ``EndgameSolver.solve``,
        which says what is raised. Without limits every value is exact; of moves of the same value plays of more points
        go first.
        """
        part = None if budget is None else PartOfBudget(budget, PART)
        own = None if nodes is None else max(1, int(PART * nodes))
        best = self._solver.solve(field, hands, part, idle=idle, row=row, turns=turns, nodes=own)
        assert isinstance(field, Field)
        plays = list(self._solver.finder.plays(field, hands[0]).sorted())
        chosen: list[ScoredPlay | None] = [*plays, None] if moves is None else list(moves)
        lead = _found(best, plays)
        if not any(_same(lead, one) for one in chosen):
            chosen.insert(0, lead)
        ending = ending_of(self._table.rules, len(hands), idle, row, turns)
        clock = Deadline(budget, None if nodes is None else nodes - (own or 0))
        looks = self._looks(field, hands, ending, best)
        weighed = [_Weighed(play, looks(number, play)) for number, play in enumerate(chosen)]
        for one in weighed:
            if _same(lead, one.play) and best.exact:
                one.value, one.exact, one.depth = best.value, True, best.depth
        _deepen(weighed, clock)
        for one in weighed:
            if not one.exact and best.exact:
                one.value = min(one.value, best.value)  # no move is worth more than the best
            elif not best.exact and _same(lead, one.play) and best.depth >= one.depth and not one.exact:
                one.value, one.depth = best.value, best.depth
        first = [one for one in weighed if _same(lead, one.play)]
        rest = [one for one in weighed if not _same(lead, one.play)]
        rest.sort(key=lambda one: (-one.value, not one.exact))
        order = [*first, *rest] if best.exact else sorted([*first, *rest], key=lambda one: -one.value)
        return [
            ValuedMove(one.play, one.value if one.exact or one.depth else None, one.exact, one.depth) for one in order
        ]

    def _looks(
        self, field: Field, hands: Sequence[Hand], ending: EndOfGame, best: EndgameResult
    ) -> Callable[[int, ScoredPlay | None], Look]:
        compiled = self._solver.compiled(field, hands, ending)
        graph = self._solver.graph(field, hands) if compiled else None
        known = self._solver.empty_table() if compiled else None

        def look(number: int, play: ScoredPlay | None) -> Look:
            after = after_move(self._table, hands, ending, play)
            if after.final is not None:
                final = after.final
                return lambda depth, clock: (final, True)
            score, turned, rest, board = after.score, after.hands, after.ending, field
            if play is not None:
                board = field.copy()
                board.place(play.play.tiles)
            if graph is None or known is None:
                return self._plainly(board, turned, rest, score)
            floor = score - best.value - 1 if best.exact else -WIDEST

            def searched(depth: int, clock: Deadline) -> tuple[int, bool] | None:
                tree = Tree(board, turned, rest, graph, known, number)
                if not tree.look(depth, clock, floor):
                    return None
                value, proven, _ = tree.found()
                if clock.ends(tree.nodes % tree.stride):
                    return None
                return score - value, proven and value > floor

            return searched

        return look

    def _plainly(self, field: Field, hands: list[Hand], ending: EndOfGame, score: int) -> Look:
        now: list[Deadline] = []
        search = PlainEndgame(
            self._solver.finder, self._table.tiles, ending, self._table.rules.out_of_tiles_end, lambda: now[0].ends(1)
        )

        def look(depth: int, clock: Deadline) -> tuple[int, bool] | None:
            now[:] = [clock]
            try:
                points, exact, _ = search.search(field, hands, depth)
            except OutOfTime:
                return None
            return score + points[-1] - max(points[:-1], default=0), exact

        return look


@dataclass(eq=False)
class _Weighed:
    # A move, and what it is worth as far as it was looked at.
    play: ScoredPlay | None
    look: Look
    value: int = -WIDEST
    exact: bool = False
    depth: int = 0


def _deepen(weighed: Sequence[_Weighed], clock: Deadline) -> None:
    # Looks deeper and deeper, at the better half only where there is a limit, then at the others.
    while left := [one for one in weighed if not one.exact]:
        ahead = 1 + min(one.depth for one in left)
        while left:
            for one in left:
                if one.depth >= ahead:
                    continue
                found = one.look(ahead, clock)
                if found is None:
                    return
                one.value, one.exact = found
                one.depth = ahead
            left = sorted((one for one in left if not one.exact), key=lambda one: -one.value)
            if clock.limited:
                left = left[: max(FEWEST, int(KEPT * len(left)))]
            ahead += 1


def _found(best: EndgameResult, plays: Sequence[ScoredPlay]) -> ScoredPlay | None:
    # The best move as it stands in a list of plays; None for the pass.
    if isinstance(best.move, Pass):
        return None
    return next(play for play in plays if play.play.squares_and_faces == best.move.squares_and_faces)


def _same(one: ScoredPlay | None, other: ScoredPlay | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.play.squares_and_faces == other.play.squares_and_faces
