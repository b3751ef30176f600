"""Two threads at one search against one, by wall clock: how much faster long searches are, how much slower short ones.

    python bench/threads.py POSITIONS.tsv --words LIST [--runs 15]

Positions as in moves.py. Searched for are all plays of each, the best one, and the best one when MORE_WILD of the
tiles in the hand are wild cards. A search is long when it takes one thread over LONG_MS. One thread and two take
turns, and of each search the least of the runs counts. Prints one line of JSON; see README.md here.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from calibration import calibrate
from moves import played, read
from selfplay import load

from arena.scrabble.finding import EngineField

LONG_MS = 2.0
MORE_WILD = 4
Case = tuple[EngineField, dict[int, int]]  # a board with tiles, and a hand
Times = tuple[float, float]  # milliseconds with one thread, with two


def with_wild(hand: dict[int, int], wild: int, count: int) -> dict[int, int]:
    """Return a hand of which so many tiles became wild cards."""
    tiles = [tile for tile, held in hand.items() for _ in range(held) if tile != wild]
    kept = tiles[: max(0, sum(hand.values()) - count)]
    return {tile: kept.count(tile) for tile in dict.fromkeys(kept)} | {wild: sum(hand.values()) - len(kept)}


def timed(find: Callable[..., Any], position: Case) -> float:
    started = time.perf_counter()
    find(*position)
    return (time.perf_counter() - started) * 1e3


def measured(one: Callable[..., Any], two: Callable[..., Any], positions: list[Case], runs: int) -> Iterator[Times]:
    """Yield the times of each position, the least of the runs: other work on the machine only adds."""
    for position in positions:
        timed(one, position), timed(two, position)
        pairs = [(timed(one, position), timed(two, position)) for _ in range(runs)]
        yield min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", nargs="?")
    parser.add_argument("--board", default="scrabble")
    parser.add_argument("--words", default="default", help="a lexicon's name, or a word list")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--every", type=int, default=1, help="take every so many-th position only")
    asked = parser.parse_args()
    table = load(asked.board, asked.words)
    found = list(read(asked.positions, table) if asked.positions else played(table, 500, 1))[:: asked.every]
    positions = []
    for position in found:
        field = table.empty_field()
        field.place(position.board.values())
        positions.append((field, dict(position.hand or {})))
    figures: dict[str, Any] = {
        "bench": "threads", "board": asked.board, "words": table.lexicon.count, "cores": len(os.sched_getaffinity(0)),
    }  # fmt: skip
    if figures["cores"] > 1:
        one, two, wild = table.finder(), table.finder(threads=2), table.tiles.wild
        assert wild is not None
        harder = [(field, with_wild(hand, wild, MORE_WILD)) for field, hand in positions]
        times = [
            *measured(one.plays, two.plays, positions, asked.runs),
            *measured(one.best, two.best, positions, asked.runs),
            *measured(one.best, two.best, harder, asked.runs),
        ]
        figures |= figures_of(
            [pair for pair in times if pair[0] > LONG_MS], [pair for pair in times if pair[0] <= LONG_MS]
        )
    print(json.dumps({**figures, "calibration_ms": round(calibrate() * 1e3, 3)}))


def figures_of(long: list[Times], short: list[Times]) -> dict[str, Any]:
    """Return the figures of the long and of the short searches."""
    figures: dict[str, Any] = {"long_searches": len(long), "short_searches": len(short)}
    if long:
        figures |= {
            "long_ms": round(statistics.fmean(pair[0] for pair in long), 3),
            "long_speedup": round(sum(pair[0] for pair in long) / sum(pair[1] for pair in long), 3),
            "long_speedup_median": round(statistics.median(pair[0] / pair[1] for pair in long), 3),
            "long_speedup_least": round(min(pair[0] / pair[1] for pair in long), 3),
        }
    if short:
        takes = sorted(pair[1] / pair[0] for pair in short)
        figures |= {
            "short_ms": round(statistics.fmean(pair[0] for pair in short), 3),
            "short_takes": round(sum(pair[1] for pair in short) / sum(pair[0] for pair in short), 3),
            "short_takes_99th": round(takes[len(takes) * 99 // 100], 3),
            "short_takes_most": round(takes[-1], 3),
        }
    return figures


if __name__ == "__main__":
    main()
