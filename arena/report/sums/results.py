"""What decides over the games to come, told by what was gathered of those that are there, without their records. Pure.

A row of the table says all of most games. The others are kept one by one besides: those that do not count, those that
a seat left through a fatal fault, and those whose id is not made of variant, pairing, pair and half.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isnan

from arena.contract.game_ids import game_id
from arena.contract.outcome import Fault
from arena.contract.result import Result
from arena.records.record import GameRecord
from arena.report.sums.game_table import GameTable

_FATAL = {fault.name for fault in Fault if fault.fatal}


def stands_apart(record: GameRecord) -> bool:
    """Tell whether a row of the table does not say all that a schedule has to know of a game."""
    if not record.counts or any(left.fault in _FATAL for left in record.forfeits):
        return True
    return record.id != game_id(record.variant, record.pairing, record.pair, record.half)


def results_from(table: GameTable, apart: Iterable[Result]) -> Iterator[Result]:
    """Yield the results of games of two, in no order: as the records give them, but that no reason is told.

    A reason is told of the games that were kept by themselves, among them all of which it is asked for.
    """
    columns = table.columns
    players, variants, pairings = (list(table.names[kind]) for kind in ("players", "variants", "pairings"))
    rows = zip(*(columns[name] for name in (
        "first", "second", "variant", "pairing", "pair", "half", "points", "margin", "began", "apart",
    )), strict=True)  # fmt: skip
    for first, second, variant, pairing, pair, half, points, margin, began, by_itself in rows:
        if by_itself:
            continue
        bots, shares = (players[first], players[second]), (points / 2, 1.0 - points / 2)
        ahead = None if isnan(margin) else int(margin)
        if began == 1:
            bots, shares, ahead = bots[::-1], shares[::-1], None if ahead is None else -ahead
        yield Result(game_id(variants[variant], pairings[pairing], pair, half), bots, shares, ahead)
    yield from apart
