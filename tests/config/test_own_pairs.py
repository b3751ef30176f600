"""A bot's own ``pairs``: what a file may say, what it comes to, and which changes of it only add games."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from arena.config.compare import Changes, changes, fewer_pairs
from arena.config.model import Tournament
from arena.config.read import read_tournament
from arena.errors import Complaints


@pytest.fixture
def read(tmp_path: Path):
    def read_text(bots: str, more: str = "") -> Tournament:
        (tmp_path / "t.yaml").write_text(f"name: t\nseed: 1\nvariants: [standard]\nbots: {bots}\n{more}\n")
        return read_tournament(tmp_path / "t.yaml")

    return read_text


def test_a_pairing_plays_the_least_of_what_the_tournament_and_its_bots_say(read):
    tournament = read("[greedy, {name: longest, pairs: 7}, {name: random, pairs: 3}]", "pairs: 20")
    assert tournament.caps() == {"longest": 7, "random": 3}
    assert tournament.pairs_of(["greedy"]) == 20
    assert tournament.pairs_of(["greedy", "longest"]) == 7
    assert tournament.pairs_of(["longest", "random"]) == 3


@pytest.mark.parametrize("own", [20, 21, 10_000_000])
def test_as_many_as_the_tournament_or_more_have_no_effect(read, own):
    tournament = read(f"[greedy, {{name: random, pairs: {own}}}]", "pairs: 20")
    assert tournament.caps() == {}
    assert tournament.pairs_of(["greedy", "random"]) == 20


def test_whoever_was_handed_in_is_bounded_by_the_entry_that_stands_for_them(read, tmp_path):
    (tmp_path / "in").mkdir()
    for name in ("ann", "ben"):
        (tmp_path / "in" / f"{name}.py").write_text("")
    assert read("[greedy, {from: in/*, pairs: 2}]").caps() == {"ann": 2, "ben": 2}
    with pytest.raises(Complaints) as caught:
        read("[greedy, {from: in/*, pairs: 2}]", "kind: swiss")
    assert len(caught.value.errors) == 1  # one entry, one complaint
    assert "t.yaml:4:29: bots[1].pairs: the matches of a swiss" in str(caught.value.errors[0])


def test_kinds_whose_games_are_known_and_a_precision_go_with_it(read):
    for more in ("kind: {gauntlet: {hero: greedy}}", "stop: {half_width: 20}", "players: 1", "season: true"):
        assert read("[greedy, {name: random, pairs: 2}]", more).caps() == {"random": 2}


def test_who_says_nothing_is_known_by_what_he_was_known_by(read):
    said, unsaid = (
        read(bots).identity()["bots"][1] for bots in ("[greedy, {name: random, pairs: 2}]", "[greedy, random]")
    )
    assert said.pop("pairs") == 2
    assert said == unsaid


@pytest.mark.parametrize(
    ("before", "after", "added", "changed"),
    [
        ((2, 10), (5, 10), ["bots: random.pairs: 2 -> 5"], []),
        ((2, 10), (None, 10), ["bots: random.pairs: 2 -> none"], []),
        ((5, 10), (2, 10), [], ["bots: random.pairs: 5 -> 2"]),
        ((None, 10), (2, 10), [], ["bots: random.pairs: none -> 2"]),
        ((None, 10), (10, 10), [], []),
        ((30, 10), (None, 10), [], []),
        ((None, 10), (10, 20), ["pairs: 10 -> 20"], []),  # the others play on without it
        ((None, 10), (15, 20), ["bots: random.pairs: none -> 15", "pairs: 10 -> 20"], []),
        ((None, 10), (8, 20), ["pairs: 10 -> 20"], ["bots: random.pairs: none -> 8"]),
        ((5, 10), (5, 20), ["pairs: 10 -> 20"], []),
        ((5, 10), (5, 8), [], ["pairs: 10 -> 8"]),
    ],
)
def test_more_pairs_of_a_bot_only_add_games_and_fewer_would_take_some_away(read, before, after, added, changed):
    def identity(own, pairs):
        return read(
            f"[greedy, {{name: random{'' if own is None else f', pairs: {own}'}}}]", f"pairs: {pairs}"
        ).identity()

    old = msgspec.json.decode(msgspec.json.encode(identity(*before)))
    assert changes(old, identity(*after)) == Changes(tuple(added), tuple(changed))
    assert fewer_pairs(old, identity(*after)) == [line for line in changed if line.startswith("bots")]
