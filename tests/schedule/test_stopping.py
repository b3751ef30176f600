"""Stopping early: after whole pairs, by the order of the schedule, and with the error rates that were asked for."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from arena.config.model import Kind, SprtRule, StopRule
from arena.contract.chance import seed_of
from arena.contract.result import Result
from arena.ratings.results import GameColumns, GameResult
from arena.ratings.sprt import Sprt
from arena.ratings.stopping import judge_sprt
from arena.ratings.tables import rate
from arena.schedule.jobs import Job, jobs
from arena.schedule.schedule import Schedule
from arena.schedule.stopping import PRIOR, SprtStop
from tests.schedule.simulated import by_lot, counted, play, tournament, won


def sprt(bots=("b2", "b1"), elo0=0.0, elo1=80.0, **more) -> StopRule:
    return StopRule(sprt=SprtRule(bots=bots, elo0=elo0, elo1=elo1, **more))


def biased(share: float, seed: int = 0):
    """Return an outcome in which the last name wins each game with that chance."""

    def outcome(job: Job) -> Result:
        lot = Random(seed_of(seed, job.id))
        return won(job, max(job.bots) if lot.random() < share else min(job.bots))

    return outcome


@pytest.mark.parametrize("model", ["normalized", "logistic"])
@pytest.mark.parametrize("share", [0.42, 0.5, 0.62])
def test_the_match_ends_where_the_test_over_its_pairs_crosses_a_bound(model, share):
    config = tournament("b1 b2", "standard", pairs=5000, stop=sprt(model=model))
    schedule, stored = play(config, biased(share), workers=5)
    games = counted(schedule, stored)
    assert schedule.stopped
    assert isinstance(schedule.rule, SprtStop)
    points: dict[int, list[float]] = {}
    for job in jobs(tournament("b1 b2", "standard", pairs=len(games) // 2)):
        points.setdefault(job.pair - 1, []).append(games[job.id].points[job.bots.index("b2")])
    stop = judge_sprt({pair: sum(both) / 2 for pair, both in points.items()}, Sprt(0, 80, model=model))
    assert stop.reached
    assert stop.pairs == len(points)
    assert stop.verdict == schedule.rule.verdict
    assert schedule.rule.ending().endswith("Stopped by SPRT: Elo is biased outward.")


def test_a_match_never_stops_between_the_halves_of_a_pair_and_counts_all_variants():
    config = tournament("b1 b2 b3", pairs=3000, stop=sprt())
    schedule, stored = play(config, by_lot, workers=7)
    games = counted(schedule, stored)
    assert len([id for id in games if id.endswith("/1")]) == len([id for id in games if id.endswith("/2")])
    last = list(jobs(config))[len(games) - 1]
    assert (last.pairing, last.half) == ("b1-vs-b2", 2)  # exactly the schedule up to the pair that decided
    assert isinstance(schedule.rule, SprtStop)
    assert sum(schedule.rule.pairs) == len([id for id in games if "b1-vs-b2" in id]) // 2
    assert set(stored) - set(games), "seven workers were further by then"


def test_games_that_do_not_count_are_left_out_with_their_pair():
    config = tournament("b1 b2", "standard", pairs=40, max_crashes=100, stop=sprt(elo1=20))

    def outcome(job: Job) -> Result:
        if job.pair % 4 == 0 and job.half == 2:
            return Result(job.id, job.bots, (0.0, 0.0), None, False)
        return biased(0.5)(job)

    schedule, stored = play(config, outcome)
    assert isinstance(schedule.rule, SprtStop)
    assert sum(schedule.rule.pairs) == 30
    assert len(counted(schedule, stored)) == 80
    assert schedule.rule.ending().startswith("The SPRT came to no verdict")


def test_bayeselo_waits_until_every_result_was_seen():
    config = tournament("b1 b2", "standard", pairs=300, stop=sprt(model="bayeselo", elo1=100))
    schedule, _ = play(config, lambda job: won(job, "b2"))
    assert not schedule.stopped
    assert "LLR none yet" in schedule.rule.text()
    schedule, _ = play(config, lambda job: won(job, None if job.pair == 1 else "b1" if job.pair == 2 else "b2"))
    assert schedule.stopped
    assert schedule.rule.verdict.accepted == "H1"


def test_a_bot_that_crashes_out_ends_the_match_without_a_verdict():
    config = tournament("b1 b2", "standard", pairs=5000, max_crashes=4, stop=sprt())

    def outcome(job: Job) -> Result:
        seat = job.bots.index("b2")
        return Result(job.id, job.bots, tuple(float(name == "b1") for name in job.bots), None, True, {seat: "gone"})

    schedule, stored = play(config, outcome, workers=8)
    assert schedule.over
    assert len(counted(schedule, stored)) == 4


def test_precision_is_what_the_report_states():
    config = tournament("b1 b2 b3", "standard", pairs=3000, stop=StopRule(half_width=30.0))
    schedule, stored = play(config, by_lot, workers=4)
    games = counted(schedule, stored)
    assert schedule.stopped
    assert len(games) % 6 == 0  # whole levels: all three pairings, both halves

    def widest(levels: int) -> float:
        found = [game for id, game in games.items() if int(id.split("/")[2]) <= levels]
        rated = rate(
            GameColumns.of(
                GameResult(game.bots[0], game.bots[1], game.points[0], tuple(game.id.split("/")[::2]), "standard")
                for game in found
            ),
            prior=PRIOR,
        )
        return max((row.high - row.low) / 2 for row in rated.rows)

    levels = len(games) // 6
    assert widest(levels) <= 30 < widest(round(levels / 1.05))
    assert f"after {levels} pairs each" in schedule.rule.text()


def test_only_the_named_bots_have_to_be_known_well():
    everybody = tournament("b1 b2 b3", "standard", pairs=3000, kind=Kind(name="gauntlet", hero="b1"),
                           stop=StopRule(half_width=30.0))  # fmt: skip
    hero = tournament("b1 b2 b3", "standard", pairs=3000, kind=Kind(name="gauntlet", hero="b1"),
                      stop=StopRule(half_width=30.0, bots=("b1",)))  # fmt: skip
    assert len(counted(*play(hero))) < len(counted(*play(everybody)))


def test_more_pairs_after_an_early_end_change_nothing_and_without_the_rule_all_games_are_wanted():
    config = tournament("b1 b2", "standard", pairs=3000, stop=sprt())
    schedule, stored = play(config, biased(0.65), workers=6)
    wanted = counted(schedule, stored)
    more = tournament("b1 b2", "standard", pairs=4000, stop=sprt())
    schedule, again = play(more, biased(0.65), workers=3, recorded=stored.values())
    assert schedule.stopped
    assert counted(schedule, again) == wanted
    whole, _ = play(tournament("b1 b2", "standard", pairs=200), biased(0.65), recorded=stored.values())
    assert whole.surplus() == []
    assert whole.total == 400


@pytest.mark.soak
@pytest.mark.parametrize("model", ["normalized", "logistic"])
def test_errors_are_as_rare_as_was_asked_for(model):
    # Independent halves without draws. True score 1/2 (H0: 0), and the score that H1 claims. 1,000 tests each, 5 %
    # wanted: three standard deviations are 2.1 %, and overshoot only makes errors rarer.
    elo1 = 100.0
    if model == "logistic":
        share = 1 / (1 + 10 ** (-elo1 / 400))
    else:  # nElo = (s - 1/2) / sqrt(s (1 - s)) * 2K, solved for s
        t = elo1 / 347.4356
        share = 0.5 + t / 2 / (1 + t * t) ** 0.5
    for truth, wrong in [(0.5, "H1"), (share, "H0")]:
        mistakes = 0
        for seed in range(1000):
            rule = SprtStop(SprtRule(bots=("b2", "b1"), elo0=0, elo1=elo1, model=model))
            lot = Random(seed)
            schedule = iter(jobs(tournament("b1 b2", "standard", pairs=100_000)))
            for job in schedule:
                if rule.add(job, won(job, "b2" if lot.random() < truth else "b1")):
                    break
            mistakes += rule.verdict.accepted == wrong
        assert mistakes / 1000 < 0.071


def test_a_schedule_without_a_rule_loads_no_statistics():
    program = "import sys, arena.schedule.schedule; sys.exit('scipy' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], timeout=60).returncode == 0
    assert Schedule(tournament()).rule is None
