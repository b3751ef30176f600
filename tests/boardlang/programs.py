"""Hypothesis strategies for programs of squares, as source text; most of them run, many fail on the way."""

from hypothesis import strategies as st

NAMES = ["a", "b", "if", "true", "_pos_", "_acc_", "_result_"]
NUMBERS = st.sampled_from([0, 1, -1, 2, 3, 7, -5, 65, 97, 230, 2147483647, -2147483648]).map(str) | st.integers(
    -(2**31), 2**31 - 1
).map(str)
SPACE = st.sampled_from(["", " ", "\n", " // a comment )\n"])


def joined(term, operators, most=3):
    pair = st.tuples(st.sampled_from(operators), term)
    return st.tuples(term, st.lists(pair, max_size=most)).map(
        lambda parts: parts[0] + "".join(f" {operator} {right}" for operator, right in parts[1])
    )


def arithmetic(depth):
    leaf = NUMBERS | st.sampled_from(NAMES)
    if depth == 0:
        return leaf
    inner = arithmetic(depth - 1)
    at = (
        leaf
        | inner.map("({})".format)
        | inner.map("- ({})".format)
        | inner.map("pointValue({})".format)
        | st.integers(-1, 5).map("pointValue({})".format)
        | character(depth - 1).map("charToInt({})".format)
    )
    return joined(joined(at, ["*", "/", "%"], 2), ["+", "-"], 2)


def character(depth):
    leaf = st.sampled_from(["'A'", "'z'", "'''", "'1'", "'é'", "'ß'", "charValue(0)", "charValue(_pos_)"])
    if depth == 0:
        return leaf
    return (
        leaf
        | arithmetic(depth - 1).map("intToChar({})".format)
        | st.tuples(st.sampled_from(["toUpper", "toLower"]), character(depth - 1)).map("{0[0]}({0[1]})".format)
    )


def guard(depth):
    leaf = st.sampled_from(["true", "false"])
    if depth == 0:
        return leaf
    relation = st.sampled_from(["=", "<>", "<", "<=", ">", ">="])
    side = arithmetic(depth - 1)
    compare = st.tuples(side, relation, side).map(" ".join)
    question = st.sampled_from(["isDigit", "isLetter", "isVowel", "isConsonant"])
    asked = st.tuples(question, character(depth - 1)).map("{0[0]}({0[1]})".format)
    bracketed = guard(depth - 1).map("({})".format)
    atom = leaf | asked | bracketed | bracketed.map("~{}".format) | asked.map("~{}".format)
    return joined(compare | atom, ["/\\", "\\/"])


def statements(depth):
    declare = st.sampled_from([*NAMES[:4], "_acc_"]).map("declare {}".format)
    assign = st.tuples(st.sampled_from(NAMES), arithmetic(2)).map(" := ".join)
    atom = assign | assign | declare
    if depth:
        block = statements(depth - 1).map("{{ {} }}".format)
        atom |= st.tuples(guard(2), block).map("if ({0[0]}) then {0[1]}".format)
        atom |= st.tuples(guard(2), block, block).map("if ({0[0]}) then {0[1]} else {0[2]}".format)
        atom |= st.tuples(guard(2), block).map("while ({0[0]}) do {0[1]}".format)
    return st.tuples(st.lists(atom, min_size=1, max_size=4), SPACE).map(lambda parts: f";{parts[1]}".join(parts[0]))


PROGRAMS = statements(2).map("declare a; declare b; a := 3; {}".format) | statements(2)
