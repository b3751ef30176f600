"""Where squares are programs, the best play is found by bounds, and is the one that is best without them."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.board.layout import Layout
from arena.boardlang.boardfile import board_from_mapping
from arena.engine._kernels import spans as spanning
from arena.engine._kernels import walk as kernels
from arena.engine.field import Field
from arena.engine.plays import ScoredPlay, read_row
from arena.engine.programs import programs_of
from tests.boardlang.programs import PROGRAMS
from tests.scrabble.generate_cases import MIXED, Case, cases, words
from tests.scrabble.tables import layout, table

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"  # the kernels as plain Python: fewer and smaller positions
TURNS, HELD = (2, 3) if SLOW else (7, 6)

ADD = "_result_ := pointValue(_pos_) + _acc_"
# priority and program: what adds, multiplies, turns over, takes away, cuts down, looks elsewhere, or fails at times
KNOWN = [
    (0, ADD),
    (0, "_result_ := pointValue(_pos_) * 4 + _acc_"),
    (0, "_result_ := (pointValue(_pos_) + _acc_) * 2"),
    (0, "_result_ := pointValue(_pos_) * _pos_ - 3 + _acc_"),
    (0, "_result_ := _acc_; if (isVowel(charValue(_pos_))) then { _result_ := pointValue(_pos_) * 3 + _acc_ }"),
    (0, "_result_ := _acc_ - pointValue(_pos_) * 5"),
    (0, "_result_ := _acc_ + 12 / pointValue(_pos_)"),
    (0, "_result_ := _acc_ + pointValue(_pos_ - 1) * 3"),
    (0, "_result_ := _acc_ + pointValue(_pos_ + 1) * 2"),
    (0, "declare i; _result_ := _acc_; while (i <= _pos_) do { _result_ := _result_ + pointValue(i); i := i + 1 }"),
    (1, "_result_ := _acc_ * 3"),
    (1, "_result_ := _acc_ * 0"),
    (1, "if (_pos_ = 0) then { _result_ := _acc_ * 2 } else { _result_ := _acc_ - 4 }"),
    (1, "_result_ := _acc_; if (_acc_ > 9) then { _result_ := 0 - _acc_ }"),
    (2, "_result_ := -_acc_"),
    (2, "_result_ := _acc_ - 40"),
    (2, "_result_ := _acc_ / 3 + 1"),
    (2, "_result_ := 20 - _acc_"),
    (2, "_result_ := pointValue(0) + _acc_"),
    (3, "_result_ := _acc_ - _acc_ % 5"),
    (3, "_result_ := _acc_ % 7"),
    (3, "if (1000 < _acc_) then { _result_ := 10 / 0 } else { _result_ := _acc_ }"),
    (3, "_result_ := 3"),
]
ENDLESS = [
    (2, "_result_ := _acc_ * _acc_"),
    (1, "_result_ := 200000000 + _acc_"),
    (0, "declare i; while (i < _acc_) do { i := i + 1 }; _result_ := i"),
]


def board_of(kinds: list[dict[int, str]], seed: int, used: dict[int, str] | None = None) -> Layout:
    """Return a board of 9 by 9 on which the kinds of squares lie about, as many plain ones among them."""
    numbers = Random(seed).sample(range(1, 40), 3)
    everything = [{0: ADD}, {0: ADD, 1: "_result_ := _acc_ * 2"}, *kinds]
    mapping: dict[str, Any] = {
        "name": f"programs {seed}",
        "bounds": [0, 0, 8, 8],
        "centre": [4, 4],
        "squares": {number: {"programs": kind} for number, kind in enumerate([*everything, used or {0: ADD}])},
        "used": len(everything),
        "program": (
            f"declare a; a := ({numbers[0]} + _x_) * ({numbers[1]} + _y_) + {numbers[2]};"
            f"if (a % 2 = 1 /\\ (_x_ <> 4 \\/ _y_ <> 4)) then {{ _result_ := (a / 2) % {len(everything)} }}"
        ),
    }
    return board_from_mapping(mapping, mapping["name"])


def by_walk(case: Case, monkeypatch: pytest.MonkeyPatch) -> ScoredPlay | None:
    with monkeypatch.context() as patched:
        patched.setattr(case.at.generator._seeker, "_able", False)
        return case.best()


def by_look_ups(case: Case, steps: int) -> ScoredPlay | None:
    generator = case.at.generator
    assert generator._seeker.begin(case.field, case.hand)
    generator._rules[kernels.STEPS] = steps
    while generator._seeker.go_on() != kernels.DONE:
        pass
    row = generator._seeker.best_row()
    return None if row is None else read_row(case.field, case.field.letters, row)


def looked_up(case: Case) -> bool:
    """Whether there are few enough tiles with several faces in the hand."""
    return case.at.generator._seeker.begin(case.field, case.hand)


def bounded(case: Case) -> int:
    """Check that every play lies on a span whose bound it does not beat; return how many plays there are."""
    seeker = case.at.generator._seeker
    assert seeker.begin(case.field, case.hand)
    case.at.generator._rules[kernels.STEPS] = 0
    seeker.go_on()
    most: dict[tuple[int, int], int] = {}
    for span in seeker._space.shelves.tolist():
        at = span
        while at >= 0:
            first, last, bound, at, *_ = seeker._space.spans[at].tolist()
            most[first, last] = bound
    rows = case.engine()._rows.tolist()
    for points, first, last, *_ in rows:
        assert points <= most[first, last]
    return len(rows)


def compare(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    first = next(iter(case.engine().sorted()), None)
    assert by_walk(case, monkeypatch) == first
    assert by_look_ups(case, 1 << 40) == first
    assert by_look_ups(case, 2) == first
    assert case.best() == first


def kinds_of(rng: Random, programs: list[tuple[int, str]]) -> list[dict[int, str]]:
    return [dict(rng.sample(programs, rng.choice([1, 1, 2, 3]))) for _ in range(4)]


@pytest.mark.parametrize("seed", range(2 if SLOW else 30))
def test_the_best_play_is_found_among_programs_of_every_kind(seed: int, monkeypatch: pytest.MonkeyPatch):
    rng = Random(seed)
    used = dict([rng.choice(KNOWN)]) if seed % 5 == 4 else None
    board = board_of(kinds_of(rng, KNOWN), seed, used)
    fields: dict[str, Any] = {"bonus_factor": rng.choice([1, 1, 3]), "bonus_tiles": rng.choice([None, 2])}
    plays = 0
    for case in filter(looked_up, cases(board, seed, TURNS, HELD, seed % 3, **fields)):
        compare(case, monkeypatch)
        plays += bounded(case)
    assert plays > 0 or used or SLOW


def test_points_below_nothing_that_are_cut_down_are_bounded_by_nothing(monkeypatch: pytest.MonkeyPatch):
    toll, cut = {0: "_result_ := pointValue(_pos_) + _acc_ - 9"}, {0: ADD, 3: "_result_ := _acc_ - _acc_ % 50"}
    for case in filter(looked_up, cases(board_of([toll, cut, toll, cut], 5), 5, TURNS, HELD)):
        bounded(case)
        compare(case, monkeypatch)


@pytest.mark.parametrize("seed", range(1 if SLOW else 6))
def test_the_best_play_is_the_first_of_those_that_the_exhaustive_lister_finds(seed: int):
    rng = Random(100 + seed)
    for case in filter(looked_up, cases(board_of(kinds_of(rng, KNOWN), seed), seed, 3, 3, seed % 2)):
        listed, best = case.listed(), by_look_ups(case, 1 << 40)
        assert (best.score if best else None) == max(listed.values(), default=None)
        if best is not None:
            assert listed[frozenset(tuple(tile) for tile in best.play.tiles)] == best.score


@settings(max_examples=2 if SLOW else 25, suppress_health_check=list(HealthCheck))
@given(texts=st.lists(PROGRAMS, min_size=1, max_size=3), seed=st.integers(0, 99))
def test_whatever_the_programs_say_the_best_play_is_the_same(texts: list[str], seed: int):
    board = board_of([{rank % 2: text} for rank, text in enumerate(texts)], seed)
    for case in cases(board, seed, 2 if SLOW else 3, 3 if SLOW else 4):
        with pytest.MonkeyPatch.context() as monkeypatch:
            expected = by_walk(case, monkeypatch)
        assert case.best() == expected == next(iter(case.engine().sorted()), None)


@pytest.mark.parametrize("program", ENDLESS, ids=lambda program: program[1])
def test_a_walk_is_left_boards_with_a_program_that_has_no_limits(
    program: tuple[int, str], monkeypatch: pytest.MonkeyPatch
):
    for case in cases(board_of([dict([program])], 3), 3, 2, 3):
        assert not case.at.generator._seeker.begin(case.field, case.hand)
        assert case.best() == next(iter(case.engine().sorted()), None)


@pytest.mark.parametrize("wild", [0, 1, 2])
def test_every_play_of_the_shipped_board_lies_on_a_span_that_bounds_its_points(
    wild: int, monkeypatch: pytest.MonkeyPatch
):
    plays = 0
    for case in filter(looked_up, cases("checkpoints", 40 + wild, TURNS, min(HELD, 4 if wild else 6), wild)):
        plays += bounded(case)
        compare(case, monkeypatch)
    assert plays > (0 if SLOW else 20)


def test_points_that_may_grow_beyond_all_limits_leave_a_span_without_a_bound(monkeypatch: pytest.MonkeyPatch):
    thousands = {0: ADD, 1: "_result_ := _acc_ * 9000", 2: "_result_ := _acc_ + 1"}
    seen = set()
    for case in filter(looked_up, cases(board_of([thousands, thousands], 8), 8, TURNS, HELD)):
        compare(case, monkeypatch)
        if bounded(case):
            spans = case.at.generator._seeker._space.spans
            seen |= set(spans[spans[:, spanning.SPAN_LAST] > 0, spanning.SPAN_BOUND].tolist())
    assert (1 << 31) - 1 in seen
    assert max(seen - {(1 << 31) - 1}) > 9000


def test_programs_are_looked_at_only_where_some_are_no_plain_multipliers():
    assert programs_of(table(words(), "scrabble", MIXED)) is None
    at = table(words(), layout("checkpoints"), MIXED)
    programs = programs_of(at)
    assert programs is not None
    assert programs.limits is not None
    assert programs.limits.shape[0] == len(at.squares.starts)
    assert np.all(programs.limits[:, :, 0] >= 0)
    assert Field(at).ground.programmed
