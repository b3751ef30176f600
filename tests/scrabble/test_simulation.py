"""Simulation: rollouts equal games that the rules play out, races drop the right ones, what is hidden is not seen."""

from __future__ import annotations

import dataclasses
import os
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from arena.contract.chance import stream
from arena.engine.equity import EquityFinder, WeighedMove
from arena.engine.generate import own_field
from arena.engine.leaves import Leaves
from arena.engine.simulation._kernels import situation as kernels
from arena.engine.simulation.race import Race, sizes
from arena.engine.simulation.rollouts import Roller
from arena.engine.simulation.simulator import Simulator
from arena.engine.simulation.situations import Draws, situation_of
from arena.engine.simulation.win_chance import scale_of, win_chances
from arena.scrabble.moves import Change, Pass
from arena.scrabble.rules import WordGame
from arena.scrabble.table import Table
from arena.scrabble.turns import WordState
from arena.scrabble.view import WordView
from tests.scrabble.generate_cases import MIXED, words
from tests.scrabble.tables import table

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"  # the kernels as plain Python
BOARDS = ["scrabble"] if SLOW else ["scrabble", "infinite", "hole", "infinite-hole", "checkpoints", "superscrabble"]
WEIGHTS = {"own": 1, "both": 2, "double": 2, "none": 0}


@cache
def leaves(longest: int = 4) -> Leaves:
    """Return random leaves of the mixed tiles, none of which tie."""
    every = Leaves.all_of(MIXED, longest)
    return every.with_values(np.random.default_rng(3).normal(0, 6, len(every)).astype(np.float32))


@cache
def at(board: str = "scrabble", hand_size: int = 5, **rules: Any) -> Table:
    return table(words(), board, MIXED, hand_size=hand_size, **rules)


def chosen(on: Table, view: WordView) -> tuple[Any, float]:
    """Return the move with the most equity and the value of what it keeps, by listing and sorting."""
    if view.bag_count:
        best = EquityFinder(on, leaves()).ranked(view.field, view.hand, view.may_change)[0]
        return best.move, best.leave
    tiles, weight = on.tiles, WEIGHTS[on.rules.out_adjustment]

    def worth(scored: Any) -> int:
        kept = Counter(view.hand)
        kept.subtract(placed.tile for placed in scored.play.tiles)
        left = sum(tiles.tiles[tile].points * count for tile, count in kept.items())
        out = len(scored.play.tiles) == sum(view.hand.values())
        return scored.score + (weight * tiles.points(view.unseen) if out else -10 - weight * left)

    best_play = max(view.plays().sorted(), key=worth, default=None)
    return (best_play.play if best_play else Pass()), 0.0


def dealt(game: WordGame, state: WordState, seat: int, order: Sequence[int]) -> WordState:
    """Return a state in which the others' hands and the bag are the tiles of a draw."""
    hands, rest = list(state.hands), list(order)
    for other in range(game.seats):
        if other != seat:
            held = sum(hands[other].values())
            hands[other], rest = dict(Counter(rest[:held])), rest[held:]
    return replace(state, hands=tuple(hands), bag=tuple(rest))


class Chances:
    """Chance for changes, as the rollout has it."""

    def __init__(self, numbers: Sequence[float]) -> None:
        self._numbers = iter(numbers)

    def randrange(self, count: int) -> int:
        return int(next(self._numbers) * count)


def played_out(
    game: WordGame, state: WordState, first: WeighedMove, plies: int
) -> tuple[list[float], bool, list[float] | None]:
    """Return what every seat comes to by the rules, whether the game is over, and how it stood before.

    The last is for the moment when the mover is to move again, None where the bag is empty by then, or all is over.
    """
    kept = [0.0] * game.seats
    turn, mover, answered = 0, state.mover, None
    while state.ending is None and (turn <= plies or not state.bag):
        if turn and answered is None and state.mover == mover and state.bag:
            answered = [points + more for points, more in zip(state.scores, kept, strict=True)]
        move, leave = (first.move, first.leave) if turn == 0 else chosen(game.table, game.view(state, state.mover))
        kept[state.mover] = leave if state.bag else 0.0
        state = game.play(state, move)
        turn += 1
    outcome = game.outcome(state)
    if outcome is not None:
        return [float(points) for points in outcome.scores or ()], True, answered
    return [points + more for points, more in zip(state.scores, kept, strict=True)], False, answered


