"""Matches of two, game by game and by pairs, against figures that other programs print."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import RatingError
from arena.ratings.bounds import clopper_pearson, odds_better, wilson
from arena.ratings.elo import draw_blind_los, elo_of, gap_of_games, score_of
from arena.ratings.pairs import count_pairs, pair_statistics
from arena.ratings.spread import mean_spread, sign_flip_test

counts3 = st.tuples(*[st.integers(0, 300)] * 3)
counts5 = st.tuples(*[st.integers(0, 300)] * 5)


def near(value, printed, digits=2):
    """Whether the value rounds to the printed figure, half a unit of the last digit either way."""
    return value is not None and abs(value - printed) <= 0.501 * 10**-digits


# fastchess's test suite (first three rows), the Koivisto wiki, variantfishtest; the last column of errors is ours
@pytest.mark.parametrize(
    ("wdl", "elo", "error", "ends", "nelo", "nelo_error", "los"),
    [
        ((76, 123, 89), -15.69, 30.46, (-46.27, 14.64), -20.76, 40.13, 15.53),
        ((136, 111, 96), 40.70, 30.43, (10.59, 71.44), 49.77, 36.77, 99.60),
        ((34, 0, 356), -407.99, 63.16, (-480.53, -354.20), -508.44, 34.48, 0.00),
        ((4694, 13535, 1771), 51.14, 2.70, None, 92.42, 4.82, 100.00),
        ((8925, 10378, 697), 151.93, 3.24, None, 255.96, 4.82, 100.00),
        ((63, 3, 34), 103.73, 71.21, None, 107.05, 68.10, 99.90),
    ],
)
def test_single_games_give_the_elo_that_match_runners_print(wdl, elo, error, ends, nelo, nelo_error, los):
    gap = gap_of_games(*wdl)
    assert near(gap.elo, elo)
    assert near(gap.half_width, error)
    assert ends is None or (near(gap.low, ends[0]) and near(gap.high, ends[1]))
    assert near(gap.nelo, nelo)
    assert near(gap.nelo_error, nelo_error)
    assert near(100 * gap.los, los)


def test_one_match_and_a_regression_test_as_they_were_published():  # C236 and C238, which print no normalised Elo
    match = gap_of_games(880, 1863, 759)
    assert near(match.elo, 12.0, 1) and near(match.half_width, 7.9, 1) and near(100 * match.los, 99.9, 1)
    assert near(pair_statistics((34, 54, 63, 64, 75)).gap.score, 0.579, 3)
    regression = pair_statistics((1400, 4234, 7874, 4238, 1373)).gap
    assert near(regression.elo, -0.45) and near(regression.half_width, 2.49)


def test_the_draw_blind_likelihood_of_superiority_is_another_number():
    assert near(100 * draw_blind_los(136, 96), 99.568, 3)  # the same games say 99.60 with the variance as observed


# fastchess's test suite, its issue 807, the Reckless and Stockfish wikis
@pytest.mark.parametrize(
    ("counts", "elo", "error", "nelo", "nelo_error", "los"),
    [
        ((332, 433, 498, 333, 334), -8.64, 10.33, -9.17, 10.96, 5.05),
        ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, -19.01, 2.65, 0.00),
        ((30, 6, 18, 0, 6), -168.40, 73.37, -170.08, 62.16, 0.00),
        ((5, 782, 2540, 1655, 19), 31.38, 3.34, 64.29, 6.81, 100.00),
        ((96, 6835, 16121, 6851, 97), 0.10, 1.36, 0.21, 2.80, 55.95),
        ((18, 1850, 25507, 2580, 45), 4.54, 0.78, 16.29, 2.80, 100.00),
        ((34, 54, 63, 64, 75), 55.58, 27.65, 57.94, 28.28, 100.00),  # C234
    ],
)
def test_pairs_give_the_elo_that_match_runners_print(counts, elo, error, nelo, nelo_error, los):
    gap = pair_statistics(counts).gap
    assert near(gap.elo, elo)
    assert near(gap.half_width, error)
    assert near(gap.nelo, nelo)
    assert near(gap.nelo_error, nelo_error, 1 if nelo_error == 2.80 else 2)
    assert near(100 * gap.los, los)


def test_pairing_can_widen_an_interval_and_says_so():
    # fastchess issue 807: 30 wins, 6 draws, 84 losses singly +- 68.82, in pairs +- 73.37
    pairs = pair_statistics((30, 6, 18, 0, 6))
    assert near(pairs.single.half_width, 68.82)
    assert pairs.saving < 1
    assert pair_statistics((5, 782, 2540, 1655, 19)).saving > 1


def test_the_pairs_ratio_is_winning_pairs_per_losing_pair():
    assert near(pair_statistics((5, 782, 2540, 1655, 19)).ratio, 2.13)  # Reckless wiki
    assert pair_statistics((0, 0, 3, 1, 0)).ratio is None


def test_two_draws_and_a_win_with_a_loss_differ_only_in_the_single_game_view():
    split, drawn = pair_statistics((1, 2, 30, 4, 3)), pair_statistics((1, 2, 30, 4, 3), double_draws=30)
    assert split.gap == drawn.gap
    assert drawn.single.se < split.single.se


def test_students_interval_is_the_wider_one_for_few_pairs():
    gap = pair_statistics((0, 1, 3, 4, 2), student=True).gap  # OpenBench's test suite
    assert (near(gap.elo, 126.97), near(gap.low, 9.76), near(gap.high, 282.89)) == (True, True, True)
    singles = gap_of_games(10, 0, 10, student=True)
    assert singles.high == pytest.approx(elo_of(0.5 + 2.0930240544 * 0.5 / math.sqrt(20)))  # t on 19 degrees


# Ten wins and no loss: exact two-sided and one-sided bounds, and Wilson's
def test_a_clean_sweep_has_a_bound_instead_of_infinity():
    gap = gap_of_games(10, 0, 0)
    assert (gap.elo, gap.high, gap.half_width, gap.nelo) == (None, None, None, None)
    assert near(gap.low, 140.2, 1)
    assert gap_of_games(0, 0, 10).high == pytest.approx(-gap.low)
    assert near(clopper_pearson(10, 10)[0], 0.6915, 4)
    assert near(clopper_pearson(10, 10, one_sided=True)[0], 0.7411, 4)
    assert near(elo_of(clopper_pearson(10, 10, one_sided=True)[0]), 182.7, 1)
    assert near(wilson(10, 10)[0], 0.7225, 4)
    assert near(elo_of(wilson(10, 10)[0]), 166.2, 1)


def test_virtual_draws_turn_a_sweep_into_a_number():
    assert near(gap_of_games(10, 1, 0).elo, 528.89)  # one virtual draw
    assert near(gap_of_games(10, 2, 0).elo, 416.56)  # two
    assert near(elo_of(0.999), 1199.83)  # the clamp of OpenBench and fishtest


def test_one_win_and_one_loss_are_zero_without_a_sign_and_without_an_error():
    gap = gap_of_games(1, 0, 1)  # the interval exceeds 0..1 on both sides
    assert (f"{gap.elo:.2f}", gap.low, gap.high, gap.half_width, gap.los) == ("0.00", None, None, None, 0.5)


def test_nothing_one_game_and_one_bucket_have_documented_values():
    assert gap_of_games(0, 0, 0).method == "none"
    assert gap_of_games(0, 0, 0).elo is None
    one = gap_of_games(0, 1, 0)
    assert (one.elo, one.low, one.high, one.se) == (0.0, None, None, None)
    assert one.los is None
    won = gap_of_games(1, 0, 0)
    assert (won.elo, won.low, won.los, won.method) == (None, None, None, "none")
    drawn = gap_of_games(0, 50, 0)
    assert (drawn.elo, drawn.nelo, drawn.los) == (0.0, 0.0, 0.5)
    three_quarters = pair_statistics((0, 0, 0, 9, 0))
    assert three_quarters.gap.nelo is None
    assert three_quarters.saving is None


def test_a_bot_against_itself_is_half_of_every_pair_with_no_error():
    gap = pair_statistics((0, 0, 40, 0, 0)).gap
    assert (gap.elo, gap.se, gap.los) == (0.0, 0.0, 0.5)


@pytest.mark.parametrize(("n", "score"), [(6, 0.5), (50, 0.5), (9, 0.75), (10, 1.0), (10, 0.25)])
def test_results_that_are_all_alike_are_bounded_by_what_they_may_hide(n, score):
    bucket = [0] * 5
    bucket[round(4 * score)] = n
    gap = pair_statistics(bucket).gap
    # by hand: were the share of lost pairs u, n pairs without one would have a chance of (1 - u)**n = 2.5 %
    share = 1 - 0.025 ** (1 / n)
    assert gap.method == "exact"
    assert score_of(gap.low) == pytest.approx(score * (1 - share))
    assert gap.high is None if score == 1 else score_of(gap.high) == pytest.approx(score + (1 - score) * share)
    assert clopper_pearson(n, n)[0] == pytest.approx(1 - share)  # of a sweep it is the bound of Clopper and Pearson


def test_a_single_pair_does_not_say_who_is_stronger_and_two_alike_are_not_certain():
    # case C228: a win and a draw as one pair said 50 %, two such pairs 100 %
    assert pair_statistics((0, 0, 0, 1, 0)).gap.los is None
    assert pair_statistics((0, 0, 0, 2, 0)).gap.los == pytest.approx(1 - 1 / 8)
    assert gap_of_games(10, 0, 0).los == pytest.approx(1 - 2**-11)
    assert gap_of_games(0, 0, 10).los == pytest.approx(2**-11)
    assert near(100 * gap_of_games(1, 1, 0).los, 92.14)


@pytest.mark.parametrize("pairs", [8, 13])
@pytest.mark.parametrize("chances", [(0.1, 0.2, 0.4, 0.2, 0.1), (0.2, 0, 0.5, 0, 0.3), (0.02, 0.08, 0.4, 0.3, 0.2)])
def test_students_interval_covers_where_the_normal_one_does_not(pairs, chances):
    # every outcome of so few pairs, weighed with its chance: no simulation
    truth = sum(chance * x for chance, x in zip(chances, (0, 0.25, 0.5, 0.75, 1), strict=True))
    covered = {True: 0.0, False: 0.0}
    for bars in combinations(range(pairs + 4), 4):
        ends = (-1, *bars, pairs + 4)
        counts = [after - before - 1 for before, after in pairwise(ends)]
        chance = math.factorial(pairs) * math.prod(
            c**k / math.factorial(k) for c, k in zip(chances, counts, strict=True)
        )
        if not chance:
            continue
        for student in covered:
            gap = pair_statistics(counts, student=student).gap
            low, high = (None if end is None else score_of(end) for end in (gap.low, gap.high))
            covered[student] += chance * ((low is None or low <= truth) and (high is None or truth <= high))
    assert covered[True] > 0.92
    assert covered[True] > covered[False]


@settings(max_examples=200)
@given(counts3)
def test_swapping_wins_and_losses_negates_the_gap_and_swaps_its_ends(wdl):
    w, d, losses = wdl
    gap, mirror = gap_of_games(w, d, losses), gap_of_games(losses, d, w)
    for mine, theirs in (
        (gap.elo, mirror.elo),
        (gap.low, mirror.high),
        (gap.high, mirror.low),
        (gap.nelo, mirror.nelo),
    ):
        assert (mine is None) == (theirs is None)
        assert mine is None or mine == pytest.approx(-theirs, abs=1e-6)
    assert (gap.los is None) == (mirror.los is None)
    assert gap.los is None or gap.los == pytest.approx(1 - mirror.los)


@settings(max_examples=200)
@given(counts5)
def test_pairs_and_single_games_agree_on_the_estimate_and_no_number_is_infinite(counts):
    pairs = pair_statistics(counts)
    assert pairs.gap.score == pytest.approx(pairs.single.score)
    assert (pairs.gap.elo is None) == (pairs.single.elo is None)
    for gap in (pairs.gap, pairs.single):
        numbers = (gap.score, gap.se, gap.elo, gap.low, gap.high, gap.nelo, gap.nelo_error, gap.los)
        assert all(number is None or math.isfinite(number) for number in numbers)


def test_scores_and_elo_are_inverse_and_400_points_are_ten_to_one():
    assert score_of(400) == pytest.approx(10 / 11)
    assert elo_of(score_of(123.4)) == pytest.approx(123.4)
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.005)
    assert (elo_of(0), elo_of(1)) == (None, None)


def test_impossible_counts_are_refused():
    with pytest.raises(RatingError, match="negative"):
        gap_of_games(-1, 0, 2)
    with pytest.raises(RatingError, match="five counts"):
        pair_statistics((1, 2, 3))
    with pytest.raises(RatingError, match="pair"):
        count_pairs([0.6])
    with pytest.raises(RatingError):
        clopper_pearson(5, 4)


# MAGPIE's "odds better", in per cent
@pytest.mark.parametrize(
    ("share", "n", "percent"),
    [(0.6, 10, 73.645537), (0.6, 100, 97.724987), (0.7, 10, 89.704839), (0.7, 100, 99.996833), (0.9, 10, 99.429398)],
)
def test_odds_of_being_better_are_magpies(share, n, percent):
    assert near(100 * odds_better(share, n), percent, 6)


def flips_by_hand(margins):
    """Count sign patterns one by one: an oracle for small lists."""
    seen = abs(sum(margins))
    patterns = range(2 ** len(margins))
    sums = (abs(sum(m if p >> i & 1 else -m for i, m in enumerate(margins))) for p in patterns)
    return sum(total >= seen for total in sums) / len(patterns)


@settings(max_examples=50)
@given(st.lists(st.integers(-60, 60), min_size=1, max_size=9))
def test_the_sign_flip_test_counts_every_pattern(margins):
    assert sign_flip_test(margins, Random(1)) == pytest.approx(flips_by_hand(margins))


def test_the_sign_flip_test_by_lot_is_near_the_exact_one_and_never_zero():
    margins = [12, -3, 8, 15, -20, 4, 9, 1, -6, 11, 7, -2, 5, 3, -9, 10, 2, 6, -1, 13]
    exact = sign_flip_test(margins, Random(1))
    drawn = sign_flip_test([*margins, 0], Random(1))  # a margin of 0 changes no sum but makes it one too many
    assert drawn == pytest.approx(exact, abs=0.01)
    assert drawn == sign_flip_test([*margins, 0], Random(1))
    assert sign_flip_test([50] * 40, Random(1)) == pytest.approx(1 / 10_000)
    assert sign_flip_test([], Random(1)) == 1.0


def test_a_mean_spread_has_an_interval_from_two_pairs_on():
    spread = mean_spread([10, 20, 30, 40])
    assert (spread.mean, spread.se) == (25.0, pytest.approx(math.sqrt(500 / 3 / 4)))
    assert spread.high - spread.mean == pytest.approx(3.182446 * spread.se)  # t on 3 degrees
    assert mean_spread([7]).low is None
    assert mean_spread([]).mean is None
