"""The results of games of two in columns, some 60 bytes a game, whatever order they come in. Pure."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.errors import RatingError
from arena.ratings.numbering import places
from arena.ratings.results import GameColumns, GameResult
from arena.ratings.spread import Margins
from arena.records.record import GameRecord

# name -> type of array.array: who had the first turn (or seat 0), the other, where; twice the first one's points; its
# margin (not a number where games have no points); the seat that had the first turn, NOBODY where nobody moved; whether
# a schedule has to know more of the game than this (see ``results.py``)
COLUMNS = {
    "first": "i", "second": "i", "variant": "i", "pairing": "i", "pair": "q", "half": "b", "points": "b",
    "margin": "d", "began": "b", "apart": "b",
}  # fmt: skip
NOBODY = -1
NAMES = ("players", "variants", "pairings")


@dataclass(frozen=True)
class OrderedGames:
    """Games in order of variant, pairing, pair and half.

    margin: float64[games], the first mover's, not a number where a game has no points. pair: int64[games].
    moved: bool[games], whether anybody did.
    """

    columns: GameColumns
    margin: NDArray[np.float64]
    moved: NDArray[np.bool_]
    pair: NDArray[np.int64]

    @property
    def margins(self) -> Margins:
        """The margins, () where a game has none."""
        return () if np.isnan(self.margin).any() else self.margin

    def spreads(self) -> dict[str, NDArray[np.float64]]:
        """Return each player's mean margins, one a cluster in which it has games with points."""
        scored = ~np.isnan(self.margin)
        if not scored.any():
            return {}
        columns, margin = self.columns, self.margin[scored]
        clusters = int(columns.cluster.max()) + 1
        cluster = columns.cluster[scored]
        keys = np.concatenate((columns.first[scored] * clusters + cluster, columns.second[scored] * clusters + cluster))
        found, place = places(keys)
        means = np.bincount(place, weights=np.concatenate((margin, -margin))) / np.bincount(place)
        ends = np.searchsorted(found, np.arange(len(columns.names) + 1) * clusters)
        return {name: means[ends[at] : ends[at + 1]] for at, name in enumerate(columns.names)}

    def results(self) -> Iterator[GameResult]:
        """Yield the games one by one."""
        columns = self.columns
        for index in range(columns.games):
            variant = columns.variants[columns.variant[index]]
            yield GameResult(
                columns.names[columns.first[index]], columns.names[columns.second[index]],
                float(columns.points[index]), (variant, int(self.pair[index])), variant,
            )  # fmt: skip


class GameTable:
    """Collects games of two. Equal games give equal figures, in whatever order and parts they were added.

    names: of players, variants and pairings, each with its number in the columns.
    """

    def __init__(self) -> None:
        self.names: dict[str, dict[str, int]] = {kind: {} for kind in NAMES}
        self.columns: dict[str, array[Any]] = {name: array(kind) for name, kind in COLUMNS.items()}

    def __len__(self) -> int:
        return len(self.columns["points"])

    def add(self, record: GameRecord, *, apart: bool = False) -> None:
        """Take one game; apart: whether its result is kept by itself as well."""
        moved = record.first_seat
        first = moved or 0
        other = 1 - first
        scores, places = record.scores, record.places
        columns = self.columns
        columns["first"].append(self._number("players", record.bots[first]))
        columns["second"].append(self._number("players", record.bots[other]))
        columns["variant"].append(self._number("variants", record.variant))
        columns["pairing"].append(self._number("pairings", record.pairing))
        columns["pair"].append(record.pair)
        columns["half"].append(record.half)
        ahead = places[other] - places[first]
        columns["points"].append(2 if ahead > 0 else 1 if ahead == 0 else 0)
        columns["margin"].append(float("nan") if scores is None else float(scores[first] - scores[other]))
        columns["began"].append(NOBODY if moved is None else moved)
        columns["apart"].append(apart)

    def merge(self, other: GameTable) -> None:
        """Take all games of another table."""
        if not len(other):
            return
        sources = {"first": "players", "second": "players", "variant": "variants", "pairing": "pairings"}
        for name, kind in COLUMNS.items():
            if name not in sources:
                self.columns[name].extend(other.columns[name])
                continue
            names = other.names[sources[name]]
            numbers = np.array([self._number(sources[name], known) for known in names], dtype=np.dtype(kind))
            self.columns[name].frombytes(numbers[np.frombuffer(other.columns[name], dtype=np.dtype(kind))].tobytes())

    def ordered(self, bots: Sequence[str] = (), variant: str | None = None) -> OrderedGames:
        """Return the games, or those of one variant, in order. bots: adds players that may not have played.

        Games share their cluster where they share variant and pair. Raises RatingError for a bot that plays itself.
        """
        taken = {name: np.frombuffer(values, dtype=np.dtype(COLUMNS[name])) for name, values in self.columns.items()}
        if variant is not None:
            chosen = taken["variant"] == self.names["variants"].get(variant, -1)
            taken = {name: values[chosen] for name, values in taken.items()}
        _, by_pairing = _ranks(self.names["pairings"], taken["pairing"])
        variants, by_variant = _ranks(self.names["variants"], taken["variant"])
        order = np.lexsort((taken["half"], taken["pair"], by_pairing, by_variant))
        del by_pairing, taken["pairing"], taken["half"], taken["apart"], taken["variant"]  # long: let go of early
        for name in list(taken):
            taken[name] = taken[name][order]
        by_variant = by_variant[order]
        itself = np.flatnonzero(taken["first"] == taken["second"])
        if len(itself):
            name = list(self.names["players"])[taken["first"][itself[0]]]
            raise RatingError("", f"{name!r} plays itself", "Leave such games out: they rate nobody.")
        both = np.concatenate((taken.pop("first"), taken.pop("second")))
        names, player = _ranks(self.names["players"], both, bots)
        least = taken["pair"].min() if len(order) else 0
        pairs, pair = places(taken["pair"] - least)
        _, cluster = places(by_variant * max(1, len(pairs)) + pair)
        games = len(order)
        del both, order
        points = taken["points"] * 0.5
        columns = GameColumns(names, variants, player[:games], player[games:], points, cluster, by_variant)
        return OrderedGames(columns, taken["margin"], taken["began"] != NOBODY, taken["pair"])

    def _number(self, kind: str, name: str) -> int:
        names = self.names[kind]
        return names.setdefault(name, len(names))


def _ranks(
    names: Mapping[str, int], numbers: NDArray[Any], more: Sequence[str] = ()
) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Return those names that occur among the numbers, or in ``more``, sorted; and for each number its name's place."""
    listed = list(names)
    there = np.flatnonzero(np.bincount(numbers))  # np.unique would load numpy.ma
    occurring = sorted({*(listed[number] for number in there), *more})
    place = {name: at for at, name in enumerate(occurring)}
    places = np.array([place.get(name, -1) for name in listed], dtype=np.int64)
    return tuple(occurring), places[numbers] if len(listed) else np.empty(0, dtype=np.int64)
