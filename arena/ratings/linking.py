"""Which players can stand on one rating scale at all.

Ratings by maximum likelihood are finite, and unique up to a shift, exactly within a set of players in which
everybody can be reached from everybody by "took at least half a point from" (Zermelo 1929, Ford 1957).
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components


def leagues(taken: NDArray[np.float64]) -> list[tuple[int, ...]]:
    """Return the strongly connected sets of players, the largest first (ties: the lowest index first).

    taken: float64[players, players], the points that row took from column.
    """
    return grouped(taken, "strong")


def islands(taken: NDArray[np.float64]) -> list[tuple[int, ...]]:
    """Return the sets of players that no game connects with the others, ordered like ``leagues``."""
    return grouped(taken, "weak")


def grouped(taken: NDArray[np.float64], connection: Literal["weak", "strong"]) -> list[tuple[int, ...]]:
    """Return the connected components of the graph of who took points from whom."""
    if not len(taken):
        return []
    _, labels = connected_components(csr_array((taken > 0).astype(np.int8)), directed=True, connection=connection)
    members: dict[int, list[int]] = {}
    for player, label in enumerate(labels):
        members.setdefault(int(label), []).append(player)
    return sorted((tuple(group) for group in members.values()), key=lambda group: (-len(group), group))


def reaches(taken: NDArray[np.float64], winners: tuple[int, ...], losers: tuple[int, ...]) -> bool:
    """Return whether a chain of "took points from" leads from one of ``winners`` to one of ``losers``."""
    seen = set(winners)
    frontier = list(winners)
    while frontier:
        player = frontier.pop()
        for beaten in np.flatnonzero(taken[player] > 0).tolist():
            if beaten not in seen:
                seen.add(beaten)
                frontier.append(beaten)
    return not seen.isdisjoint(losers)
