"""What the pages about boards say is so."""

import re
from pathlib import Path

import pytest
import yaml

from arena.boardlang.boardfile import KEYS, board_from_mapping, board_from_text
from arena.boardlang.interpret import interpret
from arena.boardlang.meaning import STEP_LIMIT
from arena.boardlang.parse import parse
from arena.boardlang.syntax import NESTING
from arena.errors import ProgramError

DOCS = Path(__file__).parents[2] / "docs"
HOW_TO = (DOCS / "how-to" / "make-a-board.md").read_text(encoding="utf-8")
REFERENCE = (DOCS / "reference" / "board-language.md").read_text(encoding="utf-8")
HELLO = [(ord(letter), points) for letter, points in zip("HELLO", (4, 1, 1, 1, 1), strict=True)]


def block(language):
    found = re.findall(r"^```(\w*)\n(.*?)^```$", HOW_TO, flags=re.M | re.S)
    return dict(found)[language]


def test_the_board_of_the_how_to_is_a_plus_sign():
    layout = board_from_mapping(yaml.safe_load(block("yaml")))
    ids = layout.ids(*layout.bounds)
    assert (ids >= 0).sum() == 13 * 3 * 2 - 9 and layout.id_at(0, 0) == 3 and layout.id_at(2, 2) == -1


def test_the_picture_of_the_how_to_is_a_board():
    layout = board_from_text(block("text"))
    assert layout.bounds == (-2, -2, 2, 0) and layout.id_at(0, 0) == 3


def test_the_square_of_the_how_to_pays_vowels_threefold():
    program = parse(block(""))
    assert [interpret(program, "square", (at, 100), HELLO) for at in range(3)] == [100, 103, 100]


def test_the_reference_lists_every_key_and_the_limits():
    assert set(re.findall(r"^\| `(\w+)` \|", REFERENCE, flags=re.M)) == set(KEYS)
    assert f"more than {STEP_LIMIT:,} steps" in REFERENCE and f"up to {NESTING} levels" in REFERENCE


@pytest.mark.parametrize(
    ("expression", "value"),
    re.findall(r"`([^`]+)` is (-?\d+)\b", REFERENCE) + [("pointValue(_pos_) * 2 + _acc_", "102")],  # noqa: RUF005
)
def test_the_values_on_the_reference_page_are_right(expression, value):
    text = expression if ":=" in expression else f"_result_ := {expression}"
    assert interpret(parse(text, lenient=":=" in expression), "square", (1, 100), HELLO) == int(value)


def test_what_the_reference_says_does_not_parse_does_not():
    with pytest.raises(ProgramError, match="ParseError"):
        parse("if (~ 1 = 2) then { _result_ := 1 }")
    assert parse("if (~ (1 = 2)) then { _result_ := 1 }")
