"""The clock of one turn: tries share it, and nothing that is heard on the way is counted twice."""

from __future__ import annotations

import pytest

from arena.runner.turn_clock import BACKSTOP, TurnClock


def test_tries_of_a_turn_share_its_time_and_what_is_heard_meanwhile_costs_nothing_more():
    clock = TurnClock(backstop=5.0)
    clock.reset(1.0)
    clock.begin_try()
    clock.take(0.1)  # an offer
    clock.take(0.2)  # the answer, which is refused
    clock.begin_try()
    assert clock.left(cpu_clock=False) == clock.wall(cpu_clock=False) == pytest.approx(0.8)
    clock.take(0.1)  # an offer
    clock.take(0.2)  # another
    clock.take(0.3)
    assert clock.spent == pytest.approx(0.5)
    clock.begin_try()
    assert clock.left(cpu_clock=False) == pytest.approx(0.5)
    clock.take(2.0)
    clock.begin_try()
    assert clock.left(cpu_clock=False) == clock.wall(cpu_clock=False) == 0.0
    clock.reset(1.0)
    assert (clock.spent, clock.left(cpu_clock=False)) == (0.0, 1.0)


def test_processor_time_is_summed_over_tries_and_the_wall_clock_behind_it_is_a_multiple():
    clock = TurnClock(backstop=5.0)
    clock.reset(1.0)
    clock.begin_try()
    assert clock.cpu_spent is None
    clock.take(2.0)
    clock.take_cpu(0.25)
    clock.take_cpu(0.5)
    clock.begin_try()
    assert (clock.left(cpu_clock=True), clock.wall(cpu_clock=True)) == (pytest.approx(0.5), pytest.approx(3.0))
    clock.take_cpu(0.25)
    assert clock.cpu_spent == pytest.approx(0.75)


def test_where_no_clock_runs_a_hung_bot_is_noticed_all_the_same():
    clock = TurnClock(backstop=5.0)
    clock.reset(None)
    clock.begin_try()
    assert clock.left(cpu_clock=False) is None and clock.wall(cpu_clock=False) == clock.wall(cpu_clock=True) == BACKSTOP


def test_a_seat_hears_what_costs_no_points_and_is_late_only_afterwards():
    clock = TurnClock(backstop=5.0)
    clock.reset(700.0, 100.0)
    clock.begin_try()
    assert (clock.free_left(cpu_clock=False), clock.left(cpu_clock=False)) == (100.0, 700.0)
    clock.take(130.0)
    clock.begin_try()
    assert (clock.free_left(cpu_clock=False), clock.left(cpu_clock=False)) == (0.0, 570.0)
    clock.reset(None, 100.0)
    clock.begin_try()
    assert (clock.free_left(cpu_clock=False), clock.left(cpu_clock=False)) == (100.0, None)
