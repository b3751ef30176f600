import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.boardlang.boardtext import board_from_text
from arena.boardlang.parse import parse
from arena.boardlang.plain import recognise
from arena.errors import ConfigError
from tests.shared_data import shared


def test_an_instructors_board_reads_with_its_middle_as_centre():
    layout = board_from_text(shared("cs351", "superscrabble_board.txt").read_text())
    assert layout.bounds == (-10, -10, 10, 10) and layout.id_at(0, 0) == 3


def test_tokens_count_and_not_columns():
    layout = board_from_text("\n 3\n .. 2. .. .2\n\n .. ## 3. .. ..\r\n\n")
    assert layout.ids(-1, -1, 1, 1).tolist() == [[0, 3, 0], [1, 0, -1], [4, 0, 0]]


def test_the_older_notation_means_the_same():
    newer, older = board_from_text(".. 3. .2\n.. .. .."), board_from_text("11 31 12\n11 11 11")
    assert newer.kinds == older.kinds and newer.ids(-1, -1, 1, 0).tolist() == older.ids(-1, -1, 1, 0).tolist()


@pytest.mark.parametrize("text", ["2\n.. .. ..\n.. .. .2", ".. .. ..\n.. .. .2"])
def test_boards_may_be_wider_than_high(text):
    layout = board_from_text(text)
    assert layout.bounds == (-1, -1, 1, 0) and layout.id_at(1, 0) == 1


def test_a_line_may_name_the_centre():
    layout = board_from_text("## .. ..\n.. .. ..\n.. .. ..\nCentre 2 0\n")
    assert layout.bounds == (-2, 0, 0, 2) and layout.id_at(-2, 0) == -1


def test_the_squares_are_programs_like_all_others():
    layout = board_from_text(".. 42 .9")
    for kind in layout.kinds.values():
        found = recognise({priority: parse(text) for priority, text in kind.programs.items()})
        assert (found.letter, found.word) == kind.multipliers
    assert layout.kinds[layout.id_at(0, 0)].name == "4W2L"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "b: the picture of the board is empty"),
        ("centre 0 0", "b: the picture of the board is empty"),
        (".. ..\n..", "b: line 2, column 1: this row has 1 squares and the first one has 2"),
        ("3\n.. .. ..\n.. .. ..", "b: line 1, column 1: 3 rows of 3 squares are announced, and 6 squares follow"),
        (".. .x", "b: line 1, column 4: '.x' is not a square"),
        (".. 0.", "b: line 1, column 4: '0.' is not a square"),
        (".. a", "b: line 1, column 4: a tile ('a') stands on the board"),
        ("## ##", "b: the centre (column 1, row 0) is not a square"),
        (".. ..\ncentre 2 0", "b: line 2, column 1: there is no column 2 and row 0"),
        (".. ..\ncentre 2", "b: line 2, column 1: this line does not name a square"),
        (".. ..\ncentre -1 0", "b: line 2, column 1: this line does not name a square"),
        (".. ..\ncentre 0 0\ncentre 0 0", "b: line 3, column 1: a second centre is named"),
    ],
)
def test_what_is_wrong_with_a_picture_is_said_with_its_line(text, expected):
    with pytest.raises(ConfigError) as caught:
        board_from_text(text, "b")
    assert expected in str(caught.value)


def test_one_column_may_begin_with_a_square_that_looks_like_a_size():
    layout = board_from_text("22\n..")
    assert [layout.kinds[layout.id_at(0, row)].multipliers for row in (-1, 0)] == [(2, 2), (1, 1)]


@settings(max_examples=50)
@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_every_picture_says_what_lies_where(width, height, data):
    square = st.sampled_from(["..", ".2", "3.", "22", "##", "9."])
    rows = data.draw(st.lists(st.lists(square, min_size=width, max_size=width), min_size=height, max_size=height))
    x, y = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))
    rows[y][x] = ".."
    layout = board_from_text("\n".join(map(" ".join, [*rows, ["centre", str(x), str(y)]])))
    for row in range(-1, height + 1):
        for column in range(-1, width + 1):
            token = rows[row][column] if 0 <= row < height and 0 <= column < width else "##"
            kind = layout.kinds.get(layout.id_at(column - x, row - y))
            expected = None if token == "##" else tuple(int(part.replace(".", "1")) for part in reversed(token))
            assert (kind.multipliers if kind else None) == expected
