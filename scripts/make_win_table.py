#!/usr/bin/env python3
"""Makes arena/engine/simulation/win_table.py: what a game still changes of a spread, by the tiles left, from self-play.

    python scripts/make_win_table.py --words enable1.txt --games 20000 > win_table.py

Static plays itself on the board ``scrabble`` with the English tiles and the tournament rules, and when the bag is empty
the search of the endgame does (NODES positions a move at the most). After every turn, with x the spread of the seat on
the move (points, and the value of what each seat kept in its last turn while the bag has tiles) and d its spread at the
end, d - x is noted by the tiles left in the bag and both hands. A row has its mean, and the scale of the logistic curve
with the same standard deviation; of all numbers of tiles near a row's. Each small number has a row of its own: to be on
the move with one tile in the bag is worth much less than with seven.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from math import pi, sqrt
from pathlib import Path

import numpy as np

from arena import words
from arena.contract.chance import Random, stream
from arena.engine.endgame.solve import EndgameSolver
from arena.engine.equity import EquityFinder
from arena.engine.leaf_files import leaves_for
from arena.scrabble.moves import Change, Play

LEFT = (*range(1, 31), 33, 36, 40, 44, 48, 53, 58, 64, 70, 77, 84)
SCORELESS_END = 6
NODES = 2000
EACH = 50  # games that a process is given at once

Noted = list[tuple[int, float]]  # (tiles left, how the spread of the seat on the move changed to the end)


@cache
def players(lexicon: str, leaves: str | None) -> tuple[EquityFinder, EndgameSolver]:
    """Return what finds moves and what searches ends."""
    table = words.table("scrabble", lexicon=lexicon, rules="tournament")
    return EquityFinder(table, leaves_for(table.tiles, leaves)), EndgameSolver(table)


def play(finder: EquityFinder, solver: EndgameSolver, rng: Random) -> Noted:
    """Play one game and return what became of each of its spreads."""
    tiles, field, size = solver.table.tiles, solver.table.empty_field(), solver.table.hand_size
    bag = [tile for tile, count in tiles.full().items() for _ in range(count)]
    rng.shuffle(bag)
    hands: list[dict[int, int]] = [{}, {}]
    scores, kept, seen = [0, 0], [0.0, 0.0], list[tuple[int, int, float]]()

    def draw(seat: int, count: int) -> None:
        for _ in range(min(count, len(bag))):
            tile = bag.pop()
            hands[seat][tile] = hands[seat].get(tile, 0) + 1

    def drop(seat: int, tile: int) -> None:
        hands[seat][tile] -= 1
        if not hands[seat][tile]:
            del hands[seat][tile]

    draw(0, size)
    draw(1, size)
    seat, scoreless = 0, 0
    while all(hands) and scoreless < SCORELESS_END:
        move, score = None, 0
        if bag:
            best = finder.best(field, hands[seat], size if len(bag) >= size else 0)
            kept[seat] = best.leave if best else 0.0
            if best is not None:
                move, score = best.move, best.score
        else:
            end = solver.solve(field, [hands[seat], hands[1 - seat]], nodes=NODES)
            move, score = end.move, end.score
        scoreless += 1
        if isinstance(move, Change):
            for tile in move.tiles:
                drop(seat, tile)
            draw(seat, len(move.tiles))
            bag += move.tiles
            rng.shuffle(bag)
        elif isinstance(move, Play):
            field.place(move.tiles)
            for placed in move.tiles:
                drop(seat, placed.tile)
            draw(seat, len(move.tiles))
            scores[seat] += score
            scoreless = 0
        if not bag:
            kept = [0.0, 0.0]
        seat = 1 - seat
        left = len(bag) + sum(sum(hand.values()) for hand in hands)
        seen.append((left, seat, scores[seat] + kept[seat] - scores[1 - seat] - kept[1 - seat]))
    cost = [tiles.points(hand) for hand in hands]
    ends = [scores[k] - cost[k] + (0 if hands[k] else cost[1 - k]) for k in (0, 1)]
    return [(left, ends[mover] - ends[1 - mover] - spread) for left, mover, spread in seen[:-1]]


def play_some(lexicon: str, leaves: str | None, seed: int, begin: int, end: int) -> Noted:
    """Play games of these numbers."""
    finder, solver = players(lexicon, leaves)
    return [one for number in range(begin, end) for one in play(finder, solver, stream(seed, "win table", number))]


def main() -> None:
    """Play, and print the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", default="default", help="a lexicon's name, or a word list")
    parser.add_argument("--leaves", help="a leave table; those of the package where none is given")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    finder, _ = players(asked.words, asked.leaves)
    begins = range(0, asked.games, EACH)
    noted = defaultdict[int, list[float]](list)
    with ProcessPoolExecutor() as pool:
        for some in pool.map(
            play_some, *([value] * len(begins) for value in (asked.words, asked.leaves, asked.seed)), begins,
            [min(asked.games, begin + EACH) for begin in begins],
        ):  # fmt: skip
            for left, change in some:
                noted[left].append(change)
    print(
        f'"""What a game still changes of a spread: {asked.games} games of self-play of static on the board scrabble.\n'
    )
    listed = (
        f"{finder.table.lexicon.count} words, leaves {Path(asked.leaves).name if asked.leaves else 'of the package'}"
    )
    print(f"Made by scripts/make_win_table.py --games {asked.games} --seed {asked.seed} with {listed}.")
    print("ROWS: tiles left in the bag and in all hands; points that being on the move is worth; scale of a logistic")
    print('curve, points.\n"""\n\nROWS: tuple[tuple[float, float, float], ...] = (')
    for low, at, high in zip((0, *LEFT), LEFT, (*LEFT[1:], 90), strict=False):
        near = [count for count in noted if (low + at) / 2 < count < (at + high) / 2 or count == at]
        changes = np.array([change for count in near for change in noted[count]])
        if len(changes) > 1:
            print(f"    ({at}, {changes.mean():.1f}, {changes.std() * sqrt(3) / pi:.1f}),  # {len(changes)} positions")
    print(")")


if __name__ == "__main__":
    main()
