"""Compiled code against the plain interpreter, and the fold of a word's squares."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.board.layout import Layout, SquareKind
from arena.boardlang.compile import compile_block
from arena.boardlang.interpret import interpret
from arena.boardlang.meaning import CHARACTERS, character_table, class_of, lowered, raised
from arena.boardlang.parse import parse
from arena.boardlang.run import compile_squares, fold_word, run_code
from arena.errors import ProgramError
from tests.boardlang.boards import NAMES, shipped
from tests.boardlang.programs import PROGRAMS

WORD = [(ord(letter), points) for letter, points in (("H", 4), ("e", 1), ("Æ", -3), ("7", 2**31 - 1))]


def outcome(run):
    try:
        return run()
    except ProgramError as error:
        return str(error)


CASES = (PROGRAMS, st.integers(-1, 4), st.integers(-(2**31), 2**31 - 1))


@settings(max_examples=100)
@given(*CASES)
def test_compiled_code_ends_as_the_interpreter_does_with_value_or_error_and_place(program, position, points):
    block = parse(program)
    plain = outcome(lambda: interpret(block, "square", (position, points), WORD, limit=60))
    code = compile_block(block, "square")
    assert outcome(lambda: run_code(code, (position, points), WORD, limit=60)[0]) == plain


@pytest.mark.soak
def test_compiled_code_of_many_programs_ends_as_the_interpreter_does():
    holds = test_compiled_code_ends_as_the_interpreter_does_with_value_or_error_and_place.hypothesis.inner_test
    settings(max_examples=250)(given(*CASES)(holds))()


def test_steps_are_statements_begun_and_guards_asked():
    code = compile_block(parse("declare i; while (i < 3) do { i := i + 1 }; _result_ := i"), "square")
    assert run_code(code, (0, 0)) == (3, 1 + 4 + 3 + 1)
    assert run_code(code, (0, 0), limit=9)[0] == 3
    with pytest.raises(ProgramError, match="StepLimit at line 1, column 45: the program takes more than 8 steps"):
        run_code(code, (0, 0), limit=8)


def test_errors_say_name_place_and_reason():
    code = compile_block(parse("declare x;\n  x := 5 % (x - x)"), "square", program="mine")
    with pytest.raises(ProgramError, match=r"^DivisionByZero at mine, line 2, column 10: 5 % 0 has no value$"):
        run_code(code, (0, 0))


def test_the_kernels_know_the_same_characters_as_the_interpreter():
    table = character_table()
    codes = [*range(0x250), 0x391, 0x416, 0x661, 0x1E9E, 0xD800, CHARACTERS - 1]
    for code in codes:
        assert table[:, code].tolist() == [raised(code), lowered(code), class_of(code)]
    assert (raised(CHARACTERS), class_of(-1)) == (CHARACTERS, 0)


# The square programs of the language's reference page, and the word of its example:
# Q(10) I(1) N(1) over triple letter, single letter, double word = ((30 + 1) + 1) * 2.
def test_qin_scores_sixty_four():
    table = compile_squares(shipped("standard"))
    assert fold_word(table, [2, 0, 3], "QIN", [10, 1, 1], [False] * 3) == 64


def test_a_letter_of_an_earlier_play_lies_on_the_used_square():
    table = compile_squares(shipped("standard"))
    assert fold_word(table, [2, 0, 3], "QIN", [10, 1, 1], [True, False, True]) == 12


def fold_plainly(layout, squares, word, used):
    """Sort the programs of all squares by priority, then position, and run them one by one."""
    kinds = [layout.used if old else layout.kinds[square] for square, old in zip(squares, used, strict=True)]
    order = sorted((priority, at) for at, kind in enumerate(kinds) for priority in kind.programs)
    points = 0
    for priority, at in order:
        points = interpret(parse(kinds[at].programs[priority]), "square", (at, points), word)
    return points


@settings(max_examples=60)
@given(st.data())
def test_the_kernel_folds_a_word_as_the_interpreter_does_on_every_board(data):
    layout = shipped(data.draw(st.sampled_from(NAMES)))
    length = data.draw(st.integers(1, 12))
    squares = data.draw(st.lists(st.sampled_from(sorted(layout.kinds)), min_size=length, max_size=length))
    used = data.draw(st.lists(st.booleans(), min_size=length, max_size=length))
    chars = data.draw(st.text(st.sampled_from("AEIOUBCXYZaæß"), min_size=length, max_size=length))
    points = data.draw(st.lists(st.integers(-3, 2**31 - 1), min_size=length, max_size=length))
    expected = fold_plainly(layout, squares, list(zip(map(ord, chars), points, strict=True)), used)
    table = compile_squares(layout)
    assert fold_word(table, squares, chars, points, used) == expected
    kinds = [layout.used if old else layout.kinds[square] for square, old in zip(squares, used, strict=True)]
    if all(kind.multipliers for kind in kinds):  # the short cut that multipliers promise
        total = sum(point * kind.multipliers[0] for point, kind in zip(points, kinds, strict=True))
        total *= math.prod(kind.multipliers[1] for kind in kinds)
        assert (total + 2**31) % 2**32 - 2**31 == expected


def test_a_program_that_fails_in_a_word_is_named():
    plain = SquareKind(0, "plain", " ", {0: "_result_ := pointValue(_pos_) + _acc_"}, (1, 1))
    next_one = SquareKind(4, "next", "n", {0: "_result_ := pointValue(_pos_ + 1) + _acc_"})
    layout = Layout("b", (0, 0), {0: plain, 4: next_one}, plain, None, lambda *window: np.zeros((1, 1), np.int32))
    table = compile_squares(layout)
    assert fold_word(table, [4, 0], "HI", [4, 1], [False, False]) == 2
    where = r"b: square next, priority 0, line 1, column 13"
    with pytest.raises(ProgramError, match=f"IndexOutOfBounds at {where}: letter 2 of a word of 2"):
        fold_word(table, [0, 4], "HI", [4, 1], [False, False])


def test_a_used_square_of_its_own_has_a_row_of_its_own():
    plain = SquareKind(0, "plain", " ", {0: "_result_ := pointValue(_pos_) + _acc_"}, (1, 1))
    spent = SquareKind(0, "spent", " ", {0: "_result_ := _acc_"}, (0, 1))
    layout = Layout("b", (0, 0), {0: plain}, spent, None, lambda *window: np.zeros((1, 1), np.int32))
    table = compile_squares(layout)
    assert table.used == 1
    assert fold_word(table, [0, 0], "HI", [4, 1], [True, False]) == 1
