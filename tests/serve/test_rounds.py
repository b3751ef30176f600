"""Who meets whom, who begins, and what a client is called in the records."""

from __future__ import annotations

from collections import Counter

import pytest

from arena.config.model import BotEntry, Tournament, VariantEntry
from arena.config.node import Node
from arena.config.walk import Walk
from arena.serve.names import alike, record_name
from arena.serve.rounds import cycle, meetings, planned, rounds
from tests.seeds import quick


@pytest.mark.parametrize("players", [3, 4, 5, 8, 9, 50])
def test_at_tables_of_two_everybody_meets_everybody_once_in_a_cycle_and_nobody_plays_twice_in_a_round(players):
    met: Counter[frozenset[int]] = Counter()
    begun: Counter[int] = Counter()
    for number in range(cycle(players, 2)):
        pairs = meetings(players, 2, number)
        seated = [player for pair in pairs for player in pair]
        assert len(seated) == len(set(seated)) == players - players % 2
        met.update(map(frozenset, pairs))
        begun.update(pair[0] for pair in pairs)
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {1}
    assert max(begun.values()) - min(begun[player] for player in range(players)) <= 1


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (3, 3), (3, 2), (5, 2), (8, 2), (9, 2)])
def test_as_many_games_are_planned_as_the_rounds_have(players, seats):
    for games in range(2 * players):
        assert planned(players, seats, games) == sum(len(meetings(players, seats, number)) for number in range(games))


def test_all_players_at_one_table_meet_every_round():
    assert [meetings(3, 3, number) for number in range(3)] == [[(0, 1, 2)]] * 3


@pytest.mark.parametrize(("players", "seats", "games"), [(2, 2, 7), (3, 3, 7), (4, 2, 9), (5, 2, 10)])
def test_players_begin_in_rotation_and_every_game_has_its_own_id(players, seats, games):
    names = [f"p{index}" for index in range(players)]
    tournament = Tournament(
        name="t",
        bots=tuple(BotEntry(name=name, plugin="x") for name in names),
        variants=(VariantEntry(name="scrabble", board="scrabble"),),
        players=seats,
        pairs=games,
        seed=quick(1),
    )
    jobs = [job for made in rounds(tournament, names, "scrabble", games, lambda job: job.seed % seats) for job in made]
    assert len({job.id for job in jobs}) == len(jobs)
    begun: dict[str, list[str]] = {}
    for job in jobs:
        begun.setdefault(job.pairing, []).append(job.bots[job.seed % seats])
    for pairing, starters in begun.items():
        assert set(starters[:seats]) == set(pairing.split("-vs-")[: len(starters)]) or len(starters) < seats
        assert all(starters[at] == starters[at - seats] for at in range(seats, len(starters)))


@pytest.mark.parametrize(
    ("registered", "name"),
    [
        ("ann", "ann"),
        ("R2 & Déjà", "R2-Deja"),
        ("../../etc/passwd", "etc-passwd"),
        ("a-vs-b", "a_vs_b"),
        ("a-vs-vs-b", "a_vs_vs_b"),
        ("日本", ""),
        ("---", ""),
        ("x" * 64, "x" * 64),
    ],
)
def test_a_clients_name_in_the_records_may_be_a_bots_name(registered, name):
    assert record_name(registered) == name
    if name:
        walk = Walk("t.yaml")
        assert walk.name(Node("scalar", 1, 1, text=name, plain=False), "name") == name
        assert record_name(name) == name


def test_capitals_and_accents_do_not_tell_names_apart():
    assert alike("Zoë") == alike("zoe")