def positions(on: Table, seats: int, seed: int, every: int = 3) -> Any:
    """Yield the states of a game by equity, from its beginning to its end, one in ``every``."""
    game = WordGame(on, seats)
    state, turn = game.start(stream(seed, "game")), 0
    while state.ending is None:
        if turn % every == 0:
            yield game, state
        state = game.play(state, chosen(on, game.view(state, state.mover))[0])
        turn += 1


def compare(game: WordGame, state: WordState, plies: int, monkeypatch: Any, draws: int = 2, most: int = 4) -> int:
    """Hold rollouts of a state's first candidates, a change and the pass to the rules; return how many there were."""
    view = game.view(state, state.mover)
    field = own_field(view.field)
    ranked = EquityFinder(game.table, leaves()).ranked(field, view.hand, view.may_change)
    moves = [*ranked[:most], *[one for one in ranked if isinstance(one.move, Change)][:1], ranked[-1]]
    programs = Simulator(game.table, leaves())._programs
    roller = Roller(game.table, field, programs, game.table.hand_size * (plies + 12))
    before = [array.copy() for array in roller.field.board]
    given = situation_of(view, roller.field, leaves(), moves, plies)
    orders, chances = Draws(view, 7).block(0, draws)
    width = game.seats + kernels.OUT_SIZE
    out = np.zeros((draws * len(moves), 2 * width))
    roller.roll(given._replace(orders=orders, chances=chances), np.arange(len(moves), dtype=np.int32), out, 0, len(out))
    for draw in range(draws):
        for number, move in enumerate(moves):
            source = Chances(chances[draw].tolist())
            monkeypatch.setattr("arena.scrabble.rules.stream", lambda *names, mine=source: mine)
            wanted, over, answered = played_out(game, dealt(game, state, view.seat, orders[draw].tolist()), move, plies)
            row = out[draw * len(moves) + number]
            assert row[: game.seats].tolist() == pytest.approx(wanted, abs=1e-4), (draw, move)
            assert bool(row[game.seats + kernels.O_OVER]) == over
            if answered is None:
                assert np.array_equal(row[width:], row[:width])
            else:
                assert row[width : width + game.seats].tolist() == pytest.approx(answered, abs=1e-4), (draw, move)
                assert row[width + game.seats + kernels.O_NEXT] == view.seat
                assert row[width + game.seats + kernels.O_OVER] == 0
    assert all(np.array_equal(one, other) for one, other in zip(before, roller.field.board, strict=True))
    return len(out)


@pytest.mark.parametrize("board", BOARDS)
def test_rollouts_come_to_what_the_rules_make_of_the_same_hands_and_draws(board, monkeypatch):
    seen = 0
    for game, state in positions(at(board), 2, 1, every=5 if SLOW else 4):
        seen += compare(game, state, 2, monkeypatch, draws=1 if SLOW else 2)
    assert seen


@pytest.mark.parametrize(("seats", "plies"), [(3, 3), (4, 1), (2, 0), (1, 2)])
def test_rollouts_of_other_numbers_of_seats_and_plies(seats, plies, monkeypatch):
    assert sum(compare(game, state, plies, monkeypatch, 1) for game, state in positions(at(), seats, 2, every=5))


@pytest.mark.parametrize(
    "rules",
    [
        {"out_adjustment": "own"},
        {"out_adjustment": "double", "scoreless_adjustment": "none"},
        {"out_adjustment": "none", "scoreless_limit": 2, "scoreless_unit": "rounds"},
        {"turn_limit": 12, "change_min_bag": 7, "change_max_tiles": 2},
    ],
    ids=["own", "double", "rounds", "limits"],
)
def test_rollouts_end_by_the_rule_book(rules, monkeypatch):
    on = at(**rules)
    states = list(positions(on, 2, 3, every=2))[-3:]
    assert sum(compare(game, state, 2, monkeypatch, 1) for game, state in states)


