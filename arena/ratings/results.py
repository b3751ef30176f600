"""Lists of two-player results, as the fits want them: names once, then flat arrays.

Which of the two moved first, which games share a seed (a *cluster*: usually the two halves of a pair) and which
variant was played are kept beside the points, because errors, seat effects and variant tests need them.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.errors import RatingError
from arena.ratings.numbering import places


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
class GameColumns:
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
    def of(cls, games: Iterable[GameResult], names: Sequence[str] = ()) -> GameColumns:
        """Put games into columns; ``names`` adds players that may not have played.

        Raises RatingError on points outside 0..1 and on a game of a bot against itself, which says
        nothing about ratings.
        """
        columns = Columns()
        for game in games:
            columns.add(game.first, game.second, game.points, game.cluster, game.variant)
        return columns.results(names)

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.points)

    def where(self, keep: NDArray[np.bool_]) -> GameColumns:
        """Return the games marked in ``keep``; names and numbers of players stay as they are."""
        if keep.all():
            return self
        _, cluster = places(self.cluster[keep])
        columns = (self.first[keep], self.second[keep], self.points[keep], cluster, self.variant[keep])
        return GameColumns(self.names, self.variants, *columns)

    def of_variant(self, variant: str) -> GameColumns:
        """Return the games of one variant."""
        return self.where(self.variant == self.variants.index(variant))

    def among(self, players: Iterable[int]) -> GameColumns:
        """Return the games that were played between these players (by index)."""
        chosen = np.zeros(len(self.names), dtype=np.bool_)
        chosen[list(players)] = True
        return self.where(chosen[self.first] & chosen[self.second])

    def taken(self) -> NDArray[np.float64]:
        """Return float64[players, players]: the points that each row's player took from each column's."""
        n = len(self.names)
        table: NDArray[np.float64] = np.zeros(n * n)
        table += np.bincount(self.first * n + self.second, weights=self.points, minlength=n * n)
        table += np.bincount(self.second * n + self.first, weights=1 - self.points, minlength=n * n)
        return table.reshape(n, n)

    def played(self) -> NDArray[np.int64]:
        """Return int64[players, players]: the games between each two players."""
        n = len(self.names)
        table = np.bincount(self.first * n + self.second, minlength=n * n).reshape(n, n)
        return (table + table.T).astype(np.int64)

    def count(self) -> NDArray[np.int64]:
        """Return int64[players]: the games that each player played."""
        n = len(self.names)
        return (np.bincount(self.first, minlength=n) + np.bincount(self.second, minlength=n)).astype(np.int64)


class Columns:
    """Games on their way into columns, one by one: a million of them take some 40 MiB, whatever their names are."""

    def __init__(self) -> None:
        self._players: dict[str, int] = {}
        self._variants: dict[str, int] = {}
        self._clusters: dict[Hashable, int] = {}
        self._count = 0  # clusters
        self._first, self._second, self._cluster, self._variant = (array("q") for _ in range(4))
        self._points = array("d")

    def __len__(self) -> int:
        return len(self._points)

    def add(self, first: str, second: str, points: float, cluster: Hashable = None, variant: str = "") -> None:
        """Take one game (see ``GameResult``). Raises RatingError as ``GameColumns.of`` does."""
        if not 0 <= points <= 1:
            raise RatingError("", f"{points!r} points in {first} against {second}", "Use 0 to 1.")
        if first == second:
            raise RatingError("", f"{first!r} plays itself", "Leave such games out: they rate nobody.")
        players = self._players
        self._first.append(players.setdefault(first, len(players)))
        self._second.append(players.setdefault(second, len(players)))
        self._points.append(points)
        number = self._count if cluster is None else self._clusters.setdefault(cluster, self._count)
        self._count += number == self._count
        self._cluster.append(number)
        self._variant.append(self._variants.setdefault(variant, len(self._variants)))

    def results(self, names: Sequence[str] = ()) -> GameColumns:
        """Return what was added; ``names`` adds players that may not have played."""
        for name in names:
            self._players.setdefault(name, len(self._players))
        players, player = _sorted(self._players)
        variants, variant = _sorted(self._variants)
        return GameColumns(
            players,
            variants,
            player[np.array(self._first, dtype=np.int64)],
            player[np.array(self._second, dtype=np.int64)],
            np.array(self._points, dtype=np.float64),
            np.array(self._cluster, dtype=np.int64),
            variant[np.array(self._variant, dtype=np.int64)],
        )


def _sorted(numbers: dict[str, int]) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Return the names in order, and for each number that was given out the name's place in that order."""
    names = sorted(numbers)
    place = np.empty(len(names), dtype=np.int64)
    place[[numbers[name] for name in names]] = np.arange(len(names))
    return tuple(names), place
