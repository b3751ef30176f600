"""What a game may declare beside its rules, so that a solver answers sooner. Every gift may be left out.

A game offers its gifts as an attribute ``gifts: Gifts``. A solver must be right without them, and
``arena games check`` compares each of them with the plain rules.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:  # rules of games, and bots that know them, do without numpy
    import numpy as np
    from numpy.typing import NDArray

OPEN = 2  # what a compact ``value`` kernel answers while the game goes on


@dataclass(frozen=True)
class SearchLimits:
    """When a search gives up; it then says so in its answer.

    nodes:     states looked at, at most; None is no limit.
    time_left: asked now and then, the search stops when it answers 0 or less; None is no clock.
               (Unit: seconds of wall clock; the caller owns the clock, as in ``Budget.time_left``.)
    """

    nodes: int | None = None
    time_left: Callable[[], float] | None = None

    def reached(self, nodes: int) -> str:
        """Return which limit holds after that many nodes: "nodes", "time", or "" for none."""
        if self.nodes is not None and nodes >= self.nodes:
            return "nodes"
        return "time" if self.time_left is not None and self.time_left() <= 0 else ""


@dataclass(frozen=True)
class Compact:
    """A game of two seats as small integers: a state fits in 62 bits, a move is a number.

    pack:       state -> its integer. Equal integers must mean states of equal worth.
    move:       (state, number) -> the move that the kernels call by that number.
    config:     int64[n], handed to every kernel: the sizes of this very game.
    most_moves: the most moves of one state. longest: the most moves from any state to the end.

    The kernels, compiled for these signatures (``arena.jit.kernel``; plain Python functions when the JIT is off):

    moves(state, config, out) -> int64    write the numbers of the legal moves to ``out``, likely good ones first,
                                          and return how many; called for states that are not final
    play(state, number, config) -> int64  the state after a move
    value(state, config) -> int64         for seat 0: 1 won, 0 tied, -1 lost; OPEN (2) while the game goes on
    mover(state, config) -> int64         the seat to move, 0 or 1, of a state that is not final
    key(state, config) -> int64           one integer >= 0 for all states that are the same but for a symmetry
    """

    pack: Callable[[Any], int]
    move: Callable[[Any, int], Any]
    config: NDArray[np.int64]
    most_moves: int
    longest: int
    moves: Any
    play: Any
    value: Any
    mover: Any
    key: Any


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search says of one state.

    value:  for seat 0: 1 won, 0 tied, -1 lost; None where a limit was reached first.
    plies:  moves to the end when the winner hurries and the loser delays; None where nobody asked, or for ties.
    move:   a move that reaches that value (and those plies); after a limit the best one so far, perhaps None.
    nodes:  states looked at. hits: how many of them were already in the table.
    limit:  "" or the limit that stopped the search: "nodes" or "time".
    """

    value: int | None
    plies: int | None
    move: Any
    nodes: int
    hits: int
    limit: str = ""


class OwnSearch(Protocol):
    """A search of the game's own, for games of two seats that know better than to walk their tree."""

    def __call__(self, state: Any, exact: bool, limits: SearchLimits, /) -> SearchResult:
        """Judge a state that is not final; ``exact`` asks for the nearest win, the most distant loss."""


@dataclass(frozen=True)
class Gifts:
    """What a game declares for those who search it.

    key:     state -> a hashable thing; states of one key have the same mover and the same worth.
    twins:   state -> the states that are the same but for a symmetry, itself included. Keys (or the states
             themselves, where there is no key) must then be ordered by ``<``.
    order:   (state, moves) -> the same moves, likely good ones first.
    compact: integers for states and compiled kernels for the rules.
    search:  makes a search of the game's own; its argument bounds the memory for tables (unit: bytes).
    """

    key: Callable[[Any], Hashable] | None = None
    twins: Callable[[Any], Iterable[Any]] | None = None
    order: Callable[[Any, Iterable[Any]], Iterable[Any]] | None = None
    compact: Compact | None = None
    search: Callable[[int], OwnSearch] | None = None


NO_GIFTS = Gifts()


def gifts_of(game: Any) -> Gifts:
    """Return what the game declares, which may be nothing."""
    gifts = getattr(game, "gifts", NO_GIFTS)
    return gifts if isinstance(gifts, Gifts) else NO_GIFTS


def __getattr__(name: str) -> Any:
    """Return a class by the name that it had in version 0.2."""
    new = {"Limits": SearchLimits, "Verdict": SearchResult, "Search": OwnSearch}.get(name)
    if new is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warnings.warn(f"{__name__}.{name} is called {new.__name__} now", DeprecationWarning, stacklevel=2)
    return new
