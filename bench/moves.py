"""Move generation on given positions: all plays with scores, and the best play, in milliseconds of processor time.

    python bench/moves.py POSITIONS.tsv --words LIST [--runs 5]

POSITIONS has a position a line: board (rows from the top with `/` between, numbers are runs of empty squares, lower
case a wild card), a tab, the hand (`?` the wild card); what follows is not read, lines with `#` are left out. Without a
file, positions of greedy games from a fixed seed are taken. Prints one line of JSON; see README.md here.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from selfplay import full_bag, load

from arena import words


def read(path: str, table: words.Table) -> Iterator[words.Position]:
    """Yield the positions of a file."""
    assert table.layout.bounds is not None
    x0, y0 = table.layout.bounds[:2]
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        board, hand = line.split("\t")[:2]
        placed: dict[tuple[int, int], words.Placed] = {}
        for y, row in enumerate(board.split("/"), y0):
            x = x0
            for run in re.findall(r"\d+|.", row):
                if run.isdigit():
                    x += int(run)
                    continue
                tile, face = table.tiles.read_board_letter(run)
                placed[x, y] = words.Placed(x, y, tile, face.char, face.points)
                x += 1
        yield words.Position(table, placed, table.tiles.parse_hand(hand))


def played(table: words.Table, count: int, seed: int) -> Iterator[words.Position]:
    """Yield positions of greedy games."""
    rng = Random(seed)
    while True:
        bag, position = full_bag(table, rng), words.Position(table, {})
        while len(bag) >= table.hand_size:
            hand: dict[int, int] = {}
            for tile in bag[-table.hand_size :]:
                hand[tile] = hand.get(tile, 0) + 1
            position = replace(position, hand=hand)
            yield position
            count -= 1
            if not count:
                return
            best = position.best()
            if best is None:
                break
            position = position.lay(best)
            for placed in best.play.tiles:
                bag.remove(placed.tile)
            rng.shuffle(bag)


def measured(find: Callable[[words.Position], object], positions: list[words.Position], runs: int) -> float:
    """Return the mean milliseconds a position, the median of ``runs`` runs over all positions."""
    times = []
    for _ in range(runs):
        started = time.process_time()
        for position in positions:
            find(position)
        times.append(time.process_time() - started)
    return statistics.median(times) / len(positions) * 1e3


def every_play(position: words.Position) -> words.FoundPlays:
    """Return all plays of a position, in no order."""
    return position.plays(ordered=False)


def held(position: words.Position, tile: int | None) -> int:
    """Return how many tiles of an id the hand holds."""
    return 0 if position.hand is None or tile is None else position.hand.get(tile, 0)


def main() -> None:
    """Measure and print."""
    from calibration import calibrate

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", nargs="?")
    parser.add_argument("--board", default="scrabble")
    parser.add_argument("--words", default="default", help="a lexicon's name, or a word list")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--most", type=int, help="take so many positions of each kind at most")
    asked = parser.parse_args()
    table = load(asked.board, asked.words)
    positions = list(read(asked.positions, table) if asked.positions else played(table, 500, 1))
    wild = -1 if table.tiles.wild is None else table.tiles.wild
    figures: dict[str, Any] = {"bench": "moves", "board": asked.board, "words": table.lexicon.count}
    unit = calibrate()
    for name, most in (("", (0, 1)), ("two_wild_", (2,))):
        chosen = [position for position in positions if held(position, wild) in most][: asked.most]
        if not chosen:
            continue
        plays = statistics.fmean(len(every_play(position)) for position in chosen)
        every, best = measured(every_play, chosen, asked.runs), measured(words.Position.best, chosen, asked.runs)
        figures |= {
            f"{name}positions": len(chosen),
            f"{name}plays": round(plays, 1),
            f"{name}all_ms": round(every, 4),
            f"{name}best_ms": round(best, 4),
            f"{name}all_ratio": round(every / unit / 1e3, 5),
            f"{name}best_ratio": round(best / unit / 1e3, 5),
        }
    print(json.dumps({**figures, "calibration_ms": round(unit * 1e3, 3)}))


if __name__ == "__main__":
    main()
