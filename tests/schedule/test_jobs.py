"""Jobs: stable ids and seeds, fair seats, and nothing made before it is asked for."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.config.model import BotEntry, Kind, Tournament, VariantEntry
from arena.schedule import Job, count_jobs, count_tables, job_named, jobs, missing, seating, tables
from tests.seeds import quick


def tournament(bots: str = "a b c", variants: str = "standard hole", **more) -> Tournament:
    return Tournament(
        name="t",
        bots=tuple(BotEntry(name=name, plugin=name) for name in bots.split()),
        variants=tuple(VariantEntry(name=name, board=name) for name in variants.split()),
        **{"seed": quick(42), "pairs": 2, **more},
    )


@pytest.mark.parametrize(
    ("seed", "seeds", "bot_seeds"),
    [
        ({"seed": "42"}, (262019456185012048, 224519789437716918), (15219814387949247519, 13383853621066955204)),
        (
            {"seed": quick(42)},
            (15602675243764183049, 5518658798676181417),
            (12083346642341107143, 11635250518748856175),
        ),
        # What arena 0.1 made of the number 42.
        ({"seed": "42", "scheme": 1}, *[(8351144776542942131, 12052588519336577617)] * 2),
    ],
    ids=["written", "drawn", "0.1"],
)
def test_ids_and_seeds_never_change(seed, seeds, bot_seeds):
    # Golden values: results on disk are found again by these ids, and replayed from these seeds.
    found = [(job.id, job.bots, job.seed, job.bot_seed) for job in jobs(tournament("b a", "hole", **seed))]
    assert found == [
        ("hole/a-vs-b/0001/1", ("a", "b"), seeds[0], bot_seeds[0]),
        ("hole/a-vs-b/0001/2", ("b", "a"), seeds[0], bot_seeds[0]),
        ("hole/a-vs-b/0002/1", ("a", "b"), seeds[1], bot_seeds[1]),
        ("hole/a-vs-b/0002/2", ("b", "a"), seeds[1], bot_seeds[1]),
    ]


def test_a_job_says_all_that_its_id_says():
    job = next(islice(jobs(tournament()), 9, None))
    assert job == Job(
        id="hole/a-vs-c/0001/2",
        variant="hole",
        pairing="a-vs-c",
        pair=1,
        half=2,
        bots=("c", "a"),
        seed=job.seed,
        bot_seed=job.bot_seed,
    )
    assert job.pair_id == "hole/a-vs-c/0001"
    assert msgspec.json.decode(msgspec.json.encode(job), type=Job) == job


def test_the_halves_of_a_pair_and_all_pairings_share_the_seed_and_nothing_else_does():
    seeds: dict[tuple[str, int], set[int]] = {}
    for job in jobs(tournament(pairs=5)):
        seeds.setdefault((job.variant, job.pair), set()).add(job.seed)
    assert all(len(found) == 1 for found in seeds.values())
    assert len({seed for found in seeds.values() for seed in found}) == len(seeds) == 10


@pytest.mark.parametrize(
    "extended",
    [
        {"pairs": 3},
        {"bots": "a b c d"},
        {"bots": "A a aa b c"},
        {"bots": "c b a"},
        {"variants": "infinite hole standard"},
    ],
)
def test_extending_a_tournament_only_adds_jobs(extended):
    before = {job.id: job for job in jobs(tournament())}
    after = {job.id: job for job in jobs(tournament(**extended))}
    assert all(after[id] == job for id, job in before.items())


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("kind", [Kind(), Kind(name="gauntlet", hero="b")])
def test_the_counts_are_right_without_counting(players, kind):
    config = tournament("a b c d e", players=players, kind=kind)
    assert count_tables(config) == len(list(tables(config)))
    listed = list(jobs(config))
    assert count_jobs(config) == len(listed) == len({job.id for job in listed})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_a_round_robin_any_two_bots_meet_equally_often_and_sit_everywhere_equally_often(players):
    met: Counter[tuple[str, ...]] = Counter()
    sat: Counter[tuple[str, int]] = Counter()
    for job in jobs(tournament("a b c d e", "hole", players=players, pairs=6)):
        met.update(combinations(sorted(job.bots), 2))
        sat.update((bot, seat) for seat, bot in enumerate(job.bots))
    assert len(met) == 10
    assert len(set(met.values())) == 1
    assert len(sat) == 5 * players
    assert len(set(sat.values())) == 1


@pytest.mark.parametrize(("players", "orders"), [(3, 2), (4, 6)])
def test_over_the_pairs_everybody_follows_everybody_equally_often(players, orders):
    table = "abcd"[:players]
    follows: Counter[tuple[str, str]] = Counter()
    for pair in range(1, orders + 1):
        for half in range(1, players + 1):
            seats = seating(table, pair, half)
            assert sorted(seats) == list(table)
            follows.update(zip(seats, (*seats[1:], seats[0]), strict=True))
    assert len(follows) == players * (players - 1)
    assert len(set(follows.values())) == 1


@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_with_more_seats_a_few_circular_orders_do_it(players):
    """With an odd number exactly; with an even one each follows the bot opposite twice as often."""
    table = tuple("abcdefgh"[:players])
    follows: Counter[tuple[str, str]] = Counter()
    sat: Counter[tuple[str, int]] = Counter()
    for pair in range(1, players - players % 2 + 1):
        for half in range(1, players + 1):
            seats = seating(table, pair, half)
            assert sorted(seats) == list(table)
            sat.update((bot, seat) for seat, bot in enumerate(seats))
            follows.update(zip(seats, (*seats[1:], seats[0]), strict=True))
    assert len(follows) == players * (players - 1)
    assert len(set(sat.values())) == 1
    once = min(follows.values())
    twice = [pair for pair, count in follows.items() if count != once]
    assert len(twice) == (0 if players % 2 else players)
    assert all(follows[pair] == 2 * once for pair in twice)
    assert seating(table, 100, 1) == seating(table, 100, 1) != seating(table, 1, 1)


def test_one_seat_is_a_table_of_one():
    config = tournament("a b c", "hole", players=1, pairs=2)
    listed = list(jobs(config))
    assert [job.id for job in listed[:3]] == ["hole/a/0001/1", "hole/b/0001/1", "hole/c/0001/1"]
    assert len({job.seed for job in listed[:3]}) == 1
    assert all(job_named(config, job.id) == job for job in listed)
    assert count_jobs(config) == len(listed) == 6


def test_in_a_gauntlet_one_bot_meets_all_others_who_never_meet():
    config = tournament("a b c d", kind=Kind(name="gauntlet", hero="c"))
    assert list(tables(config)) == [("a", "c"), ("b", "c"), ("c", "d")]


def test_wherever_a_run_stops_pairings_and_variants_are_level_to_one_pair():
    done: Counter[tuple[str, str]] = Counter()
    for job in jobs(tournament("a b c d", pairs=3)):
        done[job.variant, job.pairing] += 1
        counts = [
            done[variant.name, "-vs-".join(table)]
            for variant in tournament().variants
            for table in tables(tournament("a b c d"))
        ]
        assert max(counts) - min(counts) <= 2


def test_a_tournament_without_end_costs_nothing_up_front():
    names = " ".join(f"bot{index}" for index in range(500))
    config = tournament(names, pairs=10_000_000)
    assert count_jobs(config) == 500 * 499 // 2 * 2 * 10_000_000 * 2
    assert len(list(islice(jobs(config), 100))) == 100


def test_missing_jobs_are_the_planned_ones_without_the_done_ones():
    planned = list(jobs(tournament()))
    done = {job.id for job in planned[3:7]} | {"hole/a-vs-z/0001/1"}
    assert list(missing(jobs(tournament()), done)) == planned[:3] + planned[7:]


@given(st.data())
def test_every_job_is_found_by_its_id(data):
    players = data.draw(st.integers(1, 5))
    config = tournament(
        "a b c d e",
        players=players,
        pairs=3,
        kind=data.draw(st.sampled_from([Kind(), Kind(name="gauntlet", hero="b")])),
    )
    job = data.draw(st.sampled_from(list(jobs(config))))
    assert job_named(config, job.id) == job


@pytest.mark.parametrize(
    "id",
    [
        "", "hole", "hole/a-vs-b/0001", "hole/a-vs-b/1/1", "hole/a-vs-b/0003/1", "hole/a-vs-b/0000/1",
        "hole/a-vs-b/0001/3",
        "hole/a-vs-b/0001/0", "hole/b-vs-a/0001/1", "hole/a-vs-a/0001/1", "hole/a-vs-z/0001/1", "moon/a-vs-b/0001/1",
        "hole/a-vs-b-vs-c/0001/1", "hole/a-vs-b/x/1", "hole/a-vs-b/٠٠٠١/1",
    ],
)  # fmt: skip
def test_no_other_id_finds_a_job(id):
    assert job_named(tournament(), id) is None


def test_a_bot_plays_against_itself_as_a_copy_under_another_name():
    twins = Tournament(
        name="t",
        bots=(BotEntry(name="greedy", plugin="greedy"), BotEntry(name="twin", plugin="greedy")),
        variants=(VariantEntry(name="hole", board="hole"),),
        seed=quick(1),
        pairs=1,
    )
    assert [job.bots for job in jobs(twins)] == [("greedy", "twin"), ("twin", "greedy")]
