"""What a search by equity leaves out cannot be the best: spans bound their plays, parts of the hand are in order."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import ceil
from typing import Any

import numpy as np
import pytest

from arena.engine._kernels import spans as spanning
from arena.engine._kernels import walk as kernels
from arena.engine._kernels.spans import C_BEGINS
from arena.engine.equity import EquityFinder
from arena.engine.klv2 import pack_klv2
from arena.engine.leaves import Leaves
from arena.engine.plays import read_row
from arena.engine.seeker import Seeker
from arena.errors import Complaints, ConfigError
from tests.scrabble.generate_cases import Case, cases
from tests.scrabble.tables import table
from tests.scrabble.test_equity import BOARDS, by_listing, kept_of, leaves

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"  # the kernels as plain Python: fewer and smaller positions
HELD = 4 if SLOW else 6


def begun() -> Iterator[tuple[Case, Seeker, Leaves, dict[frozenset[Any], float]]]:
    """Yield positions whose search by equity is prepared, and nothing looked at."""
    known = leaves(11, 9.0, HELD - 1)
    plain = {frozenset(leave.items()): value for leave, value in known.items()}
    for board in ("scrabble", "infinite-hole", "checkpoints"):
        for case in cases(board, 91, 2 if SLOW else 4, HELD, 1):
            seeker = case.at.generator._seeker
            if seeker.begin(case.field, case.hand, known.arrays):
                case.at.generator._rules[kernels.STEPS] = 0
                seeker.go_on()
                yield case, seeker, known, plain


def parts_of(seeker: Seeker, case: Case) -> Iterator[tuple[int, int, dict[int, int], int]]:
    """Yield each part of the hand: its place, how many tiles, which ones, and their points."""
    ids = list(case.hand)
    begins = seeker._space.work[C_BEGINS:].tolist()
    for size in range(sum(case.hand.values()) + 1):
        for place in range(begins[size], begins[size + 1]):
            packed = int(seeker._space.parts[place, spanning.P_COUNTS])
            counts = [packed >> spanning.BITS * kind & 15 for kind in range(len(ids))]
            chosen = {tile: count for tile, count in zip(ids, counts, strict=True) if count}
            yield place, size, chosen, int(seeker._space.parts[place, spanning.P_TOTAL])


def test_every_play_lies_on_a_span_that_bounds_its_equity():
    plays = whole = 0
    for case, seeker, _, plain in begun():
        most: dict[tuple[int, int], int] = {}
        for at in seeker._space.shelves.tolist():
            while at >= 0:
                first, last, bound, at, *_ = seeker._space.spans[at].tolist()
                most[first, last] = bound
        faces = case.at.generator.ground.tiles.faces
        for points, first, last, laid, *shown in case.engine()._rows.tolist():
            gone = (int(faces[face, 0]) for face in shown[:laid])
            value = plain.get(frozenset(kept_of(case.hand, gone).items()), 0.0)
            assert points + value <= most[first, last]
            plays, whole = plays + 1, whole + (laid == sum(case.hand.values()))
    assert plays > 20
    assert whole > 0  # spans that take the whole hand are asked of the sieves beforehand


def test_parts_of_a_size_are_in_the_order_of_their_points_and_what_they_leave():
    compared = 0
    for case, seeker, _, plain in begun():
        kept = seeker._kept
        assert kept is not None
        worth: dict[int, tuple[int, float, int]] = {}
        for place, size, chosen, points in parts_of(seeker, case):
            value = plain.get(frozenset(kept_of(case.hand, iter(Counter(chosen).elements())).items()), 0.0)
            assert kept.parts[place] == value
            worth[place] = size, value, points
        sizes = [worth[place][0] for place in sorted(worth)]
        order = kept.order[: len(worth)].tolist()
        assert sorted(order) == sorted(worth)
        assert [worth[place][0] for place in order] == sizes
        for at, place in enumerate(order):
            size, value, points = worth[place]
            assert value + points <= kept.sums[at] <= value + points + 1e-5
            assert at == 0 or worth[order[at - 1]][0] < size or kept.sums[at - 1] >= kept.sums[at]
        for size in range(spanning.MOST_HELD + 1):
            for times in range(spanning.JOINED):
                of_size = [value + times * points for mine, value, points in worth.values() if mine == size]
                added = int(kept.added[times * (spanning.MOST_HELD + 1) + size])
                assert added == ceil(max(of_size)) if of_size else added < -(10**5)
        compared += 1
    assert compared >= 3


def test_no_part_that_makes_a_word_by_itself_is_left_out_where_no_tile_lies():
    known = leaves(11, 9.0, HELD - 1)
    listed_words = left_out = 0
    for case in (case for board in ("scrabble", "infinite-hole") for case in cases(board, 95, 3, HELD, 1)):
        tiles, width = case.at.tiles, spanning.MOST_HELD + 1
        bags = {tuple(sorted(word)) for word in case.at.lexicon.graph.words()}
        codes = {symbol: code for code, symbol in enumerate(tiles.alphabet.symbols, start=1)}
        for arrays in (None, known.arrays):
            seeker = case.at.generator._seeker
            if not seeker.begin(case.field, case.hand, arrays):
                continue
            case.at.generator._rules[kernels.STEPS] = 0
            seeker.go_on()
            work, kept, listed = seeker._space.work, seeker._kept, dict[int, list[tuple[float, int]]]()
            alone = set[int]()
            for size in range(2, sum(case.hand.values()) + 1):
                begin, count = int(work[C_BEGINS + size]), int(work[spanning.C_ALONE + size])
                places = seeker._space.alone[begin : begin + count].tolist()
                assert places == sorted(set(places))
                parts = places if arrays is None else [int(kept.order[place]) for place in places]
                alone.update(parts)
                points = [int(seeker._space.parts[part, spanning.P_TOTAL]) for part in parts]
                assert not parts or work[spanning.C_ALONE_TOTAL + size] == max(points)
                if arrays is not None:
                    listed[size] = [(kept.parts[part], mine) for part, mine in zip(parts, points, strict=True)]
            for part, _, chosen, _ in parts_of(seeker, case):
                faces = [[codes[face.char] for face in tiles.tiles[tile].faces] for tile in Counter(chosen).elements()]
                makes = any(tuple(sorted(shown)) in bags for shown in product(*faces))
                assert not makes or part in alone
                listed_words, left_out = listed_words + makes, left_out + (part not in alone)
            for size, those in listed.items():
                for times in range(spanning.JOINED):
                    most = max((value + times * points for value, points in those), default=spanning.LEAST)
                    assert kept.added[(spanning.JOINED + times) * width + size] == ceil(most)
    assert listed_words > 20
    assert left_out > 20


@pytest.mark.parametrize("board", ["scrabble", "infinite-hole", "checkpoints"])
def test_what_was_put_off_is_looked_at_in_its_turn_however_often_the_search_is_interrupted(board: str):
    known = leaves(12, 80.0, HELD - 1)
    plain = {frozenset(leave.items()): value for leave, value in known.items()}
    compared = pauses = put_off = 0
    for case in cases(board, 93, 2 if SLOW else 5, HELD, 1):
        seeker = case.at.generator._seeker
        if not seeker.begin(case.field, case.hand, known.arrays):
            continue
        case.at.generator._rules[kernels.STEPS] = 5
        while seeker.go_on() != kernels.DONE:
            pauses += 1
        put_off += int(np.count_nonzero(seeker._space.spans[:, spanning.SPAN_FROM]))
        row = seeker.best_row()
        found = None if row is None else (seeker.equity, read_row(case.field, case.field.letters, row).play)
        expected = by_listing(case, plain, 0)
        assert found == (expected[0] if expected else None)
        compared += 1
    assert compared > 0
    assert pauses > compared
    assert put_off > 0


@pytest.mark.parametrize("points", ["1e7", "-2000001"])
def test_leaves_beyond_all_reason_are_refused(points: str):
    tiles = table("AB BA", "scrabble").tiles
    with pytest.raises(Complaints, match="1,000,000") as refused:
        Leaves.from_csv(f"B,1\nA,{points}\n", tiles, "x.csv")
    assert refused.value.where == "x.csv:2"
    known = Leaves.from_csv("A,1000000\nB,-1e6\n", tiles)
    assert len(known) == 2
    with pytest.raises(ConfigError, match="1 values are beyond 1,000,000"):
        Leaves.from_klv2(pack_klv2(known.nodes, known.values * np.float32([1.0, 1.5])), tiles)


@pytest.mark.soak
@pytest.mark.parametrize("board", BOARDS)
def test_the_best_move_is_that_of_a_list_in_hundreds_of_positions_of_each_board(board: str):
    compared = 0
    for seed in range(14):
        held, wild, spread = (7, 5, 6)[seed % 3], seed % 3, (2.0, 9.0, 40.0)[seed // 3 % 3]
        known = leaves(seed, spread, held - 1)
        plain = {frozenset(leave.items()): value for leave, value in known.items()}
        finder = None
        for turn, case in enumerate(cases(board, 700 + seed, 12, held, wild)):
            finder = finder or EquityFinder(case.at, known)
            may_change = (held, 0, 2)[turn % 3]
            expected = by_listing(case, plain, may_change)
            best = finder.best(case.field, case.hand, may_change)
            assert (best and (best.equity, best.move)) == (expected[0] if expected else None)
            if expected:
                assert finder.worth(case.field, case.hand, may_change) == expected[0][0]
            compared += 1
    assert compared == 14 * 12
