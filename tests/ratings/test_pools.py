"""Pools of many bots: known fits, what a fit must not depend on, and tables for bots that no scale holds."""

from __future__ import annotations

import math
import tracemalloc

import choix
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import RatingError
from arena.ratings.bayeselo import fit_bayeselo
from arena.ratings.elo import ELO_PER_NAT
from arena.ratings.linking import groups, leagues
from arena.ratings.pool import anchored, fit_pool
from arena.ratings.rankings import Ranking, fit_rankings
from arena.ratings.results import GameColumns, GameResult
from arena.ratings.tables import rate, rate_rankings
from arena.ratings.updates import updated
from tests.ratings.pools import P2, block, generator, results, rows_of, simulated
from tests.work import lines_run

Z = 1.959964


def test_the_known_pool_has_its_known_ratings_and_errors():
    # P2: Ordo's three ratings at the logistic scale; half widths by the model and by observed residuals
    fit = fit_pool(results(P2), errors="model")
    assert fit.ratings == pytest.approx([101.2247, 12.7372, -113.9619], abs=5e-5)
    assert Z * np.sqrt(np.diag(fit.covariance)) == pytest.approx([79.67, 75.35, 81.05], abs=6e-3)
    observed = fit_pool(results(P2))
    assert observed.errors == "clustered"
    assert Z * np.sqrt(np.diag(observed.covariance)) == pytest.approx([68.06, 70.23, 71.91], abs=6e-3)


def test_choixs_small_example_has_its_known_strengths():
    games = [*block("0", "1", 2, 0, 0), *block("1", "2", 1, 0, 0), *block("2", "0", 1, 0, 0)]
    fit = fit_pool(results(games))
    assert fit.ratings / ELO_PER_NAT == pytest.approx([0.419617624, -0.419617624, 0], abs=1e-8)
    assert fit.ratings == pytest.approx([72.9, -72.9, 0], abs=0.05)
    cycle = [*block("0", "1", 1, 0, 0), *block("1", "2", 1, 0, 0), *block("2", "0", 1, 0, 0)]
    assert fit_pool(results(cycle)).ratings == pytest.approx([0, 0, 0], abs=1e-9)


def test_a_full_table_of_three_has_its_known_fit():
    # three bots, every pairing of ten games: 6-4, 7-3, 8-2
    games = [*block("A", "B", 6, 0, 4), *block("B", "C", 7, 0, 3), *block("A", "C", 8, 0, 2)]
    rows = rows_of(rate(results(games)))
    assert [round(rows[name].elo, 2) for name in "ABC"] == [102.75, 25.90, -128.65]


def test_two_bots_of_the_known_first_pool_are_200_points_apart():
    rows = rows_of(rate(results([*block("A", "B", 38, 0, 12), *block("B", "A", 12, 0, 38)])))  # pool P1, 76 of 100
    assert rows["A"].elo - rows["B"].elo == pytest.approx(200.24, abs=5e-3)


def test_game_by_game_elo_depends_on_order_where_a_fit_does_not():
    games = [("A", "B"), ("B", "C"), ("C", "A")]  # (winner, loser)

    def sequential(order):
        ratings = dict.fromkeys("ABC", 1500.0)
        for winner, loser in order:
            ratings[winner], ratings[loser] = updated((ratings[winner], ratings[loser]), (1, 2))
        return [round(ratings[name], 2) for name in "ABC"]

    assert sequential(games) == [1498.50, 1500.74, 1500.77]
    assert sequential(games[::-1]) == [1501.50, 1499.23, 1499.26]
    fit = fit_pool(results([GameResult(winner, loser, 1.0) for winner, loser in games]))
    assert fit.ratings == pytest.approx([0, 0, 0], abs=1e-9)


def test_updates_conserve_points_and_give_known_figures():
    assert updated((1000, 1000), (1, 2), 25) == (1012.5, 987.5)
    ratings = (1012.5, 987.5)
    for _ in range(10_000):
        ratings = updated(ratings, (1, 2), 25)
    assert sum(ratings) == pytest.approx(2000, abs=1e-6)
    # multielo's test suite, step 32; the last is ours for places 1, 3, 2
    assert updated((1200, 1000), (1, 2)) == pytest.approx((1207.68810, 992.31190), abs=5e-6)
    assert updated((900, 1000), (1, 2)) == pytest.approx((920.48208, 979.51792), abs=5e-6)
    assert updated((1200, 900, 1000), (1, 2, 3)) == pytest.approx((1208.34630, 910.43382, 981.21988), abs=6e-6)
    assert updated((1200, 900, 1000), (1, 3, 2)) == pytest.approx((1208.34630, 889.10049, 1002.55321), abs=6e-6)
    big = updated([1000.0] * 64, range(1, 65), shared="opponents")  # 63 comparisons of 32/63 each
    assert (big[0], big[-1]) == pytest.approx((1016, 984))
    assert updated((1000, 1000), (1, 1)) == (1000, 1000)


