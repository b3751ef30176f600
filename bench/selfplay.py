"""Greedy against greedy in one process and one thread, without clocks: games a second of processor time.

    python bench/selfplay.py [--board scrabble] [--words default] [--games 300] [--seed 1] [--rounds 3] [--leaves FILE]

Both play the play with the most points, change all their tiles when there is none and the bag has seven, and pass
otherwise; rule book ``tournament``. The loop here keeps bag, hands and scores in lists and asks the engine
for nothing but the best play, so that it measures the engine; tests/scrabble/test_selfplay.py holds it to the rules.
With --leaves both play the move with the most equity while the bag has tiles (``shipped``: by the arena's own table).
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
from arena.engine.equity import EquityFinder
from arena.engine.leaf_files import leaves_for
from arena.scrabble.finding import PlayFinder
from arena.scrabble.moves import Play

SCORELESS_END = 6  # turns
CHANGE_MIN_BAG = 7


@dataclass
class Totals:
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


def play_game(table: words.Table, generator: PlayFinder, bag: list[int], finder: EquityFinder | None = None) -> Totals:
    """Play one game from a shuffled bag (tile ids, drawn from the end; used up) and return what it came to.

    finder: of moves by equity, by which both play while the bag has tiles; None where both take the most points.
    """
    board, size, tiles = table.empty_field(), table.hand_size, table.tiles
    hands: list[dict[int, int]] = [{}, {}]
    held = [0, 0]
    totals = Totals([0, 0])

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
        laid: tuple[words.Placed, ...] = ()
        given, points = list[int](), 0
        if finder is not None and bag:
            weighed = finder.best(board, hand, held[seat] if len(bag) >= CHANGE_MIN_BAG else 0)
            if weighed is not None and isinstance(weighed.move, Play):
                laid, points = weighed.move.tiles, weighed.score
            elif weighed is not None and isinstance(weighed.move, words.Change):
                given = list(weighed.move.tiles)
        elif (best := generator.best(board, hand)) is not None:
            laid, points = best.play.tiles, best.score
        elif len(bag) >= CHANGE_MIN_BAG:
            given = [tile for tile, count in hand.items() for _ in range(count)]
        totals.turns += 1
        if laid:
            board.place(laid)
            for placed in laid:
                hand[placed.tile] -= 1
                if not hand[placed.tile]:
                    del hand[placed.tile]
            totals.scores[seat] += points
            totals.plays += 1
            totals.points += points
            totals.laid += len(laid)
            totals.bonuses += len(laid) == size
            held[seat] -= len(laid)
            draw(seat, len(laid))
            scoreless = 0
            if not held[seat]:
                left = totals.left[1 - seat] = tiles.points(hands[1 - seat])
                totals.scores[seat] += left
                totals.scores[1 - seat] -= left
                return totals
        else:
            scoreless += 1
            if given:
                for tile in given:
                    hand[tile] -= 1
                    if not hand[tile]:
                        del hand[tile]
                held[seat] -= len(given)
                draw(seat, len(given))
                bag[:0] = given  # they come up last: as good as anywhere for tiles that nobody knows
                totals.changes += 1
            else:
                totals.passes += 1
            if scoreless == SCORELESS_END:
                for other in (0, 1):
                    totals.left[other] = tiles.points(hands[other])
                    totals.scores[other] -= totals.left[other]
                return totals
        seat = 1 - seat


def full_bag(table: words.Table, rng: Random) -> list[int]:
    """Return all tiles, shuffled."""
    bag = [tile for tile, count in table.tiles.full().items() for _ in range(count)]
    rng.shuffle(bag)
    return bag


def summary(games: list[Totals]) -> dict[str, Any]:
    """Return the figures by which engines are compared (strength: means a player, a turn, a play)."""
    plays = sum(game.plays for game in games)
    scores = [score for game in games for score in game.scores]
    wins = sum(1.0 if game.scores[0] > game.scores[1] else 0.5 * (game.scores[0] == game.scores[1]) for game in games)
    return {
        "games": len(games),
        "mean_score": round(statistics.fmean(scores), 2),
        "sd_score": round(statistics.pstdev(scores), 2),
        "first_mean": round(statistics.fmean(game.scores[0] for game in games), 2),
        "second_mean": round(statistics.fmean(game.scores[1] for game in games), 2),
        "first_wins": round(wins / len(games), 4),
        "turns": round(sum(game.turns for game in games) / len(games), 3),
        "points_a_play": round(sum(game.points for game in games) / plays, 3),
        "tiles_a_play": round(sum(game.laid for game in games) / plays, 3),
        "bonuses_a_player": round(sum(game.bonuses for game in games) / len(games) / 2, 3),
        "changes_a_player": round(sum(game.changes for game in games) / len(games) / 2, 3),
        "passes_a_player": round(sum(game.passes for game in games) / len(games) / 2, 3),
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
    parser.add_argument("--leaves", help="play by equity, with this leave table, or the 'shipped' one")
    asked = parser.parse_args()
    table = load(asked.board, asked.words)
    generator, rng, finder = table.generator, Random(asked.seed), None
    if asked.leaves:
        finder = EquityFinder(table, leaves_for(table.tiles, None if asked.leaves == "shipped" else asked.leaves))
    for _ in range(5):
        play_game(table, generator, full_bag(table, rng), finder)
    rates, games = [], []
    for _ in range(asked.rounds):
        bags = [full_bag(table, rng) for _ in range(asked.games)]
        started = time.process_time()
        games += [play_game(table, generator, bag, finder) for bag in bags]
        rates.append(asked.games / (time.process_time() - started))
    unit, rate = calibrate(), statistics.median(rates)
    figures = {
        "bench": "selfplay",
        "board": asked.board,
        "words": table.lexicon.count,
        "leaves": asked.leaves or "",
        "games_per_s": round(rate, 1),
        "calibration_ms": round(unit * 1e3, 3),
        "ratio": round(rate * unit, 3),
        **summary(games),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
