"""A lost endgame: the move that is worth most if the other then replies at first sight.

Where every move loses against best play, none is worse than another but for points. So the other's reply is taken to
be what ``static`` would play (``static_move.py``: the most points, going out counted), and behind it both play their
best. Where a move is worth more so than best play of both, it is made: it saves the game at once, or brings it so near
that a later reply may.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arena.contract.budget import Budget
from arena.engine._kernels.spans import MOST_HELD
from arena.engine.endgame.after_move import AfterMove, after_move
from arena.engine.endgame.deadline import Deadline
from arena.engine.endgame.ending import ending_of
from arena.engine.endgame.result import move_of
from arena.engine.endgame.solve import EndgameSolver
from arena.engine.endgame.tree import Tree
from arena.engine.equity import EquityFinder, scored_plays
from arena.engine.field import Field
from arena.engine.static_move import last_turn
from arena.scrabble.finding import ScoredPlay
from arena.scrabble.moves import Pass, Play, WordMove
from arena.scrabble.tiles import Hand

TRIED = 30  # plays with the most points that are tried, beside the pass
FAR = 60  # points: whoever loses by more is not saved by one reply
KEPT, FEWEST = 0.5, 2  # share of the moves that are looked at one move deeper, and at least
SHALLOW = 2  # moves ahead that tell nothing unless all that are to be looked at so far have been

Look = Callable[[int, Deadline], tuple[int, bool] | None]  # depth, clock -> value and whether proven; None: no time


class Swindle(NamedTuple):
    """A move, its points, and what it is worth if the other replies at first sight.

    value: points still to come for the mover less the other's, the move's own among them.
    """

    move: Play | Pass
    score: int
    value: int


class Swindler:
    """Looks for moves that may save a lost endgame, at the table of a solver. finder: of the replies. Two seats."""

    def __init__(self, solver: EndgameSolver, finder: EquityFinder) -> None:
        self._solver, self._table, self._finder = solver, solver.table, finder

    def find(
        self,
        field: Field,
        hands: Sequence[Hand],
        least: int,
        budget: Budget[WordMove] | None = None,
        *,
        idle: Sequence[int] = (),
        row: int = 0,
        turns: int = 0,
        nodes: int | None = None,
    ) -> Swindle | None:
        """Return the move that is worth most if the other replies at first sight; None where that is below ``least``.

        The other arguments are as for ``EndgameSolver.solve``. None, too, where the compiled search does not know this
        kind of endgame, where hands have more than MOST_HELD tiles (a reply takes long to find then), and where there
        is no time.
        """
        ending = ending_of(self._table.rules, len(hands), idle, row, turns)
        if not self._solver.compiled(field, hands, ending) or max(sum(hand.values()) for hand in hands) > MOST_HELD:
            return None
        clock = Deadline(budget, nodes)
        plays = self._solver.finder.plays(field, hands[0]).sorted()
        graph, known = self._solver.graph(field, hands), self._solver.empty_table()

        def looks(board: Field, after: AfterMove, number: int, now: int) -> Look:
            def look(depth: int, clock: Deadline) -> tuple[int, bool] | None:
                tree = Tree(board, after.hands, after.ending, graph, known, number)
                if not tree.look(depth, clock):
                    return None
                value, proven, _ = tree.found()
                return now + value, proven

            return look

        lines = list[_Line]()
        for number, play in enumerate([None, *plays[:TRIED]]):
            if clock.ends():
                return None
            first, board = after_move(self._table, hands, ending, play), field.copy()
            if first.final is not None:
                lines.append(_Line(play, first.final, proven=True))
                continue
            _lay(board, play)
            found = self._finder.best_last(board, first.hands[0], last_turn(self._table, first.hands[1]))
            reply = scored_plays([found])[0] if found is not None else None
            second = after_move(self._table, first.hands, first.ending, reply)
            if second.final is not None:
                lines.append(_Line(play, first.score - second.final, proven=True))
                continue
            _lay(board, reply)
            now = first.score - second.score
            lines.append(_Line(play, now, look=looks(board, second, number, now)))
        return _deepest(lines, least, clock)


def _lay(board: Field, play: ScoredPlay | None) -> None:
    if play is not None:
        board.place(play.play.tiles)


@dataclass(eq=False)
class _Line:
    # A move (None: the pass), and what it is worth with the reply, as far as it was searched; look: searches further.
    play: ScoredPlay | None
    value: int
    proven: bool = False
    look: Look | None = None

    def deepen(self, depth: int, clock: Deadline) -> bool:
        # False, and nothing has changed, where the time is up before the end.
        found = (self.value, True) if self.look is None or self.proven else self.look(depth, clock)
        if found is None:
            return False
        self.value, self.proven = found
        return True


def _deepest(lines: list[_Line], least: int, clock: Deadline) -> Swindle | None:
    # Looks deeper and deeper at the better half of the lines, until the best is proven.
    depth = 1
    while True:
        if not all(line.deepen(depth, clock) for line in lines):
            return _best(lines, least) if depth > SHALLOW else None
        lines = sorted(lines, key=lambda line: -line.value)
        if lines[0].proven:
            return _best(lines, least)
        lines = lines[: max(FEWEST, int(KEPT * len(lines)))]
        depth += 1


def _best(lines: list[_Line], least: int) -> Swindle | None:
    best = max(lines, key=lambda line: line.value)
    score = 0 if best.play is None else best.play.score
    return Swindle(move_of(best.play), score, best.value) if best.value >= least else None
