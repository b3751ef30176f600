"""How long a run is said to go on: by the games of the later half of its time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.runner.runs.speed import Speed


def test_games_of_slow_bots_that_came_first_are_forgotten_when_as_much_time_has_passed() -> None:
    speed, games = Speed(100.0), 0
    for second in range(1, 101):  # a game a second
        games += 1
        speed.note(100.0 + second, games)
    assert speed.rate(200.0, games) == pytest.approx(1.0, rel=0.1)
    for second in range(101, 221):  # a hundred a second
        games += 100
        speed.note(100.0 + second, games)
    assert speed.rate(320.0, games) == pytest.approx(100.0, rel=0.1)


@given(st.floats(0.01, 100.0), st.integers(1, 500), st.integers(0, 10_000))
def test_a_steady_run_has_its_own_rate_at_any_time(every: float, games: int, before: int) -> None:
    speed = Speed(5.0, before)
    for game in range(1, games + 1):
        speed.note(5.0 + game * every, before + game)
    assert speed.rate(5.0 + games * every, before + games) == pytest.approx(1 / every, rel=1e-6)


def test_where_nothing_ended_lately_the_whole_time_tells() -> None:
    speed = Speed(0.0)
    speed.note(1.0, 10)
    assert speed.rate(10.0, 10) == 1.0
    assert Speed(0.0).rate(3.0, 0) == 0.0


@given(st.lists(st.floats(1e-6, 1e5), min_size=1, max_size=300))
def test_few_marks_are_kept_of_very_long_runs(steps: list[float]) -> None:
    speed, now = Speed(0.0), 0.0
    for game, step in enumerate(steps, start=1):
        now += step
        speed.note(now, game)
        assert 0 <= speed.rate(now, game) <= game / 1e-9
    for game in range(10_000):
        speed.note(now + game, len(steps) + game)
    assert len(speed._marks) < 1_200