@pytest.mark.parametrize(
    "rules",
    [
        {"scoreless_limit": 3},
        {"scoreless_limit": 2, "scoreless_unit": "rounds"},
        {"scoreless_limit": 2, "scoreless_adjustment": "none"},
        {"scoreless_limit": 0, "turn_limit": 7},
    ],
    ids=["turns", "rounds", "nothing lost", "turn limit"],
)
def test_rollouts_end_while_the_bag_has_tiles(rules, monkeypatch):
    """By turns without points, or by the number of turns, at the first and at a later turn of a rollout."""
    game = WordGame(at(**rules), 2)
    state, seen = game.start(stream(5, "game")), 0
    while state.ending is None:
        assert state.bag
        seen += compare(game, state, 2, monkeypatch, 1)
        state = game.play(state, Pass() if state.turn else chosen(game.table, game.view(state, state.mover))[0])
    assert seen


def known_draws() -> tuple[WordGame, WordState]:
    """Return a position in which all tiles that the mover has not seen are alike."""
    on = at()
    game = WordGame(on, 2)
    state = list(positions(on, 2, 4, every=2))[3][1]
    tile = next(tile for tile in on.tiles.tiles if tile.faces[0].char == "E" and len(tile.faces) == 1).id
    seat = state.mover
    hands = tuple(hand if other == seat else {tile: sum(hand.values())} for other, hand in enumerate(state.hands))
    return game, replace(state, hands=hands, bag=(tile,) * len(state.bag))


def seen_by(game: WordGame, state: WordState) -> WordView:
    view = game.view(state, state.mover)
    return dataclasses.replace(view, unseen=dict(Counter(state.hands[1 - view.seat]) + Counter(state.bag)))


def test_with_every_rack_and_draw_known_the_value_is_exact(monkeypatch):
    game, state = known_draws()
    view = seen_by(game, state)
    found = Simulator(game.table, leaves(), candidates=6).ranked(view, iterations=120, seed=5)
    monkeypatch.setattr("arena.scrabble.rules.stream", lambda *names: Chances([0.5] * 50))
    for move in found:
        if isinstance(move.move, Change):
            continue  # its tiles go to places of the bag that are drawn
        weighed = WeighedMove(move.move, move.score, move.leave, move.equity)
        points, _, _ = played_out(game, state, weighed, 2)
        assert move.spread == pytest.approx(points[view.seat] - points[1 - view.seat], abs=1e-4)
        assert move.iterations >= 6  # of 120, a third is shared by all six


def middle(seats: int = 2, seed: int = 5) -> tuple[WordGame, WordState]:
    return list(positions(at(), seats, seed, every=1))[3]


def test_the_same_seed_gives_the_same_answer_for_one_thread_and_two():
    game, state = middle()
    view = game.view(state, state.mover)
    answers = [
        Simulator(game.table, leaves(), threads=threads).ranked(view, iterations=40 if SLOW else 150, seed=seed)
        for threads, seed in ((1, 9), (2, 9), (3, 9), (1, 10))
    ]
    assert answers[0] == answers[1] == answers[2]
    assert [one.spread for one in answers[0]] != [one.spread for one in answers[3]]
    assert sum(one.iterations for one in answers[0]) <= 150


def test_what_is_hidden_changes_nothing():
    game, state = middle()
    view = game.view(state, state.mover)
    other = 1 - view.seat
    hidden = [*Counter(state.hands[other]).elements(), *state.bag][::-1]
    held = sum(state.hands[other].values())
    hands = list(state.hands)
    hands[other] = dict(Counter(hidden[:held]))
    swapped = replace(state, hands=tuple(hands), bag=tuple(hidden[held:]))
    ranked = [
        Simulator(game.table, leaves()).ranked(game.view(one, view.seat), iterations=60) for one in (state, swapped)
    ]
    assert ranked[0] == ranked[1]


class Worked:
    """A budget whose time goes by with each draw that is rolled out."""

    def __init__(self, seconds: float) -> None:
        self.seconds: float | None = seconds
        self.deadline: float | None = seconds
        self.left = seconds
        self.offers: list[Any] = []

    def time_left(self) -> float:
        return max(0.0, self.left)

    def offer(self, move: Any) -> None:
        self.offers.append(move)


