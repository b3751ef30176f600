"""Sequential tests against the log-likelihood ratios that other programs print, and their laws."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from arena.errors import RatingError
from arena.ratings.bayeselo import elo_per_raw, probabilities
from arena.ratings.elo import elo_of, score_of
from arena.ratings.length import too_wide
from arena.ratings.pairs import pair_statistics
from arena.ratings.sprt import Sprt, approximate_ratio, log_likelihood_ratio, tilt
from arena.ratings.stopping import (
    contiguous_prefix,
    games_needed,
    judge_half_width,
    judge_sprt,
    pair_variance,
    pairs_needed,
    walk,
)

# counts stand worst first; sources: fastchess's tests, its PR 783, OpenBench's and cutechess's tests
KNOWN = [
    ("normalized", (36027, 68692, 36433), 0, 2, 0.92, 2),  # C232 and the four below it
    ("normalized", (10650, 20431, 10871), -1.75, 0.25, 2.30, 2),
    ("normalized", (365, 16618, 36229, 16974, 390), 0, 2, 2.25, 2),
    ("logistic", (21184, 40708, 21404), 0.5, 2.5, -1.57, 2),
    ("cutechess", (1351, 2942, 1477), 0, 10, 2.52, 2),
    ("cutechess", (759, 1863, 880), 0, 5, 2.95, 2),  # C236: cutechess ends here with H1, BayesElo goes on
    ("bayeselo", (759, 1863, 880), 0, 5, 2.27, 2),
    ("normalized", (1400, 4234, 7874, 4238, 1373), -5, 0, 2.95, 2),  # C238
    ("normalized", (0, 0, 4250), 0, 10, 120.548, 3),
    ("bayeselo", (68526, 128429, 68965), 0, 2, -1.26, 2),
    ("normalized", (127, 4883, 10712, 5150, 104), -1.75, 0.25, 3.01, 2),
    ("normalized", (0, 0, 0, 0, 5550), 0, 5, 111.798, 3),
    ("normalized", (379, 10170, 21828, 10640, 343), 0, 2, 2.9455, 4),
    ("normalized", (39, 8843, 26675, 9240, 44), 0.5, 2.5, 2.94168, 5),
    ("logistic", (39, 8843, 26675, 9240, 44), 0.5, 2.5, 0.5555, 4),
    ("logistic", (223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07, 2),
    ("logistic", (871, 26175, 55983, 26678, 821), 0, 2, -4.98, 2),
    ("cutechess", (1351, 2942, 1477), 0, 10, 2.5236, 4),
    ("cutechess", (555, 298, 555), 0, 10, -0.74, 2),
]
counts3 = st.tuples(*[st.integers(0, 200)] * 3)
counts5 = st.tuples(*[st.integers(0, 200)] * 5)
widths = st.integers(1, 60)


@pytest.mark.parametrize(("model", "counts", "elo0", "elo1", "printed", "digits"), KNOWN)
def test_the_ratio_is_what_other_programs_print(model, counts, elo0, elo1, printed, digits):
    assert abs(log_likelihood_ratio(counts, elo0, elo1, model) - printed) <= 0.501 * 10**-digits


@pytest.mark.parametrize(
    ("alpha", "beta", "lower", "upper"),
    [(0.05, 0.05, -2.9444, 2.9444), (0.01, 0.01, -4.5951, 4.5951), (0.05, 0.10, -2.2513, 2.8904)],
)
def test_the_bounds_are_walds(alpha, beta, lower, upper):
    sprt = Sprt(0, 5, alpha, beta)
    assert (round(sprt.lower, 4), round(sprt.upper, 4)) == (lower, upper)


def test_verdicts_name_the_hypothesis():
    sprt = Sprt(0.5, 2.5, model="logistic")
    assert sprt.judge((223, 9863, 21279, 10037, 246)).accepted == "H0"
    assert sprt.judge((39, 8843, 26675, 9240, 44)).accepted is None
    assert Sprt(0, 5).judge((0, 0, 0, 0, 5550)).accepted == "H1"


@settings(max_examples=60)
@given(
    st.one_of(counts3, counts5), st.sampled_from(["logistic", "normalized"]), st.integers(-60, 60), st.integers(1, 60)
)
def test_mirrored_results_and_bounds_have_the_same_ratio(counts, model, elo0, width):
    ratio = log_likelihood_ratio(counts, elo0, elo0 + width, model)
    assert math.isfinite(ratio)
    assert log_likelihood_ratio(counts[::-1], -elo0, -elo0 - width, model) == pytest.approx(ratio, rel=1e-6, abs=1e-6)
    assert log_likelihood_ratio(counts, elo0 + width, elo0, model) == pytest.approx(-ratio, rel=1e-6, abs=1e-6)


@settings(max_examples=60)
@given(st.tuples(*[st.integers(1, 200)] * 3), st.sampled_from(["logistic", "normalized", "bayeselo", "cutechess"]))
def test_equal_hypotheses_and_no_results_give_exactly_zero(counts, model):
    assert log_likelihood_ratio(counts, 3, 3, model) == 0.0
    assert log_likelihood_ratio((0, 0, 0), 0, 5, model) == 0.0


@pytest.mark.parametrize("elo1", [3, 2.9, -3])
def test_the_second_hypothesis_has_to_claim_more_than_the_first(elo1):
    with pytest.raises(RatingError, match="elo1 must be larger than elo0"):
        Sprt(3, elo1)


def test_bounds_that_a_dozen_pairs_decide_are_known_to_miss_their_error_rates():
    assert too_wide(Sprt(0, 200))
    assert too_wide(Sprt(0, 200, model="logistic"))
    assert not too_wide(Sprt(0, 60))
    assert not too_wide(Sprt(-1.75, 0.25))


@settings(max_examples=60)
@given(counts3, st.integers(1, 50))
def test_more_wins_never_lower_the_logistic_ratio(counts, more):
    losses, draws, wins = counts
    before = log_likelihood_ratio((losses + 1, draws, wins + 1), 0, 10, "logistic")
    after = log_likelihood_ratio((losses + 1, draws, wins + 1 + more), 0, 10, "logistic")
    assert after >= before - 1e-9


@pytest.mark.parametrize("counts", [(120, 60, 150), (39, 883, 2667, 924, 44), (10, 20, 30, 40, 5)])
def test_the_constrained_distributions_meet_their_constraint_and_a_generic_optimiser_agrees(counts):
    points = np.linspace(0, 1, len(counts))
    share = np.array(counts) / sum(counts)
    target = score_of(8)
    fit = tilt(share, points - target)
    assert fit.sum() == pytest.approx(1, abs=1e-9)
    assert fit @ points == pytest.approx(target, abs=1e-5)
    free = minimize(
        lambda p: -share @ np.log(np.maximum(p, 1e-12)), share, method="SLSQP", bounds=[(1e-9, 1)] * len(counts),
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1}, {"type": "eq", "fun": lambda p: p @ points - target}
        ],
        options={"ftol": 1e-14, "maxiter": 500},
    )  # fmt: skip
    assert free.x == pytest.approx(fit, abs=1e-5)


def test_the_cheap_forms_are_close_for_small_gaps():
    for model, counts, elo0, elo1, *_ in KNOWN:
        if model in ("logistic", "normalized") and min(counts) > 0:
            exact = log_likelihood_ratio(counts, elo0, elo1, model)
            assert approximate_ratio(counts, elo0, elo1, model) == pytest.approx(exact, abs=0.02)


def test_bounds_that_pairs_cannot_reach_are_refused():
    log_likelihood_ratio((5, 5, 5, 5, 5), 0, 231, "normalized")
    with pytest.raises(RatingError, match=r"231\.6"):
        log_likelihood_ratio((5, 5, 5, 5, 5), 0, 232, "normalized")
    with pytest.raises(RatingError, match="pairs"):
        log_likelihood_ratio((5, 5, 5, 5, 5), 0, 10, "bayeselo")
    with pytest.raises(RatingError, match="at least one win"):
        log_likelihood_ratio((5, 0, 5), 0, 10, "bayeselo")
    with pytest.raises(RatingError):
        Sprt(0, 5, alpha=0.6, beta=0.5)


def test_bayeselos_defaults_give_its_printed_chances():
    win, draw, loss = probabilities(32.8)  # equal strength, first mover ahead by the default advantage
    assert (round(win, 4), round(draw, 4), round(loss, 4)) == (0.4082, 0.2707, 0.3211)
    win, draw, _ = probabilities(10, 200)
    assert elo_of(win + draw / 2) == pytest.approx(7.302, abs=5e-4)
    assert 10 * elo_per_raw(200) == pytest.approx(7.302, abs=2e-3)  # the slope at equality, nearly the same
    assert elo_per_raw() == pytest.approx(0.9255, abs=5e-5)


# two-sided 5 % test without draws, power 80 and 95 per cent
@pytest.mark.parametrize(("elo", "at80", "at95"), [(10, 9472, 15682), (20, 2367, 3918), (50, 377, 624), (100, 93, 153)])
def test_the_games_that_a_gap_needs(elo, at80, at95):
    assert (games_needed(elo), games_needed(elo, power=0.95)) == (at80, at95)
    assert games_needed(-elo) == at80
    assert pairs_needed(elo) == math.ceil(at80 / 2)


def test_a_known_pair_variance_and_draws_shorten_the_match():
    seen = pair_statistics((5, 782, 2540, 1655, 19))
    assert pairs_needed(10, variance=pair_variance(seen)) < pairs_needed(10) / 2
    assert pairs_needed(10, draws=0.5) < pairs_needed(10)
    with pytest.raises(RatingError):
        pairs_needed(0)
    with pytest.raises(RatingError):
        pairs_needed(200, draws=0.9)


def test_only_the_contiguous_run_of_pairs_counts():
    assert contiguous_prefix({0: 1.0, 1: 0.5, 3: 0.0}) == [1.0, 0.5]
    assert contiguous_prefix({1: 1.0}) == []


@settings(max_examples=20)
@given(st.lists(st.sampled_from([0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=120), st.randoms())
def test_the_verdict_does_not_depend_on_the_order_in_which_pairs_finish(scores, random):
    sprt = Sprt(0, 40, 0.05, 0.05)
    order = list(range(len(scores)))
    random.shuffle(order)
    done, first = {}, None
    for pair in order:
        done[pair] = scores[pair]
        stop = judge_sprt(done, sprt)
        if stop.reached and first is None:
            first = stop
    final = judge_sprt(dict(enumerate(scores)), sprt)
    assert first is None or first == final
    assert len(list(walk(scores, sprt))) == len(scores)


def test_precision_stops_when_the_interval_is_narrow_enough():
    scores = dict(enumerate([0.5, 0.75, 0.5, 0.25] * 50))
    stop = judge_half_width(scores, 30)
    assert stop.reached
    assert stop.half_width <= 30
    assert not judge_half_width(dict(enumerate([1.0] * 50)), 30).reached
    # nothing but even pairs: after n of them 1 - 0.025**(1/n) others may have stayed unseen, half a point each
    even = judge_half_width(dict(enumerate([0.5] * 50)), 30)
    assert even.pairs == next(n for n in range(20, 50) if elo_of(0.5 + 0.5 * (1 - 0.025 ** (1 / n))) <= 30)
    with pytest.raises(RatingError):
        judge_half_width(scores, 0)


@pytest.mark.parametrize("model", ["normalized", "logistic"])
@pytest.mark.parametrize(
    "counts", [(10**9, 0, 0), (0, 10**9, 0), (0, 0, 10**9), (0, 0, 0, 0, 10**9), (10**9, 0, 1, 0, 0)]
)
def test_a_billion_results_of_one_kind_still_have_a_ratio(model, counts):
    less = [min(count, 10**6) for count in counts]
    few, many = (Sprt(0, 5, model=model).judge(seen).llr for seen in (less, counts))
    assert few * many > 0
    assert abs(many) > abs(few)
