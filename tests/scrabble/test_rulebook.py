"""Rule books: the shipped ones, field by field, and what a wrong one is told."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ArenaError, Complaints
from arena.scrabble.rulebook import RuleBook
from tests.scrabble.tables import CONFIGS, rule_book

# What the systems say, one row a field: itu, tournament, cs351, chicago, brighton.
NAMES = ("itu", "tournament", "cs351", "chicago", "brighton")
STATED = {
    "hand_size": (7, 7, 7, 7, 7),
    "full_hand_bonus": (50, 50, 50, 50, 50),
    "bonus_tiles": (None, None, 7, None, None),
    "opening_tiles": (2, 2, 2, 1, 2),
    "failed_play": ("loses_turn", "loses_turn", "try_again", "dropped", "try_again"),
    "change_min_bag": (0, 7, 0, 0, 0),
    "empty_change": ("illegal", "illegal", "illegal", "pass", "illegal"),
    "scoreless_unit": ("rounds", "turns", "turns", "turns", "turns"),
    "scoreless_limit": (3, 6, 6, 6, 2),
    "out_adjustment": ("own", "both", "both", "both", "both"),
    "tie": ("draw", "draw", "before_adjustment", "all_lose", "draw"),
    "check_whole_board": (False, False, False, True, False),
    "forfeited_place": ("last",) * 5,
}


@pytest.mark.parametrize("field", STATED)
def test_the_shipped_rule_books_say_what_the_systems_say(field: str):
    assert tuple(getattr(rule_book(name), field) for name in NAMES) == STATED[field]


def test_every_file_is_read_and_bears_its_name():
    names = sorted(path.stem for path in (CONFIGS / "rulebooks").glob("*.yaml"))
    assert names == sorted(NAMES)
    assert [rule_book(name).name for name in names] == names


def test_a_rule_book_survives_its_mapping():
    for name in NAMES:
        assert RuleBook.from_mapping(rule_book(name).as_mapping()) == rule_book(name)


def test_an_unknown_field_is_named_with_the_nearest_one():
    with pytest.raises(Complaints) as caught:
        RuleBook.from_mapping({"failed_pla": "loses_turn"}, "mine")
    assert "no field 'failed_pla'" in str(caught.value)
    assert "failed_play" in caught.value.errors[0].remedy


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("hand_size", 0),
        ("hand_size", True),
        ("hand_size", "7"),
        ("bonus_tiles", 1.5),
        ("failed_play", "shrug"),
        ("failed_play", []),
        ("scoreless_turns", "pass"),
        ("scoreless_turns", ["pass", "play"]),
        ("check_whole_board", 1),
        ("opening_tiles", 0),
        ("scoreless_limit", -1),
        ("scoreless_limit", 1_000_001),
        ("hand_size", 101),
        ("bonus_factor", 101),
        ("full_hand_bonus", 10**12),
        ("name", 7),
    ],
)
def test_a_value_that_does_not_fit_is_refused(field: str, value: object):
    with pytest.raises(Complaints) as caught:
        RuleBook.from_mapping({field: value}, "mine")
    assert field in str(caught.value)


def test_everything_wrong_is_told_at_once_and_in_its_place():
    with pytest.raises(Complaints) as caught:
        RuleBook.from_mapping({"tie": 1, "bonus": 50}, "mine", where=lambda key: f"mine.yaml:3: {key}")
    assert [error.where for error in caught.value.errors] == ["mine.yaml:3: tie", "mine.yaml:3: bonus"]


@given(
    st.dictionaries(st.sampled_from([field.name for field in fields(RuleBook)]), st.none() | st.integers() | st.text())
)
def test_any_mapping_is_read_or_refused_in_words(mapping: dict[str, object]):
    try:
        assert isinstance(RuleBook.from_mapping(mapping, "mine"), RuleBook)
    except ArenaError as error:
        assert str(error)  # noqa: PT017
