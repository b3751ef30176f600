"""What is noticed before the first game: a plug-in that is imported well, and then does not come to a game."""

from __future__ import annotations

import pytest

from arena.runner.preflight import Trouble, start_all
from arena.runner.setup import BotSetup
from tests.runner.tables import setup_for

HONEST = "tests.guests.players:first"


@pytest.mark.parametrize(
    ("plugin", "problem"),
    [
        ("tests.guests.zoo:at_construction", "before it was ready: ValueError: no bot today"),
        ("tests.guests.zoo:hang_at_construction", "it did not say ready within 2.5 s"),
    ],
)
def test_a_factory_that_fails_or_hangs_is_told_before_the_first_game(plugin: str, problem: str):
    assert [trouble.problem for trouble in start_all(setup_for(plugin, HONEST))] == [problem]


@pytest.mark.parametrize(
    ("plugin", "options", "problem"),
    [
        ("tests.guests.zoo:returns_nothing", {}, "the factory returned None, which has no method choose(view, budget)"),
        ("tests.guests.zoo:refuses_its_option", {"speed": 3}, "guest: speed: there is no such option. Leave it out"),
    ],
)
def test_a_factory_that_makes_no_bot_says_why_without_a_traceback(plugin: str, options: dict[str, int], problem: str):
    setup = setup_for(plugin, HONEST)
    setup.bots["bot0"] = BotSetup("bot0", value=plugin, options=options)
    [trouble] = start_all(setup)
    assert trouble.problem == f"before it was ready: {problem}"
    assert trouble.output.strip() == problem


def test_bots_that_get_ready_are_no_trouble():
    assert start_all(setup_for(HONEST, "tests.guests.players:chance")) == list[Trouble]()
