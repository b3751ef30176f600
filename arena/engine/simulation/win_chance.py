"""The chance to win, by the spread and the tiles that are left.

The spread is the difference of points with the values of the leaves; left are the tiles in the bag and in all hands.
What a game still changes of a spread was seen in self-play (``win_table.py``): on the average so many points for the
seat that is on the move, and a scale of a logistic curve around it, both by the tiles left. They are counted, not taken
as a share of the set: with 200 tiles, what is beyond the table goes on as the sum of independent turns does,
the scale as the square root of the tiles left. With more than two seats each pair is taken for itself, and the chances
are made to sum to 1; the table knows nothing else of such games.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.engine.simulation.win_table import ROWS

POINT = 1 / 5000  # chance to win that a point of spread is worth: it decides among equals alone

_LEFT, _MEAN, _SCALE = (np.array(column, np.float64) for column in zip(*ROWS, strict=True))


def turn_worth(left: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what being on the move is worth, in points."""
    return np.interp(left, _LEFT, _MEAN)


def scale_of(left: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the scale of the logistic curve, in points."""
    beyond = np.sqrt(np.maximum(1.0, left / _LEFT[-1]))
    found: NDArray[np.float64] = np.interp(left, _LEFT, _SCALE) * beyond
    return found


def win_chances(
    points: NDArray[np.float64], left: NDArray[np.float64], mover: NDArray[np.int64], over: NDArray[np.bool_], seat: int
) -> NDArray[np.float64]:
    """Return float64[n]: how likely a seat wins, 0 to 1, a shared first place by the share.

    points: float64[n, seats]; with the values of leaves, and -inf for a seat that has left. left: float64[n]; tiles.
    mover:  int64[n]; whose turn it is. over: bool[n]; whether the points are final.
    """
    count, seats = points.shape
    rows = np.arange(count)
    ahead = np.zeros((count, seats))
    ahead[rows, mover] = turn_worth(left)
    level = points + ahead
    scale = scale_of(left)[:, None]
    wins = np.ones((count, seats))
    for mine in range(seats):
        for other in range(seats):
            if other != mine:
                with np.errstate(invalid="ignore"):
                    gap = np.clip((level[:, mine] - level[:, other]) / scale[:, 0], -500, 500)
                wins[:, mine] *= 1.0 / (1.0 + np.exp(-np.nan_to_num(gap, nan=0.0)))
    wins[~np.isfinite(points)] = 0.0
    shares = wins / wins.sum(axis=1, keepdims=True)
    best = points == points.max(axis=1, keepdims=True)
    final = best / best.sum(axis=1, keepdims=True)
    found: NDArray[np.float64] = np.where(over, final[:, seat], shares[:, seat])
    return found
