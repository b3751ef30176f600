"""Schedules that other tournament programs got wrong, as they are right."""

from __future__ import annotations

from collections import Counter

from arena.config.model import Kind
from arena.schedule import jobs
from arena.schedule.swiss import Swiss
from tests.schedule.simulated import counted, play, tournament, won


def test_three_bots_have_the_same_luck_against_both_opponents():
    # C242: one seed a pair, the same in all pairings
    listed = list(jobs(tournament(3, "standard", pairs=3)))
    assert len(listed) == 3 * 3 * 2
    seeds = {pair: {job.seed for job in listed if job.pair == pair} for pair in (1, 2, 3)}
    assert [len(found) for found in seeds.values()] == [1, 1, 1]
    assert len(set.union(*seeds.values())) == 3


def test_seven_equal_bots_in_seven_rounds_sit_out_once_each_and_win_that_match_without_games():
    # C244
    config = tournament(7, "standard", kind=Kind(name="swiss", rounds=7))
    schedule, stored = play(config, lambda job: won(job, None))
    swiss = schedule._kind
    assert isinstance(swiss, Swiss)
    byes = [[round for round in played if not round.opponent] for played in swiss.played.values()]
    assert [[(bye.worth, bye.score) for bye in one] for one in byes] == [[(1.0, None)]] * 7
    games = Counter(bot for game in counted(schedule, stored).values() for bot in game.bots)
    assert set(games.values()) == {6 * 2 * config.pairs}  # six matches, each of two games a pair
