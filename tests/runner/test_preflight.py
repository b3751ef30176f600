"""What is noticed before the first game: a plug-in that is imported well, and then does not come to a game."""

from __future__ import annotations

import pytest

from arena.runner.preflight import Trouble, start_all
from tests.runner.tables import setup_for

HONEST = "tests.guests.players:first"


@pytest.mark.parametrize(
    ("plugin", "problem"),
    [
        ("tests.guests.zoo:at_construction", "before it was ready: ValueError: no bot today"),
        ("tests.guests.zoo:hang_at_construction", "it did not say ready within 8 s"),
    ],
)
def test_a_factory_that_fails_or_hangs_is_told_before_the_first_game(plugin: str, problem: str):
    assert [trouble.problem for trouble in start_all(setup_for(plugin, HONEST))] == [problem]


def test_bots_that_get_ready_are_no_trouble():
    assert start_all(setup_for(HONEST, "tests.guests.players:chance")) == list[Trouble]()
