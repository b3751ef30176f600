"""What an error proposes in place of a name that nobody knows."""

from __future__ import annotations

import pytest

from arena.errors import did_you_mean

KNOWN = ("greedy", "longest", "greedy-trie", "Static")


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("gredy", "Did you mean 'greedy'? "),
        ("GREEDY", "Did you mean 'greedy'? "),
        ("static", "Did you mean 'Static'? "),  # as it is written
        ("greedy-tree", "Did you mean 'greedy-trie'? "),
        ("whatever", ""),
        ("", ""),
    ],
)
def test_the_nearest_name_is_proposed_whatever_its_case_and_nothing_that_is_far(word: str, told: str) -> None:
    assert did_you_mean(word, KNOWN) == told


def test_nothing_is_proposed_where_nothing_is_known() -> None:
    assert did_you_mean("greedy", ()) == ""
