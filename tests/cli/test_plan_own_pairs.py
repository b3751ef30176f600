"""``arena plan`` of bots that play fewer pairs than the others: how many games, how long, and who they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.tournaments.plan import plan

TEXT = """
name: night
seed: 5
bots: [greedy, random, {name: longest, pairs: 20}, {name: slow, pairs: 3, move_time: 10s}]
lexicon: odd
variants: [standard, infinite]
pairs: 50
workers: 1
move_time: 1s
"""


@pytest.fixture
def planned(tmp_path: Path):
    def output(*arguments: str, more: str = "", text: str = TEXT) -> str:
        (tmp_path / "night.yaml").write_text(text + more)
        done = CliRunner().invoke(plan, [str(tmp_path / "night.yaml"), *arguments], standalone_mode=False)
        assert done.exception is None
        return done.output

    return output


def test_the_games_and_their_time_are_those_that_are_played(planned):
    facts = json.loads(planned("--json"))
    slow, longest = 3 * 3 * 2 * 2, 2 * 20 * 2 * 2  # opponents, pairs, variants, seats
    games = 50 * 2 * 2 + longest + slow
    assert (facts["tables"], facts["pairs"], facts["games"]) == (6, 50, games)
    assert facts["caps"] == {"longest": 20, "slow": 3}
    assert facts["quick"] == pytest.approx(games * 0.1)
    assert facts["longest"] == pytest.approx(30 * (10 * slow + (games - slow)))  # the slow bot slows down its own games


def test_in_a_gauntlet_the_hero_is_in_every_game(planned):
    facts = json.loads(planned("--json", more="kind: {gauntlet: {hero: slow}}\n"))
    assert facts["games"] == 3 * 3 * 2 * 2
    assert facts["longest"] == pytest.approx(30 * 10 * facts["games"])


def test_the_plan_for_people_names_them(planned):
    text = planned("--effect", "50")
    assert "396 = 99 pairs of 6 pairings x 2 variants x 2 seats" in text
    assert "50 on each variant; with each opponent longest at most 20, slow at most 3" in text
    assert "Of slow: 3 pairs on each variant (too few by 186), 6 over all variants (too few by 183)." in text


def test_where_nobody_plays_fewer_nothing_is_said_of_it(planned):
    assert "caps" not in json.loads(
        planned("--json", text=TEXT.replace("pairs: 20", "pairs: 50").replace("pairs: 3,", ""))
    )


def test_a_precision_that_so_few_pairs_cannot_have_is_told(planned):
    stop = "stop: {half_width: 30}\n"
    assert json.loads(planned("--json", more=stop))["stop"] == {"rule": "half_width", "pairs": None, "at_most": 50}
    assert "which so few pairs do not allow: 20 of longest, 3 of slow.\nName the bots" in planned(more=stop)
    stop = "stop: {half_width: 60, bots: [greedy, random]}\n"
    needed = json.loads(planned("--json", more=stop))["stop"]["pairs"]
    assert 1 < needed < 50
    assert f"after about {needed} pairs of each pairing that plays so many on each variant\n" in planned(more=stop)


def test_the_million_is_a_million():
    facts = json.loads(CliRunner().invoke(plan, ["million", "--json"], standalone_mode=False).output)
    assert facts["games"] == 1_000_000
    assert set(facts["caps"]) == {"longest", "greedy-trie"}
