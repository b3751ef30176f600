"""Exact play with an empty bag: the public face of the endgame search."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from arena.contract.budget import Budget
from arena.engine._kernels.arrays import Graph
from arena.engine._kernels.end_arrays import EndTable
from arena.engine._kernels.end_lists import NONE_YET
from arena.engine.endgame.deadline import Deadline
from arena.engine.endgame.ending import EndOfGame, ending_of
from arena.engine.endgame.line import best_line
from arena.engine.endgame.plain import OutOfTime, PlainEndgame
from arena.engine.endgame.pruning import graph_of
from arena.engine.endgame.result import EndgameResult, move_of
from arena.engine.endgame.tree import MOST_HELD, WIDEST, Tree, new_table
from arena.engine.field import Field
from arena.engine.plays import read_row
from arena.lexicon.wordgraph import build
from arena.scrabble.finding import EngineField, ScoredPlay
from arena.scrabble.legality import knows
from arena.scrabble.moves import WordMove
from arena.scrabble.position import all_words
from arena.scrabble.table import Table
from arena.scrabble.tiles import Hand

WINDOW = 8  # points on either side of the value before, in which the next one is looked for first


class EndgameSolver:
    """Searches endgames at one table. Making one compiles or loads the kernels, before any clock starts."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.finder = table.generator
        build([(1,)], table.tiles.alphabet)  # what packs graphs is loaded now
        self._known = new_table()
        self._graph: tuple[Hashable, Graph] | None = None  # and what it was made for

    def solve(
        self,
        field: EngineField,
        hands: Sequence[Hand],
        budget: Budget[WordMove] | None = None,
        *,
        idle: Sequence[int] = (),
        row: int = 0,
        turns: int = 0,
        depth: int | None = None,
        nodes: int | None = None,
    ) -> EndgameResult:
        """Return the value of a position with an empty bag, and a best move.

        field:  the board (``Table.empty_field`` with its tiles placed, ``WordView.field``).
        hands:  {tile id: how many}, of every seat that is still in, in the order of play, the mover's first.
        budget: just before its time is up the best move so far is the answer; each better one is offered meanwhile.
        idle, row, turns: scoreless turns that each of the seats has had in a row (as ``hands``), how many there were in
                a row by whomever, and how many turns were taken in all; see ``idle_of``.
        depth, nodes: look no more than so many moves ahead, at no more than so many positions; None for no limit.

        Raises ValueError where somebody has no tiles: the game is over.
        """
        if not isinstance(field, Field):
            raise TypeError(f"a field of this engine is wanted (Table.empty_field), not {type(field).__name__}")
        if not all(hands) and self.table.rules.out_of_tiles_end:
            raise ValueError("an endgame where somebody has no tiles is over")
        ending = ending_of(self.table.rules, len(hands), idle, row, turns)
        clock = Deadline(budget, nodes)
        if self.compiled(field, hands, ending):
            return self._searched(field, hands, ending, clock, depth)
        return self._plainly(field, hands, ending, clock, depth)

    def empty_table(self) -> EndTable:
        """Return the table of positions that all searches at this table share, one after the other; emptied."""
        self._known.keys[:] = 0
        return self._known

    def graph(self, field: Field, hands: Sequence[Hand]) -> Graph:
        """Return the graph of the words that can be played; the one of before where the position is the same."""
        made_for = frozenset(field.tiles.items()), tuple(tuple(sorted(hand.items())) for hand in hands)
        if self._graph is None or self._graph[0] != made_for:
            self._graph = made_for, graph_of(field, hands)
        return self._graph[1]

    def compiled(self, field: Field, hands: Sequence[Hand], ending: EndOfGame) -> bool:
        """Whether the compiled search knows this kind of endgame."""
        if len(hands) != 2 or field.opening or ending.turns is not None or not self.table.rules.out_of_tiles_end:
            return False
        if max(sum(hand.values()) for hand in hands) > MOST_HELD:
            return False
        if self.table.rules.check_whole_board:
            return all(knows(self.table, run) for run, _ in all_words(field.tiles))
        return True

    def _searched(
        self, field: Field, hands: Sequence[Hand], ending: EndOfGame, clock: Deadline, most: int | None
    ) -> EndgameResult:
        tree = Tree(field, hands, ending, self.graph(field, hands), self.empty_table())
        best, value, proven, depth = NONE_YET, 0, False, 0
        found: ScoredPlay | None = None
        while not proven and (most is None or depth < most):
            depth += 1
            low, high = (value - WINDOW, value + WINDOW) if depth > 2 else (-WIDEST, WIDEST)
            while True:
                ended = tree.look(depth, clock, low, high)
                if not ended:
                    break
                got, sure, move = tree.found()
                if got <= low:
                    low = -WIDEST
                elif got >= high and not (sure and high == WIDEST):
                    high = WIDEST
                else:
                    value, proven, best = got, sure, move
                    break
            if not ended:
                depth -= 1
                got, move = tree.best_so_far()
                if move != NONE_YET and (best == NONE_YET or got > low):
                    found = None if move < 0 else read_row(tree.field, tree.field.letters, tree.row(move))
                    best = move
                break
            found = None if best < 0 else read_row(tree.field, tree.field.letters, tree.row(best))
            clock.offer(found)
        if best == NONE_YET:  # there was no time for anything
            found = self.finder.best(field, hands[0])
        line = best_line(tree, self.finder, ending, hands, found)
        score = 0 if found is None else found.score
        return EndgameResult(value, proven, move_of(found), score, line, depth, tree.nodes)

    def _plainly(
        self, field: Field, hands: Sequence[Hand], ending: EndOfGame, clock: Deadline, most: int | None
    ) -> EndgameResult:
        search = PlainEndgame(
            self.finder, self.table.tiles, ending, self.table.rules.out_of_tiles_end, lambda: clock.ends(1)
        )
        value, exact, depth = 0, False, 0
        found: ScoredPlay | None = None
        try:
            while not exact and (most is None or depth < most):
                points, exact, found = search.search(field, hands, depth + 1)
                depth += 1
                value = points[0] - max(points[1:], default=0)
                clock.offer(found)
        except OutOfTime:
            if depth == 0:
                found = self.finder.best(field, hands[0])
        score = 0 if found is None else found.score
        return EndgameResult(value, exact, move_of(found), score, (move_of(found),), depth, search.nodes)
