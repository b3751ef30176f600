import numpy as np

from arena.board.layout import HOLE
from arena.board.reach import reachable


def window(*rows):
    return np.array([[HOLE if cell == "#" else 0 for cell in row] for row in rows], dtype=np.int32)


def shown(ids, column, row):
    return ["".join("x" if cell else "." for cell in line) for line in reachable(ids, column, row).tolist()]


def test_squares_hang_together_side_by_side_and_not_by_their_corners():
    assert shown(window("  #", "## ", "   "), 0, 0) == ["xx.", "...", "..."]
    assert shown(window("  #", "# #", "   "), 0, 0) == ["xx.", ".x.", "xxx"]


def test_a_hole_reaches_nothing():
    assert shown(window("# "), 0, 0) == [".."]


def test_a_ring_is_reached_both_ways_round():
    assert shown(window("   ", " # ", "   "), 2, 2) == ["xxx", "x.x", "xxx"]
