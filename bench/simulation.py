"""Simulation, in positions of games by equity: iterations a second of processor time, and what a second thread brings.

    python bench/simulation.py [--board scrabble] [--words default] [--leaves FILE] [--positions 12] [--iterations 1000]

An iteration is one candidate with one draw, two plies, ten candidates, none of which is dropped. The threads share one
search by wall clock, and of each position the least of the runs counts. Without a file of leaves, all leaves are 0
where none come with the arena for the tiles. Prints one line of JSON; see README.md here.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from typing import Any

from calibration import calibrate
from selfplay import load

from arena.contract.chance import stream
from arena.engine.equity import EquityFinder
from arena.engine.leaf_files import read_leaves, shipped_leaves
from arena.engine.leaves import Leaves
from arena.engine.simulation.simulator import Simulator
from arena.scrabble.moves import Pass
from arena.scrabble.rules import WordGame
from arena.scrabble.table import Table
from arena.scrabble.view import WordView

LONGEST = 6


def leaves_at(table: Table, named: str | None) -> Leaves:
    """Return the leaves of a file, those that come with the arena, or zeros."""
    if named is not None:
        return read_leaves(named, table.tiles)
    found = shipped_leaves(table.tiles)
    return Leaves.all_of(table.tiles, LONGEST) if found is None else found


def played(table: Table, finder: EquityFinder, count: int, seed: int) -> list[WordView]:
    """Return views of games by equity, while the bag has tiles: every third turn."""
    game, views, number = WordGame(table, 2), list[WordView](), 0
    while len(views) < count:
        state = game.start(stream(seed, "simulation", number))
        number += 1
        while state.ending is None and state.bag and len(views) < count:
            view = game.view(state, state.mover)
            if state.turn % 3 == 2:
                views.append(view)
            best = finder.best(view.field, view.hand, view.may_change)
            state = game.play(state, best.move if best else Pass())
    return views


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", default="scrabble")
    parser.add_argument("--words", default="default", help="a lexicon's name, or a word list")
    parser.add_argument("--leaves", help="a leave table")
    parser.add_argument("--positions", type=int, default=12)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args()
    table = load(asked.board, asked.words)
    leaves = leaves_at(table, asked.leaves)
    one = Simulator(table, leaves, error=0.0)
    views = played(table, one.finder, asked.positions, 1)
    one.ranked(views[0], iterations=100)
    done, worked, alone, together = 0, 0.0, 0.0, 0.0
    figures: dict[str, Any] = {"cores": len(os.sched_getaffinity(0))}
    two = Simulator(table, leaves, threads=2, error=0.0) if figures["cores"] > 1 else None
    for view in views:
        walls: tuple[list[float], list[float]] = ([], [])
        for _ in range(asked.runs):
            began, started = time.perf_counter(), time.process_time()
            done += sum(move.iterations for move in one.ranked(view, iterations=asked.iterations))
            worked += time.process_time() - started
            walls[0].append(time.perf_counter() - began)
            if two is not None:
                began = time.perf_counter()
                two.ranked(view, iterations=asked.iterations)
                walls[1].append(time.perf_counter() - began)
        alone += min(walls[0])
        together += min(walls[1], default=0.0)
    if two is not None:
        figures["speedup"] = round(alone / together, 3)
    figures |= {
        "bench": "simulation", "board": asked.board, "words": table.lexicon.count, "positions": len(views),
        "iterations_per_s": round(done / worked, 1), "calibration_ms": round(calibrate() * 1e3, 3),
    }  # fmt: skip
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