# BayesElo's own runs: k wins of the first mover against one opponent and no loss, prior 2 and prior 1
@pytest.mark.parametrize(
    ("prior", "gaps"),
    [(2, (89.256, 150.156, 195.835, 232.215, 262.379)), (1, (150.156, 232.215, 288.120, 330.435, 364.460))],
)
def test_bayeselos_prior_holds_back_clean_records(prior, gaps):
    for wins, gap in enumerate(gaps, start=1):
        fit = fit_bayeselo([(0, 1, wins, 0, 0)], 2, prior=prior)
        assert fit.ratings[0] - fit.ratings[1] == pytest.approx(gap, abs=2e-3)


def test_bayeselo_on_the_known_pool():
    counts = [(0, 1, 5, 2, 3), (1, 0, 3, 2, 5), (1, 2, 6, 1, 3), (2, 1, 3, 1, 6), (0, 2, 7, 2, 1), (2, 0, 1, 2, 7)]
    fit = fit_bayeselo(counts, 3)
    assert fit.ratings == pytest.approx((100.74, 16.09, -116.83), abs=6e-3)
    assert [round(rating) for rating in fit.scaled] == [93, 15, -108]
    fitted = fit_bayeselo(counts, 3, fit_parameters=True)
    assert fitted.draw_elo == pytest.approx(86.13, abs=6e-3)
    assert fitted.advantage == pytest.approx(0, abs=1e-3)
    assert [round(rating) for rating in fitted.scaled] == [91, 15, -106]


