"""A player's clock for a game: what is left turn after turn, and what overtime costs. No real time passes."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.contract.game_clock import GameClock
from arena.contract.game_time import GameTime, GameTimeLeft, Overtime, TimeControl, TimeStage


def clock_of(game_time: GameTime | None, move_time: float | None = None) -> GameClock:
    return GameClock(TimeControl(move_time, game_time))


def charged(clock: GameClock, *seconds: float) -> GameClock:
    for spent in seconds:
        clock.charge(spent)
    return clock


def test_without_a_budget_each_move_has_the_same_time():
    clock = charged(clock_of(None, 1.0), 0.5, 0.9)
    assert (clock.limit(), clock.free(), clock.left, clock.standing(), clock.penalty) == (1.0, None, None, None, 0)
    assert (clock.used, clock.turns) == (1.4, 2)


def test_an_increment_comes_after_each_turn_and_is_saved():
    # Five minutes and two seconds a move (5m+2s): 300 - 10 + 2 - 1 + 2 = 293.
    clock = clock_of(GameTime((TimeStage(300.0, 2.0),)))
    assert clock.limit() == 300.0
    assert charged(clock, 10.0).left == 292.0
    assert charged(clock, 1.0).left == 293.0
    assert clock.standing(3.0) == GameTimeLeft(290.0, 2.0)


def test_a_delay_is_not_counted_and_not_saved():
    # US delay of five seconds: turns of 3 s and 5 s cost nothing, one of 7 s costs 2 s.
    clock = clock_of(GameTime((TimeStage(60.0),), delay=5.0))
    assert clock.limit() == 65.0
    assert charged(clock, 3.0, 5.0).left == 60.0
    assert charged(clock, 7.0).left == 58.0
    assert clock.used == 15.0
    assert (clock.standing(2.0), clock.standing(6.0)) == (GameTimeLeft(58.0, 0.0, 3.0), GameTimeLeft(57.0))


def test_stages_add_their_time_after_so_many_own_turns():
    # 90 min for 40 moves, 30 min for 20, then 15 min with 30 s a move: after 40 moves of a minute 80 min are left.
    stages = (TimeStage(5400.0, moves=40), TimeStage(1800.0, moves=20), TimeStage(900.0, 30.0))
    clock = charged(clock_of(GameTime(stages)), *[60.0] * 39)
    assert clock.left == 5400.0 - 39 * 60.0
    assert charged(clock, 60.0).left == 80 * 60.0
    assert charged(clock, *[60.0] * 20).left == 80 * 60.0 - 20 * 60.0 + 900.0
    assert charged(clock, 60.0).left == 80 * 60.0 - 20 * 60.0 + 900.0 - 30.0


def test_a_budget_that_is_used_up_leaves_the_increment_alone():
    clock = charged(clock_of(GameTime((TimeStage(1.0, 0.25),))), 1.01)
    assert (clock.left, clock.limit(), clock.penalty) == (0.25, 0.25, 0)
    assert charged(clock_of(GameTime.of(1.0)), 1.2).limit() == 0.0


@pytest.mark.parametrize(("over", "points"), [(0.0, 0), (0.001, 10), (59.0, 10), (60.0, 10), (60.001, 20), (301.0, 60)])
def test_each_begun_minute_of_overtime_costs_ten_points(over, points):
    clock = clock_of(GameTime((TimeStage(1500.0),), overtime=Overtime(10)))
    charged(clock, 1500.0, over)
    assert (clock.penalty, clock.left) == (points, -over)


def test_a_bot_is_told_what_costs_it_nothing_more():
    clock = clock_of(GameTime((TimeStage(100.0),), overtime=Overtime(10)), move_time=80.0)
    assert (clock.limit(), clock.free()) == (80.0, 100.0)
    assert charged(clock, 80.0).free() == 20.0
    assert charged(clock, 50.0).free() == 30.0  # half of the minute that is paid for
    assert (clock.limit(), clock.penalty, clock.left) == (80.0, 10, -30.0)


def test_overtime_has_an_end_where_one_is_set():
    clock = clock_of(GameTime((TimeStage(100.0),), overtime=Overtime(10, 60.0, 600.0)))
    assert (clock.limit(), clock.free()) == (700.0, 100.0)
    assert charged(clock, 690.0).limit() == 10.0
    assert charged(clock, 11.0).penalty == 100
    assert (clock.limit(), clock.left) == (0.0, -600.0)


def test_a_penalty_stays_when_a_new_stage_brings_time():
    stages = (TimeStage(10.0, moves=1), TimeStage(100.0))
    clock = charged(clock_of(GameTime(stages, overtime=Overtime(5, 60.0))), 15.0)
    assert (clock.left, clock.penalty) == (95.0, 5)
    assert clock.free() == 95.0 + 60.0  # the minute that began is paid


def test_move_time_is_the_most_for_one_move():
    clock = clock_of(GameTime((TimeStage(10.0, 1.0),)), move_time=3.0)
    assert clock.limit() == 3.0
    assert charged(clock, 3.0, 3.0, 3.0, 3.0).limit() == 2.0


def test_the_longest_game_of_so_many_turns():
    stages = (TimeStage(100.0, 1.0, moves=10), TimeStage(50.0, 2.0))
    assert GameTime(stages).longest(5) == 105.0
    assert GameTime(stages, delay=3.0).longest(20) == 100 + 10 + 50 + 20 + 60
    assert GameTime.of(10.0).longest(99) == 10.0
    assert GameTime((TimeStage(10.0),), overtime=Overtime(1, 60.0, 30.0)).longest(9) == 40.0
    assert GameTime((TimeStage(10.0),), overtime=Overtime(1)).longest(9) == inf


seconds = st.integers(0, 400_000).map(lambda ms: ms / 1000)
stages = st.builds(TimeStage, seconds, seconds, st.integers(1, 5))
ends = st.builds(TimeStage, seconds, seconds)
overtimes = st.none() | st.builds(Overtime, st.integers(1, 100), st.sampled_from([1.0, 60.0]), st.none() | seconds)
times = st.builds(
    lambda first, last, delay, overtime: GameTime((*first, last), delay, overtime),
    st.lists(stages, max_size=3), ends, seconds, overtimes,
)  # fmt: skip


@given(times, st.lists(seconds, max_size=20))
def test_time_comes_only_by_increments_and_stages(game_time, turns):
    clock = clock_of(game_time)
    bought, number, before = game_time.stages[0].budget, 0, 0
    penalty = 0
    for index, spent in enumerate(turns):
        left = clock.left
        clock.charge(spent)
        stage = game_time.stages[number]
        more = stage.increment
        if stage.moves is not None and index + 1 == before + stage.moves:
            number, before = number + 1, index + 1
            more += game_time.stages[number].budget
        bought += more
        assert clock.left is not None and left is not None
        assert clock.left <= left + more + 1e-6
        assert clock.left <= bought + 1e-6
        assert clock.penalty >= penalty
        penalty = clock.penalty
    limit, free = clock.limit(), clock.free()
    if game_time.overtime is None:
        assert (penalty, free) == (0, None)
        assert clock.left is not None and clock.left >= 0.0
    else:
        assert free is not None and free >= 0.0
        assert (limit is None) == (game_time.overtime.most is None)


@given(times, st.lists(seconds, max_size=20))
def test_a_clock_that_hears_the_same_times_stands_the_same(game_time, turns):
    one, other = charged(clock_of(game_time), *turns), charged(clock_of(game_time), *turns)
    assert (one.standing(), one.penalty, one.limit()) == (other.standing(), other.penalty, other.limit())


def test_what_is_no_turn_takes_time_and_gains_nothing():
    # 60 - 10, no increment and no move of the stage; then 50 - 5 + 2, the stage's first move.
    clock = clock_of(GameTime((TimeStage(60.0, 2.0, moves=1), TimeStage(100.0))))
    clock.charge(10.0, whole=False)
    assert (clock.left, clock.turns, clock.used) == (50.0, 0, 10.0)
    assert charged(clock, 5.0).left == 147.0
