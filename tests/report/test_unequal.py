"""Where some bots played far more games than others the report says which figures that touches."""

from __future__ import annotations

import pytest

from arena.report.standings import make_report
from arena.report.text import report_text
from arena.report.unequal import unequal_text
from tests.report.games import game

WORDS = "Not all played equally often: from"


def met(one: str, other: str, pairs: int, variant: str = "standard"):
    """Return the games of so many pairs of two bots, of which the first wins all but each third one."""
    return [
        game(number, bots, (30, 20) if (bots[0] == one) == (number % 3 > 0) else (20, 30), half=half, variant=variant)
        for number in range(1, pairs + 1)
        for half, bots in enumerate(((one, other), (other, one)), 1)
    ]


def test_a_bot_with_few_pairs_beside_others_with_many_is_told_with_both_numbers():
    report = make_report("night", [*met("a", "b", 12), *met("a", "slow", 2), *met("b", "slow", 2)])
    [sentence] = unequal_text(report)
    assert sentence.startswith(f"{WORDS} 4 games (a - slow) to 24 games (a - b).")
    text = " ".join(report_text(report).split())
    assert sentence in text
    assert text.index("STANDINGS") < text.index(WORDS) < text.index("CROSSTABLE")


@pytest.mark.parametrize("few", [7, 12])
def test_less_than_half_of_a_difference_is_no_news(few):
    assert not unequal_text(make_report("night", [*met("a", "b", 12), *met("a", "c", few), *met("b", "c", few)]))


def test_a_run_that_has_begun_its_next_pair_is_no_news():
    assert not unequal_text(make_report("night", [*met("a", "b", 2), *met("a", "c", 1), *met("b", "c", 1)]))
    two = [*met("a", "b", 2, "hole"), *met("a", "b", 2), *met("a", "c", 1, "hole"), *met("a", "c", 1)]
    assert not unequal_text(make_report("night", two))


def test_a_gauntlet_is_no_news_though_its_hero_plays_most():
    assert not unequal_text(make_report("night", [record for foe in "bcdef" for record in met("a", foe, 9)]))


def test_with_other_numbers_of_seats_it_goes_by_what_each_bot_played():
    games = [game(number, ("a", "b", "c"), (3, 2, 1)) for number in range(1, 10)]
    assert not unequal_text(make_report("night", games))
    games += [game(1, ("a", "b", "d"), (3, 2, 1))]
    [sentence] = unequal_text(make_report("night", games))
    assert sentence.startswith(f"{WORDS} 1 game (d) to 10 games (a).")
    alone = [*(game(number, ("a",), (9,)) for number in range(1, 10)), game(1, ("b",), (3,))]
    [sentence] = unequal_text(make_report("night", alone))
    assert sentence.startswith(f"{WORDS} 1 game (b) to 9 games (a). Points") and "Elo" not in sentence


def test_nothing_played_says_nothing():
    assert not unequal_text(make_report("night", []))
