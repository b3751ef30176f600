import json

import pytest

from arena.board.layout import HOLE
from arena.boardlang.boardfile import board_from_mapping
from arena.errors import Complaints, ConfigError, ProgramError
from tests.boardlang.boards import NAMES, mapping, shipped

PLAIN = "_result_ := pointValue(_pos_) + _acc_"


def board(**changes):
    made = {
        "bounds": [-2, -2, 2, 2],
        "squares": {0: {"name": "SLS", "glyph": " ", "programs": {0: PLAIN}}},
        "program": "_result_ := 0",
    }
    return {key: value for key, value in (made | changes).items() if value is not ...}


def complaints(made, **options):
    with pytest.raises(Complaints) as caught:
        board_from_mapping(made, "mine", **options)
    return [str(error) for error in caught.value.errors]


@pytest.mark.parametrize("name", NAMES)
def test_a_board_file_survives_json(name):
    again = board_from_mapping(json.loads(json.dumps(mapping(name))), name)
    window = (-9, -9, 9, 9)
    assert again.ids(*window).tolist() == shipped(name).ids(*window).tolist()
    assert again.kinds == shipped(name).kinds and again.centre == shipped(name).centre


def test_bounds_shrink_to_the_squares():
    layout = board_from_mapping(board(program="_result_ := -1; if (0 <= _x_ /\\ _y_ < 1) then { _result_ := 0 }"))
    assert layout.bounds == (0, -2, 2, 0) and not layout.infinite


def test_an_id_without_a_square_is_a_hole_whatever_it_is():
    layout = board_from_mapping(board(program="if (_x_ <> 0) then { _result_ := _x_ * 1000000 }"))
    assert layout.ids(-1, 0, 1, 0).tolist() == [[HOLE, 0, HOLE]]


def test_the_glyph_comes_from_the_pretty_program_unless_the_square_has_its_own():
    pretty = "_result_ := charToInt('k') + _input_"
    squares = {3: {"programs": {}}, 0: {"glyph": "z", "programs": {0: PLAIN}}}
    layout = board_from_mapping(board(squares=squares, pretty=pretty))
    assert {number: kind.glyph for number, kind in layout.kinds.items()} == {0: "z", 3: "n"}


def test_a_program_that_fails_on_a_square_fails_only_windows_with_that_square():
    layout = board_from_mapping(board(bounds=..., infinite=True, program="_result_ := 0 / (_x_ - 4)"))
    assert layout.ids(-3, -3, 3, 3).shape == (7, 7)
    where = r"mine: program on the square \(4, 2\), line 1, column 15"
    with pytest.raises(ProgramError, match=f"DivisionByZero at {where}".replace("mine", "board")):
        layout.ids(4, 2, 5, 2)


def test_a_program_that_never_ends_on_a_square_fails_only_windows_with_that_square():
    program = "while (_x_ = 4) do { _result_ := 0 }"
    layout = board_from_mapping(board(bounds=..., infinite=True, program=program))
    assert layout.ids(-3, -3, 3, 3).tolist() == [[0] * 7] * 7
    assert layout.ids(5, 0, 20, 0).tolist() == [[0] * 16]
    with pytest.raises(ProgramError, match=r"StepLimit at board: program on the square \(4, 1\), line 1, column "):
        layout.ids(3, 1, 5, 1)


