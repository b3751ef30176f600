"""Which pairs come first, and what a night's schedule leaves alone."""

from __future__ import annotations

import numpy as np
import pytest

from arena.config.model import BotEntry, Kind, Tournament, VariantEntry
from arena.contract.result import Result
from arena.schedule.informative import Informative
from arena.schedule.jobs import jobs
from arena.schedule.night import NightSchedule, missing_jobs

NAMES = ["a", "b", "c", "d"]


def tournament(**rest) -> Tournament:
    given = {
        "name": "t", "seed": "1", "pairs": 3, "bots": tuple(BotEntry(name=name, plugin="first") for name in NAMES),
        "variants": (VariantEntry(name="x", game="nim"), VariantEntry(name="y", game="nim")),
    }  # fmt: skip
    return Tournament(**(given | rest))


def order(done=(), taken=None, seconds=lambda variant, table: 1.0, only=None, what=None, workers=1) -> Informative:
    taken = np.zeros((4, 4)) if taken is None else taken
    return Informative(what or tournament(), set(done), NAMES, taken, seconds, workers, only)


def pairs(order: Informative, limit: float = 1e9) -> list[tuple[str, ...]]:
    found = []
    while (pair := order.next(limit)) is not None:
        found.append((pair.variant, *pair.table, str(pair.jobs[0].pair)))
    return found


def test_every_missing_pair_comes_once_and_whole():
    done = [job.id for job in jobs(tournament()) if job.pair == 1 and "a" in job.bots]
    found = order(done)
    given = []
    while (pair := found.next(10.0)) is not None:
        given += [job.id for job in pair.jobs]
    assert sorted(given) == sorted(job.id for job in missing_jobs(tournament(), set(done)))
    assert [id.rpartition("/")[0] for id in given[::2]] == [id.rpartition("/")[0] for id in given[1::2]]
    assert found.shortest is None


def test_nobody_is_left_behind_where_nothing_is_known():
    first = pairs(order())[:2]
    assert {bot for _, *table, _ in first for bot in table} == set(NAMES)


def test_whoever_has_played_least_comes_first_and_nearly_decided_pairings_last():
    taken = np.full((4, 4), 40.0)
    np.fill_diagonal(taken, 0)
    taken[3], taken[:, 3] = 0, 0
    assert "d" in pairs(order(taken=taken))[0]
    taken[0, 3], taken[1, 3], taken[3, 2] = 30, 5, 5  # a beats d by far; b and c are d's equals
    taken[2, 3] = taken[3, 1] = 5
    found = [pair for pair in pairs(order(taken=taken)) if "d" in pair]
    assert found[0][1] != "a" and found[-1][1] == "a"


def test_of_two_that_tell_as_much_the_shorter_one_comes_first_and_what_is_too_long_not_at_all():
    slow = order(seconds=lambda variant, table: 9.0 if "a" in table else 1.0)
    assert "a" not in pairs(slow)[0]
    slow = order(seconds=lambda variant, table: 9.0 if "a" in table else 1.0)
    assert all("a" not in pair for pair in pairs(slow, limit=2.0))
    assert slow.shortest == 18.0
    assert order(seconds=lambda variant, table: 9.0, workers=2).shortest == 9.0


def test_half_a_pair_is_played_before_all_others():
    assert pairs(order(["y/c-vs-d/0003/2"]))[0] == ("y", "c", "d", "3")


def test_the_same_games_give_the_same_order_whatever_order_they_are_in():
    done = [job.id for job in jobs(tournament()) if job.pair == 2]
    taken = np.arange(16.0).reshape(4, 4)
    np.fill_diagonal(taken, 0)
    assert pairs(order(done, taken)) == pairs(order(reversed(done), taken))


def test_only_games_of_some_bots_and_those_of_a_gauntlet():
    assert all("b" in pair for pair in pairs(order(only={"b"})))
    assert len(pairs(order(only={"b"}))) == 3 * 3 * 2
    hero = tournament(kind=Kind(name="gauntlet", hero="c"))
    assert all("c" in pair for pair in pairs(order(what=hero)))


def result(job, crashed=()):
    points = (0.0, 1.0) if 0 in crashed else (1.0, 0.0)
    return Result(job.id, job.bots, points, crashed=dict.fromkeys(crashed, "broke"))


def test_a_night_sets_nothing_aside_and_who_crashes_too_often_is_out_for_it():
    what = tournament(max_crashes=2)
    schedule = NightSchedule(what, missing_jobs(what, ()), 72, exact=True)
    assert (schedule.total, schedule.exact) == (72, True)
    played = []
    while (job := schedule.take()) is not None:
        played.append(job)
        schedule.finished(result(job, [seat for seat, bot in enumerate(job.bots) if bot == "a"]))
    assert set(schedule.out) == {"a"} and schedule.settled
    assert sum("a" in job.bots for job in played) == 2
    assert len(played) == 2 + 36  # the others play all their games
    assert schedule.surplus() == []


@pytest.mark.parametrize("season", [False, True])
def test_in_a_season_no_two_pairings_have_the_same_tiles(season):
    seeds: dict[int, set[str]] = {}
    for job in jobs(tournament(season=season, scheme=1)):
        seeds.setdefault(job.seed, set()).add(job.pairing)
    assert all(len(pairings) == (1 if season else 6) for pairings in seeds.values())
    assert len(seeds) == 6 * (6 if season else 1)
