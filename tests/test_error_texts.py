"""What errors say of values without end: the beginning and the end, on a line that a person can read."""

from __future__ import annotations

import pytest

from arena.errors import MOST_OF_A_LINE, MOST_OF_A_WORD, Complaints, ConfigError, ProgramError


@pytest.mark.parametrize("value", ["x" * 10_000, "é" * 10_000, "x " * 10_000, str([0] * 10_000)])
def test_a_value_without_end_is_told_by_its_ends(value: str):
    for error in (
        ConfigError("t.yaml:1:1: seed", f"{value!r} is no seed", "Mend it"),
        ProgramError("square", value, value),
    ):
        text = str(error)
        assert len(text) <= MOST_OF_A_LINE
        assert "..." in text
    assert str(ConfigError("t.yaml:1:1: seed", value, "Mend it")).startswith("t.yaml:1:1: seed: ")
    assert str(ConfigError("t.yaml:1:1: seed", value, "Mend it")).endswith(". Mend it")


def test_each_complaint_is_shortened_and_none_is_left_out():
    errors = [ConfigError(f"line {number}", "x" * 10_000) for number in range(3)]
    lines = str(Complaints(errors)).split("\n")
    assert [line.partition(":")[0] for line in lines] == ["line 0", "line 1", "line 2"]
    assert all(len(line) <= MOST_OF_A_LINE for line in lines)


@pytest.mark.parametrize("text", ["a/" * (MOST_OF_A_WORD // 2), "a bot " * 300, "line\n" * 1000])
def test_what_is_not_without_end_is_told_whole(text: str):
    assert str(ConfigError("", text)) == text
