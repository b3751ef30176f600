"""What a move tells about the tiles that were kept: what all hands say that it could have been made with."""

from __future__ import annotations

import dataclasses
from collections import Counter
from functools import cache
from math import comb, prod

import numpy as np
import pytest

from arena.contract.budget import ClockedBudget
from arena.contract.chance import stream
from arena.engine.equity import EquityFinder
from arena.engine.leaves import Leaves
from arena.engine.simulation import inference
from arena.engine.simulation.inference import LikelyKept, likelihood, likely_kept
from arena.engine.simulation.simulator import Simulator
from arena.engine.simulation.situations import Draws
from arena.scrabble.moves import Change, Pass, Play
from arena.scrabble.rules import WordGame
from arena.scrabble.turns import WordState
from arena.scrabble.view import WordView
from tests.scrabble.test_simulation import SLOW, at, leaves, positions

Kept = tuple[tuple[int, int], ...]


@cache
def steep() -> Leaves:
    """Return leaves that are worth so much that many turns are changes."""
    few = leaves()
    return few.with_values(4 * few.arrays.values)


def after(kind: str, tiles: int, board: str = "scrabble") -> tuple[WordGame, WordState, WordView]:
    """Return a position before which so many tiles were laid or changed, the state before it, and the mover's view."""
    game, finder = WordGame(at(board), 2), finder_for(kind, board)
    for seed in range(5, 60):
        for _, state in positions(at(board), 2, seed, every=1):
            view = game.view(state, state.mover)
            best = finder.best(view.field, view.hand, view.may_change) if view.bag_count >= 8 else None
            if best is None or not isinstance(best.move, Play if kind == "play" else Change):
                continue
            if len(best.move.tiles) == tiles:
                then = game.play(state, best.move)
                return game, state, game.view(then, then.mover)
    raise AssertionError(f"no {kind} of {tiles}")


def finder_for(kind: str, board: str = "scrabble") -> EquityFinder:
    return EquityFinder(at(board), steep() if kind == "change" else leaves())


def hands_of(unseen: Counter[int], size: int) -> list[dict[int, int]]:
    """Return every hand that can be drawn."""
    found: list[dict[int, int]] = [{}]
    for tile, count in sorted(unseen.items()):
        found = [
            {**hand, tile: more} if more else hand
            for hand in found
            for more in range(min(count, size - sum(hand.values())) + 1)
        ]
    return [hand for hand in found if sum(hand.values()) == size]


def by_all_hands(game: WordGame, state: WordState, view: WordView) -> dict[Kept, float]:
    """Return how likely each set of kept tiles is, by trying every hand that the other may have had."""
    before = game.view(state, state.mover)
    turn = view.history[-1]
    unseen = Counter(view.unseen)
    unseen.update(tile.tile for tile in turn.tiles)
    finder, found = finder_for(turn.kind), Counter[Kept]()
    for hand in hands_of(unseen, game.table.hand_size):
        best = finder.best(before.field, hand, before.may_change)
        if best is None or type(best.move) is not (Play if turn.kind == "play" else Change):
            continue
        if best.move != turn.move if turn.kind == "play" else len(best.move.tiles) != turn.count:
            continue
        assert not isinstance(best.move, Pass)
        kept = Counter(hand)
        kept.subtract(tile if isinstance(tile, int) else tile.tile for tile in best.move.tiles)
        found[tuple(sorted((+kept).items()))] += prod(comb(unseen[tile], count) for tile, count in hand.items())
    return {kept: ways / found.total() for kept, ways in found.items()}


def as_counts(likely: LikelyKept) -> dict[Kept, float]:
    found = Counter[Kept]()
    for row, weight in zip(likely.sets.tolist(), likely.weights.tolist(), strict=True):
        found[tuple((tile, count) for tile, count in enumerate(row) if count)] += weight
    return dict(found)


@pytest.mark.skipif(SLOW, reason="thousands of hands are searched with")
@pytest.mark.parametrize(("kind", "tiles"), [("play", 3), ("play", 2), ("change", 1), ("change", 3)])
def test_it_is_what_all_hands_say_of_one_who_plays_by_equity(kind, tiles, monkeypatch):
    game, state, view = after(kind, tiles)
    exact = by_all_hands(game, state, view)
    assert len(exact) > 1
    monkeypatch.setattr(inference, "likelihood", lambda given_away: float(given_away <= inference.AS_GOOD))
    likely = likely_kept(view, finder_for(kind), 100_000, 3)
    assert likely is not None
    found = as_counts(likely)
    assert set(found) <= set(exact)
    assert sum(abs(exact[kept] - found.get(kept, 0.0)) for kept in exact) / 2 < 0.06


def test_what_gives_more_away_is_less_likely():
    assert likelihood(0.0) == likelihood(-3.0) == 1.0  # a play of words that are none may be worth more than the best
    assert likelihood(0.1) > likelihood(1.0) > likelihood(10.0) > likelihood(20.0) == likelihood(500.0) > 0.0


