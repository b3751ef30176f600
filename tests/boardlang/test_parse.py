from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.boardlang import syntax
from arena.boardlang.parse import parse
from arena.errors import ProgramError
from tests.boardlang.programs import PROGRAMS
from tests.work import lines_run


def complaint(text, **options):
    with pytest.raises(ProgramError) as caught:
        parse(text, **options)
    assert caught.value.name == "ParseError"
    return caught.value


@pytest.mark.parametrize(
    ("program", "where", "problem"),
    [
        ("_result_ := 1;", "line 1, column 15", "the program ends here, where 'declare', 'if', 'while' or a name"),
        ("_result_ := 1\n  2", "line 2, column 3", "'2' here, where '%', '*', '+', '-', '/', ';' or the end"),
        ("_result_ := (1", "line 1, column 15", "the program ends here"),
        ("declare 9x", "line 1, column 9", "'9' here, where a name was expected"),
        ("if true then { a := 1 }", "line 1, column 4", "'true' here, where '(' was expected"),
        ("a := 99999999999", "line 1, column 6", "99999999999 does not fit into 32 bits"),
        ("a := " + "9" * 10_000, "line 1, column 6", "does not fit into 32 bits"),
        ("if (true) then { }", "line 1, column 18", "'}' here, where 'declare', 'if', 'while' or a name"),
        ("x² := 1", "line 1, column 2", "'²' cannot be part of a name"),
        ("", "line 1, column 1", "the program ends here"),
    ],
)
def test_a_parse_error_says_where_and_what_was_expected(program, where, problem):
    error = complaint(program)
    assert error.where == where and problem in error.problem


def test_a_parse_error_names_the_program_that_it_is_in():
    assert str(complaint("a :=", program="mine.board: program")).startswith("ParseError at mine.board: program, line 1")


@pytest.mark.parametrize("lenient", [False, True])
def test_ten_thousand_parentheses_are_read_and_mean_nothing(lenient):
    deep = "(" * 10_000 + "1" + ")" * 10_000
    assert parse(f"_result_ := {deep}", lenient=lenient) == parse("_result_ := 1")
    flag = "(" * 10_000 + "true" + ")" * 10_000
    (statement,) = parse(f"if ({flag}) then {{ a := 1 }}", lenient=lenient)
    assert statement.guard == syntax.Truth(True)


@pytest.mark.parametrize(
    "program",
    [
        "a := " + "(" * 10_000,
        "a := " + "(" * 10_000 + "1",
        "a := " + ")" * 10_000,
        "a := " + "- " * 10_000 + "x",
        "a := " + "(1 + " * 10_000 + "1" + ")" * 10_000,
        "a := " + "pointValue(" * 10_000 + "1" + ")" * 10_000,
        "if (" + "~(" * 10_000 + "true" + ")" * 10_000 + ") then { a := 1 }",
        "if (true) then { " * 10_000 + "a := 1" + " }" * 10_000,
        "if (" * 10_000,
    ],
)
@pytest.mark.parametrize("lenient", [False, True])
def test_what_is_too_deep_or_never_closed_is_a_clean_error(program, lenient):
    complaint(program, lenient=lenient)


def test_long_chains_of_operators_and_statements_are_not_deep():
    assert len(parse("a := " + "1 + " * 20_000 + "1")[0].value.terms) == 20_001
    assert len(parse("; ".join(["a := 1"] * 20_000))) == 20_000


def test_reading_takes_time_in_proportion_to_the_text():
    def lines(count):
        return lines_run(lambda: parse("a := " + "(" * count + "1" + ")" * count))

    lines(10)  # what is made once is made
    assert lines(4_000) < 9 * lines(500)  # eight times the text; exponential or quadratic work would be far beyond


def test_lenient_reading_takes_the_first_complete_statement_and_no_half_one():
    assert parse("a := 1 2 3", lenient=True) == parse("a := 1")
    assert parse("a := charToInt('A') - charToInt('AB')", lenient=True) == parse("a := charToInt('A') - charToInt")
    for broken in ("a := 1;", "a := 1 +", "a := (1 2)", "a := charToInt('A') + ;", "if (1 = 1) then { a := 1 2 }"):
        complaint(broken, lenient=True)


@settings(max_examples=60)
@given(PROGRAMS)
def test_a_whole_program_reads_the_same_strictly_and_leniently_where_the_course_has_its_words(program):
    program = program.replace("isLetter", "isDigit").replace("toLower", "toUpper")
    assert parse(program) == parse(program, lenient=True)


PIECES = [*"ab10 ()'{};:=-+*/\\%~<>\n", "if", "true", "pointValue("]


@settings(max_examples=150)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.booleans())
def test_any_text_is_a_program_or_a_clean_error(text, lenient):
    with suppress(ProgramError):
        assert parse(text, lenient=lenient)
