"""What a bot is told of its time, on a clock that is handed in."""

from __future__ import annotations

from math import inf

from arena.contract.budget import ClockedBudget
from arena.contract.game_time import GameTimeLeft


def test_without_a_time_for_the_game_there_is_no_end_to_it():
    budget = ClockedBudget(1.0, lambda: 5.0)
    assert (budget.game_time_left(), budget.increment) == (inf, 0.0)


def test_the_time_for_the_game_runs_once_the_delay_is_over():
    moments = iter([12.0, 13.0, 15.5, 30.0])
    budget = ClockedBudget(23.0, lambda: next(moments), started=10.0, game=GameTimeLeft(20.0, 2.0, 3.0))
    assert budget.increment == 2.0
    assert [budget.game_time_left() for _ in range(4)] == [20.0, 20.0, 17.5, 3.0]


def test_in_overtime_less_than_nothing_is_left():
    budget = ClockedBudget(30.0, lambda: 25.0, started=20.0, game=GameTimeLeft(-30.0))
    assert (budget.game_time_left(), budget.time_left()) == (-35.0, 25.0)
