"""Text of others made fit to be shown: every character there is, lines and lengths, JSON that means the same."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.printable import printable, printable_json, printable_lines
from tests.guests.rude import obeyed


def test_every_character_is_shown_or_written_out():
    for code in range(0x110000):
        char = chr(code)
        shown = printable(char)
        if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") or (
            unicodedata.category(char) == "Cf" and char not in "\u200c\u200d"
        ):
            assert shown.isascii() and shown.startswith("\\") and shown.isprintable(), hex(code)
        elif unicodedata.category(char) not in ("Co", "Cn"):
            assert shown == char, hex(code)
        assert not obeyed(shown), hex(code)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x07", "\\x1b[31mred\\x07"),
        ("a\rb\nc\td", "a\\rb\\nc\\td"),
        ("\u202eneila", "\\u202eneila"),
        ("\x9b2J", "\\x9b2J"),
        ("\udcff\ud800", "\\udcff\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("Größe\u00a05 שלום क्\u200dष 👩", "Größe\u00a05 שלום क्\u200dष 👩"),
    ],
)
def test_known_texts(text: str, shown: str):
    assert printable(text) == shown


def test_lines_stay_lines_and_no_other_character_makes_one():
    assert printable_lines("one\r\ntwo\n\tthree\rfour\x0bfive\u2028six") == (
        "one\ntwo\n        three\\rfour\\x0bfive\\u2028six"
    )


@given(st.text(), st.integers(3, 40))
def test_a_limit_holds_for_what_is_shown_and_a_second_time_changes_nothing(text: str, most: int):
    shown = printable(text, most)
    assert len(shown) <= most
    assert printable(shown, most) == shown
    assert not obeyed(shown)
    assert all(len(line) <= most for line in printable_lines(text, most).split("\n"))


@given(st.text())
def test_json_means_the_same(text: str):
    raw = json.dumps([text], ensure_ascii=False)
    shown = printable_json(raw)
    assert json.loads(shown) == [text]
    assert not obeyed(shown)