def test_a_finite_board_whose_program_fails_or_never_ends_is_refused():
    (problem,) = complaints(board(program="while (true) do { _result_ := 0 }"))
    assert problem.startswith("StepLimit at mine: program on the square (-2, -2), line 1, column ")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"program": ...}, "mine: the key 'program' is missing"),
        ({"squares": ...}, "mine: the key 'squares' is missing"),
        ({"colour": 1}, "mine: colour: no key is called 'colour'"),
        ({"progam": "x"}, "Did you mean 'program'?"),
        ({"program": 3}, "mine: program: a board program is a text, not a number"),
        ({"program": "_result_ = 3"}, "ParseError at mine: program, line 1, column 10: '=' here, where ':=' was"),
        ({"program": "_result_ := 7"}, "mine: program: the board has no square within its bounds"),
        ({"program": "if (_y_ = 0) then { _result_ := 9 }"}, "mine: program: the centre (0, 0) is not a square"),
        ({"centre": [3, 0]}, "mine: centre: the centre (3, 0) is not a square"),
        ({"centre": "0,0"}, "mine: centre: [x, y] was expected, not '0,0'"),
        ({"centre": [True, 0]}, "mine: centre: [x, y] was expected"),
        ({"bounds": ...}, "mine: a board is either infinite or has bounds"),
        ({"infinite": True}, "mine: infinite: a board is either infinite or has bounds"),
        ({"infinite": "no"}, "mine: infinite: true or false was expected, not 'no'"),
        ({"bounds": [2, 0, 1, 0]}, "mine: bounds: [2, 0, 1, 0] is empty"),
        ({"bounds": [0, 0, 9999, 9999]}, "mine: bounds: more than 1048576 squares"),
        ({"bounds": [0, 0, 1]}, "mine: bounds: [x0, y0, x1, y1] was expected"),
        ({"used": "DLS"}, "mine: used: there is no square 'DLS'"),
        ({"squares": []}, "mine: squares: a mapping of ids to squares was expected, not a list"),
        ({"squares": {}}, "mine: squares: a mapping of ids to squares was expected, not an empty one"),
        ({"squares": {"a": {}}}, "mine: squares.a: a square's id is a number from 0 to 1000, not 'a'"),
        ({"squares": {0: {}}}, "mine: squares.0: the key 'programs' is missing"),
        ({"squares": {0: {"programs": {0: "x"}}}}, "ParseError at mine: squares.0.programs.0, line 1, column 2"),
        ({"squares": {0: {"programs": {"soon": PLAIN}}}}, "mine: squares.0.programs.soon: a priority is a number"),
        ({"squares": {0: {"programs": {}, "glyph": "ab"}}}, "squares.0.glyph: one printable character was expected"),
        ({"squares": {0: {"programs": {}}, "0": {"programs": {}}}}, "mine: squares.0: the id 0 is there twice"),
        ({"pretty": "_result_ := 1 / 0"}, None),
        ({"random": {}}, "mine: random: the key 'window' is missing"),
        ({"random": {"window": [0, 0, 1, 1], "deal": [[0, 5]], "rest": 0, "centre": [[0, 1], [0, 1]]}},
         "mine: random.deal: more squares are dealt than the window has"),
        ({"random": {"window": [0, 0, 1, 1], "deal": [[7, 1]], "rest": 0, "centre": [[0, 1], [0, 1]]}},
         "mine: random.deal.0: [7, 1] is not a square's id and how many of it"),
        ({"random": {"window": [0, 0, 1, 1], "deal": [], "rest": 0, "centre": [[0, 1], [1, 1]]}},
         "mine: random.centre.1: (1, 1) is empty"),
        ({"random": {"window": [0, 0, 1, 1], "deal": [], "rest": 0, "centre": [[0, 1], [0, 1]]}},
         "mine: program: the program does not say $draw(x, y)"),
        ({"picture": ".. .."}, "mine: squares: no key is called 'squares'"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_board_file_is_said_with_its_key_path(changes, expected):
    if expected is None:  # the square has a glyph of its own, so the program is never asked
        assert board_from_mapping(board(**changes)).kinds[0].glyph == " "
    else:
        assert expected in "\n".join(complaints(board(**changes)))


@pytest.mark.parametrize("contents", [None, [], "text", 3, {}, {"squares": None, "program": None, "bounds": None}])
def test_anything_that_is_no_board_is_refused_cleanly(contents):
    assert complaints(contents)


@pytest.mark.parametrize(
    ("drawn", "problem"),
    [
        (None, "a text was expected, not nothing"),
        (3, "a text was expected, not a number"),
        ("", "the picture of the board is empty"),
    ],
)
def test_a_picture_that_is_none_gets_one_complaint(drawn, problem):
    [complaint] = complaints({"name": "small", "picture": drawn})
    assert complaint.startswith(f"mine: picture: {problem}. ")


def test_everything_wrong_is_told_at_once_and_the_caller_says_where():
    made = board(colour=1, used=5, program="x", centre=4)
    where = {"colour": 3, "used": 9, "program": 12, "centre": 5}
    lines = complaints(made, where=lambda path: f"mine.board:{where.get(path[0], 1) if path else 1}")
    assert sorted(line.partition(":")[2].split(":")[0] for line in lines if "ParseError" not in line) == ["3", "5", "9"]
    assert any(line.startswith("ParseError at mine.board:12, line 1, column 2") for line in lines)


def test_kinds_whose_priorities_disagree_are_not_taken_for_plain():
    squares = {
        0: {"programs": {5: PLAIN}},
        1: {"programs": {0: PLAIN, 1: "_result_ := _acc_ * 2"}},  # doubles before the others have added
    }
    layout = board_from_mapping(board(squares=squares))
    assert [kind.multipliers for kind in layout.kinds.values()] == [None, None]


def test_a_picture_in_a_board_file_is_a_board():
    layout = board_from_mapping({"name": "small", "picture": "## 2.\n.. .3\ncentre 0 1"})
    assert (layout.name, layout.bounds) == ("small", (0, -1, 1, 0))
    assert [kind.name for kind in layout.kinds.values()] == ["SLS", "TLS", "DWS"]


def test_a_complaint_about_one_board_is_of_the_person_who_wrote_it():
    with pytest.raises(Complaints) as caught:
        board_from_mapping(board(centre="x"))
    assert caught.value.exit_code == 2 and isinstance(caught.value.errors[0], ConfigError)
