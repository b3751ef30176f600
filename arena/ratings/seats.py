"""What moving first is worth: over all games, in score, in Elo and in the game's own points.

With swapped pairs the first seat is as often one bot as the other, so that this mean does not depend on who is
stronger. Errors take clusters (pairs) as observations.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from arena.ratings.elo import Gap, gap_of
from arena.ratings.numbering import places
from arena.ratings.results import GameColumns
from arena.ratings.spread import Margins, Spread, mean_spread

ALWAYS = 0.999  # a first seat that scores as much (or as little) leaves nothing between the bots to see
MOSTLY = 0.95  # the same, where every pair came out even besides

FEW = 10  # clusters or pairs; from fewer, nothing is said about the game


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """The first mover's mean score with its Elo and interval (``gap``; n counts clusters), and margin in points.

    separates: False when (nearly) every game went to the same seat: then every pair is one half and the
    variant says nothing about the bots.
    even: whether there are whole pairs enough, and every one of them came out at one half.
    """

    games: int
    gap: Gap
    margin: Spread
    separates: bool
    even: bool = False


def first_seat_effect(results: GameColumns, margins: Margins = ()) -> SeatEffect:
    """Return what the first seat is worth. ``margins`` are the first mover's score minus its opponent's, game by game.

    Leave out games in which nobody moved: they say who failed, and nothing of moving first.

    Clusters may hold different numbers of games; each counts by its games.
    """
    if not results.games:
        nothing = replace(gap_of(0, 0.5, 0.0), score=math.nan)  # printed as "-": half the points would be a figure
        return SeatEffect(0, nothing, mean_spread(()), True)
    size = np.bincount(results.cluster).astype(np.float64)
    n, games = len(size), results.games
    score = float(results.points.sum()) / games
    off = np.bincount(results.cluster, weights=results.points - score)
    gap = gap_of(n, score, n * float(off @ off) / games**2, student=n < 30)
    if len(margins) == games:
        means = np.bincount(results.cluster, weights=np.asarray(margins, dtype=np.float64)) / size
        spread = mean_spread(means)
    else:
        spread = mean_spread(())
    even = _even(results)
    always = n >= FEW and not 1 - ALWAYS < score < ALWAYS
    mostly = even and not 1 - MOSTLY < score < MOSTLY
    return SeatEffect(games, gap, spread, not (always or mostly), even)


def _even(results: GameColumns) -> bool:
    """Whether there are FEW pairs or more of two games each, the seats swapped, and all of them are one half."""
    low, high = np.minimum(results.first, results.second), np.maximum(results.first, results.second)
    n = len(results.names)
    _, met = places(low * n + high)
    _, pair = places(met * (int(results.cluster.max()) + 1) + results.cluster)
    size = np.bincount(pair)
    first_low = np.bincount(pair, weights=results.first == low)
    points = np.bincount(pair, weights=np.where(results.first == low, results.points, 1 - results.points))
    whole = (size == 2) & (first_low == 1)
    return int(whole.sum()) >= FEW and bool((points[whole] == 1).all())
