"""What a page needs of all records, read twice and kept small: figures for the plots, and the games that travel along.

A page brings so many games to replay: first those that its best moves and worst misses lead to, then those with the
smallest pair numbers, so that every pairing and variant is there. The others are counted, and the page says so.
"""

from __future__ import annotations

import heapq
from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from arena.records.record import GameRecord


def _floats() -> defaultdict[str, array[float]]:
    return defaultdict(lambda: array("d"))


@dataclass
class PlotData:
    """By bot: points and spread of every game, milliseconds of every move. games: how many records there are."""

    scores: defaultdict[str, array[float]] = field(default_factory=_floats)
    spreads: defaultdict[str, array[float]] = field(default_factory=_floats)
    times: defaultdict[str, array[float]] = field(default_factory=_floats)
    games: int = 0
    ids: frozenset[str] = frozenset()


def plot_data(records: Iterable[GameRecord], most: int, first: Collection[str] = ()) -> PlotData:
    """Return the figures of all records, and the ids of the ``most`` games that travel along (``first`` ones first)."""
    data = PlotData()
    data.ids = frozenset(name for *_, name in heapq.nsmallest(most, _ranked(records, data, frozenset(first))))
    return data


def _ranked(
    records: Iterable[GameRecord], data: PlotData, first: frozenset[str]
) -> Iterator[tuple[bool, int, int, str]]:
    for record in records:
        data.games += 1
        yield record.id not in first, record.pair, record.half, record.id
        if not record.counts:
            continue
        for seat, bot in enumerate(record.bots):
            if record.scores is not None and len(record.bots) > 1:
                others = [score for index, score in enumerate(record.scores) if index != seat]
                data.scores[bot].append(record.scores[seat])
                data.spreads[bot].append(record.scores[seat] - sum(others) / len(others))
        for move, ms in zip(record.moves, record.circumstances.ms, strict=False):
            data.times[record.bots[move.seat]].append(max(ms, 0.01))