def random_pool(seed, players=5, games=120):
    rng = generator(seed)
    found = []
    for number in range(games):
        a, b = rng.choice(players, 2, replace=False)
        points = float(rng.choice([0, 0.5, 1], p=[0.35, 0.1, 0.55] if a < b else [0.55, 0.1, 0.35]))
        found.append(GameResult(f"p{a}", f"p{b}", points, number // 2))
    return found


@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_an_independent_fit_agrees(seed):
    games = random_pool(seed)
    fit = fit_pool(results(games))
    decisive = [game for game in games if game.points != 0.5]
    if len(groups(results(decisive).taken())) == 1:
        data = [
            (int(w[1]), int(x[1]))
            for w, x in ((g.first, g.second) if g.points == 1 else (g.second, g.first) for g in decisive)
        ]
        theirs = choix.opt_pairwise(5, data, tol=1e-9)
        assert fit_pool(results(decisive)).ratings / ELO_PER_NAT == pytest.approx(theirs - theirs.mean(), abs=1e-5)
    ranked = [Ranking((g.first, g.second), {1.0: (1, 2), 0.5: (1, 1), 0.0: (2, 1)}[g.points], g.cluster) for g in games]
    other = fit_rankings(ranked, [f"p{i}" for i in range(5)])
    assert other.ratings == pytest.approx(fit.ratings, abs=1e-6)
    assert other.covariance == pytest.approx(fit.covariance, abs=1e-6)
    assert other.clusters.tolist() == fit.clusters.tolist()


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.randoms())
def test_order_names_and_blocks_of_games_move_no_rating(seed, random):
    games = random_pool(seed)
    before = rows_of(rate(results(games)))
    shuffled = games[:]
    random.shuffle(shuffled)
    again = rows_of(rate(results(shuffled)))
    renamed = {f"p{i}": f"z{9 - i}" for i in range(5)}
    other = rows_of(
        rate(results([GameResult(renamed[g.first], renamed[g.second], g.points, g.cluster) for g in games]))
    )
    for name, row in before.items():
        for twin in (again[name], other[renamed[name]]):
            assert (twin.elo, twin.low, twin.high) == pytest.approx((row.elo, row.low, row.high), abs=1e-6)


def test_an_anchor_shifts_everybody_and_changes_no_difference():
    fit = fit_pool(results(P2))
    moved = anchored(fit, 1, 1500)
    assert moved.ratings[1] == 1500
    assert moved.covariance[1, 1] == pytest.approx(0, abs=1e-9)
    for i in range(3):
        for j in range(3):
            assert moved.difference(i, j) == pytest.approx(fit.difference(i, j), abs=1e-6)
    rows = rows_of(rate(results(P2), anchor=("B", 1500)))
    assert (rows["B"].elo, rows["B"].low, rows["B"].high) == pytest.approx((1500, 1500, 1500))
    with pytest.raises(RatingError, match="none of the bots"):
        rate(results(P2), anchor=("X", 0))


def test_a_draw_against_an_equal_moves_no_rating_but_shrinks_the_error():
    games = [*block("A", "B", 10, 0, 10), *block("B", "A", 10, 0, 10)]
    before, after = (fit_pool(results([*games, *more])) for more in ([], block("A", "B", 0, 1, 0)))
    assert after.ratings == pytest.approx(before.ratings, abs=1e-9)
    assert after.difference(0, 1)[1] < before.difference(0, 1)[1]


def test_pairs_that_cancel_shrink_the_error_that_single_games_show():
    # every pair is split: single games look like coin flips, and pairs leave only what 40 of them may have hidden
    pairs = [
        GameResult(a, b, 1.0, pair) for pair in range(40) for a, b in (("A", "B"), ("B", "A"))
    ]  # the first mover always wins
    fit = fit_pool(results(pairs))
    gap, se = fit.difference(0, 1)
    unseen = 1 - 0.025 ** (1 / 40)  # a share of other pairs that stays unseen with a chance of 2.5 %
    assert gap == pytest.approx(0, abs=1e-9)
    assert Z * se == pytest.approx(unseen / 2 * 4 * ELO_PER_NAT, rel=1e-6)  # of score one half; its slope in Elo
    alone = [GameResult(game.first, game.second, game.points) for game in pairs]
    assert fit_pool(results(alone)).difference(0, 1)[1] > 2 * se
    assert fit.superiority().tolist() == [[0.5, 0.5], [0.5, 0.5]]


@pytest.mark.parametrize("pairs", [5, 20, 200])
def test_a_pool_of_draws_has_intervals_that_shrink_and_never_vanish(pairs):
    games = [
        GameResult(*names, 0.5, pair) for pair in range(pairs) for a, b in (("A", "B"), ("B", "C"), ("A", "C"))
        for names in ((a, b), (b, a))
    ]  # fmt: skip
    for row in rate(results(games), prior=1).leagues[0].rows:
        assert (row.standing, row.elo) == ("rated", pytest.approx(0, abs=1e-9))
        assert row.high == pytest.approx(-row.low)
        assert 2000 / pairs > row.high > 500 / pairs
    once = [GameResult(a, b, 0.5) for a, b in zip("ABCDEFGHIJKL", "BCDEFGHIJKLA", strict=True)]  # nobody meets twice
    assert all(row.high > 100 for row in rate(results(once)).rows)


def test_the_first_movers_advantage_is_found():
    games = simulated(generator(5), [60, 0, -60], 800, advantage=40)
    fit = fit_pool(results(games), advantage=True)
    assert abs(fit.advantage - 40) < 3 * fit.advantage_se
    assert fit.advantage_se < 10
    assert fit_pool(results(games)).advantage_se is None


def test_the_prior_is_virtual_draws_against_the_middle():
    # two bots, 4-0: by hand, 4 (1 - e(2r)) = e(r) - 1/2 for the winner's rating r
    fit = fit_pool(results(block("A", "B", 4, 0, 0)), prior=1)
    r = float(fit.ratings[0])
    e = lambda x: 1 / (1 + 10 ** (-x / 400))  # noqa: E731
    assert 4 * (1 - e(2 * r)) == pytest.approx(e(r) - 0.5, abs=1e-9)
    assert fit.ratings.sum() == pytest.approx(0, abs=1e-9)
    # one virtual draw *between* them instead, as a real game: 4.5 of 5 is 381.7 apart, +190.85 from the mean
    drawn = fit_pool(results([*block("A", "B", 4, 1, 0)]))
    assert drawn.ratings[0] == pytest.approx(190.85, abs=5e-3)
    heavier = fit_pool(results(P2), prior=4)
    assert abs(heavier.ratings).max() < abs(fit_pool(results(P2)).ratings).max()


def test_the_prior_is_a_phantom_that_drew_with_everybody():
    # the same games with a player more, who drew twice with each: an oracle for any number of bots and seats
    lopsided = [*P2, *block("D", "A", 2, 0, 9), *block("E", "A", 1, 1, 9)]
    drawn = [game for name in "ABCDE" for game in block(name, "phantom", 0, 2, 0)]
    whole = fit_pool(results([*lopsided, *drawn]))
    fit = fit_pool(results(lopsided), prior=2)
    assert fit.ratings == pytest.approx(whole.ratings[:5] - whole.ratings[:5].mean(), abs=1e-9)
    as_rankings = [
        Ranking((g.first, g.second), {1.0: (1, 2), 0.5: (1, 1), 0.0: (2, 1)}[g.points]) for g in lopsided
    ]  # fmt: skip
    other = fit_rankings(as_rankings, "ABCDE", prior=2)
    assert other.ratings == pytest.approx(fit.ratings, abs=1e-6)
    assert other.covariance == pytest.approx(fit.covariance, rel=1e-6, abs=1e-6)


def test_bots_that_only_won_or_never_played_stand_in_the_table_without_infinity():
    # A 6-0 against B, D 3-1 against E, C without a game
    games = [*block("A", "B", 6, 0, 0), *block("D", "E", 3, 0, 1)]
    tables = rate(GameColumns.of(games, ["C"]))
    assert [[row.name for row in league.rows] for league in tables.leagues] == [["A", "B"], ["D", "E"]]
    assert [(league.fallback, league.fit.prior, league.apart) for league in tables.leagues] == [
        (True, 1, True), (False, 0, True),
    ]  # fmt: skip
    rows = rows_of(tables)
    assert (rows["A"].standing, rows["A"].high) == ("at least", None)
    assert rows["A"].low < rows["A"].elo
    assert rows["D"].elo - rows["E"].elo == pytest.approx(190.85, abs=5e-3)
    assert tables.rows[-1].name == "C"
    assert tables.rows[-1].standing == "no games"
    for row in tables.rows:
        assert all(number is None or math.isfinite(number) for number in (row.elo, row.low, row.high, row.points))


@pytest.mark.parametrize(("wins", "gap"), [(10, 140.2), (8, 92.9), (2, -290.5)])
def test_a_clean_record_is_bounded_by_its_exact_chance(wins, gap):
    rows = rows_of(rate(results(block("A", "B", wins, 0, 0))))
    assert rows["A"].low - rows["B"].high == pytest.approx(gap, abs=0.05)  # Clopper-Pearson for so many to 0
    assert (rows["A"].low, rows["A"].high) == pytest.approx((-rows["B"].high, None))
    assert rows["B"].low is None


def test_a_chain_of_clean_records_has_bounds_on_the_sides_where_there_are_others():
    chain = [*block("A", "B", 10, 0, 0), *block("B", "C", 10, 0, 0), *block("A", "C", 10, 0, 0)]
    (league,) = rate(results(chain)).leagues
    assert [row.name for row in league.rows] == ["A", "B", "C"]
    assert [row.standing for row in league.rows] == ["at least", "rated", "at most"]
    top, middle, _ = league.rows
    assert (middle.low, middle.elo) == (pytest.approx(-middle.high), pytest.approx(0, abs=1e-9))
    assert top.low > middle.elo
    # raised until ten losses against A have a chance of 2.5 %, over a mean that it raises by a third itself
    assert top.elo - middle.high * 3 / 2 == pytest.approx(140.2, abs=0.05)


def test_a_champion_of_a_rated_league_is_bounded_against_all_of_it():
    games = [*P2, *block("Z", "A", 5, 0, 0), *block("C", "Z", 0, 0, 5), *block("Y", "B", 0, 0, 6)]
    league = rate(results(games), prior=1).leagues[0]
    assert [row.name for row in league.rows] == ["Z", "A", "B", "C", "Y"]
    assert [row.standing for row in league.rows] == ["at least", "rated", "rated", "rated", "at most"]
    ratings = {row.name: row.elo for row in league.rows}
    # the bound is over the mean of all five, which Z itself lowers where it stands lower
    lowered = (ratings["Z"] - league.rows[0].low) * 5 / 4
    chance = math.prod((1 / (1 + 10 ** ((ratings[name] - ratings["Z"] + lowered) / 400))) ** 5 for name in "AC")
    assert chance == pytest.approx(0.025, rel=1e-6)
    held = rows_of(rate(results(games), prior=1, anchor=("A", 1500)))
    assert held["Z"].elo - held["Z"].low == pytest.approx(lowered)
    assert (held["A"].low, held["A"].high) == pytest.approx((1500, 1500))


def test_bots_that_any_game_connects_share_a_table_and_others_do_not():
    second = [GameResult(g.first.lower(), g.second.lower(), g.points) for g in P2]
    apart = rate(results([*P2, *second]))
    assert [league.apart for league in apart.leagues] == [True, True]
    games = results([*P2, *second, *block("A", "a", 4, 0, 0)])
    (league,) = rate(games, prior=1).leagues
    assert not league.apart
    assert [row.name for row in league.rows] == ["A", "B", "C", "a", "b", "c"]
    assert {row.name: row.standing for row in league.rows} == {
        **dict.fromkeys("ABC", "at least"), **dict.fromkeys("abc", "at most"),
    }  # fmt: skip
    assert len(leagues(games.taken())) == 1
    assert len(groups(games.taken())) == 2
    with pytest.raises(RatingError, match="one scale"):
        fit_pool(results([*P2, *second]))


def test_the_table_and_the_record_agree_on_who_won_whichever_moved_first():
    games = [*block("A", "B", 1, 0, 0), *block("C", "A", 0, 0, 1), *block("C", "B", 0, 0, 1)]  # A 2, B 1, C 0
    table = rate(results(games)).leagues[0].rows
    assert [(row.name, row.wins, row.losses) for row in table] == [("A", 2, 0), ("B", 1, 1), ("C", 0, 2)]


def test_draws_add_halves_and_reset_nothing():
    games = [GameResult("A", f"x{i}", points) for i, points in enumerate((1, 1, 0.5, 1, 1))]
    row = rows_of(rate(results(games)))["A"]
    assert (row.wins, row.draws, row.losses, row.points * row.games) == (4, 1, 0, 4.5)


def luce_by_hand(games, n):
    """Find Plackett-Luce strengths by Hunter's MM steps: an oracle that shares nothing with the fit."""
    strength = np.ones(n)
    for _ in range(20_000):
        wins, rate_ = np.zeros(n), np.zeros(n)
        for order in games:
            for stage in range(len(order) - 1):
                wins[order[stage]] += 1
                total = sum(strength[bot] for bot in order[stage:])
                for bot in order[stage:]:
                    rate_[bot] += 1 / total
        fresh = wins / rate_
        fresh /= np.exp(np.mean(np.log(fresh)))
        if np.max(np.abs(fresh - strength)) < 1e-12:
            break
        strength = fresh
    return np.log(strength) * ELO_PER_NAT


def test_games_of_four_are_rated_by_plackett_and_luce():
    rng = generator(3)
    orders = []
    for _ in range(60):
        bots = rng.permutation(5)[: rng.integers(2, 5)].tolist()
        orders.append(sorted(bots, key=lambda bot: bot * 0.4 + rng.gumbel()))
    rankings = [Ranking(tuple(f"p{bot}" for bot in order), tuple(range(1, len(order) + 1))) for order in orders]
    names = [f"p{i}" for i in range(5)]
    fit = fit_rankings(rankings, names)
    assert fit.ratings == pytest.approx(luce_by_hand(orders, 5), abs=1e-4)
    table = rate_rankings(rankings).leagues[0]
    assert [row.name for row in table.rows] == sorted(names, key=lambda name: -fit.ratings[names.index(name)])


def test_one_game_of_four_counts_for_less_than_six_games_of_two():
    # at equal strength the naive error is too small by sqrt((n + 1) / 3): 1.29 for four
    rng = generator(8)
    bots = ("a", "b", "c", "d")
    rankings = [Ranking(bots, tuple((rng.permutation(4) + 1).tolist()), game) for game in range(3000)]
    naive = [
        Ranking((one, two), (1, 2) if game.places[i] < game.places[j] else (2, 1))
        for game in rankings
        for i, one in enumerate(bots)
        for j, two in enumerate(bots)
        if i < j
    ]
    grouped_by_game = [
        Ranking((one, two), (1, 2) if game.places[i] < game.places[j] else (2, 1), game.cluster)
        for game in rankings
        for i, one in enumerate(bots)
        for j, two in enumerate(bots)
        if i < j
    ]
    independent = fit_rankings(naive, bots).difference(0, 1)[1]
    clustered = fit_rankings(grouped_by_game, bots).difference(0, 1)[1]
    assert clustered / independent == pytest.approx(math.sqrt(5 / 3), rel=0.05)


def test_a_sweep_of_games_of_three_is_a_bound_too():
    table = rate_rankings([Ranking(("A", "B", "C"), places) for places in ((1, 2, 3), (1, 3, 2), (1, 2, 3), (1, 3, 2))])
    rows = rows_of(table)
    assert rows["A"].standing == "at least"
    lowered = (rows["A"].elo - rows["A"].low) * 3 / 2 - rows["A"].elo + rows["B"].elo
    assert 4 * math.log(1 + 2 * 10 ** (lowered / 400)) == pytest.approx(-math.log(0.025), rel=1e-6)
    assert rows["B"].elo == pytest.approx(rows["C"].elo, abs=1e-6)


def test_nonsense_is_refused():
    with pytest.raises(RatingError, match="plays itself"):
        results([GameResult("A", "A", 1.0)])
    with pytest.raises(RatingError, match="points"):
        results([GameResult("A", "B", 1.5)])
    with pytest.raises(RatingError, match="prior"):
        rate(results(P2), prior=-1)
    with pytest.raises(RatingError, match="ranks nobody"):
        fit_rankings([Ranking(("A", "A"), (1, 2))], ["A"])
    with pytest.raises(RatingError, match="at least one game"):
        fit_pool(GameColumns.of([]))
    assert rate(GameColumns.of([], ["A", "B"])).rows[0].standing == "no games"


def test_a_hundred_thousand_games_are_rated_in_columns_and_little_room():
    rng = generator(1)
    strengths = np.linspace(-150, 150, 20)
    a = rng.integers(0, 20, 100_000)
    b = (a + rng.integers(1, 20, 100_000)) % 20
    won = (rng.random(100_000) < 1 / (1 + 10 ** ((strengths[b] - strengths[a]) / 400))).astype(float)
    games = [GameResult(f"b{x:02}", f"b{y:02}", p, i // 2) for i, (x, y, p) in enumerate(zip(a, b, won, strict=True))]
    few, many = results(games[:10_000]), results(games)
    # Games are gone over in columns: ten times as many cost hardly more steps of Python, and seconds in all.
    assert lines_run(lambda: rate(many)) < 2 * lines_run(lambda: rate(few))
    tracemalloc.start()
    table = rate(results(games)).leagues[0]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [row.name for row in table.rows][:1] == ["b19"]
    assert peak < 2**29


@pytest.mark.parametrize("noise", [0, 200])
def test_intervals_cover_the_truth_about_as_often_as_they_say(noise):
    covered, total = coverage(60, noise)
    assert 0.90 < covered / total < 0.98  # 240 intervals in all; the long run is in the soak


@pytest.mark.soak
@pytest.mark.parametrize("noise", [0, 200])
def test_a_thousand_pools_cover_between_93_and_97_percent(noise):
    covered, total = coverage(1000, noise)
    assert 0.93 < covered / total < 0.97


def coverage(pools, noise):
    """Return how many intervals of how many held the true rating, over simulated round robins of four bots."""
    strengths = np.array([90.0, 20.0, -30.0, -80.0])
    rng = generator(11)
    truth = long_run(strengths, noise)
    covered = 0
    for _ in range(pools):
        fit = fit_pool(results(simulated(rng, strengths, 50, noise)))
        for bot in range(4):
            low, high = fit.interval(bot)
            covered += low <= truth[bot] <= high
    return covered, pools * 4


def long_run(strengths, noise):
    """Return what the fit would find from endless games: luck flattens the gaps that players have."""
    if not noise:
        return strengths
    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    games = []
    for i in range(4):
        for j in range(i + 1, 4):
            chance = 1 / (1 + 10 ** (-(strengths[i] - strengths[j] + noise * nodes) / 400))
            share = float(weights @ chance / weights.sum())
            games.append(GameResult(f"bot{i}", f"bot{j}", share))
    return fit_pool(results(games)).ratings
