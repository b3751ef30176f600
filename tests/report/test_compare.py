"""Two runs of the same games: what changed, judged seed by seed."""

from __future__ import annotations

import json

import msgspec
import pytest
from click.testing import CliRunner

from arena.cli.main import arena
from arena.report.compare import compare, compare_facts, compare_text
from tests.report.games import CAB, game, tournament
from tests.report.stored import store


def runs(better=True):
    """Return twelve pairs before and after: "new" wins both halves of every third pair more, or nothing changes."""
    before, after = [], []
    for n in range(1, 13):
        for half, bots in ((1, ("new", "old")), (2, ("old", "new"))):
            first = (30, 40) if bots[0] == "new" else (40, 30)
            improved = first[::-1] if better and n % 3 == 0 else first
            before.append(game(n, bots, first, half=half, moves=[CAB]))
            after.append(game(n, bots, improved, half=half, moves=[CAB]))
    return before, after


def test_a_change_is_the_mean_difference_over_the_same_seeds():
    found = compare(("a", "b"), *runs())
    change = next(x for x in found.changes if x.bot == "new")
    assert (found.common, change.games, change.same) == (24, 24, 24)
    assert (change.before, change.after) == (0.0, pytest.approx(1 / 3))
    assert change.score.mean == pytest.approx(1 / 3)
    assert change.score.n == 12
    assert change.spread.mean == pytest.approx(20 / 3)
    assert change.elo is None  # from a score of 0 no Elo can be told
    assert change.p_score == pytest.approx(2 / 16)  # four seeds changed, all the same way: 2 of 2**4 sign patterns
    other = next(x for x in found.changes if x.bot == "old")
    assert other.score.mean == pytest.approx(-change.score.mean)


def test_games_of_the_same_id_from_other_seeds_are_left_out_and_said_to_be():
    before, after = runs()
    other = [
        msgspec.structs.replace(record, seed=record.seed + 2**40) if record.pair > 8 else record for record in after
    ]
    found = compare(("a", "b"), before, other)
    assert (found.common, found.other_seed, found.only_first, found.only_second) == (16, 8, 0, 0)
    assert compare_facts(found)["other_seed"] == 8
    assert "Left out: 8 games that both played, but from different seeds." in compare_text(found)
    nothing = compare(("a", "b"), before, [msgspec.structs.replace(record, seed=1 + 2**40) for record in after])
    assert not nothing.changes and "Play both with the same seed (written into the file)" in compare_text(nothing)


def test_equal_runs_show_no_change():
    change = compare(("a", "b"), *runs(better=False)).changes[0]
    assert (change.score.mean, change.p_score, change.spread.mean, change.p_spread) == (0.0, 1.0, 0.0, 1.0)


def test_only_games_that_both_played_count():
    before, after = runs()
    extra = game(99, ("new", "old"), (1, 2))
    void = game(98, ("new", "old"), (1, 2), counts=False)
    found = compare(("a", "b"), [*before, extra, void], after[2:])
    assert (found.common, found.only_first, found.only_second) == (22, 3, 0)
    assert "No game of the same id" in compare_text(compare(("a", "b"), before, [extra]))


def test_variants_are_compared_one_by_one_too():
    found = compare(("a", "b"), tournament(), tournament())
    rows = [(x.bot, x.variant) for x in found.changes]
    assert ("random", "") in rows
    assert ("random", "hole") in rows
    assert ("greedy", "standard") not in rows  # it played one variant only


def test_the_versions_are_told_and_the_verdict_is_in_words():
    bots = ({"new": {"version": "1.0", "sha256": "a"}}, {"new": {"version": "1.1", "sha256": "b"}})
    text = compare_text(compare(("one", "two"), *runs(), bots))
    assert "new: version 1.0 became 1.1; its file changed." in text
    assert "new is better, which may be chance: +33.3 % of the points, p = 0.125." in text
    assert compare_text(compare(("one", "two"), *runs(), bots)) == text


def test_the_command_compares_two_folders(tmp_path):
    before, after = runs()
    first, second = store(tmp_path / "one", before), store(tmp_path / "two", after)
    result = CliRunner().invoke(arena, ["compare", str(first), str(second)], catch_exceptions=False)
    assert result.exit_code == 0
    assert "24 games that both played" in result.output
    asked = CliRunner().invoke(arena, ["compare", str(first), str(second), "--json"], catch_exceptions=False)
    facts = json.loads(asked.output)
    assert facts["changes"][0]["score_after"] == pytest.approx(1 / 3)
    assert facts == compare_facts(compare((str(first), str(second)), before, after))
