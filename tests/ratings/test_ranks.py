"""Ranks and results: what the order of a table must not say against the games, for tournaments of every kind."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from arena.config.model import Kind
from arena.contract.chance import seed_of
from arena.ratings.rankings import Ranking
from arena.ratings.results import GameColumns, GameResult
from arena.ratings.tables import FALLBACK, rate, rate_rankings
from arena.schedule.jobs import Job
from tests.ratings.pools import block, generator, results
from tests.schedule.simulated import play, tournament, won
from tests.seeds import quick

KINDS = {
    "round-robin": lambda bots: {"kind": Kind(name="round-robin")},
    "gauntlet": lambda bots: {"kind": Kind(name="gauntlet", hero="b01")},
    "swiss": lambda bots: {"kind": Kind(name="swiss", rounds=min(3, bots - 1))},
    "knockout": lambda bots: {"kind": Kind(name="knockout")},
    "ladder": lambda bots: {"kind": Kind(name="ladder")},
}


def outcomes(seed, spread, draws):
    """Return an outcome of games between bots of strengths by lot, so many Elo apart; inf: the stronger always wins."""
    strength = {f"b{number:02d}": Random(seed * 1000 + number).gauss(0, 1) for number in range(1, 201)}

    def outcome(job: Job):
        lot = Random(seed_of(seed, job.id))
        one, other = job.bots
        if lot.random() < draws:
            return won(job, None)
        gap = (strength[one] - strength[other]) * spread
        chance = float(gap > 0) if abs(gap) > 1e5 else 1 / (1 + 10 ** (-gap / 400))
        return won(job, one if lot.random() < chance else other)

    return outcome


def played(kind, bots, seed, spread=300.0, draws=0.1, pairs=1):
    """Return the games of a tournament as a report rates them."""
    config = tournament(bots, "standard", seed=quick(seed), pairs=pairs, **KINDS[kind](bots))
    _, stored = play(config, outcomes(seed, spread, draws))
    games = [stored[id] for id in sorted(stored)]
    return [
        GameResult(game.bots[0], game.bots[1], game.points[0], tuple(game.id.split("/")[::2]), "standard")
        for game in games
    ]


def contradictions(games, league):
    """Return every cut of a table whose upper part took less than half of the points against the lower part."""
    table = GameColumns.of(games).taken()
    names = GameColumns.of(games).names
    order = [names.index(row.name) for row in league.rows]
    found = []
    for cut in range(1, len(order)):
        upper, lower = order[:cut], order[cut:]
        mine, theirs = table[np.ix_(upper, lower)].sum(), table[np.ix_(lower, upper)].sum()
        if mine < theirs - 1e-9:
            found.append((cut, mine, theirs))
    return found


def check(games, prior):
    """Assert what holds of every table, whatever the games are."""
    tables = rate(results(games), prior=prior)
    taken, names = results(games).taken(), results(games).names
    for league in tables.leagues:
        assert not contradictions(games, league)
        assert league.fit.prior == (prior or (FALLBACK if league.fallback else 0))
        place = {row.name: rank for rank, row in enumerate(league.rows)}
        for row in league.rows:
            assert row.elo is not None
            assert row.low is None or row.low <= row.elo + 1e-9
            assert row.high is None or row.high >= row.elo - 1e-9
            own = names.index(row.name)
            met = [names[other] for other in np.flatnonzero(taken[own] + taken[:, own])]
            if row.points == 1:  # won all: above everybody it met, and open above
                assert all(place[row.name] < place[other] for other in met)
                assert row.high is None
            if row.points == 0:
                assert all(place[row.name] > place[other] for other in met)
                assert row.low is None
            if row.standing == "rated":
                assert None not in (row.low, row.high)
        best, last = league.rows[0], league.rows[-1]
        assert best.points >= 0.5 >= last.points
    return tables


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("spread", [0.0, 300.0, 1e9])
def test_ranks_of_small_tournaments_never_contradict_the_results(kind, spread):
    for seed, bots in enumerate((3, 4, 5, 8, 13)):
        for draws in (0.0, 0.3):
            games = played(kind, bots, seed, spread, draws)
            for prior in (1.0, 0.0):
                tables = check(games, prior)
                assert len(tables.rows) == bots
                assert len(tables.leagues) == 1 or kind == "ladder"  # whose first round leaves many who never met


@pytest.mark.parametrize(("kind", "bots"), [("swiss", 80), ("swiss", 200), ("knockout", 100), ("gauntlet", 60),
                                            ("ladder", 60), ("round-robin", 30)])  # fmt: skip
def test_a_class_stands_in_one_table_with_its_winner_at_the_top(kind, bots):
    games = played(kind, bots, 7, spread=400.0, draws=0.05, pairs=4 if kind == "ladder" else 1)
    (league,) = check(games, 1.0).leagues
    assert len(league.rows) == bots
    half = bots // 2
    scores = [row.points for row in league.rows]
    assert np.mean(scores[:half]) > np.mean(scores[half:]) + 0.1


def test_equal_games_for_everybody_are_ranked_by_points():
    for seed in range(6):
        games = played("round-robin", 9, seed, 200.0, 0.2)
        rows = check(games, 1.0).leagues[0].rows
        assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
        gauntlet = played("gauntlet", 9, seed, 200.0, 0.2, pairs=3)
        rows = [row for row in check(gauntlet, 1.0).leagues[0].rows if row.name != "b01"]
        assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)


def test_single_games_of_a_strong_bot_lose_to_the_one_that_beat_it():
    # A won its only game, against the best of a lopsided pool: it never lost, so it stands above
    games = [*block("B", "weak", 60, 0, 0), *block("weak", "worse", 9, 0, 0), *block("A", "B", 1, 0, 0)]
    games += [game for other in "CDE" for game in block("B", other, 20, 0, 0)]
    league = check(games, 1.0).leagues[0]
    assert [row.name for row in league.rows[:2]] == ["A", "B"]


def test_pools_without_a_game_between_them_stand_apart():
    rng = generator(3)
    games = []
    for pool in "pqr":
        for _ in range(30):
            a, b = rng.choice(4, 2, replace=False)
            games.append(GameResult(f"{pool}{a}", f"{pool}{b}", float(rng.choice([0, 0.5, 1]))))
    tables = check(games, 1.0)
    assert len(tables.leagues) == 3
    assert all(league.apart for league in tables.leagues)
    (one,) = check([*games, GameResult("p0", "q0", 1.0), GameResult("r0", "q0", 1.0)], 1.0).leagues
    assert not one.apart


def test_games_of_more_seats_share_a_table_too():
    rng = generator(5)
    games = []
    for number in range(60):  # a best, a worst, and fourteen between them whom few games connect
        bots = tuple(f"b{bot:02}" for bot in sorted(rng.choice(14, 2, replace=False)))
        games.append(Ranking(("best", *bots, "worst"), (1, *((2, 3) if rng.random() < 0.7 else (3, 2)), 4), number))
    (league,) = rate_rankings(games, prior=1.0).leagues
    assert league.rows[0].name == "best"
    assert league.rows[-1].name == "worst"
    assert (league.rows[0].high, league.rows[-1].low) == (None, None)
    assert league.rows[0].low <= league.rows[0].elo
    assert len(league.rows) == 16
