"""What is told of a program without running it holds for every run, and is worth something for programs of boards."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arena.boardlang.interpret import interpret
from arena.boardlang.limits import LARGEST, FactorRanges, limits_of
from arena.boardlang.parse import parse
from arena.errors import ProgramError
from tests.boardlang.boards import mapping
from tests.boardlang.programs import PROGRAMS, arithmetic, guard

ONE, TO = (1, 1), "_result_ := "
FIRST = "if (_pos_ = 0) then { _result_ := _acc_ * 2 } else { _result_ := _acc_ }"
ZERO = (0, 0)
LETTERS = st.lists(st.tuples(st.sampled_from("AEKQaeß1'").map(ord), st.integers(-3, 9)), min_size=1, max_size=6)
# like what people write: the points so far, changed now and then
LIKELY = (
    st.tuples(guard(1), arithmetic(1), arithmetic(1)).map(
        "if ({0[0]}) then {{ _result_ := _acc_ + {0[1]} }} else {{ _result_ := _acc_ * ({0[2]}) }}".format
    )
    | st.tuples(st.sampled_from(["+", "-", "*", "/", "%"]), arithmetic(1)).map("_result_ := _acc_ {0[0]} {0[1]}".format)
    | st.tuples(arithmetic(1), st.sampled_from(["+", "-", "*", "/", "%"])).map(
        "_result_ := ({0[0]}) {0[1]} _acc_".format
    )
    | guard(2).map(
        "declare i; while (i <= _pos_) do {{ if ({0}) then {{ _result_ := _result_ + pointValue(i) }}; i := i + 1 }};"
        "_result_ := _result_ - _acc_".format
    )
)


def least_and_most(limits: FactorRanges, so_far: int, own: int, points: tuple[int, int]) -> tuple[int, int]:
    values = ((so_far, so_far), (own, own), points, (1, 1))
    sides = [[a * b for a in factor for b in value] for factor, value in zip(limits, values, strict=True)]
    return sum(map(min, sides)), sum(map(max, sides))


CASES = {
    "text": PROGRAMS | LIKELY,
    "word": LETTERS,
    "at": st.integers(0, 5),
    "wider": st.tuples(st.integers(0, 3), st.integers(0, 3)),
    "so_far": st.integers(-LARGEST, LARGEST) | st.integers(-60, 60),
}


@given(**CASES)
@example(text="_result_ := _acc_ % 5", word=[(65, 1)], at=0, wider=(0, 0), so_far=-7)
@example(text="_result_ := _acc_ - (_acc_ / 3)", word=[(65, 1)], at=0, wider=(0, 0), so_far=-1)
@example(text="_result_ := 2147483647 + pointValue(0)", word=[(65, 1)], at=0, wider=(0, 0), so_far=0)
@example(text="_result_ := -2147483648; _result_ := -_result_", word=[(65, 1)], at=0, wider=(0, 0), so_far=0)
@example(text=TO + "_acc_ + pointValue(0) - pointValue(1)", word=[(65, 0), (65, 1)], at=0, wider=(0, 0), so_far=0)
@example(text=TO + "_acc_ + pointValue(0) - pointValue(1)", word=[(65, -3), (65, 3)], at=0, wider=(0, 0), so_far=0)
@example(
    text="_result_ := 1; while (_result_ > 0) do { _result_ := _result_ * 3 }",
    word=[(65, 1)],
    at=0,
    wider=(0, 0),
    so_far=0,
)
@example(text="_result_ := _acc_ * 130; _result_ := _result_ / 130", word=[(65, 1)], at=0, wider=(0, 0), so_far=LARGEST)
def test_whatever_a_program_comes_to_lies_within_its_limits(text, word, at, wider, so_far):
    block, at = parse(text), at % len(word)
    try:
        result = interpret(block, "square", (at, so_far), word, limit=3000)
    except ProgramError:
        return
    before, behind = wider
    for place in ((at, at), (max(0, at - before), at + behind), (0, 1 << 20)):
        for points in ((-3, 9), (min(p for _, p in word), max(p for _, p in word))):
            for char in (None, word[at][0]):
                limits = limits_of(block, place, points, char)
                if limits is not None:
                    least, most = least_and_most(limits, so_far, word[at][1], points)
                    assert least <= result <= most


@pytest.mark.soak
def test_whatever_many_programs_come_to_lies_within_their_limits():
    holds = test_whatever_a_program_comes_to_lies_within_its_limits.hypothesis.inner_test
    settings(max_examples=400)(given(**CASES)(holds))()


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        (TO + "pointValue(_pos_) * 3 + _acc_", (4, 4), FactorRanges(ONE, (3, 3), ZERO, ZERO)),
        (TO + "_acc_ * 2", (4, 4), FactorRanges((2, 2), ZERO, ZERO, ZERO)),
        (TO + "_acc_ - _acc_ % 5", (4, 4), FactorRanges((0, 1), ZERO, ZERO, ZERO)),
        (TO + "_acc_ % 5", (4, 4), FactorRanges(ZERO, ZERO, ZERO, (-4, 4))),
        (TO + "_acc_ / 2 - 1", (4, 4), FactorRanges((0, 1), ZERO, ZERO, (-1, -1))),
        (TO + "_acc_ + pointValue(_pos_ - 1)", (4, 4), FactorRanges(ONE, ZERO, ONE, ZERO)),
        (FIRST, (0, 0), FactorRanges((2, 2), ZERO, ZERO, ZERO)),
        (FIRST, (1, 1), FactorRanges(ONE, ZERO, ZERO, ZERO)),
        (FIRST, (0, 9), FactorRanges((1, 2), ZERO, ZERO, ZERO)),
        (
            "if (isVowel(charValue(_pos_))) then { _result_ := _acc_ + 7 }",
            (2, 2),
            FactorRanges((0, 1), ZERO, ZERO, (0, 7)),
        ),
        (TO + "pointValue(_pos_ - 1)", (0, 0), FactorRanges(ZERO, ZERO, ZERO, ZERO)),  # fails, always
        (TO + "_acc_ + pointValue(3) + pointValue(4)", (0, 0), FactorRanges(ONE, ZERO, (2, 2), ZERO)),
        (TO + "_acc_ + pointValue(3) - pointValue(4)", (0, 0), FactorRanges(ONE, ZERO, (-1, 1), ZERO)),
        (TO + "_acc_ * _acc_", (0, 0), None),
        (TO + "2147483647", (0, 0), None),
        ("declare i; while (i < _acc_) do { i := i + 1 }; _result_ := i", (0, 0), None),
        ("declare i; while (i < 5) do { i := i + 1 }; _result_ := i", (0, 0), FactorRanges(ZERO, ZERO, ZERO, (5, 5))),
        ("while (true) do { _result_ := 1 }", (0, 0), FactorRanges(ZERO, ZERO, ZERO, ONE)),  # no result at all
    ],
)  # fmt: skip
def test_what_can_be_told_of_a_program(text, place, expected):
    assert limits_of(parse(text), place, (0, 10)) == expected


def test_a_letter_that_is_known_decides_what_depends_on_it():
    gate = parse("_result_ := _acc_; if (isVowel(charValue(_pos_))) then { _result_ := _acc_ + 3 * pointValue(_pos_) }")
    assert limits_of(gate, (2, 2), (0, 10)) == FactorRanges(ONE, (0, 3), ZERO, ZERO)
    assert limits_of(gate, (2, 2), (0, 10), ord("E")) == FactorRanges(ONE, (3, 3), ZERO, ZERO)
    assert limits_of(gate, (2, 2), (0, 10), ord("K")) == FactorRanges(ONE, ZERO, ZERO, ZERO)


def test_every_program_of_the_shipped_board_has_limits():
    for kind in mapping("checkpoints")["squares"].values():
        for text in kind["programs"].values():
            for at in range(15):
                assert limits_of(parse(text), (at, at), (0, 10)) is not None


def test_a_program_that_takes_too_long_to_look_at_has_no_limits():
    inner = "_result_ := 1"
    for number in range(6):
        name = f"i{number}"
        inner = f"declare {name}; while ({name} < 60) do {{ {inner}; {name} := {name} + 1 }}"
    assert limits_of(parse(inner), (0, 0), (0, 10)) is None


def test_a_program_that_is_nested_deeply_has_no_limits_or_some_but_no_crash():
    text = "_result_ := _acc_"
    for _ in range(190):
        text = f"if (_acc_ > 0) then {{ {text} }}"
    limits_of(parse(text), (0, 0), (0, 10))
