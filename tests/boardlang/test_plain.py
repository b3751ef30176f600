import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.boardlang.interpret import interpret
from arena.boardlang.parse import parse
from arena.boardlang.plain import Plain, agree, recognise
from arena.errors import ProgramError
from tests.boardlang.programs import arithmetic

ADD = "_result_ := pointValue(_pos_) + _acc_"


def plain(*programs):
    return recognise({priority: parse(text) for priority, text in enumerate(programs)})


@pytest.mark.parametrize(
    ("programs", "letter", "word"),
    [
        ([ADD], 1, 1),
        (["_result_ := pointValue(_pos_) * 2 + _acc_"], 2, 1),
        (["_result_ := _acc_ + 3 * pointValue(0 + _pos_)"], 3, 1),
        (["_result_:=_acc_;_result_ := _result_ + (pointValue((_pos_))) // once"], 1, 1),
        (["declare p; p := pointValue(_pos_); _result_ := p + p + _acc_ + p * (4 / 3)"], 3, 1),
        ([ADD, "_result_ := _acc_ * 2"], 1, 2),
        ([ADD, "_result_ := 3 * _acc_"], 1, 3),
        ([ADD, "_result_ := _acc_ + _acc_"], 1, 2),
        ([ADD, "_result_ := _acc_ - 0 - _acc_"], 1, 2),  # a - (0 - a): chains group from the right
        (["_result_ := _acc_"], 0, 1),
        ([ADD, "_result_ := 0"], 1, 0),
        ([], 0, 1),
    ],
)
def test_multipliers_are_told_by_what_they_do_and_not_by_how_they_are_written(programs, letter, word):
    found = plain(*programs)
    assert (found.letter, found.word) == (letter, word)


@pytest.mark.parametrize(
    "programs",
    [
        ["_result_ := pointValue(_pos_) + _acc_ + 1"],
        ["_result_ := pointValue(_pos_ + 1) + _acc_"],
        ["_result_ := (pointValue(_pos_) + _acc_) * 2"],
        ["_result_ := pointValue(_pos_)"],
        ["_result_ := pointValue(_pos_) * pointValue(_pos_) + _acc_"],
        ["_result_ := pointValue(_pos_) * _pos_ + _acc_"],
        ["_result_ := _acc_ - pointValue(_pos_)"],
        ["_result_ := _acc_ / 2 * 2"],
        ["if (true) then { _result_ := pointValue(_pos_) + _acc_ }"],
        ["declare x; declare x; _result_ := pointValue(_pos_) + _acc_"],
        ["_pos_ := 0; _result_ := pointValue(_pos_) + _acc_"],
        ["_result_ := _acc_ * 2", ADD],  # multiplies before it adds
    ],
)
def test_all_else_is_no_plain_multiplier(programs):
    assert plain(*programs) is None


def test_kinds_of_one_board_agree_only_if_all_add_before_any_multiplies():
    usual, early = Plain(1, 2, adds=0, multiplies=1), Plain(1, 2, adds=-2, multiplies=-1)
    assert agree([usual, None, usual]) and agree([early, early]) and not agree([usual, early])


@settings(max_examples=200)
@given(arithmetic(2), st.integers(0, 3), st.lists(st.integers(-9, 2**31 - 1), min_size=4, max_size=4), st.integers())
def test_what_is_recognised_does_exactly_that(expression, position, points, total):
    total = (total + 2**31) % 2**32 - 2**31
    text = f"declare a; declare b; _result_ := {expression}"
    block = parse(text)
    found = recognise({0: block})
    if found is None:
        return
    word = [(65, worth) for worth in points]
    try:
        value = interpret(block, "square", (position, total), word)
    except ProgramError as error:
        raise AssertionError(f"{text} was recognised and fails") from error
    expected = total * found.word if found.letter == 0 else found.letter * points[position] + total
    assert value == (expected + 2**31) % 2**32 - 2**31


@given(st.lists(st.sampled_from(["p", "_acc_", "2", "0", "_result_", "pointValue(_pos_)"]), min_size=2, max_size=5),
       st.lists(st.sampled_from("+-*"), min_size=5, max_size=5))  # fmt: skip
def test_sums_and_products_that_are_recognised_do_exactly_that(terms, operators):
    expression = terms[0] + "".join(f" {sign} {term}" for sign, term in zip(operators, terms[1:], strict=False))
    block = parse(f"declare p; p := pointValue(_pos_); _result_ := {expression}")
    found = recognise({0: block})
    if found is not None:
        for points, total in ((1, 0), (5, 7), (-3, 2**31 - 1)):
            expected = total * found.word if found.letter == 0 else found.letter * points + total
            assert interpret(block, "square", (0, total), [(65, points)]) == (expected + 2**31) % 2**32 - 2**31
