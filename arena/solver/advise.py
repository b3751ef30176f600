"""The solver: handed a game, it becomes that game's perfect player.

It takes any Game, and uses the gifts that the game declares (arena/contract/gifts.py): a search of the
game's own first, then compiled kernels on integers, else the plain search with whatever keys, twins and
order there are. All three answer alike. What they learn is kept in tables for the next question.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from arena.contract.game import Game, M, M_co, S
from arena.contract.gifts import Gifts, SearchLimits, SearchResult, gifts_of
from arena.contract.placing import Placing
from arena.contract.queue import best
from arena.solver.compiled import CompactSearch, fits
from arena.solver.plain import GameEnd, PlainSearch

MIB = 1 << 20
NO_LIMITS = SearchLimits()


@dataclass(frozen=True, slots=True)
class Answer(Placing, Generic[M_co]):
    """What the solver says of a state.

    move:   a move that forces ``places`` for the player to move; None when the state is final. After a
            limit: the best one so far, which promises nothing.
    places: each seat's place with best play by all; None where a limit was reached first.
    plies:  moves until the end when winners hurry and losers delay; None for ties, and where nobody asked.
    nodes:  states looked at. hits: how many of them were in the table already.
    limit:  "" or what stopped the search: "nodes" or "time".
    """

    move: M_co | None
    places: tuple[int, ...] | None
    plies: int | None
    nodes: int
    hits: int
    limit: str = ""


class Solver(Generic[S, M]):
    """A game's solver.

    limits: for every question that brings none of its own. memory: bytes for tables, roughly.
    gifts:  instead of those that the game declares (``Gifts()`` for none).
    """

    def __init__(
        self, game: Game[S, M], *, limits: SearchLimits = NO_LIMITS, memory: int = 64 * MIB, gifts: Gifts | None = None
    ) -> None:
        self.game, self.limits = game, limits
        gifts = gifts_of(game) if gifts is None else gifts
        self._last: dict[bool, tuple[S, Answer[M]]] = {}
        self._search: Callable[[S, bool, SearchLimits], Answer[M]]
        self.method = "plain"
        if gifts.search is not None and game.seats == 2:
            self._search, self.method = _from_results(gifts.search(memory)), "own search"
        elif gifts.compact is not None and game.seats == 2 and fits(gifts.compact):
            self._search, self.method = _from_results(CompactSearch(game.name, gifts.compact, memory)), "compiled"
        else:
            self._search = _from_endings(PlainSearch(game, gifts, max(1000, memory // 400)))

    def solve(self, state: S, *, aggressive: bool = False, limits: SearchLimits | None = None) -> Answer[M]:
        """Judge a state. One search gives the move and the forecast; asked again, it is not searched again.

        aggressive: of winning moves the nearest win, of losing ones the most distant loss.
        """
        known = self._last.get(aggressive)
        if known is not None and not known[1].limit and (known[0] is state or known[0] == state):
            return known[1]
        outcome = self.game.outcome(state)
        if outcome is not None:
            answer: Answer[M] = Answer(None, outcome.places, 0, 1, 0)
        else:
            answer = self._search(state, aggressive, self.limits if limits is None else limits)
        self._last[aggressive] = (state, answer)
        return answer

    def best_move(self, state: S) -> M | None:
        """Return a move that forces the best outcome for the player to move; None when the state is final."""
        return self.solve(state).move

    def forecast(self, state: S) -> tuple[int, ...] | None:
        """Return each seat's place when all play their best; None where a limit was reached."""
        return self.solve(state).places

    def aggressive(self, state: S) -> M | None:
        """Return the move to the nearest win, else a tie, else the most distant loss; None when final."""
        return self.solve(state, aggressive=True).move

    def ranked(self, state: S, count: int, *, limits: SearchLimits | None = None) -> list[tuple[M, Answer[M]]]:
        """Return the ``count`` best moves, best first, each with what the solver says of the state after it.

        Moves after which a limit was reached stand last. Nearer wins and more distant losses come first.
        """
        if self.game.outcome(state) is not None:
            return []
        seat = self.game.to_move(state)
        judged = []
        for move in self.game.legal(state):
            after = self.game.play(state, move)
            judged.append((move, self.solve(after, aggressive=True, limits=limits)))
        return best(judged, count, key=lambda pair: _worth(pair[1], seat))


def _worth(answer: Answer[Any], seat: int) -> tuple[float, int]:
    """Return what an answer is worth to a seat, as something that ``<`` orders."""
    if answer.places is None:
        return -1.0, 0
    mine = answer.places[seat]
    others = [place for index, place in enumerate(answer.places) if index != seat] or [2 if mine == 1 else 1]
    share = sum(1.0 if mine < place else 0.5 if mine == place else 0.0 for place in others) / len(others)
    plies = answer.plies or 0
    return share, -plies if share == 1 else plies if share == 0 else 0


def _from_results(
    search: Callable[[Any, bool, SearchLimits], SearchResult],
) -> Callable[[Any, bool, SearchLimits], Answer[Any]]:
    places = {1: (1, 2), 0: (1, 1), -1: (2, 1)}

    def answer(state: Any, exact: bool, limits: SearchLimits) -> Answer[Any]:
        result = search(state, exact, limits)
        known = None if result.value is None else places[result.value]
        return Answer(result.move, known, result.plies, result.nodes, result.hits, result.limit)

    return answer


def _from_endings(search: PlainSearch) -> Callable[[Any, bool, SearchLimits], Answer[Any]]:
    def answer(state: Any, exact: bool, limits: SearchLimits) -> Answer[Any]:
        result = search(state, exact, limits)
        ending: GameEnd | None = result.ending
        if ending is None:
            return Answer(result.move, None, None, result.nodes, result.hits, result.limit)
        decided = ending.places.count(1) == 1
        plies = ending.plies if exact and decided else None
        return Answer(result.move, ending.places, plies, result.nodes, result.hits)

    return answer
