"""The variant question, seat effects, goodness of fit, cycles and crosstables."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chi2

from arena.ratings.checks import cycles, goodness_of_fit, superiority
from arena.ratings.meetings import crosstable, pair_tables, pairings
from arena.ratings.pool import fit_pool
from arena.ratings.results import GameColumns, GameResult
from arena.ratings.seats import first_seat_effect
from arena.ratings.variant_effects import holm, variant_effects
from tests.ratings.pools import P2, block, generator, results, simulated


def two_variants(rng, here, there, pairs=60):
    return results([*simulated(rng, here, pairs, variant="holes"), *simulated(rng, there, pairs, variant="standard")])


def test_a_bot_that_is_stronger_on_one_board_is_found():
    effects = variant_effects(two_variants(generator(1), [150, 0, 0, 0], [-50, 0, 0, 0], 200))
    assert effects.p < 1e-6
    odd = next(bot for bot in effects.bots if bot.name == "bot0")
    assert odd.p_holm < 0.001
    holes = next(cell for cell in odd.cells if cell.variant == "holes")
    assert holes.difference_low > 0
    assert holes.difference == pytest.approx(holes.elo - odd.overall)
    assert [cell.games for cell in odd.cells] == [1200, 1200]


def test_equal_strengths_everywhere_are_rarely_called_different():
    rng = generator(4)
    joint, single, outside, cells = [], [], 0, 0
    for _ in range(150):
        effects = variant_effects(two_variants(rng, [60, 0, -60], [60, 0, -60], 40))
        joint.append(effects.p)
        single += [bot.p for bot in effects.bots]
        for bot in effects.bots:
            for cell in bot.cells:
                cells += 1
                outside += not cell.difference_low <= 0 <= cell.difference_high
    assert np.mean(np.array(joint) < 0.05) < 0.11  # 5 % of 150, with room for chance
    assert np.mean(np.array(single) < 0.05) < 0.09
    assert outside / cells < 0.09
    assert np.mean(np.array(joint) < 0.5) == pytest.approx(0.5, abs=0.15)


def by_seed(games):
    """The same games, all pairings of a seed in one cluster, as a tournament has them."""
    return [GameResult(g.first, g.second, g.points, (g.cluster[0], g.cluster[3]), g.variant) for g in games]


def test_with_few_pairs_the_joint_test_goes_by_lot_and_keeps_its_level(monkeypatch):
    # Wald's chi-squared calls equal strengths different in more than 10 of 100 from ten seeds and four bots
    monkeypatch.setattr("arena.ratings.variant_effects.LOTS", 199)
    rng = generator(17)
    strengths = [60, 10, -10, -60]
    found, wald = [], []
    for _ in range(30):
        games = [game for variant in "ab" for game in by_seed(simulated(rng, strengths, 10, variant=variant))]
        effects = variant_effects(results(games))
        assert effects.method == "permutation"
        found.append(effects.p)
        wald.append(chi2.sf(effects.chi_squared, effects.degrees))
    assert np.mean(np.array(found) < 0.05) < 0.15  # 5 % of 30, with room for chance
    assert np.mean(found) == pytest.approx(0.5, abs=0.15)
    assert np.mean(wald) < np.mean(found)
    odd = [game for variant, best in (("a", 250), ("b", -250))
           for game in by_seed(simulated(rng, [best, 0, 0], 10, variant=variant))]  # fmt: skip
    assert variant_effects(results(odd)).p < 0.01


def test_holm_steps_down():
    # by hand: 0.01 * 4, then max(0.04, 0.03 * 2) for two ties of rank, never above 1
    assert holm([0.01, 0.04, 0.03, 0.9]) == pytest.approx([0.04, 0.09, 0.09, 0.9])
    assert holm([0.6, 0.7]) == pytest.approx([1.0, 1.0])
    assert holm([]) == []


def test_bots_without_a_rating_in_some_variant_are_named_and_left_out():
    rng = generator(2)
    games = [*simulated(rng, [50, 0, -50], 30, variant="a"), *simulated(rng, [50, 0, -50], 30, variant="b")]
    games += [GameResult("champion", f"bot{i}", 1.0, None, "a") for i in range(3)]
    effects = variant_effects(results(games))
    assert effects.left_out == ("champion",)
    assert {bot.name for bot in effects.bots} == {"bot0", "bot1", "bot2"}
    swept = results([*block("A", "B", 9, 0, 0, "a"), *block("A", "B", 5, 0, 4, "b")])
    assert variant_effects(swept).problem == "no two bots have a rating in every variant"
    assert variant_effects(results(P2)).problem == "there is one variant only"


def test_variants_whose_results_never_vary_are_compared_without_a_test():
    games = [
        GameResult(a, b, 1.0, (variant, pair), variant)
        for variant in ("a", "b")
        for pair in range(12)
        for a, b in (("A", "B"), ("B", "A"))
    ]
    effects = variant_effects(results(games))
    assert effects.p is None
    assert all(bot.p is None and bot.cells[0].difference == pytest.approx(0) for bot in effects.bots)


def test_a_transitive_pool_fits_and_a_cycle_does_not():
    rng = generator(9)
    ps = []
    for _ in range(60):
        sample = results(simulated(rng, [100, 30, -20, -110], 40))
        ps.append(goodness_of_fit(sample, fit_pool(sample)).p)
    assert np.mean(ps) == pytest.approx(0.5, abs=0.15)
    ring = results([*block("A", "B", 80, 0, 20), *block("B", "C", 80, 0, 20), *block("C", "A", 80, 0, 20)])
    test = goodness_of_fit(ring, fit_pool(ring))
    assert (test.degrees, test.p < 1e-6) == (1, True)
    assert test.p == pytest.approx(chi2.sf(test.chi_squared, 1))
    two = results(block("A", "B", 6, 0, 4))
    assert goodness_of_fit(two, fit_pool(two)).p is None


def test_cycles_are_listed_only_when_they_are_real():
    ring = [*block("A", "B", 80, 0, 20), *block("B", "C", 75, 0, 25), *block("C", "A", 70, 0, 30)]
    (found,) = cycles(pairings(results(ring))).listed
    assert (found.bots, found.scores) == (("A", "B", "C"), (0.8, 0.75, 0.7))
    other = [*block("B", "A", 80, 0, 20), *block("C", "B", 75, 0, 25), *block("A", "C", 70, 0, 30)]
    assert cycles(pairings(results(other))).listed[0].bots == ("A", "C", "B")
    weak = [*block("A", "B", 80, 0, 20), *block("B", "C", 75, 0, 25), *block("C", "A", 55, 0, 45)]
    assert cycles(pairings(results(weak))).total == 0  # 0.55 of 100 games is one standard error above one half
    assert cycles(pairings(results(P2))).total == 0
    few = [*block("A", "B", 5, 0, 0), *block("B", "C", 5, 0, 0), *block("C", "A", 5, 0, 0)]
    assert cycles(pairings(results(few))).total == 0  # 5-0 may hide that the other is as good, 6-0 does not
    six = [*block("A", "B", 6, 0, 0), *block("B", "C", 6, 0, 0), *block("C", "A", 6, 0, 0)]
    assert cycles(pairings(results(six))).total == 1


def test_all_cycles_are_counted_and_the_first_are_listed():
    # on a ring of odd size each beats the half that follows: n (n - 1) (n + 1) / 24 cycles of three
    n = 25
    games = [
        game for a in range(n) for step in range(1, n // 2 + 1)
        for game in block(f"b{a:02}", f"b{(a + step) % n:02}", 8, 0, 2)
    ]  # fmt: skip
    found = cycles(pairings(results([*games, *games])))
    assert found.total == n * (n - 1) * (n + 1) // 24
    assert len(found.listed) == 100
    assert len(set(found.listed)) == 100
    assert found.listed[0].scores == pytest.approx((0.8, 0.8, 0.8))


def test_a_crosstable_has_every_pairing_from_both_sides():
    table = crosstable(results(P2))
    mine, theirs = table["A", "B"], table["B", "A"]
    assert (mine.wins, mine.draws, mine.losses) == (10, 4, 6)
    assert (theirs.wins, theirs.draws, theirs.losses) == (6, 4, 10)
    assert mine.score + theirs.score == pytest.approx(1)
    assert mine.se == pytest.approx(theirs.se)
    assert len(table) == 6


def test_superiority_is_sorted_and_complementary():
    names, table = superiority(fit_pool(results(P2)), ("A", "B", "C"))
    assert names == ("A", "B", "C")
    assert table + table.T == pytest.approx(np.ones((3, 3)))
    assert table[0, 2] > 0.99
    assert table[0, 1] > 0.5


def test_the_first_seat_is_worth_what_was_put_in():
    games = simulated(generator(6), [80, 0, -80], 500, advantage=35)
    effect = first_seat_effect(results(games), [10.0 if game.points else -4.0 for game in games])
    assert effect.gap.low < 35 < effect.gap.high + 5
    assert effect.gap.high - effect.gap.low < 30
    assert effect.margin.low < effect.margin.mean < effect.margin.high
    assert effect.margin.mean == pytest.approx(np.mean([10.0 if game.points else -4.0 for game in games]))
    assert effect.separates


def test_a_variant_that_the_first_seat_always_wins_says_so():
    games = [GameResult(a, b, 1.0, pair) for pair in range(30) for a, b in (("A", "B"), ("B", "A"))]
    effect = first_seat_effect(results(games))
    assert not effect.separates
    assert effect.gap.elo is None
    assert effect.gap.low > 0
    assert effect.margin.mean is None
    assert first_seat_effect(results([])).gap.method == "none"


def test_pairs_are_found_in_the_games_and_half_pairs_are_left_out():
    def pair(number, first, second):  # A's points when it moved first, and when it moved second
        return [GameResult("A", "B", first, number), GameResult("B", "A", 1 - second, number)]

    games = [*pair(0, 1, 1), *pair(1, 0, 0), *pair(2, 1, 0), *pair(3, 0.5, 0.5), *pair(4, 1, 0.5), *pair(5, 0, 0.5)]
    games.append(GameResult("A", "B", 1.0, 6))  # its other half is missing
    games += [GameResult("A", "C", 1.0, 0), GameResult("C", "A", 0.0, 0)]  # another pairing on the same seed
    ab, ac = pair_tables(results(games))
    assert (ab.one, ab.other, ab.statistics.counts, ab.left_out) == ("A", "B", (1, 1, 2, 1, 1), 1)
    assert (ac.statistics.counts, ac.left_out) == ((0, 0, 0, 0, 1), 0)
    singles = [1, 1, 0, 0, 1, 0, 0.5, 0.5, 1, 0.5, 0, 0.5]
    assert ab.statistics.single.se == pytest.approx(np.std(singles) / np.sqrt(len(singles)))
    assert not pair_tables(results(P2))


def pairs_of(outcomes):
    """Return pairs of two bots: (points of the first mover, in either half)."""
    return [
        GameResult(first, second, points, ("v", number), "v")
        for number, halves in enumerate(outcomes)
        for (first, second), points in zip((("a", "b"), ("b", "a")), halves, strict=True)
    ]


def test_a_game_whose_pairs_all_come_out_even_for_the_first_seat_does_not_separate_bots():
    # 49 pairs that the first mover won and one of draws: 99 % for the first seat, every pair at one half.
    effect = first_seat_effect(GameColumns.of(pairs_of([(1, 1)] * 49 + [(0.5, 0.5)])))
    assert (effect.even, effect.separates) == (True, False)
    draws = first_seat_effect(GameColumns.of(pairs_of([(0.5, 0.5)] * 20)))
    assert (draws.even, draws.separates) == (True, True)  # even, but not for the seat's sake
    uneven = first_seat_effect(GameColumns.of(pairs_of([(1, 1)] * 49 + [(1, 0)])))
    assert (uneven.even, uneven.separates) == (False, True)
    assert not first_seat_effect(GameColumns.of(pairs_of([(1, 1)] * 9))).even  # too few to say
    halves = [game for game in pairs_of([(1, 1)] * 30) if game.first == "a"]
    assert not first_seat_effect(GameColumns.of(halves)).even  # no whole pair


def test_lots_of_many_clusters_are_drawn_as_tables_with_the_same_chances(monkeypatch):
    rng = generator(23)
    games = [game for variant in "ab" for game in by_seed(simulated(rng, [40, 0, -40], 300, variant=variant))]
    games += [GameResult("rare", f"bot{n % 3}", 0.5 + (n % 2) / 2, (variant, n), variant)
              for variant in "ab" for n in range(6)]  # fmt: skip
    found = {}
    for name, many in (("tables", 1), ("places", 10**9)):
        monkeypatch.setattr("arena.ratings.variant_effects.MANY", many)
        effects = variant_effects(results(games))
        assert effects.method == "permutation"
        found[name] = effects.p
    assert found["tables"] == pytest.approx(found["places"], abs=0.05)  # 1,999 lots each: a standard error of 0.011


def test_a_bot_with_few_games_among_many_is_tested_by_lot_at_no_great_cost():
    # with the place of every cluster drawn by itself this took minutes
    rng = generator(24)
    games = [GameResult("one", "other", float(won), (variant, pair), variant)
             for variant in "abc" for pair, won in enumerate(rng.random(10_000) < 0.6)]  # fmt: skip
    games += [GameResult("few", "one", float(pair == 0), (variant, "few", pair), variant)
              for variant in "abc" for pair in range(7)]  # fmt: skip
    effects = variant_effects(results(games))
    assert effects.method == "permutation"
    assert effects.p > 0.05
    games = [
        GameResult(game.first, game.second, float(game.cluster[2] > 0), game.cluster, game.variant)
        if game.first == "few" and game.variant == "a" else game for game in games
    ]  # fmt: skip
    assert variant_effects(results(games)).p < 0.05
