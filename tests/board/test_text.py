import re

import numpy as np

from arena.board.layout import HOLE, Layout, SquareKind
from arena.board.text import legend, letter_grid, picture, shown_window

KINDS = {
    0: SquareKind(0, "SLS", " ", {}, (1, 1)),
    3: SquareKind(3, "DWS", "c", {}, (1, 2)),
    5: SquareKind(5, "odd", "o", {}, None),
}


def layout(rows, centre=(0, 0), infinite=False):
    """A board of glyphs with its first square at (0, 0)."""
    by_glyph = {kind.glyph: number for number, kind in KINDS.items()} | {"#": HOLE}

    def fill(x0, y0, x1, y1):
        inside = lambda x, y: 0 <= y < len(rows) and 0 <= x < len(rows[0])  # noqa: E731
        return np.array(
            [[by_glyph[rows[y][x]] if inside(x, y) else HOLE for x in range(x0, x1 + 1)] for y in range(y0, y1 + 1)]
        )

    bounds = None if infinite else (0, 0, len(rows[0]) - 1, len(rows) - 1)
    return Layout("little", centre, KINDS, KINDS[0], bounds, fill)


def test_a_finite_board_has_a_rim_of_no_squares():
    assert picture(layout([" c", "#o"])) == "# # # # \n#   c # \n# # o # \n# # # # "


def test_tiles_stand_on_their_squares():
    assert picture(layout(["  c"]), {(1, 0): "Q"}).splitlines()[1] == "#   Q c # "


def test_wide_tiles_keep_the_columns():
    assert picture(layout(["  c"]), {(0, 0): "CH"}).splitlines()[1] == "#  CH    c  #  "


def test_a_board_without_end_shows_its_tiles_and_eight_squares_around():
    endless = layout([" c"], infinite=True)
    assert shown_window(endless) == (-8, -8, 8, 8)
    assert shown_window(layout([" c"], (1, 0), True)) == (-7, -8, 9, 8)
    assert shown_window(endless, {(-3, 10): "A", (4, 2): "B"}) == (-11, -6, 12, 18)


def test_colours_change_nothing_but_the_colour_and_tell_the_last_play_apart():
    board, tiles = layout([" co", "   "]), {(0, 0): "A", (0, 1): "B"}
    coloured = picture(board, tiles, marks=[(0, 1)], colour=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == picture(board, tiles)
    paint = dict(re.findall(r"(\x1b\[[0-9;]*m)(\S)", coloured))
    assert {"A", "B", "c", "o"} <= set(paint.values()) and len(paint) == len(set(paint.values()))


def test_the_letter_grid_writes_a_dot_for_a_blank_glyph():
    assert letter_grid(layout([" c", "#o"]), (0, 0, 2, 1)) == [".c#", "#o#"]


def test_the_legend_says_what_squares_do():
    assert [line.split(maxsplit=2)[-1] for line in legend(layout([" "]))[1:]] == [
        "word x 2", "a program of its own", ["no", "square"][-1],
    ]  # fmt: skip