@pytest.mark.parametrize(("seconds", "a_draw"), [(1.0, 0.01), (1.0, 0.2), (0.1, 0.03), (0.1, 0.09)])
def test_a_budget_is_used_and_never_overrun(seconds, a_draw, monkeypatch):
    game, state = middle()
    view, budget, plain = game.view(state, state.mover), Worked(seconds), Roller.roll

    def working(self: Roller, *given: Any) -> None:
        budget.left -= a_draw
        plain(self, *given)

    monkeypatch.setattr(Roller, "roll", working)
    monkeypatch.setattr(Race, "look", lambda self: None)  # nobody is dropped: it goes on as long as it may
    found = Simulator(game.table, leaves(), candidates=4).ranked(view, budget=budget, seed=1)
    assert budget.left > 0
    assert budget.left < max(0.1 * seconds + 4 * a_draw, seconds / 2)
    assert budget.offers
    assert max(one.iterations for one in found) >= 1


def test_a_time_that_is_up_leaves_the_order_of_equity():
    game, state = middle()
    view = game.view(state, state.mover)
    found = Simulator(game.table, leaves()).ranked(view, budget=Worked(0.0))
    assert [one.equity for one in found] == sorted((one.equity for one in found), reverse=True)
    assert all(one.iterations == 0 and 0 < one.win < 1 for one in found)


def test_without_iterations_and_a_budget_there_is_an_error():
    game, state = middle()
    with pytest.raises(ValueError, match="iterations or a budget"):
        Simulator(game.table, leaves()).ranked(game.view(state, state.mover))


def test_a_race_drops_the_worse_ones_and_keeps_the_best():
    """With a true best arm 1 ahead of the others, draws of deviation 2 shared by half: the best is hardly ever lost."""
    lost = 0
    for seed in range(60):
        rng, race = np.random.default_rng(seed), Race(6, error=0.05)
        true = np.array([0, 0, 1.0, 0, -3, 0])
        for _ in range(40):
            shared, own = rng.normal(0, 2, (8, 1)), rng.normal(0, 2, (8, len(race.left)))
            race.add(true[race.left] + shared + own)
            race.look()
        lost += 2 not in race.left
        assert 4 not in race.left
    assert lost <= 3


@pytest.mark.parametrize(
    ("count", "stages"), [(1, [1]), (2, [2]), (3, [3, 2]), (6, [6, 3, 2]), (10, [10, 5, 3, 2]), (13, [13, 7, 4, 2])]
)
def test_each_stage_has_half_of_the_candidates_down_to_two(count, stages):
    assert sizes(count) == stages


def test_a_stage_ends_with_the_best_half_and_nobody_is_dropped_at_an_error_of_nothing():
    worth = np.array([[0, 5.0, 1, 4, 2]])
    race, lasting = Race(5), Race(5, error=0)
    for one in (race, lasting):
        one.add(worth)
        one.narrow(0.3)
        assert one.left.tolist() == [0, 1, 2, 3, 4]
    assert race.stage_end(0.3) == pytest.approx(1 / 3)
    race.narrow(0.4)
    assert race.left.tolist() == [1, 3, 4]
    race.narrow(1.0)
    assert race.left.tolist() == [1, 3]
    lasting.narrow(1.0)
    assert lasting.left.tolist() == [0, 1, 2, 3, 4]
    assert lasting.stage_end(0.4) == 1


def test_halving_finds_the_best_more_often_than_shares_of_the_same_size():
    """500 rollouts of ten candidates, as near each other as those of a game are, noise as there: 22 points a draw."""
    right, level = 0, 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        true = rng.normal(0, 6, 10)
        race, spent, sums = Race(10, error=1e-9), 0, rng.normal(true, 22 / 2**0.5, (50, 10)).sum(axis=0)
        while 500 - spent >= len(race.left):
            race.add(true[race.left] + rng.normal(0, 22 / 2**0.5, (1, len(race.left))))
            spent += len(race.left)
            race.narrow(spent / 500)
        right += race.leader == true.argmax()
        level += sums.argmax() == true.argmax()
    assert right > level + 10


