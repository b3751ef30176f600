"""Programs of squares and what the course's system made of them, observed; and where we differ, as documented."""

import pytest

from arena.boardlang.compile import compile_block
from arena.boardlang.interpret import interpret
from arena.boardlang.parse import parse
from arena.boardlang.run import run_code
from arena.errors import ProgramError
from tests.shared_data import shared

HELLO = [(ord(letter), points) for letter, points in zip("HELLO", (4, 1, 1, 1, 1), strict=True)]
GIVEN = (1, 100)  # _pos_, _acc_

# Where docs/reference/board-language.md differs from the course's system: text left over is an error, toLower
# lowers, isLetter exists, and no program takes too long to read.
STRICTLY = {
    "_result_ := pointValue _pos_": "ParseError",
    "_result_ := charToInt(charValue 0)": "ParseError",
    "_result_ := charToInt charValue(0)": "ParseError",
    "_result_ := charToInt(toLower('A'))": "VALUE 97",
    "_result_ := charToInt(toLower('a'))": "VALUE 97",
    "_result_ := charToInt(toLower(charValue(0)))": "VALUE 104",
    "if (isLetter('1')) then {_result_ := 1} else {_result_ := 2}": "VALUE 2",
    "_result_ := 1.5": "ParseError",
    "declare a; declare b; a := b := 3; _result_ := a": "ParseError",
    "_result_ := charToInt('AB')": "ParseError",
}
READ_AT_LAST = {  # the course's parser gave no answer within five seconds
    "if (((((((((((1 = 1))))))))))) then {_result_ := 1} else {_result_ := 2}": "VALUE 1",
    "_result_ := ((((((((1))))))))": "VALUE 1",
    "_result_ := ((((((((((((1))))))))))))": "VALUE 1",
}


def cases():
    lines = shared("board-language-cases.tsv").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if line and not line.startswith("#"):
            program, outcome = line.split("\t")
            word = outcome.split()
            said = {"VALUE": outcome, "PARSE_ERROR": "ParseError"}.get(word[0]) or word[1]
            yield program.replace("\\n", "\n"), READ_AT_LAST.get(program, said)


def outcomes(program, lenient):
    """Return what the plain interpreter and the compiled code make of a program."""

    def result_of(run):
        try:
            return f"VALUE {run(parse(program, lenient=lenient))}"
        except ProgramError as error:
            return error.name

    plain = result_of(lambda block: interpret(block, "square", GIVEN, HELLO))
    return plain, result_of(lambda block: run_code(compile_block(block, "square"), GIVEN, HELLO)[0])


def test_the_file_of_cases_is_whole():
    assert len(list(cases())) == 85 and set(STRICTLY) < {program for program, _ in cases()}


def test_lenient_programs_end_as_on_the_course_system():
    wrong = [
        (program, outcomes(program, True), expected)
        for program, expected in cases()
        if outcomes(program, True) != (expected, expected)
    ]
    assert not wrong


def test_strict_programs_end_the_same_way_but_for_the_documented_differences():
    for program, expected in cases():
        expected = STRICTLY.get(program, expected)
        assert outcomes(program, False) == (expected, expected), program


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("if (10 - 3 - 2 = 9 /\\ 100 / 10 * 5 = 2) then { _result_ := 1 }", "VALUE 1"),
        ("_result_ := 7 % -3", "VALUE 1"),
        ("_result_ := (0 - 7) / 2", "VALUE -3"),
        ("_result_ := 2147483647 * 2147483647", "VALUE 1"),
        ("_result_ := -2147483648 / -1", "VALUE -2147483648"),
        ("_result_ := -(-2147483648)", "VALUE -2147483648"),
        ("_result_ := 010", "VALUE 10"),
        ("_result_ := -0x10", "VALUE -16"),
        ("_result_ := 2147483648", "ParseError"),
        ("_result_ := 0x100000000", "ParseError"),
        ("declare true; true := 4; if ((true) = 4 /\\ (true)) then { _result_ := true }", "VALUE 4"),
        ("declare if; if := 3; declare while; while := if; _result_ := while", "VALUE 3"),
        ("declare x; if (true) then { declare x; x := 5 }; _result_ := x", "VALUE 0"),
        ("if (true) then { declare x }; _result_ := x", "VarNotFound"),
        ("if (false) then { x := 1; declare _acc_ }", "VALUE 0"),
        ("declare i; while (true) do { i := i + 1 }", "StepLimit"),
        ("// first\n_result_ := 4 // then ; _result_ := 5\n / 2", "VALUE 2"),
        ("_result_ := charToInt(intToChar(0 - 7))", "VALUE -7"),
        ("if (isVowel('é') /\\ isConsonant('Y') /\\ ~isLetter('_')) then { _result_ := 1 }", "VALUE 1"),
        ("_result_ := charToInt(toUpper('ß'))", "VALUE 223"),
    ],
)
def test_a_program_means_what_the_reference_page_says(program, expected):
    assert outcomes(program, False) == (expected, expected)
