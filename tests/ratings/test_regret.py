"""Means and shares over turns whose errors take games as observations."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import RatingError
from arena.ratings.regret import clustered_mean, clustered_share, quantile_curve
from arena.ratings.spread import mean_spread

turns = st.lists(st.tuples(st.integers(0, 200), st.integers(0, 8)), min_size=1, max_size=60)


def test_a_mean_over_two_games_by_hand():
    # Games sum up to 2/3 and -2/3 off the mean of 2/3: SE = sqrt(2 (4/9 + 4/9)) / 3 = 4/9; t(0.975, 1) = 12.7062.
    found = clustered_mean([2, 0, 0], ["x", "x", "y"])
    assert (found.n, found.clusters) == (3, 2)
    assert found.mean == pytest.approx(2 / 3)
    assert found.se == pytest.approx(4 / 9)
    assert found.high == pytest.approx(2 / 3 + 12.7062 * 4 / 9, abs=1e-4)


@given(st.lists(st.integers(0, 100), min_size=2, max_size=50))
def test_turns_that_are_games_of_their_own_have_the_ordinary_error(values):
    one, other = clustered_mean(values, range(len(values))), mean_spread(values)
    assert one.mean == pytest.approx(other.mean)
    assert one.se == pytest.approx(other.se)
    assert one.low == pytest.approx(other.low)


@given(turns, st.randoms())
def test_neither_order_nor_names_of_games_matter_and_repeating_turns_adds_no_certainty(pairs, rng):
    values, games = zip(*pairs, strict=True)
    found = clustered_mean(values, games)
    mixed = list(pairs)
    rng.shuffle(mixed)
    again = clustered_mean([value for value, _ in mixed], [f"game {game}" for _, game in mixed])
    assert again.mean == pytest.approx(found.mean)
    assert again.se == (None if found.se is None else pytest.approx(found.se))
    twice = clustered_mean(values * 2, games * 2)  # the same turns again in the same games
    assert twice.se == (None if found.se is None else pytest.approx(found.se))


def test_nothing_and_one_game_have_no_interval():
    assert clustered_mean([], []).mean is None
    one = clustered_mean([1, 2, 3], [7, 7, 7])
    assert (one.mean, one.se, one.low, one.high) == (2.0, None, None, None)


def test_a_share_of_all_or_nothing_has_the_exact_bound_of_its_games():
    # Clopper and Pearson: 0.025 ** (1 / 10) = 0.6915 for ten out of ten.
    games = [turn // 4 for turn in range(40)]
    sure = clustered_share([True] * 40, games)
    assert (sure.mean, sure.high, sure.low) == (1.0, 1.0, pytest.approx(0.6915, abs=1e-4))
    never = clustered_share([False] * 40, games)
    assert (never.mean, never.low, never.high) == (0.0, 0.0, pytest.approx(1 - 0.6915, abs=1e-4))


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=1, max_size=40))
def test_a_share_and_its_interval_stay_between_0_and_1(pairs):
    found = clustered_share(*zip(*pairs, strict=True))
    ends = [end for end in (found.low, found.high) if end is not None]
    assert all(0 <= end <= 1 for end in ends)
    assert found.mean == pytest.approx(np.mean([hit for hit, _ in pairs]))


def test_what_is_no_share_or_has_other_lengths_is_refused():
    with pytest.raises(RatingError, match="hits"):
        clustered_share([0.5], [1])
    with pytest.raises(RatingError, match="clusters"):
        clustered_mean([1, 2], [1])
    with pytest.raises(RatingError, match="between 0 and 1"):
        quantile_curve([1], [2])


def test_a_curve_is_made_of_values_that_were_seen():
    assert quantile_curve([5, 0, 0, 10], [0, 0.25, 0.5, 0.51, 0.75, 1]) == [0, 0, 0, 5, 5, 10]
    assert quantile_curve([], [0.5]) == []


@given(st.lists(st.integers(0, 99), min_size=1, max_size=50), st.floats(0, 1))
def test_so_many_turns_gave_away_no_more(values, share):
    [value] = quantile_curve(values, [share])
    assert value in values
    assert np.mean([x <= value for x in values]) >= share - 1e-9
    assert np.mean([x < value for x in values]) <= share + 1e-9