def test_what_a_candidate_is_worth_is_told_in_steps():
    """Nothing is believed at once: beforehand 3 more, answers 9 more, ends 30 more; by 24 and by 56 draws."""
    race = Race(2, beforehand=np.array([3.0, 0.0]))
    assert (race.worth[0] - race.worth[1]) == pytest.approx(3)
    race.add(np.tile([30.0, 0.0], (8, 1)), np.tile([9.0, 0.0], (8, 1)))
    assert race.worth[0] - race.worth[1] == pytest.approx(3 + 8 / 32 * 6 + 8 / 64 * 21)
    race.add(np.tile([30.0, 0.0], (100_000, 1)), np.tile([9.0, 0.0], (100_000, 1)))
    assert race.worth[0] - race.worth[1] == pytest.approx(30, abs=0.1)
    assert race.means.tolist() == [30, 0]
    alone = Race(2, beforehand=np.array([3.0, 0.0]))
    alone.add(np.tile([30.0, 0.0], (8, 1)))
    assert alone.worth[0] - alone.worth[1] == pytest.approx(3 + 8 / 32 * 27)


def test_answers_help_to_find_a_good_one_where_few_draws_are_made():
    """Points as in games: what is guessed is 3 beside an answer, that 1.1 beside the end; 12 of chance in either."""
    lost, plain = 0.0, 0.0
    for seed in range(600):
        rng = np.random.default_rng(seed)
        guessed = rng.normal(0, 3, 10)
        answered = guessed + rng.normal(0, 3, 10)
        true = answered + rng.normal(0, 1.1, 10)
        first = answered + rng.normal(0, 12 / 2**0.5, (12, 10))
        last = first + (true - answered) + rng.normal(0, 12 / 2**0.5, (12, 10))
        with_answers, without = Race(10, beforehand=guessed), Race(10, beforehand=guessed)
        with_answers.add(last, first)
        without.add(last)
        lost += true.max() - true[with_answers.leader]
        plain += true.max() - true[without.leader]
    assert lost < 0.95 * plain


def test_most_iterations_go_to_the_best_two():
    game, state = middle()
    view = game.view(state, state.mover)
    found = Simulator(game.table, leaves(), candidates=8, error=1e-9).ranked(view, iterations=96, seed=2)
    assert sorted(one.iterations for one in found) == [4] * 4 + [12] * 2 + [28] * 2
    assert sum(one.iterations for one in found) == 96 and [one.dropped for one in found] == [False] * 2 + [True] * 6


def test_equal_candidates_stay():
    race = Race(3)
    same = np.random.default_rng(1).normal(0, 1, (400, 1)) * np.ones(3)
    for block in np.split(same, 50):
        race.add(block)
        race.look()
    assert race.left.tolist() == [0, 1, 2]
    assert race.leader == 0


def chance(points: list[float], left: float, mover: int = 0, over: bool = False, seat: int = 0) -> float:
    found = win_chances(np.array([points]), np.array([left]), np.array([mover]), np.array([over]), seat)
    return float(found[0])


def test_chances_are_sound():
    assert chance([10, 0], 50) + chance([10, 0], 50, seat=1) == pytest.approx(1)
    assert chance([0, 0], 50) > 0.5 > chance([0, 0], 50, mover=1)
    assert chance([30, 0], 20) > chance([30, 0], 80) > chance([5, 0], 80)
    assert chance([30, 0], 180) < chance([30, 0], 80)  # of 200 tiles: more can still happen
    assert scale_of(np.array([172.0]))[0] == pytest.approx(scale_of(np.array([86.0]))[0] * 2**0.5, rel=0.05)
    assert [chance([3, 3, 1], 0, over=True, seat=seat) for seat in range(3)] == [0.5, 0.5, 0]
    assert sum(chance([5, 5, 5, 5], 60, seat=seat) for seat in range(4)) == pytest.approx(1)
    assert chance([5, 9, -np.inf], 40, seat=2) == 0
    assert chance([100], 40) == 1
    assert 0 <= chance([5000, 0], 1) <= 1
