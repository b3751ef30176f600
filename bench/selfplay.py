"""Greedy against greedy in one process and one thread, without clocks: games a second of processor time.

    python bench/selfplay.py [--board scrabble] [--words default] [--games 300] [--seed 1] [--rounds 3]

Both play the play with the most points, change all their tiles when there is none and the bag has seven, and pass
otherwise; rule book ``tournament``. The loop here keeps bag, hands and scores in lists and asks the engine
for nothing but the best play, so that it measures the engine; tests/scrabble/test_selfplay.py holds it to the rules.
Prints one line of JSON; see README.md here.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

from arena import words
from arena.scrabble.finding import PlayFinder

SCORELESS_END = 6  # turns
CHANGE_MIN_BAG = 7


@dataclass
class Told:
    """What one game came to; seats in the order of play."""

    scores: list[int]
    turns: int = 0
    plays: int = 0
    points: int = 0
    laid: int = 0
    bonuses: int = 0
    changes: int = 0
    passes: int = 0
    left: list[int] = field(default_factory=lambda: [0, 0])  # points of the tiles that each seat could not place


def play_game(table: words.Table, generator: PlayFinder, bag: list[int]) -> Told:
    """Play one game from a shuffled bag (tile ids, drawn from the end; used up) and return what it came to."""
    board, size, tiles = table.empty_field(), table.hand_size, table.tiles
    hands: list[dict[int, int]] = [{}, {}]
    held = [0, 0]
    told = Told([0, 0])

    def draw(seat: int, count: int) -> None:
        hand = hands[seat]
        for _ in range(min(count, len(bag))):
            tile = bag.pop()
            hand[tile] = hand.get(tile, 0) + 1
            held[seat] += 1

    draw(0, size)
    draw(1, size)
    seat = scoreless = 0
    while True:
        hand = hands[seat]
        found = generator.best(board, hand)
        told.turns += 1
        if found is not None:
            laid = found.play.tiles
            board.place(laid)
            for placed in laid:
                hand[placed.tile] -= 1
                if not hand[placed.tile]:
                    del hand[placed.tile]
            told.scores[seat] += found.score
            told.plays += 1
            told.points += found.score
            told.laid += len(laid)
            told.bonuses += len(laid) == size
            held[seat] -= len(laid)
            draw(seat, len(laid))
            scoreless = 0
            if not held[seat]:
                left = told.left[1 - seat] = tiles.points(hands[1 - seat])
                told.scores[seat] += left
                told.scores[1 - seat] -= left
                return told
        else:
            scoreless += 1
            if len(bag) >= CHANGE_MIN_BAG:
                old = [tile for tile, count in hand.items() for _ in range(count)]
                hand.clear()
                held[seat] = 0
                draw(seat, len(old))
                bag[:0] = old  # they come up last: as good as anywhere for tiles that nobody knows
                told.changes += 1
            else:
                told.passes += 1
            if scoreless == SCORELESS_END:
                for other in (0, 1):
                    told.left[other] = tiles.points(hands[other])
                    told.scores[other] -= told.left[other]
                return told
        seat = 1 - seat


def full_bag(table: words.Table, rng: Random) -> list[int]:
    """Return all tiles, shuffled."""
    bag = [tile for tile, count in table.tiles.full().items() for _ in range(count)]
    rng.shuffle(bag)
    return bag


def summary(games: list[Told]) -> dict[str, Any]:
    """Return the figures by which engines are compared (strength: means a player, a turn, a play)."""
    plays = sum(told.plays for told in games)
    scores = [score for told in games for score in told.scores]
    wins = sum(1.0 if told.scores[0] > told.scores[1] else 0.5 * (told.scores[0] == told.scores[1]) for told in games)
    return {
        "games": len(games),
        "mean_score": round(statistics.fmean(scores), 2),
        "sd_score": round(statistics.pstdev(scores), 2),
        "first_mean": round(statistics.fmean(told.scores[0] for told in games), 2),
        "second_mean": round(statistics.fmean(told.scores[1] for told in games), 2),
        "first_wins": round(wins / len(games), 4),
        "turns": round(sum(told.turns for told in games) / len(games), 3),
        "points_a_play": round(sum(told.points for told in games) / plays, 3),
        "tiles_a_play": round(sum(told.laid for told in games) / plays, 3),
        "bonuses_a_player": round(sum(told.bonuses for told in games) / len(games) / 2, 3),
        "changes_a_player": round(sum(told.changes for told in games) / len(games) / 2, 3),
        "passes_a_player": round(sum(told.passes for told in games) / len(games) / 2, 3),
    }


def load(board: str, lexicon: str) -> words.Table:
    """Return the table of a shipped board (or a path), English tiles, the tournament rules and a lexicon."""
    return words.table(board, lexicon=lexicon, rules="tournament")


def main() -> None:
    """Measure and print."""
    from calibration import calibrate

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", default="scrabble")
    parser.add_argument("--words", default="default", help="a lexicon's name, or a word list")
    parser.add_argument("--games", type=int, default=300, help="games a round")
    parser.add_argument("--rounds", type=int, default=3, help="the median of so many rounds is told")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    table = load(asked.board, asked.words)
    generator, rng = table.generator, Random(asked.seed)
    for _ in range(5):
        play_game(table, generator, full_bag(table, rng))
    rates, games = [], []
    for _ in range(asked.rounds):
        bags = [full_bag(table, rng) for _ in range(asked.games)]
        started = time.process_time()
        games += [play_game(table, generator, bag) for bag in bags]
        rates.append(asked.games / (time.process_time() - started))
    unit, rate = calibrate(), statistics.median(rates)
    figures = {
        "bench": "selfplay",
        "board": asked.board,
        "words": table.lexicon.count,
        "games_per_s": round(rate, 1),
        "calibration_ms": round(unit * 1e3, 3),
        "ratio": round(rate * unit, 3),
        **summary(games),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
