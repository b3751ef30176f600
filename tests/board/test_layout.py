"""What a Layout remembers of its squares: what it is asked for is what fills it says, however it is asked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.board import layout as layouts
from arena.board.layout import HIGH, HOLE, LOW, SIDE, Layout, SquareKind
from arena.errors import ProgramError

KINDS = {id_: SquareKind(id_, name, name[0], {}, None) for id_, name in ((0, "plain"), (3, "triple"))}


class Board:
    """Fills a layout by a rule, square by square, and remembers what it was asked. fails: the squares that fail."""

    def __init__(self, *fails: tuple[int, int]) -> None:
        self.fails = fails
        self.asked: list[tuple[int, int, int, int]] = []

    @staticmethod
    def rule(x: int, y: int) -> int:
        """Return plain and triple squares, holes, and ids that are no kinds' (5: a hole, too)."""
        return (0, 3, HOLE, 5, 0)[(3 * x + 7 * y) % 5]

    def expected(self, x: int, y: int, bounds: layouts.Window | None = None) -> int:
        x0, y0, x1, y1 = bounds or (LOW, LOW, HIGH, HIGH)
        id_ = self.rule(x, y) if x0 <= x <= x1 and y0 <= y <= y1 else HOLE
        return id_ if id_ in KINDS else HOLE

    def __call__(self, x0: int, y0: int, x1: int, y1: int) -> np.ndarray:
        self.asked.append((x0, y0, x1, y1))
        for x, y in self.fails:
            if x0 <= x <= x1 and y0 <= y <= y1:
                raise ProgramError("Fails", f"square ({x}, {y})", "on purpose")
        return np.array([[self.rule(x, y) for x in range(x0, x1 + 1)] for y in range(y0, y1 + 1)], np.int32)


def layout_of(board: Board, bounds: layouts.Window | None = None) -> Layout:
    return Layout("b", (0, 0), KINDS, KINDS[0], bounds, board)


def near(low: int, high: int) -> st.SearchStrategy[int]:
    return st.integers(low, high)


WINDOWS = st.lists(st.tuples(near(-40, 40), near(-40, 40), near(0, 40), near(0, 40)), min_size=1, max_size=4)
BOUNDS = st.none() | st.builds(
    lambda x, y, w, h: (x, y, x + w, y + h), near(-30, 30), near(-30, 30), near(0, 50), near(0, 50)
)


@given(WINDOWS, BOUNDS)
def test_windows_and_single_squares_are_those_of_the_rule(windows, bounds):
    board = Board()
    layout = layout_of(board, bounds)
    for x0, y0, width, height in windows:
        x1, y1 = x0 + width, y0 + height
        expected = [[board.expected(x, y, bounds) for x in range(x0, x1 + 1)] for y in range(y0, y1 + 1)]
        assert layout.ids(x0, y0, x1, y1).tolist() == expected
        assert layout.id_at(x0, y1) == expected[-1][0]
        assert layout.has(x1, y0) == (expected[0][-1] != HOLE)
        assert layout.kind_at(x1, y1) is KINDS.get(expected[-1][-1])


@given(WINDOWS, BOUNDS)
def test_nothing_is_asked_outside_the_bounds_and_no_square_twice(windows, bounds):
    board = Board()
    layout = layout_of(board, bounds)
    for x0, y0, width, height in windows:
        layout.ids(x0, y0, x0 + width, y0 + height)
        layout.kind_at(x0 + 1, y0 + 1)
    squares = [(x, y) for x0, y0, x1, y1 in board.asked for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]
    assert len(set(squares)) == len(squares)
    if bounds is not None:
        assert all(bounds[0] <= x <= bounds[2] and bounds[1] <= y <= bounds[3] for x, y in squares)


def test_there_are_squares_up_to_the_last_32_bit_number_and_none_beyond():
    board = Board()
    layout = layout_of(board)
    ids = layout.ids(HIGH - 2, LOW - 2, HIGH + 3, LOW + 1).tolist()
    assert ids == [[board.expected(x, y) for x in range(HIGH - 2, HIGH + 4)] for y in range(LOW - 2, LOW + 2)]
    for square in ((HIGH + 1, 0), (0, LOW - 1), (10**30, -(10**30))):
        assert not layout.has(*square)
    assert all(low >= LOW and high <= HIGH for low, high in ((min(window), max(window)) for window in board.asked))


def test_what_is_handed_out_is_nobody_elses():
    layout = layout_of(Board())
    ids = layout.ids(0, 0, 5, 5)
    before = ids.copy()
    ids[:] = 77
    assert np.array_equal(layout.ids(0, 0, 5, 5), before)


def test_a_square_whose_program_fails_fails_whatever_asks_for_it_each_time_and_nothing_else():
    board = Board((4, 4))
    layout = layout_of(board)
    for _ in range(2):
        with pytest.raises(ProgramError, match=r"square \(4, 4\)"):
            layout.ids(0, 0, 4, 4)
        with pytest.raises(ProgramError, match=r"square \(4, 4\)"):
            layout.kind_at(4, 4)
    assert layout.ids(0, 0, 3, SIDE).tolist() == [[board.expected(x, y) for x in range(4)] for y in range(SIDE + 1)]
    assert layout.id_at(4, 5) == board.expected(4, 5)


def test_squares_beside_one_that_fails_are_remembered_as_well():
    board = Board((4, 4))
    layout = layout_of(board)
    layout.ids(0, 0, 3, 3)
    layout.kind_at(9, 9)
    before = len(board.asked)
    layout.ids(1, 1, 2, 2)
    assert (layout.kind_at(3, 3), layout.kind_at(9, 9)) == tuple(KINDS.get(board.expected(n, n)) for n in (3, 9))
    assert len(board.asked) == before


def test_a_fault_that_is_no_programs_is_not_kept_for_later():
    def broken(*window: int) -> np.ndarray:
        raise RuntimeError("no board")

    layout = replace(layout_of(Board()), fill=broken)
    for _ in range(2):
        with pytest.raises(RuntimeError):
            layout.ids(0, 0, 1, 1)


def test_memory_has_an_end_on_boards_without_one(monkeypatch):
    monkeypatch.setattr(layouts, "MOST_CHUNKS", 8)
    monkeypatch.setattr(layouts, "MOST_KINDS", 10)
    board = Board(*((SIDE * n, 5) for n in range(0, 60, 7)))
    layout = layout_of(board)
    for x in range(1, SIDE * 50, 9):
        if x % SIDE:
            assert layout.id_at(x, 5) == board.expected(x, 5)
        assert len(layout._chunks) <= 8 and len(layout._kinds) <= 10
        assert layout._failing <= layout._chunks.keys()
    wide = layout.ids(1, 0, SIDE * 20, 4).tolist()  # more than is kept at a time
    assert wide == [[board.expected(x, y) for x in range(1, SIDE * 20 + 1)] for y in range(5)]


def test_a_layout_that_is_replaced_remembers_nothing_of_the_old_one():
    layout = layout_of(Board())
    layout.ids(0, 0, 5, 5)
    layout.kind_at(0, 0)
    assert replace(layout, fill=lambda *window: np.full((20, 20), HOLE, np.int32)[:1, :1]).id_at(0, 0) == HOLE
