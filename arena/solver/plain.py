"""The search that any game can have: depth first on a stack of its own, each state judged once.

Knows the contract only: nobody has to alternate, anybody may move last, ties may be all there is, and any
number of seats may play. With more than two, each mover takes what is best for itself, and of equal moves
the first (what the others make of equal moves is then a convention, not a promise).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Any

from arena.contract.gifts import Gifts, SearchLimits
from arena.contract.outcome import Outcome
from arena.errors import ArenaError

_LOOK = 256  # states between two looks at the clock


class EndlessGame(ArenaError):
    """A game that can come back to an earlier position: there is no last move to reckon from."""


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a game ends: each seat's place and share of the game, and in how many moves."""

    places: tuple[int, ...]
    shares: tuple[float, ...]
    plies: int

    @classmethod
    def of(cls, outcome: Outcome) -> GameEnd:
        shares = tuple(outcome.points(seat) for seat in range(len(outcome.places)))
        return cls(outcome.places, shares, 0)

    def one_later(self) -> GameEnd:
        return GameEnd(self.places, self.shares, self.plies + 1)

    def better(self, other: GameEnd, seat: int, exact: bool) -> bool:
        """Return whether ``seat`` prefers this ending; exact: the nearer win, the more distant loss."""
        mine, theirs = self.shares[seat], other.shares[seat]
        if mine != theirs or not exact:
            return mine > theirs
        return self.plies < other.plies if mine == 1 else self.plies > other.plies if mine == 0 else False


@dataclass(slots=True)
class _Frame:
    state: Any
    key: Hashable
    mover: int
    moves: Iterator[Any]
    trying: Any = None
    best: GameEnd | None = None
    move: Any = None


@dataclass(frozen=True, slots=True)
class Found:
    """What the search says of a state: its ending (None after a limit), a move, and what it cost."""

    ending: GameEnd | None
    move: Any
    nodes: int
    hits: int
    limit: str


class PlainSearch:
    """A search with a table that outlives each question.

    entries: of the table, at most; when it is full, states are judged again rather than forgotten.
    """

    def __init__(self, game: Any, gifts: Gifts, entries: int = 2_000_000) -> None:
        self._game, self._gifts, self._entries = game, gifts, entries
        self._tables: dict[bool, dict[Hashable, GameEnd]] = {False: {}, True: {}}
        self._key: Callable[[Any], Hashable] = _key_of(gifts)

    def __call__(self, state: Any, exact: bool, limits: SearchLimits) -> Found:
        """Judge a state that is not final; raises EndlessGame where the game can run in a circle."""
        table = self._tables[exact]
        nodes, hits, path = 1, 0, set()
        frames = [self._frame(state)]
        path.add(frames[0].key)
        while True:
            frame = frames[-1]
            limit = limits.reached(nodes) if nodes % _LOOK == 0 or limits.nodes is not None else ""
            if limit:
                return self._stopped(frames[0], nodes, hits, limit)
            frame.trying = next(frame.moves, None) if not _settled(frame, exact) else None
            if frame.trying is None:
                assert frame.best is not None, "a state without moves must be final"
                frames.pop()
                path.discard(frame.key)
                if frame.key is not None and len(table) < self._entries:
                    table[frame.key] = frame.best
                if not frames:
                    return Found(frame.best, frame.move, nodes, hits, "")
                _offer(frames[-1], frame.best, exact)
                continue
            child = self._game.play(frame.state, frame.trying)
            nodes += 1
            outcome = self._game.outcome(child)
            if outcome is not None:
                _offer(frame, GameEnd.of(outcome), exact)
                continue
            key = self._key(child)
            known = table.get(key) if key is not None else None
            if known is not None:
                hits += 1
                _offer(frame, known, exact)
                continue
            if key is not None and key in path:
                raise EndlessGame(
                    str(getattr(self._game, "name", "game")),
                    f"after {frame.trying} an earlier position comes back",
                    "The solver is for games that always end: count the repeats in the state, and end the game by them",
                )
            frames.append(self._frame(child, key))
            path.add(key)

    def _frame(self, state: Any, key: Hashable = None) -> _Frame:
        moves = self._game.legal(state)
        if self._gifts.order is not None:
            moves = self._gifts.order(state, moves)
        return _Frame(state, self._key(state) if key is None else key, self._game.to_move(state), iter(moves))

    @staticmethod
    def _stopped(root: _Frame, nodes: int, hits: int, limit: str) -> Found:
        """Return the best of what is known: a move that does not lose, else one that nobody has judged."""
        move = root.move
        if root.best is None or root.best.shares[root.mover] == 0:
            untried = root.trying if root.trying is not None and root.trying != root.move else None
            move = untried if untried is not None else next(root.moves, root.move)
        return Found(None, move, nodes, hits, limit)


def _settled(frame: _Frame, exact: bool) -> bool:
    """Return whether no other move can be better: a win, or in exact play a win at once."""
    return frame.best is not None and frame.best.shares[frame.mover] == 1 and (not exact or frame.best.plies == 1)


def _offer(frame: _Frame, child: GameEnd, exact: bool) -> None:
    ending = child.one_later()
    if frame.best is None or ending.better(frame.best, frame.mover, exact):
        frame.best, frame.move = ending, frame.trying


def _key_of(gifts: Gifts) -> Callable[[Any], Hashable]:
    plain = gifts.key or _hashable
    if gifts.twins is None:
        return plain
    twins = gifts.twins

    def least(state: Any) -> Hashable:
        keys: Any = (plain(twin) for twin in twins(state))
        return min(keys)  # type: ignore[no-any-return]

    return least


def _hashable(state: Any) -> Hashable:
    """Return the state as its own key, or None where it cannot be one: the tree is then searched without a table."""
    try:
        hash(state)
    except TypeError:
        return None
    return state  # type: ignore[no-any-return]
