"""The best move by equity is the first of all that are listed and sorted in plain Python; known positions come out."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from arena.contract.budget import ClockedBudget
from arena.engine.equity import EquityFinder, WeighedMove
from arena.engine.field import Field
from arena.engine.leaves import Leaves
from arena.errors import ConfigError
from arena.notation.cgp import Cgp, read_cgp
from arena.scrabble.moves import Change, Pass, Placed, Play
from arena.scrabble.table import Table
from arena.words import table as word_table
from tests.scrabble.generate_cases import MIXED, Case, cases
from tests.scrabble.tables import table, word_at
from tests.shared_data import shared

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"  # the kernels as plain Python: fewer and smaller positions
TURNS = 2 if SLOW else 5
BOARDS = ["scrabble", "superscrabble", "infinite", "hole", "infinite-hole", "checkpoints"]


@cache
def leaves(seed: int, spread: float, longest: int = 5) -> Leaves:
    """Return random leaves of the mixed tiles, in quarters of a point so that some tie; one in five is not there."""
    every = Leaves.all_of(MIXED, longest)
    rng = np.random.default_rng(seed)
    values = np.round(rng.normal(0, spread, len(every)) * 4) / 4
    kept = rng.random(len(every)) < 0.8
    texts = {MIXED.print_hand(leave): float(value) for (leave, _), value in zip(every.items(), values, strict=True)}
    return Leaves.of({text: value for (text, value), stays in zip(texts.items(), kept, strict=True) if stays}, MIXED)


def kept_of(hand: dict[int, int], tiles: Iterator[int]) -> dict[int, int]:
    left = Counter(hand)
    left.subtract(Counter(tiles))
    return {tile: count for tile, count in left.items() if count}


def by_listing(case: Case, table_of: dict[frozenset[Any], float], may_change: int) -> list[tuple[float, Any]]:
    """Return (equity, move) of every play and change in the order of the answer, in plain Python."""

    def value(tiles: Any) -> float:
        return table_of.get(frozenset(kept_of(case.hand, tiles).items()), 0.0)

    found: list[tuple[float, int, Any, Any]] = []
    for place, play in enumerate(case.engine().sorted()):  # in their order at the same points
        equity = play.score + value(tile.tile for tile in play.play.tiles)
        found.append((-equity, 0, place, play.play))
    tiles = sorted(Counter(case.hand).elements())
    for size in range(1, may_change + 1):
        for gone in sorted(set(combinations(tiles, size))):
            found.append((-value(iter(gone)), 1, (size, gone), Change(gone)))
    return [(-equity, move) for equity, _, _, move in sorted(found, key=lambda one: one[:3])]


@pytest.mark.parametrize("wild", [0, 1, 2])
@pytest.mark.parametrize("board", BOARDS)
def test_the_best_and_the_ranking_are_those_of_listing_all_and_sorting(board: str, wild: int):
    compared = changed = better = 0
    for held, spread in ((7 - wild, 4.0), (5, 80.0)) if not SLOW else ((4, 9.0),):
        known = leaves(held, spread, 4 if not SLOW else 3)
        plain = {frozenset(leave.items()): value for leave, value in known.items()}
        finder = None
        for turn, case in enumerate(cases(board, 50 + wild, TURNS, held, wild)):
            finder = finder or EquityFinder(case.at, known)
            may_change = (held, 0, 2)[turn % 3]
            expected = by_listing(case, plain, may_change)
            ranked = finder.ranked(case.field, case.hand, may_change)
            assert [(move.equity, move.move) for move in ranked[:-1]] == expected
            assert ranked[-1].move == Pass()
            for most in (1, 3, 10):  # no more are put in order than are wanted
                few = finder.ranked(case.field, case.hand, may_change, most)
                assert list(few[: min(most, len(ranked) - 1)]) == list(ranked[: min(most, len(ranked) - 1)])
                assert few[-1] == ranked[-1]
            assert ranked.equities[:-1].tolist() == [equity for equity, _ in expected]
            best = finder.best(case.field, case.hand, may_change)
            assert best == (ranked[0] if expected else None)
            highest = case.best()
            compared += 1
            changed += best is not None and isinstance(best.move, Change)
            better += best is not None and highest is not None and best.move != highest.play
            assert case.best() == highest  # neither search leaves anything behind for the other
    assert compared >= 2
    assert SLOW or changed + better > 0


def test_what_cannot_be_looked_up_is_looked_at():
    known = leaves(1, 9.0, 3)
    plain = {frozenset(leave.items()): value for leave, value in known.items()}
    compared = 0
    for held, wild, changes in ((4, 3, {}), (3, 1, {"check_whole_board": True}), (4, 1, {"opening_tiles": 1})):
        for case in cases("hole", 77 + wild, 2, held, wild, **changes):
            found = EquityFinder(case.at, known).best(case.field, case.hand, 1)
            expected = by_listing(case, plain, 1)
            assert found is not None
            assert (found.equity, found.move) == expected[0]
            compared += 1
    assert compared == 6


def test_a_budget_that_is_over_ends_the_search_and_plays_were_offered():
    known = leaves(2, 9.0, 3)
    [*_, case] = cases("scrabble", 5, 3, 7, 2)
    finder = EquityFinder(case.at, known)
    whole = finder.best(case.field, case.hand)
    offered: list[Any] = []
    ticks = iter(range(1000))
    assert finder.best(case.field, case.hand, 0, ClockedBudget(1e9, lambda: 0.0)) == whole
    cut = finder.best(case.field, case.hand, 0, ClockedBudget(2.0, lambda: next(ticks), offered.append, 0.0))
    assert whole is not None
    assert cut is None or cut.equity <= whole.equity
    assert all(isinstance(play, Play) for play in offered)


def test_an_out_of_the_way_hand_has_no_move():
    at = table("AB BA", "scrabble")
    finder = EquityFinder(at, Leaves.of({"A": 1.0}, at.tiles))
    field = Field(at, word_at(at, "AB", 0, 0))
    assert finder.best(field, {}) is None
    assert finder.best(field, at.tiles.parse_hand("Z")) is None
    [only] = finder.ranked(field, at.tiles.parse_hand("Z"))
    assert only == WeighedMove(Pass(), 0, 0.0, 0.0)


def test_a_change_is_preferred_where_it_is_worth_more_and_a_pass_never():
    at = table("AB BA", "scrabble")
    tiles = at.tiles
    finder = EquityFinder(at, Leaves.of({"QZ": -5.0, "A": 40.0, "ABQZ": 99.0}, tiles))
    field, hand = Field(at), tiles.parse_hand("ABQZ")
    best = finder.best(field, hand, 3)
    assert best is not None
    assert best.move == Change(tuple(sorted(tiles.parse_hand("BQZ"))))
    assert (best.score, best.leave, best.equity) == (0, 40.0, 40.0)
    played = finder.best(field, hand)
    assert played is not None
    assert (played.score, played.leave, played.equity, played.word) == (8, -5.0, 3.0, "AB")
    ranked = finder.ranked(field, hand, 3)
    assert ranked[-1] == WeighedMove(Pass(), 0, 99.0, 99.0)
    assert [move.equity for move in ranked[:2]] == [40.0, 3.0]


def test_leaves_for_other_tiles_are_refused():
    at = table("AB BA", "scrabble")
    with pytest.raises(ConfigError, match="mixed"):
        EquityFinder(at, leaves(1, 1.0, 2))


def placed(at: Table, cgp: Cgp) -> list[Placed]:
    """Return the tiles of a CGP on a board whose first row and column it begins with."""
    assert at.layout.bounds is not None
    x0, y0, *_ = at.layout.bounds
    found = []
    for y, row in enumerate(cgp.rows, y0):
        for x, letter in enumerate(row, x0):
            if letter is not None:
                tile, face = at.tiles.tile_showing(letter.char, letter.blank)
                found.append(Placed(x, y, tile, face.char, face.points))
    return found


@pytest.mark.skipif(SLOW, reason="the whole word list")
def test_the_known_equities_of_two_hundred_positions():
    """Source: an independent engine (shared data); equities to 0.01."""
    at = word_table("scrabble", lexicon=str(shared("enable1.txt")), rules="tournament")
    known = Leaves.from_klv2(shared("leaves", "formula.klv2").read_bytes(), at.tiles)
    finder, positions = EquityFinder(at, known), 0
    for line in shared("equities.tsv").read_text().splitlines():
        if line.startswith("#"):
            continue
        text, bag, _, _, _, equity, highest = line.split("\t")
        cgp = read_cgp(text, at.tiles)
        field, hand = Field(at, placed(at, cgp)), at.tiles.parse_hand(cgp.racks[0])
        may_change = 7 if int(bag) >= 7 else 0
        ranked = finder.ranked(field, hand, may_change)
        expected = [float(number) for number in highest.split()]
        assert ranked.equities[: len(expected)].tolist() == pytest.approx(expected, abs=0.0051), text
        best = finder.best(field, hand, may_change)
        assert best is not None
        assert best == ranked[0]
        assert best.equity == pytest.approx(float(equity), abs=0.0051)
        positions += 1
    assert positions == 200
