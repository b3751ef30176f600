"""Connect-k as gifts for the solver: keys, twins and a move order for any board, and a search of its own.

The search needs at most 62 bits a board, a guard bit for each rod included: 7 rods of 7, 8 of 6, 6 of 9.
``ConnectSearch.score`` is what people who write about the game use: 0 a tie, +n a win with n - 1 own stones
left after the winning one, -n the same for the other side.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.contract.gifts import Gifts, SearchLimits, SearchResult
from arena.games.connect import _kernels as k
from arena.games.connect import _table as t
from arena.games.connect.grid import Drop, Grid, Stones

MOST_BITS = 62
_SLICE = 20_000  # positions between two looks at the clock, some hundredths of a second at worst
_GLANCE = 20_000  # positions of a look ahead after a limit
_TWINS = 20  # stones up to which a position and its mirror image share an entry
NO_LIMITS = SearchLimits()


def connect_gifts(game: Grid) -> Gifts:
    """Return what connect-k declares."""
    fits = game.rods * (game.height + 1) <= MOST_BITS and game.k >= 2
    return Gifts(
        key=lambda state: (*state.of, state.mover),
        twins=lambda state: (state, game.mirrored(state)),
        order=game.middle_first,
        search=(lambda memory: ConnectSearch(game, memory)) if fits else None,
    )


class ConnectSearch:
    """Scores of one board. memory: bytes of the table at most; it starts small and grows as it fills."""

    def __init__(self, game: Grid, memory: int) -> None:
        self.game = game
        rods, height = game.rods, game.height
        bottom = sum(1 << rod * (height + 1) for rod in range(rods))
        # the squares of the follower, level by level: the upper one of each pair, pairs counted from the top
        follow = sum(bottom << level for level in range(height + 1) if (height - level) % 2 == 1)
        bits = rods * (height + 1)
        middle = sorted(range(rods), key=lambda rod: abs(2 * rod - rods + 1))
        self._board = np.zeros(t.MIDDLE + rods, dtype=np.int64)
        sizes = (rods, height, game.k, game.full, bottom, follow, rods * height, bits, _TWINS, rods * height)
        self._board[: t.HORIZON + 1] = sizes
        self._board[t.MIDDLE :] = middle
        self._least = min(max(10, bits - 43), bits)  # bits of the first table's bucket numbers: an entry must fit in 63
        self._most = max(self._least, (memory // 8 // t.WAYS).bit_length() - 1)
        self._table: NDArray[np.int64] = np.zeros(t.WAYS << self._least, dtype=np.int64)
        self._stored = 0
        self.nodes = self.hits = 0

    def __call__(self, state: Stones, exact: bool, limits: SearchLimits) -> SearchResult:
        """Judge a state that is not final."""
        self.nodes = self.hits = 0
        score, rod, limit = self._judge(state, exact, limits)
        if score is None:
            nodes, hits = self.nodes, self.hits
            rod = self._glance(state) if rod < 0 else rod
            return SearchResult(None, None, Drop(rod, seat=state.mover), nodes, hits, limit)
        move = Drop(rod, seat=state.mover)
        value = (score > 0) - (score < 0)
        plies = self._plies(state, score) if exact and score else None
        return SearchResult(value if state.mover == 0 else -value, plies, move, self.nodes, self.hits)

    def score(self, state: Stones, limits: SearchLimits = NO_LIMITS) -> int | None:
        """Return the exact score for the player to move; None when a limit was reached."""
        self.nodes = self.hits = 0
        return self._judge(state, True, limits)[0]

    def _plies(self, state: Stones, score: int) -> int:
        """Return the moves until a win of that score: it is made with so many stones on the board."""
        cells, count = self.game.rods * self.game.height, (state.of[0] | state.of[1]).bit_count()
        total = cells + 2 - 2 * abs(score)  # stones after the winning one, up to parity
        winner_moves_next = score > 0
        if (total - count) % 2 != (1 if winner_moves_next else 0):
            total -= 1
        return total - count

    def _judge(self, state: Stones, exact: bool, limits: SearchLimits) -> tuple[int | None, int, str]:
        """Return (score, rod, limit). Without ``exact`` only the sign of the score counts."""
        game = self.game
        cells = game.rods * game.height
        count = (state.of[0] | state.of[1]).bit_count()
        mine, mask = state.of[state.mover], state.of[0] | state.of[1]
        moves = game.middle_first(state, game.moves(state))
        for move in moves:
            if game.in_line(game.after(state, move).of[state.mover]):
                return (cells + 1 - count) // 2, move.rod, ""
        block = self._blocking(state, moves)
        first = block.rod
        proven = -1  # a move that is known not to lose
        if len(moves) == 1 and count == cells - 1:
            return 0, first, ""
        # scores that are still possible, both ends included
        low, high = -((cells - count) // 2), (cells - 1 - count) // 2
        if not exact:
            low, high = max(low, -1), min(high, 1)
        while low < high:
            middle = (low + high) // 2
            if middle <= 0 and low // 2 < middle:
                middle = low // 2 if low // 2 < high else middle
            elif middle >= 0 and high // 2 > middle:
                middle = high // 2
            if middle >= high:
                middle = high - 1
            value, rod, limit = self._window(mine, mask, middle, middle + 1, limits)
            if limit:
                return None, proven, limit
            if value <= middle:
                high = max(low, value)
            else:
                low = min(high, value)
                first = rod if rod >= 0 else first
                proven = first if low >= 0 else -1
        return low, first, ""

    def _glance(self, state: Stones) -> int:
        """Return a rod by looking a few moves ahead, deeper and deeper: the answer where time was too short.

        Positions beyond the horizon count as ties, so this needs a table of its own for each depth.
        """
        mine, mask = state.of[state.mover], state.of[0] | state.of[1]
        count, cells = mask.bit_count(), int(self._board[t.CELLS])
        rod = self._blocking(state, self.game.middle_first(state, self.game.moves(state))).rod
        full_table, stored = self._table, self._stored
        begun = self.nodes
        for horizon in range(count + 2, cells + 1, 2):
            self._board[t.HORIZON] = horizon
            self._table, self._stored = np.zeros(t.WAYS << self._least, dtype=np.int64), 0
            left = SearchLimits(nodes=begun + _GLANCE)
            value, found, limit = self._window(mine, mask, -63, 63, left)
            rod = found if found >= 0 and not limit else rod
            if limit or value:
                break
        self._board[t.HORIZON] = cells
        self._table, self._stored = full_table, stored
        return rod

    def _blocking(self, state: Stones, moves: list[Drop]) -> Drop:
        """Return a move that stops the other side from winning at once, where one is needed; else the first."""
        for move in moves:
            other = 1 - state.mover
            threat = Stones(state.of, mover=other)
            if self.game.in_line(self.game.after(threat, move).of[other]):
                return move
        return moves[0]

    def _window(self, mine: int, mask: int, alpha: int, beta: int, limits: SearchLimits) -> tuple[int, int, str]:
        """Return (a bound of the score on the right side of the window, rod, limit)."""
        board = self._board
        control = np.zeros(8, dtype=np.int64)
        frames = np.zeros((int(board[t.CELLS]) + 2) * k.WIDTH, dtype=np.int64)
        frames[[k.MINE, k.MASK, k.ALPHA, k.BETA]] = mine, mask, alpha, beta
        control[k.ENTERING], control[k.BEST_ROD] = 1, -1
        before_nodes, before_hits = self.nodes, self.hits
        control[k.STORED] = self._stored
        while True:
            step = _SLICE
            if limits.nodes is not None:
                step = min(step, max(0, limits.nodes - self.nodes))
            status = k.search(board, control, frames, self._table, int(control[k.NODES]) + step)
            self._stored = int(control[k.STORED])
            self.nodes, self.hits = before_nodes + int(control[k.NODES]), before_hits + int(control[k.HITS])
            if status == k.DONE:
                return int(control[k.RESULT]), int(control[k.BEST_ROD]), ""
            limit = limits.reached(self.nodes)
            if limit:
                return 0, int(control[k.BEST_ROD]), limit
            self._grow()

    def _grow(self) -> None:
        """Make the table four times as large when it is half full, as long as there is room."""
        size = (self._table.shape[0] // t.WAYS).bit_length() - 1
        bits = int(self._board[t.BITS])
        if 2 * self._stored > self._table.shape[0] and size < min(self._most, bits):
            new: NDArray[Any] = np.zeros(t.WAYS << min(size + 2, self._most, bits), dtype=np.int64)
            t.move_table(self._table, new, bits)
            self._table = new
