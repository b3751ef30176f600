"""The lean loop of bench/selfplay.py plays by the rules, and greedy play is as strong as it is known to be."""

from __future__ import annotations

import importlib.util
import math
import statistics
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.engine.field import Field
from arena.scrabble.legality import faults_of_play
from arena.scrabble.scoring import score_play
from tests.scrabble.generate_cases import MIXED, words
from tests.scrabble.tables import table
from tests.shared_data import shared


@pytest.fixture(scope="module")
def selfplay() -> Any:
    path = Path(__file__).parents[2] / "bench" / "selfplay.py"
    spec = importlib.util.spec_from_file_location("selfplay", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["selfplay"] = module  # its dataclass looks itself up there
    spec.loader.exec_module(module)
    return module


class Watched:
    """A generator that holds every answer to the rules in plain Python."""

    def __init__(self, at: Any) -> None:
        self.at, self.points = at, 0
        self.hands: list[Counter[int]] = []
        self.board: dict[tuple[int, int], Any] = {}

    def best(self, field: Field, hand: dict[int, int]) -> Any:
        assert field.tiles == self.board
        self.hands.append(Counter(hand))
        found = self.at.generator.best(field, hand)
        if found is not None:
            tiles = found.play.tiles
            assert not faults_of_play(self.at, self.board, tiles, hand, 1)
            assert score_play(self.at, self.board, tiles).total == found.score
            self.board = {**self.board, **{(tile.x, tile.y): tile for tile in tiles}}
            self.points += found.score
        return found


def test_the_lean_loop_keeps_the_rules_and_loses_no_tile(selfplay: Any):
    at = table(words(), "hole", MIXED)
    for seed in range(3):
        watched, bag = Watched(at), selfplay.full_bag(at, Random(seed))
        assert Counter(bag) == Counter(at.tiles.full())
        totals = selfplay.play_game(at, watched, bag)
        assert totals.points == watched.points
        assert totals.laid == len(watched.board)
        assert totals.turns == totals.plays + totals.changes + totals.passes
        laid = Counter(tile.tile for tile in watched.board.values())
        left = Counter(at.tiles.full()) - laid - Counter(bag)
        if not bag and totals.passes < 6:  # who went out gains what the other loses
            assert sum(totals.scores) == totals.points
        else:  # six scoreless turns: both lose their own
            assert sum(totals.scores) == totals.points - at.tiles.points(left)


# Score against score: 20,000 games of an independent engine on the same board, words and tiles, in which who goes out
# gains twice what the other has left, and the other loses nothing; standard errors 0.41 points and 0.35 per cent.
# Its mean scores and its first seat's share are a check of ours. Its other figures are not: it ends in 24.4 turns,
# changes tiles 0.07 times a player and opens with 30.67 points on average. One who always takes the highest score
# changes when there is no play only, 0.005 times; needs 24.7 to 25.6 turns, whichever of equal plays is taken; and
# opens with 31.14 (100,000 hands, standard error 0.06). A player who counts the end's points when the bag is
# empty, and changes rather than play for 11 points or less, comes to 24.3 turns, 0.076 changes and 30.8 points.
KNOWN = {"first_mean": 401.8, "second_mean": 390.7}
KNOWN_FIRST_WINS, GAMES = 0.553, 20_000


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_greedy_against_greedy_is_as_strong_as_is_known(selfplay: Any):
    at = selfplay.load("scrabble", str(shared("enable1.txt")))
    rng = Random(2026)
    games = [selfplay.play_game(at, at.generator, selfplay.full_bag(at, rng)) for _ in range(GAMES)]
    for seat, name in enumerate(KNOWN):
        scores = [doubled(totals)[seat] for totals in games]
        error = math.hypot(statistics.pstdev(scores) / math.sqrt(GAMES), 0.41 * math.sqrt(2))  # both have one
        assert abs(statistics.fmean(scores) - KNOWN[name]) < 3 * error
    error = math.sqrt(2 * 0.25 / GAMES)
    assert abs(selfplay.summary(games)["first_wins"] - KNOWN_FIRST_WINS) < 3 * error


def doubled(totals: Any) -> list[int]:
    """Return the scores where who goes out gains twice what the other has left, and nobody loses but by passing."""
    if sum(totals.scores) != totals.points:  # six scoreless turns: each lost its own
        return list(totals.scores)
    out = 0 if totals.left[1] else 1  # with nothing left on either side it is all the same
    ours = [score + left for score, left in zip(totals.scores, totals.left, strict=True)]
    ours[out] += totals.left[1 - out]
    return ours
