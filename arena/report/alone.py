"""Standings of games with one seat: nobody meets anybody, so there are points to compare, and no Elo. Pure.

The bots of a pair's number meet the same tiles (the seed is shared), so the points of two bots can be compared seed
by seed; what stands here is each bot's mean, with the 95 % interval over its seeds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arena.ratings.tables import RatingRow, Tables
from arena.report.gather import Doings
from arena.report.numbers import fixed, grid

EXPLANATION = (
    "One seat a game: nobody meets anybody, so there is no Elo. points: own points a game, low, high: their 95 % "
    "interval over seeds (the bots of one seed have the same tiles); late: turns lost to the clock; faults: all other "
    "faults; left: games left through a fault; ms: milliseconds a move on the arena's clock."
)


def tables_alone(doings: Mapping[str, Doings], bots: Sequence[str]) -> Tables:
    """Return the bots by points a game, best first, those without a game last; none of them is in a league."""

    def order(name: str) -> tuple[bool, float, str]:
        did = doings.get(name, Doings())
        return not did.games, -(did.points / did.scored if did.scored else 0.0), name

    rows = []
    for name in sorted({*bots, *doings}, key=order):
        games = doings[name].games if name in doings else 0
        rows.append(RatingRow(name, "no games", None, None, None, games, 0, 0, 0, None))
    return Tables((), tuple(rows))


def table_alone(lines: Sequence[Any]) -> str:
    """Return the table of those who played; ``lines`` are standings.Line, best first."""
    timed = any(line.mean_ms is not None for line in lines)
    heads = ["rank", "bot", "games", "points\na game", "low", "high", "late\nturns", "faults", "left"]
    heads += ["mean\nms", "longest\nms"] if timed else []
    rows = []
    for rank, line in enumerate(lines, 1):
        cells = [str(rank), line.rating.name, str(line.rating.games), fixed(line.points)]
        cells += [fixed(line.spread.low), fixed(line.spread.high)]
        cells += [str(line.late), str(line.faults), str(line.forfeits)]
        cells += [fixed(line.mean_ms), fixed(line.longest_ms)] if timed else []
        rows.append(cells)
    return grid(heads, rows, left=("bot",))
