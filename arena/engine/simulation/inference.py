"""What the last move of the other of two seats tells about the tiles that it kept.

Whoever plays well makes a good move; so tiles with which there was a much better move than the one that was made are
not likely to have been held (Richards and Amir 2007, *Opponent modeling in Scrabble*). Sets of tiles are drawn from
those that are unseen, as many tiles as were kept, and each is put to the tiles of the move; the best move by equity
of such a hand on the board of that time says how much the move that was made gives away. A move is thought to be the
best with these leaves as a rule; else some other, the less likely the more it gives away, and now and then any.

After a change the tiles that went are not known either: whole hands are drawn, and those stay whose best move is a
change of as many tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import comb, exp, prod

import numpy as np
from numpy.typing import NDArray

from arena.contract.chance import stream
from arena.engine.equity import EquityFinder
from arena.scrabble.bag import with_tiles, without_tiles
from arena.scrabble.finding import EngineField
from arena.scrabble.moves import Change
from arena.scrabble.seen import SeenTurn
from arena.scrabble.tiles import Hand
from arena.scrabble.view import WordView, most_changed

MOST_SETS = 5000
AS_GOOD = 0.01  # points of equity that a move may give away and still count as the best
OTHERS = 0.2  # how likely a move that is not the best is beside one that is, before what it gives away
SCALE = 4.0  # points: giving away so many more makes a move a third as likely
ANY = 0.002  # how likely any move is, whatever it gives away


class LikelyKept:
    """Sets of tiles that the other may have kept, and how likely they are.

    sets: int32[n, kinds]; how many tiles of each kind. weights: float64[n]; they sum to 1.
    """

    def __init__(self, sets: NDArray[np.int32], weights: NDArray[np.float64]) -> None:
        self.sets, self.weights = sets, weights / weights.sum()
        self._ends = np.cumsum(self.weights)

    def at(self, shares: NDArray[np.float64]) -> NDArray[np.int32]:
        """Return int32[n, kinds]: the sets at these shares of all weights, 0 to 1."""
        places = np.searchsorted(self._ends, shares, side="right")
        found: NDArray[np.int32] = self.sets[np.minimum(places, len(self.sets) - 1)]
        return found

    def in_bag(self, unseen: Hand) -> dict[int, float]:
        """Return how likely each unseen tile is to be the one that was drawn next, by kinds of tiles; the sum is 1."""
        mean = self.weights @ self.sets
        rest = sum(unseen.values()) - float(mean.sum())
        return {tile: (count - float(mean[tile])) / rest for tile, count in unseen.items()}


def likely_kept(
    view: WordView, finder: EquityFinder, count: int, seed: int, in_time: Callable[[], bool] = lambda: True
) -> LikelyKept | None:
    """Return what the other seat may have kept at the turn before this one, None where that turn tells nothing.

    It tells nothing with an empty bag, with more than two seats, after a pass, a failed play or a challenge, and where
    no tile was kept. count: sets that are drawn, with a seed of their own. in_time: asked before each set; when it says
    no, those before it have to do.
    """
    turn = view.history[-1] if view.history else None
    size = view.table.hand_size
    if turn is None or view.players != 2 or view.gone or turn.seat == view.seat or not view.bag_count:
        return None
    if turn.kind not in ("play", "change") or view.hand_counts[turn.seat] != size:
        return None
    hidden = size - len(turn.tiles)
    if hidden == 0:
        return None
    found = list[tuple[Hand, float]]()
    weigh = _after_play(view, turn, finder) if turn.kind == "play" else _after_change(view, turn, finder)
    for tiles, times in _drawn(view, hidden, count, seed):
        if not in_time():
            break
        kept, likely = weigh(tiles)
        if likely > 0:
            found.append((kept, times * likely))
    if not found:
        return None
    sets = np.zeros((len(found), len(view.table.tiles.tiles)), np.int32)
    for place, (kept, _) in enumerate(found):
        sets[place, list(kept)] = list(kept.values())
    return LikelyKept(sets, np.array([likely for _, likely in found]))


def likelihood(given_away: float) -> float:
    """Return how likely a move is that gives away so many points of equity, beside one that gives away none."""
    return 1.0 if given_away <= AS_GOOD else max(ANY, OTHERS * exp(-given_away / SCALE))


Weigh = Callable[[Sequence[int]], tuple[Hand, float]]  # hidden tiles -> those that were kept, how likely


def _drawn(view: WordView, hidden: int, count: int, seed: int) -> Iterator[tuple[tuple[int, ...], int]]:
    # Sets of unseen tiles and how often each was drawn.
    unseen = sorted(Counter(view.unseen).elements())
    rng = stream(seed, "kept tiles")
    drawn = Counter(tuple(sorted(rng.sample(unseen, hidden))) for _ in range(count))
    yield from drawn.items()


def _board_before(view: WordView, turn: SeenTurn) -> EngineField:
    laid = {(tile.x, tile.y) for tile in turn.tiles}
    field = view.table.empty_field()
    field.place(tuple(tile for square, tile in view.board.items() if square not in laid))
    return field


def _after_play(view: WordView, turn: SeenTurn, finder: EquityFinder) -> Weigh:
    field, laid = _board_before(view, turn), [tile.tile for tile in turn.tiles]
    may_change = most_changed(view.table.rules, view.table.hand_size, view.bag_count + len(laid))
    counts = Counter(laid)

    def weigh(tiles: Sequence[int]) -> tuple[Hand, float]:
        kept = with_tiles({}, tiles)
        best = finder.worth(field, with_tiles(kept, laid), may_change)
        # each tile is one of those alike in the hand, and any of them may have been laid
        ways = prod(comb(count + kept.get(tile, 0), count) for tile, count in counts.items())
        return kept, likelihood(best - turn.points - finder.leaves.value(kept)) / ways

    return weigh


def _after_change(view: WordView, turn: SeenTurn, finder: EquityFinder) -> Weigh:
    field = _board_before(view, turn)
    may_change = most_changed(view.table.rules, view.table.hand_size, view.bag_count)

    def weigh(tiles: Sequence[int]) -> tuple[Hand, float]:
        hand = with_tiles({}, tiles)
        best = finder.best(field, hand, may_change)
        if best is None or not isinstance(best.move, Change) or len(best.move.tiles) != turn.count:
            return {}, 0.0
        return without_tiles(hand, best.move.tiles), 1.0

    return weigh
