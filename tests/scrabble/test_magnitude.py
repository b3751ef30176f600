"""Points near the end of 32 bits: bounds that would wrap are not reckoned with, and the best play is the best."""

from __future__ import annotations

import os

import pytest

from arena.board.layout import Layout
from arena.boardlang.boardfile import board_from_mapping
from arena.engine.equity import EquityFinder
from arena.engine.field import ground_of
from arena.engine.magnitude import LARGEST, fits
from tests.scrabble.generate_cases import cases
from tests.scrabble.tables import layout, shipped_mapping, table, tile_set
from tests.scrabble.test_equity import leaves

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"  # the kernels as plain Python: fewer positions
CHEQUERED = "_result_ := 1; if ((_x_ + _y_) % 2 = 0) then { _result_ := 3 }"


def dear_board(factor: int, where: str = CHEQUERED, endless: bool = False) -> Layout:
    """Return a board with squares that multiply a word so often where ``where`` says 3, and plain ones elsewhere."""
    mapping = shipped_mapping("boards", "standard", "board")
    mapping["squares"][3]["programs"][1] = f"_result_ := _acc_ * {factor}"
    mapping |= {"program": where, "name": f"times {factor}"}
    if endless:
        del mapping["bounds"]
        mapping["infinite"] = True
    return board_from_mapping(mapping, "dear", None)


@pytest.mark.parametrize("board", ["scrabble", "infinite", "hole", "infinite-hole", "superscrabble", "random", "donut"])
@pytest.mark.parametrize("tiles", ["english", "polish"])
def test_squares_of_shipped_boards_are_plain_multipliers(board, tiles):
    at = table(board=layout(board, 1), tiles=tile_set(tiles))
    assert fits(at)
    assert not ground_of(at).programmed


@pytest.mark.parametrize(
    ("board", "fit"),
    [
        (dear_board(3), True),
        (dear_board(100), False),
        (dear_board(100, "_result_ := 0; if (_x_ = 3 /\\ _y_ = 2) then { _result_ := 3 }"), True),
        (dear_board(100, "_result_ := 0; if (_x_ = 3) then { _result_ := 3 }"), False),
        (dear_board(9, endless=True), False),
        (dear_board(2, endless=True), True),
    ],
    ids=["x3", "x100", "one x100", "a column of x100", "x9 without end", "x2 without end"],
)
def test_it_goes_by_what_one_word_may_cover(board, fit):
    assert fits(table(board=board)) is fit


def test_the_bonus_factor_counts_as_a_square_does():
    board = dear_board(2000, "_result_ := 0; if (_x_ = 3 /\\ _y_ = 2) then { _result_ := 3 }")
    assert fits(table(board=board))
    assert not fits(table(board=board, bonus_factor=100))


@pytest.mark.parametrize("factor", [100, 9999])
def test_the_best_play_is_the_first_of_all(factor):
    largest = 0
    for case in cases(dear_board(factor), 3, 2 if SLOW else 6, 4 if SLOW else 7, 1):
        plays = case.engine().sorted()
        if plays:
            assert case.best() == plays[0]
            largest = max(largest, plays[0].score)
    assert largest > LARGEST or SLOW


@pytest.mark.parametrize("factor", [100, 9999])
def test_the_best_move_by_equity_is_the_first_of_all(factor):
    held, compared = 4 if SLOW else 7, 0
    known = leaves(5, 9.0, held - 1)
    for case in cases(dear_board(factor), 4, 2 if SLOW else 5, held, 1):
        finder = EquityFinder(case.at, known)
        found, ranked = finder.best(case.field, case.hand), finder.ranked(case.field, case.hand)
        if found is not None:
            assert found == ranked[0]
            compared += found.score > LARGEST
    assert compared or SLOW
