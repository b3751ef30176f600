"""The exact search of endgames: how long it takes to prove the value, in processor time and one thread.

    python bench/endgames.py [POSITIONS.tsv] [--words LIST] [--board scrabble] [--count 60] [--seconds 60]

POSITIONS has an endgame a line: a CGP with both racks, the mover's first; after four tabs what is still to come, where
that is known; lines with `#` are left out. Without a file, endgames of greedy games from a fixed seed are taken, where
they have no more than --tiles tiles left. Prints one line of JSON; see README.md here.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from selfplay import full_bag, load

from arena import words
from arena.contract.budget import ClockedBudget
from arena.engine.endgame.solve import EndgameSolver
from arena.scrabble.bag import with_tiles, without_tiles
from arena.scrabble.finding import EngineField
from arena.variants.position_cgp import read_cgp_position


class Endgame(NamedTuple):
    """A position with an empty bag; hands: the mover's first. value: what is still to come, None where nobody said."""

    table: words.Table
    field: EngineField
    hands: list[dict[int, int]]
    value: int | None


def read(path: str, lexicon: str) -> Iterator[Endgame]:
    """Yield the endgames of a file."""
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        cgp, *more = line.split("\t")
        read = read_cgp_position(cgp, given={"lexicon": lexicon})
        table = read.position.table
        field = table.empty_field()
        field.place(tuple(read.position.board.values()))
        hands = [table.tiles.parse_hand(rack) for rack in read.cgp.racks]
        yield Endgame(table, field, hands, int(more[2]) if len(more) > 2 else None)


def played(table: words.Table, count: int, tiles: int, seed: int) -> Iterator[Endgame]:
    """Yield endgames of greedy games: of each game the first position with an empty bag and few enough tiles."""
    rng, generator = Random(seed), table.generator
    while count:
        bag, field, seat, idle = full_bag(table, rng), table.empty_field(), 0, 0
        hands: list[dict[int, int]] = [{}, {}]
        for each in range(2):
            hands[each] = dict(with_tiles({}, [bag.pop() for _ in range(table.hand_size)]))
        while idle < 2 and all(hands):
            if not bag and sum(sum(hand.values()) for hand in hands) <= tiles:
                yield Endgame(table, field.copy(), [hands[seat], hands[1 - seat]], None)
                count -= 1
                break
            best = generator.best(field, hands[seat])
            idle = 0 if best else idle + 1
            if best is not None:
                field.place(best.play.tiles)
                laid = [placed.tile for placed in best.play.tiles]
                drawn = [bag.pop() for _ in range(min(len(laid), len(bag)))]
                hands[seat] = dict(with_tiles(without_tiles(hands[seat], laid), drawn))
            seat = 1 - seat


def main() -> None:
    """Measure and print."""
    from calibration import calibrate

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", nargs="?")
    parser.add_argument("--board", default="scrabble")
    parser.add_argument("--words", default="default", help="a lexicon's name, or a word list")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--tiles", type=int, default=9, help="left on both hands, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60.0, help="for one endgame")
    asked = parser.parse_args()
    if asked.positions:
        endgames = list(read(asked.positions, asked.words))
    else:
        endgames = list(played(load(asked.board, asked.words), asked.count, asked.tiles, asked.seed))
    solvers: dict[words.Table, EndgameSolver] = {}
    times, nodes, finished, wrong = [], 0, 0, 0
    for table, field, hands, value in endgames:
        solver = solvers.setdefault(table, EndgameSolver(table))
        started = time.process_time()
        found = solver.solve(field, hands, ClockedBudget(asked.seconds, time.process_time))
        times.append(time.process_time() - started)
        nodes += found.nodes
        finished += found.exact
        wrong += found.exact and value is not None and found.value != value
    unit = calibrate()
    figures: dict[str, Any] = {
        "bench": "endgames", "board": asked.board, "endgames": len(endgames), "finished": finished, "wrong": wrong,
        "median_ms": round(statistics.median(times) * 1e3, 2), "total_s": round(sum(times), 3),
        "longest_s": round(max(times), 3), "nodes_per_s": round(nodes / sum(times)),
        "median_ratio": round(statistics.median(times) / unit, 4), "calibration_ms": round(unit * 1e3, 3),
    }  # fmt: skip
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
