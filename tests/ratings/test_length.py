"""How long tests take, against walks that are walked."""

from __future__ import annotations

import numpy as np
import pytest

from arena.ratings.length import (
    OVERSHOOT,
    exit_quantile,
    expected_exit,
    rounds_for_width,
    sprt_length,
    still_inside,
)
from arena.ratings.sprt import Sprt


def test_the_barriers_of_a_fair_walk_are_reached_as_gamblers_know():
    # The gambler's ruin: from 0 between -a and b a fair walk takes a * b steps.
    assert expected_exit(0.0, 1.0, -3.0, 5.0) == 15.0
    assert expected_exit(1e-9, 1.0, -3.0, 5.0) == pytest.approx(15.0, rel=1e-4)
    assert still_inside(1e-3, 0.0, 1.0, -3.0, 5.0) == pytest.approx(1.0)
    assert still_inside(1e4, 0.3, 1.0, -3.0, 5.0) == 0.0


@pytest.mark.parametrize("drift", [0.0, 0.045, -0.045])
def test_walked_walks_take_as_long(drift):
    rng = np.random.default_rng(5)
    sigma, lower, upper, count = 0.3, -2.9444, 2.9444, 4000
    place, time = np.zeros(count), np.zeros(count)
    inside = np.ones(count, dtype=bool)
    while inside.any():
        place[inside] += drift + sigma * rng.standard_normal(int(inside.sum()))
        time[inside] += 1
        inside &= (place > lower) & (place < upper)
    low, high = lower - OVERSHOOT * sigma, upper + OVERSHOOT * sigma
    # four standard errors of the mean; a quantile of 4,000 walks is good to 5 %
    assert expected_exit(drift, sigma, low, high) == pytest.approx(time.mean(), abs=4 * time.std() / count**0.5)
    assert exit_quantile(drift, sigma, low, high, 0.95) == pytest.approx(np.quantile(time, 0.95), rel=0.05)


def test_half_way_is_the_longest_and_smaller_gaps_take_longer():
    short, long = sprt_length(Sprt(0, 20)), sprt_length(Sprt(0, 10))
    assert short.under_h0 == short.under_h1 < short.half_way < short.most
    # Twice the gap takes a quarter of the time.
    assert long.half_way / short.half_way == pytest.approx(4, rel=0.05)
    # Without draws normalised Elo is Elo, near zero.
    assert sprt_length(Sprt(0, 10, model="logistic")).half_way == pytest.approx(long.half_way, rel=0.01)
    assert sprt_length(Sprt(0, 10, model="logistic"), 1 / 16).half_way < long.half_way


def test_two_bots_need_what_the_margin_of_a_match_says():
    # Without draws the margin of N games is 681 / sqrt(N) Elo; each of two ratings has half of it.
    games = np.array([[0.0, 1.0], [1.0, 0.0]])
    assert rounds_for_width(games, 681 / 2 / 20) == pytest.approx(400, abs=1)
    assert rounds_for_width(np.ones((5, 5)) - np.eye(5), 15) < rounds_for_width(games, 15)
