"""arena boards and arena square, called as a person calls them."""

import pytest

from arena.board.text import letter_grid
from arena.cli.main import main
from tests.boardlang.boards import FOLDER, NAMES, shipped


@pytest.fixture
def arena(capsys):
    """Run a command line; return its exit status, standard output and standard error."""

    def run(*arguments):
        with pytest.raises(SystemExit) as caught:
            main(list(arguments))
        out, err = capsys.readouterr()
        return caught.value.code, out, err

    return run


def test_boards_are_listed_with_a_line_each(arena):
    status, out, _ = arena("boards")
    lines = [line.split(maxsplit=1) for line in out.splitlines()]
    assert status == 0 and [name for name, _ in lines] == NAMES and all(about for _, about in lines)


def test_a_board_is_shown_with_its_rim_centre_and_legend(arena):
    status, out, err = arena("boards", "show", "donut")
    lines = out.splitlines()
    assert (status, err) == (0, "") and "centre (0, -7)" in lines[0]
    assert lines[1] == "# " * 23 and lines[2] == "# " * 8 + "      d       " + "# " * 8
    assert len(lines) == 1 + 23 + 6 and "\x1b" not in out


def test_a_grid_is_bare_rows(arena):
    status, out, _ = arena("boards", "show", "infinite-random", "--seed", "42", "--grid", "-16:16,-16:-3")
    assert status == 0 and out.splitlines() == letter_grid(shipped("infinite-random", 42), (-16, -16, 16, -3))


def test_around_takes_negative_squares_and_shows_eight_on_each_side(arena):
    status, out, _ = arena("boards", "show", "infinite-hole", "--around", "-3,4")
    rows = out.splitlines()[1:18]
    expected = [
        " ".join(row.replace(".", " ")) + " " for row in letter_grid(shipped("infinite-hole"), (-11, -4, 5, 12))
    ]
    assert status == 0 and rows == expected


def test_a_picture_file_is_written(arena, tmp_path):
    file = tmp_path / "board.png"
    assert arena("boards", "show", "checkpoints", "--png", str(file))[0] == 0
    assert file.read_bytes().startswith(b"\x89PNG") and file.stat().st_size > 5000
    bare = tmp_path / "board"  # a name without an ending is the file's name all the same
    assert arena("boards", "show", "hole", "--png", str(bare))[0] == 0
    assert bare.read_bytes()[:4] == b"\x89PNG"
    status, _, err = arena("boards", "show", "hole", "--png", "/dev/full")
    assert status == 2 and "No space left on device" in err
    status, _, err = arena("boards", "show", "hole", "--png", str(tmp_path / "none" / "board.png"))
    assert status == 2 and "cannot be written" in err


def test_a_board_of_ones_own_is_shown_and_checked(arena, tmp_path):
    file = tmp_path / "own.txt"
    file.write_text("## ## 2.\n.. ## ..\n.. ## .2\ncentre 2 1\n", encoding="utf-8")
    assert arena("boards", "show", str(file))[1].splitlines()[2] == "# # # c # "
    status, out, _ = arena("boards", "check", str(file))
    assert status == 0 and "connected with the centre: 3 of 5 squares" in out and "     1 DWS" in out


@pytest.mark.parametrize("name", NAMES)
def test_the_shipped_boards_pass_their_check(arena, name):
    status, out, err = arena("boards", "check", name)
    assert (status, err) == (0, "") and f"{name}: parses" in out and "steps: at most " in out


@pytest.mark.parametrize(
    ("find", "put", "complaint"),
    [
        ("declare X;", "declare X", "ParseError at "),
        ("declare X;", "while (true) do { _result_ := 0 };", "StepLimit at "),
        ("centre: [0, 0]", "centre: [3, 3]", "the centre (3, 3) is not a square"),
        ("centre: [0, 0]", "centre: [8, 0]", "the centre (8, 0) is not a square"),
        ("used: 0", "used: 9", "there is no square 9"),
        ("_acc_ * 3", "_acc_ * pointValue(_pos_ + 1)", "IndexOutOfBounds at "),
    ],
)
def test_a_broken_board_file_ends_with_a_complaint_that_names_it(arena, tmp_path, find, put, complaint):
    file = tmp_path / "broken.board"
    text = (FOLDER / "hole.board").read_text(encoding="utf-8")
    assert find in text
    file.write_text(text.replace(find, put), encoding="utf-8")
    status, out, err = arena("boards", "check", str(file))
    assert (status, out) == (2, "") and complaint in err and "Traceback" not in err


