"""Every kind of tournament within budgets of time: in the end the games that there are without, and no pair torn."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from arena.config.model import Kind, SprtRule, StopRule, Tournament
from arena.contract.result import Result
from arena.errors import ConfigError
from arena.runner.night.durations import Durations
from arena.runner.night.past import Past
from arena.runner.night.schedules import schedule_within
from arena.schedule.jobs import Job
from arena.schedule.within import TimeLeft
from tests.report.games import game
from tests.schedule.nights import night, past_of, plan, timed
from tests.schedule.simulated import by_lot, counted, play, tournament

FOUR = tournament(4, pairs=3)
KINDS = {
    "round robin": FOUR,
    "fewer pairs": msgspec.structs.replace(
        FOUR, bots=(msgspec.structs.replace(FOUR.bots[0], pairs=1), *FOUR.bots[1:])
    ),
    "gauntlet": tournament(5, pairs=2, kind=Kind(name="gauntlet", hero="b03")),
    "swiss": tournament(7, pairs=2, kind=Kind(name="swiss", rounds=4)),
    "swiss, whole": tournament(5, kind=Kind(name="swiss", rounds=5)),
    "knockout": tournament(7, pairs=2, kind=Kind(name="knockout", extra_pairs=2)),
    "ladder": tournament(6, pairs=4, kind=Kind(name="ladder")),
    "three seats": tournament(5, players=3, pairs=2),
    "alone": tournament(3, players=1, pairs=3),
    "sprt": tournament(
        2, pairs=60, stop=StopRule(sprt=SprtRule(bots=("b01", "b02"), elo0=-100.0, elo1=100.0))
    ),
    "half width": tournament(3, pairs=40, stop=StopRule(half_width=150.0)),
}  # fmt: skip


def whole(what: Tournament, outcome=by_lot) -> dict[str, Result]:
    return counted(*play(what, outcome))


def uneven(job: Job) -> float:
    """Games of half a second to two, by the bots alone."""
    return 0.5 + Random("".join(sorted(job.bots))).random() * 1.5


def halves(games) -> Counter[str]:
    return Counter(id.rpartition("/")[0] for id in games)


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("name", KINDS)
def test_night_after_night_it_comes_to_what_it_is_without_budgets(name: str, workers: int):
    what, lot, stored = KINDS[name], Random(f"{name} {workers}"), {}
    nights = 0
    while True:
        budget = lot.uniform(6.5, 9.0)
        played = night(what, stored.values(), budget, takes=uneven, workers=workers)
        stored = played.kept()
        assert set(halves(stored).values()) <= {what.players}, "a pair was torn"
        nights += 1
        if not played.schedule.unplayed().games:
            break
        assert played.given, "a night without a game would be followed by another one"
    assert stored == whole(what)
    assert nights > 1
    with_nothing_to_do = night(what, stored.values(), 5.0, workers=workers)
    assert not with_nothing_to_do.given and with_nothing_to_do.kept() == stored


def crashing(job: Job) -> Result:
    """b02 leaves every game; all else as by lot."""
    if "b02" not in job.bots:
        return by_lot(job)
    seat = job.bots.index("b02")
    points = tuple(float(bot != "b02") for bot in job.bots)
    return Result(job.id, job.bots, points, crashed={seat: "broke"}, reason="it broke")


@pytest.mark.parametrize("name", KINDS)
def test_whoever_crashes_too_often_is_out_where_it_is_out_without_budgets(name: str):
    what, stored = msgspec.structs.replace(KINDS[name], max_crashes=3), {}
    for _ in range(200):
        played = night(what, stored.values(), 8.0, takes=uneven, outcome=crashing, workers=2)
        stored = played.kept()
        if not played.schedule.unplayed().games:
            break
    assert not played.schedule.unplayed().games
    assert stored == whole(what, crashing)


@pytest.mark.parametrize("name", KINDS)
def test_a_run_without_a_budget_goes_on_after_a_night(name: str):
    what = KINDS[name]
    stored = night(what, (), 25.0, takes=uneven, workers=2).kept()
    assert stored and counted(*play(what, recorded=stored.values(), workers=2)) == whole(what)


@pytest.mark.parametrize("name", KINDS)
def test_a_night_that_is_killed_goes_on_with_the_half_that_is_missing(name: str):
    what = KINDS[name]
    killed = night(what, (), 60.0, takes=uneven, workers=2, most=what.players * 3 + 1).stored
    torn = {pair for pair, count in halves(killed).items() if count < what.players}
    after = night(what, killed.values(), 60.0, takes=uneven)
    if torn:
        assert after.given[0].rpartition("/")[0] in torn
    assert set(halves(after.kept()).values()) <= {what.players}
    assert counted(*play(what, recorded=after.kept().values())) == whole(what)


@pytest.mark.parametrize("workers", [1, 2, 3, 8])
@pytest.mark.parametrize("name", KINDS)
def test_games_that_take_what_is_expected_end_within_the_budget(name: str, workers: int):
    what, lot = KINDS[name], Random(f"{name} {workers}")
    for _ in range(5):
        budget = lot.uniform(6.0, 40.0)
        past = past_of(what, ())
        past.durations.seconds = lambda variant, table: uneven(game_of(table))  # type: ignore[method-assign]
        assert night(what, (), budget, takes=uneven, workers=workers, past=past).over <= budget + 1e-9


def game_of(table: tuple[str, ...]) -> Job:
    return Job(id="", variant="", pairing="", pair=1, half=1, bots=table, seed=0, bot_seed=0)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("name", KINDS)
def test_a_plan_is_what_is_played_where_durations_are_as_expected(name: str, workers: int):
    what = KINDS[name]
    expected = plan(what, (), 21.0, past_of(what, ()), workers)
    played = night(what, (), 21.0, workers=workers)
    if what.stop is None:
        assert (expected.games, expected.seconds) == (len(played.given), played.over)
        assert expected.missing == (
            len(whole(what)) if what.kind.name not in ("knockout", "ladder") else expected.missing
        )
        assert sum(one.games for one in expected.pairings) == (
            sum(one.games for one in expected.rounds[:1]) if expected.rounds else expected.games
        )
    else:
        assert (expected.games, expected.bound) == (20 if workers == 1 else 42, "at most")
    assert expected.informative == (what.players == 2 and what.stop is None)


def test_a_plan_names_the_rounds_that_fit_and_the_pairings_of_the_first():
    what = tournament(6, "v", pairs=2, kind=Kind(name="swiss", rounds=3))  # 12 games a round
    expected = plan(what, (), 20.0, past_of(what, ()))
    assert [(one.number, one.games, one.missing) for one in expected.rounds] == [(1, 12, 12), (2, 8, 12)]
    assert (expected.games, expected.missing, expected.bound, len(expected.pairings)) == (20, 36, "", 3)
    played = night(what, (), 20.0)
    left = played.schedule.unplayed()
    assert (left.games, left.round, sum(games for _, games in left.pairings)) == (16, 2, 4)
    again = plan(what, played.stored.values(), 100.0, past_of(what, played.stored.values()))
    assert [(one.number, one.games, one.missing) for one in again.rounds] == [(2, 4, 4), (3, 12, 12)]


def test_a_round_is_begun_when_the_one_before_it_is_over():
    what = tournament(6, "v", kind=Kind(name="swiss", rounds=3))
    slow = night(what, (), 11.0, takes=lambda job: 5.0 if "b01" in job.bots else 1.0, workers=4)
    rounds = [int(id.split("/")[2]) for id in slow.given]
    assert rounds == sorted(rounds)


def test_what_does_not_fit_any_more_leaves_the_rest_of_the_round_to_be_played():
    what = tournament(6, "v", pairs=3, kind=Kind(name="swiss", rounds=3))
    past = past_of(what, ())
    for bot in what.bots:
        alone = timed_as(30.0 if bot.name == "b01" else 0.5)
        past.durations.add(game(1, (bot.name, bot.name), (0, 0), variant="v", circumstances=alone))
    played = night(what, (), 30.0, takes=lambda job: 60.0 if "b01" in job.bots else 1.0, past=past)
    assert len(played.given) == 12 and not any("b01" in id for id in played.given)
    assert {bots for bots, _ in played.schedule.unplayed().pairings if "b01" not in bots} == set()


def timed_as(seconds: float):
    return timed(game_of(("b01", "b02")), seconds).circumstances


@pytest.mark.parametrize("name", ["swiss", "knockout", "ladder"])
def test_in_a_round_the_pair_that_tells_most_for_its_time_comes_first(name: str):
    what, past = KINDS[name], past_of(KINDS[name], ())
    past.durations.seconds = lambda variant, table: uneven(game_of(table))  # type: ignore[method-assign]
    given = night(what, (), 1000.0, takes=uneven, past=past).given
    first_round = [id for id in given if id.split("/")[2] == given[0].split("/")[2]]
    times = [uneven(game_of(tuple(id.split("/")[1].split("-vs-")))) for id in first_round]
    assert times[0] == min(times)


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("name", KINDS)
def test_no_game_waits_behind_another(name: str, workers: int):
    """A worker that asks for games ahead would have them wait for one that is slower than anybody knew."""
    what = KINDS[name]
    past = past_of(what, ())
    schedule = schedule_within(what, past, (), TimeLeft(lambda: 100.0, past.durations.seconds, workers))
    given = [job for _ in range(workers + 5) if (job := schedule.take()) is not None]
    assert len(given) == workers
    schedule.finished(by_lot(given[0]))
    assert schedule.take() is not None and schedule.take() is None
    surely = schedule_within(what, past, (), TimeLeft(lambda: 5.5, past.durations.seconds, workers, 1.0))
    ahead = [job for _ in range(workers * 9) if (job := surely.take()) is not None]
    assert workers < len(ahead) <= 5 * workers, "where no game is longer than a second, five fit into 5.5"


def test_bots_may_join_a_ladder_between_two_nights():
    what = tournament(5, "v", pairs=4, kind=Kind(name="ladder"))
    stored = night(what, (), 14.0).kept()
    more = tournament(6, "v", pairs=4, kind=Kind(name="ladder"))
    while night_left := night(more, stored.values(), 9.0):
        stored = night_left.kept()
        if not night_left.schedule.unplayed().games:
            break
    pairs = Counter(bot for id in halves(stored) for bot in id.split("/")[1].split("-vs-"))
    assert set(pairs) == {bot.name for bot in more.bots} and min(pairs.values()) == 4
    assert stored == counted(*play(more, recorded=stored.values()))


@pytest.mark.parametrize("name", KINDS)
def test_where_no_pair_fits_it_is_said_before_the_first_game(name: str):
    what = KINDS[name]
    which = "the shortest" if what.players == 2 and what.stop is None else "the next one"
    with pytest.raises(ConfigError, match=f"no pair of games fits into 500 ms: {which} is expected to take"):
        plan(what, (), 0.5, past_of(what, ()))


@pytest.mark.parametrize("workers", [1, 4])
@pytest.mark.parametrize("name", KINDS)
def test_a_bot_that_was_fast_alone_and_is_slow_in_its_games_cannot_eat_a_night(name: str, workers: int):
    """Of its games those are begun that are on before the first one is over, and then those alone that fit."""
    what, past = KINDS[name], Past(Durations(1.0))
    for bot in what.bots:
        for variant in what.variants:
            alone = (bot.name,) * what.players
            past.durations.add(game(1, alone, (0,) * what.players, variant=variant.name, circumstances=timed_as(0.1)))
    slow = 40.0

    def takes(job: Job) -> float:
        return slow if "b01" in job.bots else 0.1

    budget = 100.0
    played = night(what, (), budget, takes=takes, past=past, workers=workers)
    assert played.over <= budget + what.players * slow  # the pair that was begun last
    last = night(what, played.kept().values(), 20.0, takes=takes, past=past, workers=workers)
    assert last.over <= 20.0, "by now all is known"
