"""Lists of two-player results, as the fits want them: names once, then flat arrays.

Which of the two moved first, which games share a seed (a *cluster*: usually the two halves of a pair) and which
variant was played are kept beside the points, because errors, seat effects and variant tests need them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.errors import RatingError


@dataclass(frozen=True, slots=True)
class GameResult:
    """One finished game of two: ``points`` is the first mover's, 1, 1/2 or 0 (or any share between).

    cluster: what the game shares its luck with, such as (variant, pair); None when it stands alone.
    """

    first: str
    second: str
    points: float
    cluster: Hashable = None
    variant: str = ""


@dataclass(frozen=True, slots=True)
class Results:
    """Games in columns. Players, variants and clusters are numbered in sorted (first seen for clusters) order.

    first, second: int64[games], indices into ``names``; points: float64[games], of the first;
    cluster: int64[games], 0..clusters-1; variant: int64[games], indices into ``variants``.
    """

    names: tuple[str, ...]
    variants: tuple[str, ...]
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    points: NDArray[np.float64]
    cluster: NDArray[np.int64]
    variant: NDArray[np.int64]

    @classmethod
    def of(cls, games: Iterable[GameResult], names: Sequence[str] = ()) -> Results:
        """Put games into columns; ``names`` adds players that may not have played.

        Raises RatingError on points outside 0..1 and on a game of a bot against itself, which says
        nothing about ratings.
        """
        listed = list(games)
        for game in listed:
            if not 0 <= game.points <= 1:
                raise RatingError("", f"{game.points!r} points in {game.first} against {game.second}", "Use 0 to 1.")
            if game.first == game.second:
                raise RatingError("", f"{game.first!r} plays itself", "Leave such games out: they rate nobody.")
        players = sorted({*names, *(game.first for game in listed), *(game.second for game in listed)})
        variants = sorted({game.variant for game in listed})
        number = {name: index for index, name in enumerate(players)}
        sort = {name: index for index, name in enumerate(variants)}
        clusters: dict[Hashable, int] = {}
        cluster = [
            clusters.setdefault(("alone", index) if game.cluster is None else ("shared", game.cluster), len(clusters))
            for index, game in enumerate(listed)
        ]
        return cls(
            tuple(players),
            tuple(variants),
            np.array([number[game.first] for game in listed], dtype=np.int64),
            np.array([number[game.second] for game in listed], dtype=np.int64),
            np.array([game.points for game in listed], dtype=np.float64),
            np.array(cluster, dtype=np.int64),
            np.array([sort[game.variant] for game in listed], dtype=np.int64),
        )

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.points)

    def where(self, keep: NDArray[np.bool_]) -> Results:
        """Return the games marked in ``keep``; names and numbers of players stay as they are."""
        _, cluster = np.unique(self.cluster[keep], return_inverse=True)
        columns = (self.first[keep], self.second[keep], self.points[keep], cluster.astype(np.int64), self.variant[keep])
        return Results(self.names, self.variants, *columns)

    def of_variant(self, variant: str) -> Results:
        """Return the games of one variant."""
        return self.where(self.variant == self.variants.index(variant))

    def among(self, players: Iterable[int]) -> Results:
        """Return the games that were played between these players (by index)."""
        chosen = np.zeros(len(self.names), dtype=np.bool_)
        chosen[list(players)] = True
        return self.where(chosen[self.first] & chosen[self.second])

    def taken(self) -> NDArray[np.float64]:
        """Return float64[players, players]: the points that each row's player took from each column's."""
        table = np.zeros((len(self.names), len(self.names)))
        np.add.at(table, (self.first, self.second), self.points)
        np.add.at(table, (self.second, self.first), 1 - self.points)
        return table

    def played(self) -> NDArray[np.int64]:
        """Return int64[players, players]: the games between each two players."""
        table = np.zeros((len(self.names), len(self.names)), dtype=np.int64)
        np.add.at(table, (self.first, self.second), 1)
        return table + table.T