def test_a_failing_square_program_is_named_with_its_place_in_the_file(arena, tmp_path):
    file = tmp_path / "broken.board"
    text = (FOLDER / "hole.board").read_text(encoding="utf-8")
    file.write_text(text.replace("_acc_ * 3", "_acc_ * pointValue(_pos_ + 1)"), encoding="utf-8")
    row = text[: text.index("_acc_ * 3")].count("\n") + 1
    _, _, err = arena("boards", "check", str(file))
    assert err.startswith(f"IndexOutOfBounds at {file}:{row}:")
    assert "squares.4.programs.1, line 1, column 21, tried on letter 1 of A: square TWS: letter 1 of" in err


@pytest.mark.parametrize("verb", ["show", "check"])
def test_a_seed_for_a_board_without_chance_is_refused(arena, verb):
    status, out, err = arena("boards", verb, "standard", "--seed", "3")
    assert (status, out) == (2, "")
    assert err == "--seed: the board 'standard' has nothing random in it. Remove the option\n"
    assert arena("boards", verb, "infinite-random", "--seed", "3")[0] == 0


def test_a_missing_program_has_a_remedy(arena, tmp_path):
    file = tmp_path / "q.board"
    file.write_text('squares:\n  0: {name: SLS, programs: {0: "_result_ := 1"}}\ninfinite: true\n', encoding="utf-8")
    status, _, err = arena("boards", "check", str(file))
    assert status == 2
    assert err.startswith(f"{file}:1:1: the key 'program' is missing. Add 'program: |' and below it the program")


def test_a_lonely_centre_is_a_complaint(arena, tmp_path):
    file = tmp_path / "lonely.txt"
    file.write_text(".. ## ..\n## .. ##\n.. ## ..\n", encoding="utf-8")
    status, _, err = arena("boards", "check", str(file))
    assert status == 2 and "no square beside it" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "nosuch"),
        ("show", "no/such.board"),
        ("show", "hole", "--around", "1"),
        ("show", "hole", "--around", "99999999999,0"),
        ("show", "hole", "--grid", "1:2"),
        ("show", "hole", "--grid", "2:1,0:0"),
        ("show", "infinite", "--grid", "0:99999,0:1"),
        ("check", "nosuch"),
    ],
)
def test_what_cannot_be_shown_is_said(arena, arguments):
    status, out, err = arena("boards", *arguments)
    assert (status, out) == (2, "") and err.strip() and "Traceback" not in err


HELLO = ("--word", "HELLO", "--points", "4,1,1,1,1", "--pos", "1", "--acc", "100")


@pytest.mark.parametrize(
    ("program", "options", "expected"),
    [
        ("_result_ := 10 - 3 - 2", HELLO, "VALUE 9"),
        ("_result_ := pointValue(_pos_) * 3 + _acc_", HELLO, "VALUE 103"),
        ("_result_ := _acc_ + _pos_", ("--acc", "-5", "--pos", "-1"), "VALUE -6"),
        ("_result_ := pointValue(0) - pointValue(1)", ("--word", "ab", "--points", "-1,-2"), "VALUE 1"),
        ("_result_ := 1.5", ("--lenient",), "VALUE 1"),
    ],
)
def test_a_square_program_prints_its_value(arena, program, options, expected):
    assert arena("square", program, *options) == (0, f"{expected}\n", "")


@pytest.mark.parametrize(
    ("program", "options", "expected"),
    [
        ("_result_ := 1/0", HELLO, "DivisionByZero at line 1, column 14: 1 / 0 has no value"),
        ("x := 5; _result_ := x", HELLO, 'VarNotFound at line 1, column 1: "x" is not declared'),
        ("_result_ := pointValue(5)", HELLO, "IndexOutOfBounds at line 1, column 13: letter 5 of a word of 5"),
        ("_result_ := 1.5", HELLO, "ParseError at line 1, column 14: '.' here, where "),
        ("declare i; while (i < 1) do { i := 0 }", (), "StepLimit at line 1, column "),
        ("_result_ := 1", ("--word", "ab", "--points", "1"), "--points: 1 numbers for 2 letters"),
        ("_result_ := 1", ("--points", "x"), "--points: 'x' is not a list of numbers"),
    ],
)
def test_a_square_program_that_fails_says_name_place_and_reason(arena, program, options, expected):
    status, out, err = arena("square", program, *options)
    assert (status, out) == (2, "") and err.startswith(expected)
