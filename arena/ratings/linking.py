"""Which players can stand in one table, and which of them the results alone hold together.

A *league* is a set of players whom games connect, in whatever direction. Within it a *group* is a set in which
everybody can be reached from everybody by "took at least half a point from": exactly among these are ratings by
maximum likelihood finite, and unique up to a shift (Zermelo 1929, Ford 1957). Between two groups of a league all
points went one way.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray


def leagues(taken: NDArray[np.float64]) -> list[tuple[int, ...]]:
    """Return the sets of players that games connect, the largest first (ties: the lowest index first).

    taken: float64[players, players], the points that row took from column.
    """
    return _sets(taken, "weak")


def groups(taken: NDArray[np.float64]) -> list[tuple[int, ...]]:
    """Return the sets of players that are linked by points both ways, ordered like ``leagues``."""
    return _sets(taken, "strong")


def _sets(taken: NDArray[np.float64], connection: Literal["weak", "strong"]) -> list[tuple[int, ...]]:
    """Return the connected components of the graph of who took points from whom."""
    if not len(taken):
        return []
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    _, labels = connected_components(csr_array((taken > 0).astype(np.int8)), directed=True, connection=connection)
    members: dict[int, list[int]] = {}
    for player, label in enumerate(labels):
        members.setdefault(int(label), []).append(player)
    return sorted((tuple(group) for group in members.values()), key=lambda group: (-len(group), group))
