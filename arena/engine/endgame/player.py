"""What a bot plays with an empty bag: what is best, and where that loses, what may save the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arena.contract.budget import Budget
from arena.contract.pace import PartOfBudget
from arena.engine.endgame.ending import idle_of
from arena.engine.endgame.known_hands import in_order
from arena.engine.endgame.result import EndgameResult
from arena.engine.endgame.solve import EndgameSolver
from arena.engine.endgame.swindle import FAR, Swindler
from arena.engine.equity import EquityFinder
from arena.engine.generate import own_field
from arena.scrabble.moves import WordMove
from arena.scrabble.tiles import Hand
from arena.scrabble.view import WordView

SEARCH_SHARE = 0.75  # of the time, for what is best; the rest is for what may save a lost game
NODES_SHARE = 0.25  # positions looked at for that, beside those for what is best


class EndgamePlayer:
    """Plays endgames at the table of a solver. finder: of the other's replies to what may save a game."""

    def __init__(self, solver: EndgameSolver, finder: EquityFinder) -> None:
        self._solver, self._swindler = solver, Swindler(solver, finder)

    def choose(
        self, view: WordView, hands: Sequence[Hand], budget: Budget[WordMove], nodes: int | None = None
    ) -> EndgameResult:
        """Return what ``EndgameSolver.solve`` finds, with another move where that loses and the other may save more.

        Between two only, and where no more than FAR points are lacking: elsewhere the best move is all there is. The
        line is then that other move alone; the value stays that of best play.

        hands: of all who are still in, the mover's first. nodes: positions that are looked at for what is best, at
        most, and a quarter as many for what may save the game.
        """
        idle, row = idle_of(view.table.rules, view.players, view.history)
        in_turn = [idle[seat] for seat in in_order(view)]
        two = view.players == 2
        part = PartOfBudget(budget, SEARCH_SHARE) if two else budget
        best = self._solver.solve(view.field, hands, part, idle=in_turn, row=row, turns=view.turn, nodes=nodes)
        if not two or not best.value < view.scores[1 - view.seat] - view.scores[view.seat] <= best.value + FAR:
            return best
        fewer = None if nodes is None else max(1, int(NODES_SHARE * nodes))
        found = self._swindler.find(
            own_field(view.field), hands, best.value + 1, budget, idle=in_turn, row=row, turns=view.turn, nodes=fewer
        )
        if found is None or found.move == best.move:
            return best
        return replace(best, move=found.move, score=found.score, line=(found.move,))
