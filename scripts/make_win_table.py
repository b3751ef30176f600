#!/usr/bin/env python3
"""Makes arena/engine/simulation/win_table.py: what a game still changes of a spread, by the tiles left, from self-play.

    python scripts/make_win_table.py --words enable1.txt --leaves english.klv2 --games 20000 > win_table.py

Static plays itself on the board ``scrabble`` with the English tiles and the tournament rules. After every turn, with x
the spread of the seat on the move (points, and the value of what each seat kept in its last turn while the bag has
tiles) and d its spread at the end, d - x is noted by the tiles left in the bag and both hands. A row has its mean, and
the scale of the logistic curve with the same standard deviation; of all numbers of tiles near a row's.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from math import pi, sqrt
from pathlib import Path

import numpy as np

from arena import words
from arena.contract.chance import Random, stream
from arena.engine.equity import EquityFinder
from arena.engine.leaf_files import leaves_for
from arena.scrabble.table import Table

LEFT = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 21, 25, 30, 36, 43, 50, 58, 67, 77, 88)
NOT_OUT, OUT = 10, 2  # as static plays with the bag empty
SCORELESS_END = 6


def play(table: Table, finder: EquityFinder, rng: Random, noted: dict[int, list[float]]) -> None:
    """Play one game and note what became of each of its spreads."""
    tiles, field = table.tiles, table.empty_field()
    bag = [tile for tile, count in tiles.full().items() for _ in range(count)]
    rng.shuffle(bag)
    hands: list[dict[int, int]] = [{}, {}]
    scores, kept, seen = [0.0, 0.0], [0.0, 0.0], []

    def draw(seat: int, count: int) -> None:
        for _ in range(min(count, len(bag))):
            tile = bag.pop()
            hands[seat][tile] = hands[seat].get(tile, 0) + 1

    def drop(seat: int, tile: int) -> None:
        hands[seat][tile] -= 1
        if not hands[seat][tile]:
            del hands[seat][tile]

    draw(0, 7)
    draw(1, 7)
    seat, scoreless = 0, 0
    while True:
        hand = hands[seat]
        scoreless += 1
        if bag:
            best = finder.best(field, hand, 7 if len(bag) >= 7 else 0)
            kept[seat] = best.leave if best else 0.0
            move, score = (best.move, best.score) if best else (None, 0)
        else:
            held, mine, theirs = sum(hand.values()), tiles.points(hand), tiles.points(hands[1 - seat])
            most = None
            for found in table.generator.plays(field, hand).sorted():
                left = mine - sum(tiles.tiles[placed.tile].points for placed in found.play.tiles)
                worth = found.score + (OUT * theirs if len(found.play.tiles) == held else -NOT_OUT - OUT * left)
                if most is None or worth > most[0]:
                    most = worth, found
            move, score = (most[1].play, most[1].score) if most else (None, 0)
        if move is not None and score == 0 and hasattr(move, "tiles") and isinstance(move.tiles[0], int):
            old = list(move.tiles)
            for tile in old:
                drop(seat, tile)
            draw(seat, len(old))
            bag += old
            rng.shuffle(bag)
        elif move is not None:
            field.place(move.tiles)
            for placed in move.tiles:
                drop(seat, placed.tile)
            draw(seat, len(move.tiles))
            scores[seat] += score
            scoreless = 0
        if not bag:
            kept = [0.0, 0.0]
        if not hands[seat] or scoreless == SCORELESS_END:
            left = [tiles.points(hands[0]), tiles.points(hands[1])]
            ends = [scores[k] - left[k] + (left[1 - k] if not hands[k] else 0) for k in (0, 1)]
            for count, mover, spread in seen:
                noted[count].append(ends[mover] - ends[1 - mover] - spread)
            return
        seat = 1 - seat
        total = len(bag) + sum(map(sum, (hand.values() for hand in hands)))
        seen.append((total, seat, scores[seat] + kept[seat] - scores[1 - seat] - kept[1 - seat]))


def main() -> None:
    """Play, and print the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", default="default", help="a lexicon's name, or a word list")
    parser.add_argument("--leaves", help="a leave table; those of the package where none is given")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    table = words.table("scrabble", lexicon=asked.words, rules="tournament")
    leaves = leaves_for(table.tiles, asked.leaves)
    finder, noted = EquityFinder(table, leaves), defaultdict[int, list[float]](list)
    for number in range(asked.games):
        play(table, finder, stream(asked.seed, "win table", number), noted)
    print(
        f'"""What a game still changes of a spread: {asked.games} games of self-play of static on the board scrabble.\n'
    )
    listed = f"{table.lexicon.count} words, leaves {Path(asked.leaves).name if asked.leaves else 'of the package'}"
    print(f"Made by scripts/make_win_table.py --games {asked.games} --seed {asked.seed} with {listed}.")
    print("ROWS: tiles left in the bag and in all hands; points that being on the move is worth; scale of a logistic")
    print('curve, points.\n"""\n\nROWS: tuple[tuple[float, float, float], ...] = (')
    for low, at, high in zip((0, *LEFT), LEFT, (*LEFT[1:], 200), strict=False):
        near = [count for count in range(201) if (low + at) / 2 < count < (at + high) / 2 or count == at]
        changes = np.array([change for count in near for change in noted[count]])
        if len(changes) > 1:
            print(f"    ({at}, {changes.mean():.1f}, {changes.std() * sqrt(3) / pi:.1f}),  # {len(changes)} positions")
    print(")")


if __name__ == "__main__":
    main()
