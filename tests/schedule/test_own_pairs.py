"""Bots that play fewer pairs than the others: how many games of each pairing and variant, and in which order."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.config.model import BotEntry, Kind, StopRule, Tournament, VariantEntry
from arena.schedule.informative import Informative
from arena.schedule.jobs import count_jobs, count_pairs, job_named, jobs, levels, most_pairs, tables
from arena.schedule.night import missing_jobs
from tests.schedule.simulated import by_lot, counted, play
from tests.seeds import quick

NAMES = "abcdef"
VARIANTS = ("hole", "standard")


def tournament(*own: int | None, **more) -> Tournament:
    """Return a tournament of bots a, b, c and so on, each with its own number of pairs."""
    return Tournament(
        name="t",
        bots=tuple(BotEntry(name=name, plugin=name, pairs=pairs) for name, pairs in zip(NAMES, own, strict=False)),
        variants=tuple(VariantEntry(name=name, board=name) for name in VARIANTS),
        **{"seed": quick(42), "pairs": 6, **more},
    )


@st.composite
def tournaments(draw: st.DrawFn, players: st.SearchStrategy[int] = st.integers(1, 4)) -> Tournament:  # noqa: B008
    own = draw(st.lists(st.none() | st.integers(1, 9), min_size=4, max_size=6))
    seats = draw(players)
    kinds = [Kind()] if seats == 1 else [Kind(), Kind(name="gauntlet", hero=draw(st.sampled_from(NAMES[: len(own)])))]
    return tournament(*own, players=seats, kind=draw(st.sampled_from(kinds)), pairs=draw(st.integers(1, 7)))


@given(tournaments())
def test_each_pairing_plays_on_each_variant_the_least_of_what_the_tournament_and_its_bots_say(config):
    games = Counter((job.variant, job.pairing) for job in jobs(config))
    own = {bot.name: bot.pairs or config.pairs for bot in config.bots}
    assert games == {
        (variant, "-vs-".join(table)): config.players * min(config.pairs, *(own[name] for name in table))
        for variant in VARIANTS
        for table in tables(config)
    }
    assert count_jobs(config) == games.total()
    assert count_pairs(config) == sum(config.pairs_of(table) for table in tables(config))
    assert most_pairs(config) == max(job.pair for job in jobs(config))
    assert [pair for level in levels(config) for pair in level] == list(range(1, most_pairs(config) + 1))


@given(tournaments())
def test_the_order_is_that_without_such_numbers_and_some_games_left_out(config):
    whole = tournament(*(None for _ in config.bots), players=config.players, kind=config.kind, pairs=config.pairs)
    there = {job.id: job for job in jobs(config)}
    assert list(there.values()) == [job for job in jobs(whole) if job.id in there]
    for job in jobs(whole):
        assert job_named(config, job.id) == there.get(job.id)


@given(tournaments(players=st.just(2)), st.integers(0, 40))
def test_what_is_missing_and_what_a_budget_would_play_are_the_same_games(config, count):
    planned = [job.id for job in jobs(config)]
    done = set(planned[::3][:count])
    names = [bot.name for bot in config.bots]
    order = Informative(config, done, names, np.zeros((len(names), len(names))), lambda variant, table: 1.0, 1)
    found = []
    while (pair := order.next(9.0)) is not None:
        found += [job.id for job in pair.jobs]
    assert sorted(found) == sorted(job.id for job in missing_jobs(config, done)) == sorted(set(planned) - done)


@pytest.mark.parametrize("workers", [2, 5])
def test_any_number_of_workers_and_a_run_in_pieces_play_the_same_games(workers):
    config = tournament(None, 3, 1, None)
    _, alone = play(config)
    schedule, stored = play(config, workers=workers, order=7)
    assert stored == alone
    assert schedule.exact and schedule.total == len(stored) == count_jobs(config)
    _, piece = play(config, workers=workers, most=11)
    assert play(config, workers=workers, recorded=piece.values())[1] == alone


def test_more_pairs_of_a_bot_only_add_games_to_those_that_are_there():
    _, before = play(tournament(None, 3, 1, None))
    schedule, after = play(tournament(None, 5, None, None), recorded=before.values())
    assert before.items() < after.items()
    assert not schedule.surplus()


def test_a_hero_with_few_pairs_has_all_play_few():
    config = tournament(2, None, None, kind=Kind(name="gauntlet", hero="a"), pairs=10_000_000)
    assert count_jobs(config) == len(list(jobs(config))) == 2 * 2 * 2 * 2


def test_where_nobody_may_play_on_the_schedule_ends_and_looks_no_further():
    config = tournament(2, 2, None, pairs=10_000_000)
    assert len(list(jobs(config))) == count_jobs(config) == 3 * 2 * 2 * 2


def test_a_precision_is_judged_after_each_number_of_pairs_by_those_who_still_play():
    # The last pairing of all, b-vs-c, ends with its second pair: judged is after a-vs-b from then on.
    rule = StopRule(half_width=60.0, bots=("a",))
    config = tournament(None, None, 2, pairs=2000, stop=rule)
    schedule, stored = play(config, by_lot, workers=4)
    games = counted(schedule, stored)
    assert schedule.stopped
    last = max((job for job in jobs(config) if job.id in games), key=lambda job: job.pair)
    assert len(games) == 2 * 2 * (last.pair + 2 + 2)
    assert f"after up to {last.pair} pairs each" in schedule.rule.text()
    assert counted(*play(config, by_lot, workers=1)) == games


def test_a_precision_that_is_met_before_anybody_has_played_all_his_pairs_is_met_as_without_them():
    rule = StopRule(half_width=200.0)
    few, all_ = (tournament(None, None, own, pairs=2000, stop=rule) for own in (1000, None))
    assert counted(*play(few)) == counted(*play(all_))
