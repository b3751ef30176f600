"""The search for games that give themselves as integers with compiled kernels (``arena.contract.gifts.Compact``).

The same search as plain.py's, in one compiled loop that is specialised by the game's own kernels. It is
called for a slice of states at a time, so that limits hold and the table can grow between two slices.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.contract.gifts import Compact, SearchLimits, SearchResult
from arena.errors import ArenaError
from arena.jit.handed import address_of
from arena.solver import _kernels as k
from arena.solver.plain import EndlessGame

_SLICE = 20_000  # states between two looks at the clock
_SMALL = 1 << 8  # entries of a new table
_STACK = 1 << 22  # moves that the stack may have to hold
_ENTRY = 10  # bytes of an entry


class UnfitKernels(ArenaError):
    """A game declares a compact form with something that is no kernel, or one for other types."""


def fits(compact: Compact) -> bool:
    """Return whether the search has room for a game of that size."""
    return 0 < compact.longest < k.FAR and compact.most_moves * (compact.longest + 2) <= _STACK


class CompactSearch:
    """A search with a table that outlives each question. memory: bytes of both tables, at most."""

    def __init__(self, name: str, compact: Compact, memory: int) -> None:
        self._name, self._compact = name, compact
        self._most = max(_SMALL, 1 << max(0, (memory // 2 // _ENTRY).bit_length() - 1))
        self._tables: dict[int, tuple[NDArray[np.int64], NDArray[np.int16], int]] = {}
        self._stack = np.zeros(compact.most_moves * (compact.longest + 2), dtype=np.int64)
        self._frames = np.zeros((compact.longest + 2) * k.WIDTH, dtype=np.int64)
        self._kernels = _addresses(name, compact, self._stack)

    def __call__(self, state: Any, exact: bool, limits: SearchLimits) -> SearchResult:
        """Judge a state that is not final."""
        game, packed = self._compact, self._compact.pack(state)
        moves_of, play, value_of, mover_of, key_of = self._kernels
        config, frames, stack = game.config, self._frames, self._stack
        keys, values, entries = self._tables.get(exact) or _table(_SMALL)
        control = np.zeros(8, dtype=np.int64)
        control[k.NODES], control[k.ENTRIES], control[k.EXACT] = 1, entries, exact
        control[k.GROWS] = keys.shape[0] < self._most
        mover = game.mover(packed, config)
        count = game.moves(packed, config, stack)
        frames[: k.WIDTH] = (packed, game.key(packed, config), mover, 0, count, 0, k.NOTHING, -1)
        control[k.TOP] = count
        while True:
            until = int(control[k.NODES]) + _SLICE
            if limits.nodes is not None:
                until = min(until, limits.nodes)
            status = k.search(
                moves_of, play, value_of, mover_of, key_of,
                config, control, frames, stack, keys, values, until,
            )  # fmt: skip
            nodes, hits = int(control[k.NODES]), int(control[k.HITS])
            if status == k.ENDLESS:
                raise EndlessGame(self._name, f"a line has more than {game.longest} moves", "Fix the game's `longest`")
            if status == k.FULL:
                keys, values = _grown(keys, values)
                control[k.GROWS] = keys.shape[0] < self._most
            self._tables[exact] = keys, values, int(control[k.ENTRIES])
            if status == k.DONE:
                best = int(frames[k.BEST])
                value = (best > 0) - (best < 0)
                plies = k.FAR - abs(best) if exact and value else None
                return SearchResult(value, plies, game.move(state, int(frames[k.MOVE])), nodes, hits)
            limit = limits.reached(nodes)
            if limit:
                return SearchResult(None, None, game.move(state, self._best_so_far(mover, count)), nodes, hits, limit)

    def _best_so_far(self, mover: int, count: int) -> int:
        """Return the number of a move of the first frame that is not known to lose, where there is one."""
        best, move, tried = int(self._frames[k.BEST]), int(self._frames[k.MOVE]), int(self._frames[k.NEXT])
        loses = best == k.NOTHING or (best if mover == 0 else -best) < 0
        if not loses:
            return move
        running = tried - 1 if 0 < tried <= count else 0  # the move in the middle of which the search stopped
        return int(self._stack[running])


def _addresses(name: str, compact: Compact, stack: NDArray[np.int64]) -> list[Any]:
    """Return a game's kernels as the search is handed them. Raises UnfitKernels."""
    config = compact.config
    wanted: dict[str, tuple[Any, tuple[Any, ...]]] = {
        "moves": (k.MOVES, (0, config, stack)),
        "play": (k.PLAY, (0, 0, config)),
        "value": (k.ASK, (0, config)),
        "mover": (k.ASK, (0, config)),
        "key": (k.ASK, (0, config)),
    }
    addresses = []
    for gift, (signature, like) in wanted.items():
        try:
            addresses.append(address_of(getattr(compact, gift), signature, like))
        except TypeError as error:
            remedy = "Compile it with arena.jit.kernel for the signature that arena/contract/gifts.py asks for"
            raise UnfitKernels(name, f"the kernel {gift!r} of its compact form is unfit: {error}", remedy) from None
    return addresses


def _table(size: int) -> tuple[NDArray[np.int64], NDArray[np.int16], int]:
    return np.full(size, -1, dtype=np.int64), np.zeros(size, dtype=np.int16), 0


def _grown(keys: NDArray[np.int64], values: NDArray[np.int16]) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    new_keys, new_values, _ = _table(4 * keys.shape[0])
    k.rehash(keys, values, new_keys, new_values)
    return new_keys, new_values