def test_the_sets_are_of_unseen_tiles_and_as_many_as_were_kept():
    game, _, view = after("play", 2)
    likely = likely_kept(view, EquityFinder(game.table, leaves()), 50, 1)
    assert likely is not None
    assert likely.weights.sum() == pytest.approx(1.0)
    assert (likely.sets.sum(axis=1) == game.table.hand_size - 2).all()
    unseen = np.array([view.unseen.get(tile, 0) for tile in range(likely.sets.shape[1])])
    assert (likely.sets <= unseen).all()
    again = likely_kept(view, EquityFinder(game.table, leaves()), 50, 1)
    assert again is not None and (again.sets == likely.sets).all() and (again.weights == likely.weights).all()


def test_some_turns_tell_nothing():
    game, _, view = after("play", 2)
    finder = EquityFinder(game.table, leaves())
    turn = view.history[-1]
    before = view.history[:-1]

    def told(**changes: object) -> bool:
        return likely_kept(dataclasses.replace(view, **changes), finder, 5, 1) is not None

    assert told()
    assert not told(history=())
    assert not told(history=[*before, dataclasses.replace(turn, kind="pass", tiles=())])
    assert not told(history=[*before, dataclasses.replace(turn, kind="failed")])
    assert not told(history=[*before, dataclasses.replace(turn, kind="timeout", tiles=())])
    assert not told(history=[*before, dataclasses.replace(turn, seat=view.seat)])
    assert not told(bag_count=0)
    assert not told(gone=(turn.seat,))
    assert not told(hand_counts=(3, 3))
    assert not told(history=[*before, dataclasses.replace(turn, tiles=turn.tiles + turn.tiles[:1] * 3)])
    three = WordGame(at(), 3)
    opened = three.play(three.start(stream(1, "three")), Pass())
    assert likely_kept(three.view(opened, opened.mover), finder, 5, 1) is None


def test_where_no_time_is_left_it_makes_do_with_the_sets_it_has():
    game, _, view = after("play", 2)
    finder, asked = EquityFinder(game.table, leaves()), iter([True] * 3 + [False] * 1000)
    likely = likely_kept(view, finder, 50, 1, lambda: next(asked))
    assert likely is not None and len(likely.sets) == 3
    assert likely_kept(view, finder, 50, 1, lambda: False) is None
    simulator = Simulator(game.table, leaves(), infer=50)
    assert simulator.likely(view, 1, ClockedBudget(1.0, lambda: 0.5, started=0.0)) is not None
    now = iter([0.0, *[0.2] * 1000])
    assert simulator.likely(view, 1, ClockedBudget(1.0, lambda: next(now), started=0.0)) is None
    assert Simulator(game.table, leaves()).likely(view, 1) is None


def test_draws_deal_what_was_kept_to_the_other_as_often_as_it_is_likely():
    game, _, view = after("play", 2)
    unseen = sorted(Counter(view.unseen).elements())
    rare, common = unseen[:3], unseen[-3:]
    sets = np.zeros((2, len(game.table.tiles.tiles)), np.int32)
    for row, tiles in enumerate((rare, common)):
        np.add.at(sets[row], tiles, 1)
    draws = Draws(view, 4, LikelyKept(sets, np.array([3.0, 1.0])))
    orders = np.vstack([draws.block(number, 10)[0] for number in range(8)]).tolist()
    held = view.hand_counts[1 - view.seat]
    assert all(sorted(order) == unseen for order in orders)
    dealt = [Counter(order[:held]) for order in orders]
    assert all(hand >= Counter(rare) or hand >= Counter(common) for hand in dealt)
    of_rare = sum(hand >= Counter(rare) for hand in dealt) / len(dealt)
    assert 0.7 < of_rare < 0.85  # 0.75, and now and then by chance
    rest = Counter(tile for order in orders for tile in order[3:held])
    assert len(rest) > len(game.table.tiles.tiles) / 2  # the other tiles of the hand are any
    alike = Draws(view, 4).block(0, 10)[0].tolist()
    assert alike != orders[:10]


def test_the_last_tile_is_seldom_one_that_was_kept():
    likely = LikelyKept(np.array([[2, 0, 1], [1, 1, 1]], np.int32), np.array([0.5, 0.5]))
    chances = likely.in_bag({0: 2, 1: 2, 2: 2})
    assert sum(chances.values()) == pytest.approx(1.0)
    assert chances == pytest.approx({0: 0.5 / 3, 1: 1.5 / 3, 2: 1.0 / 3})


def test_the_answer_is_the_same_for_one_thread_and_two_and_rests_on_what_is_seen():
    game, _, view = after("play", 2)
    few = 10 if SLOW else 60
    answers = [
        Simulator(game.table, leaves(), threads=threads, infer=few).ranked(view, iterations=few, seed=seed)
        for threads, seed in ((1, 9), (2, 9), (1, 10))
    ]
    assert answers[0] == answers[1]
    plain = Simulator(game.table, leaves()).ranked(view, iterations=few, seed=9)
    assert [one.spread for one in plain] != [one.spread for one in answers[0]]
    assert {one.move for one in plain} == {one.move for one in answers[0]}


@pytest.mark.skipif(SLOW, reason="a board of its own is compiled for by then")
@pytest.mark.parametrize("board", ["infinite", "hole", "checkpoints"])
def test_it_knows_all_boards(board):
    game, _, view = after("play", 2, board)
    likely = likely_kept(view, EquityFinder(game.table, leaves()), 300, 1)
    assert likely is not None
    assert likely.weights.max() > 3 / len(likely.sets)  # it tells some from others
