"""The shipped boards lie as they should, near and far."""

from dataclasses import replace

import numpy as np
import pytest

from arena.board.layout import HOLE
from arena.board.reach import reachable
from arena.board.text import letter_grid
from arena.boardlang.boardfile import board_about
from arena.boardlang.draw import CourseRandom
from arena.boardlang.squares import ProgramSquares
from tests.boardlang.boards import NAMES, mapping, shipped
from tests.oracles import boards as oracle
from tests.shared_data import shared

FAR = 2**31 - 1


@pytest.mark.parametrize("grid", ["standard", "hole", "infinite", "infinite-hole", "random", "infinite-random"])
def test_the_course_boards_are_those_of_the_observed_grids(grid):
    seed = 42 if "random" in grid else None
    lines = shared("itu-boards", f"{grid}-seed42.txt" if seed else f"{grid}.txt").read_text().splitlines()
    layout = shipped(grid, seed)
    assert f"centre {layout.centre[0]},{layout.centre[1]};" in lines[0]
    assert letter_grid(layout, (-16, -16, 16, 16)) == lines[1:34]


@pytest.mark.parametrize("name", ["standard", "scrabble", "hole", "infinite", "infinite-hole"])
@pytest.mark.parametrize("corner", [(-9, -9), (-FAR, 990), (10**9, -(10**9)), (FAR - 12, FAR - 12)])
def test_boards_lie_as_their_tables_say_near_and_far(name, corner):
    square_at = getattr(oracle, name.replace("-", "_"))
    x0, y0 = corner
    ids = shipped(name).ids(x0, y0, x0 + 12, y0 + 11)
    assert ids.tolist() == [[square_at(x, y) for x in range(x0, x0 + 13)] for y in range(y0, y0 + 12)]


def test_beyond_32_bits_there_is_no_square():
    ids = shipped("infinite").ids(FAR - 1, 0, FAR + 2, 0)
    assert (ids != HOLE).tolist() == [[True, True, False, False]]


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_board_says_what_it_is_and_hangs_together_around_its_centre(name):
    layout = shipped(name)
    x, y = layout.centre
    window = layout.bounds or (x - 12, y - 12, x + 12, y + 12)
    ids = layout.ids(*window)
    assert layout.name == name and board_about(mapping(name))
    assert reachable(ids, x - window[0], y - window[1]).sum() == (ids != HOLE).sum() > 180


def test_only_checkpoints_has_squares_that_are_no_plain_multipliers():
    other = {name for name in NAMES for kind in shipped(name).kinds.values() if kind.multipliers is None}
    assert other == {"checkpoints"}
    usual = [(1, 1), (2, 1), (3, 1), (1, 2), (1, 3)]
    assert [kind.multipliers for kind in shipped("standard").kinds.values()] == usual
    assert [kind.multipliers for kind in shipped("superscrabble").kinds.values()] == [*usual, (4, 1), (1, 4)]


@pytest.mark.parametrize(
    ("name", "file"), [("scrabble", "scrabble_board.txt"), ("superscrabble", "superscrabble_board.txt")]
)
def test_the_tournament_boards_are_those_of_the_instructors_files(name, file):
    tokens = shared("cs351", file).read_text().split()
    size = int(tokens[0])
    letters = {"..": ".", ".2": "a", ".3": "b", "2.": "c", "3.": "d", ".4": "e", "4.": "f"}
    rows = ["".join(letters[token] for token in tokens[1 + row * size :][:size]) for row in range(size)]
    layout = shipped(name)
    assert letter_grid(layout, layout.bounds) == rows and layout.centre == (0, 0)


# .NET's generator: the first number of seed 42 is its check value, the centres were observed on the course's system.
def test_the_draw_is_that_of_the_course():
    assert CourseRandom(42).next() == 1434747710
    assert [shipped("random", seed).centre for seed in (42, 0, 1)] == [(3, 5), (0, 0), (6, 6)]
    assert shipped("infinite-random", 42).centre == (3, 5)


@pytest.mark.parametrize("seed", [7, 2**31 - 1, -(2**31), 161803398, 2**40])
def test_any_seed_deals_the_whole_pack(seed):
    numbers, counts = np.unique(shipped("random", seed).ids(-7, -7, 7, 7), return_counts=True)
    assert dict(zip(numbers.tolist(), counts.tolist(), strict=True)) == {0: 165, 1: 24, 2: 12, 3: 16, 4: 8}


def test_squares_are_computed_once():
    programs = shipped("infinite").fill
    assert isinstance(programs, ProgramSquares)
    asked = []
    layout = replace(shipped("infinite"), fill=lambda *window: asked.append(window) or programs(*window))
    first = layout.ids(-20, -20, 20, 20)
    before = len(asked)
    assert np.array_equal(layout.ids(-20, -20, 20, 20), first)
    assert [layout.id_at(x, x) for x in range(-20, 21)] == first.diagonal().tolist()
    assert len(asked) == before
