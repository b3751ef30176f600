"""What a plain scalar means, and which ones mean two things at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.config.node import Node, Trap, value_of
from arena.config.units import bytes_of, seconds_of, show_seconds


def plain(text: str) -> Node:
    return Node("scalar", 1, 1, text=text, plain=True)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None), ("~", None), ("null", None), ("true", True), ("False", False), ("0", 0), ("-7", -7), ("+3", 3),
        ("0x1F", 31), ("1.5", 1.5), (".5", 0.5), ("2.", 2.0), ("1.5e+3", 1500.0), ("greedy", "greedy"),
        ("Y", "Y"), ("n", "n"), ("nope", "nope"), ("tRUE", "tRUE"), ("1s", "1s"), ("1.2.3", "1.2.3"),
        ("host:80", "host:80"),
    ],
)  # fmt: skip
def test_a_scalar_that_both_versions_of_yaml_read_alike_means_that(text, value):
    read = value_of(plain(text))
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    "text",
    [
        "no", "No", "NO", "yes", "on", "Off", "1:30", "190:20:30", "1:30.5", "010", "-017", "08", "00", "0o17", "0b11",
        "1e3", "1.5e3", "1_000", "1_000.5", "2024-01-31", "2024-1-1 10:00:00", ".inf", "-.INF", ".nan", "9" * 400,
        "1" + "0" * 400 + ".0",
    ],
)  # fmt: skip
def test_a_scalar_that_they_read_differently_or_not_at_all_is_a_trap(text):
    trap = value_of(plain(text))
    assert isinstance(trap, Trap)
    assert trap.remedy


@pytest.mark.parametrize("text", ["no", "010", "1:30", "", "null", "2024-01-31"])
def test_in_quotes_everything_is_text(text):
    assert value_of(Node("scalar", 1, 1, text=text)) == text


@given(st.text(max_size=12))
def test_every_text_is_a_value_or_a_trap(text):
    value = value_of(plain(text))
    assert value is None or isinstance(value, str | int | float | bool | Trap)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("500ms", 0.5),
        ("2s", 2),
        ("1m", 60),
        ("1min", 60),
        ("1m30s", 90),
        ("1.5 h", 5400),
        ("1 m 0.5 s", 60.5),
        ("0s", 0),
    ],
)
def test_a_duration_is_a_sum_of_numbers_with_units(text, seconds):
    assert seconds_of(text) == seconds


@pytest.mark.parametrize("text", ["", " ", "1", "1 sec", "s", "-1s", "1s-", "1,5s", "1d", "ms1", "1s foo"])
def test_other_texts_are_no_durations(text):
    assert seconds_of(text) is None


@pytest.mark.parametrize(
    ("text", "size"), [("64KiB", 65536), ("1.5 GB", 1_500_000_000), ("512MiB", 2**29), ("7B", 7), ("1kB", 1000)]
)
def test_a_size_is_a_number_with_a_unit(text, size):
    assert bytes_of(text) == size


@pytest.mark.parametrize("text", ["", "64", "64K", "64 kib", "-1B", "1GiB 2B"])
def test_other_texts_are_no_sizes(text):
    assert bytes_of(text) is None


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.05, "50 ms"),
        (2, "2 s"),
        (99.94, "99.9 s"),
        (200, "3 min 20 s"),
        (120, "2 min"),
        (3900, "1 h 5 min"),
        (7200, "2 h"),
    ],
)
def test_durations_are_shown_for_people(seconds, text):
    assert show_seconds(seconds) == text
