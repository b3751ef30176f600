"""Lost endgames: the move that is worth most if the other replies as static does, held to the referee's rules."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from arena.bot import static_move
from arena.contract.budget import ClockedBudget
from arena.engine.endgame import player
from arena.engine.endgame.player import EndgamePlayer
from arena.engine.endgame.solve import EndgameSolver
from arena.engine.endgame.swindle import Swindler
from arena.engine.equity import EquityFinder
from arena.engine.leaves import Leaves
from arena.scrabble.moves import Change, Pass, Play
from arena.scrabble.rules import WordGame
from arena.scrabble.turns import WordState
from tests.oracles.endgame import state_of, to_come
from tests.scrabble.generate_cases import Case
from tests.scrabble.test_endgame import positions

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"  # the kernels as plain Python: fewer positions
BEYOND = 1000  # points that no move of these brings
RULES: list[tuple[str, int, tuple[int, int], dict[str, Any]]] = [
    ("scrabble", 1, (2, 2), {}),
    ("infinite-hole", 2, (2, 1), {"wild": 1}),
    ("hole", 5, (2, 2), {"out_adjustment": "both"}),
    ("hole", 5, (2, 2), {"scoreless_limit": 1, "zero_play_scoreless": True}),
    ("checkpoints", 9, (2, 2), {"scoreless_limit": 3}),
]

LARGER: list[tuple[str, int, tuple[int, int], dict[str, Any]]] = [
    ("scrabble", 1, (3, 3), {}),
    ("hole", 3, (3, 3), {}),
    ("infinite", 8, (3, 3), {}),
]


def finder_of(case: Case) -> EquityFinder:
    return EquityFinder(case.at, Leaves.all_of(case.at.tiles, 1))  # with an empty bag no leave is looked at


def start(case: Case, hands: list[dict[int, int]], ahead: int = 0) -> tuple[WordGame, WordState]:
    """Return the position as the referee knows it, seat 0 on the move and so many points ahead."""
    state = state_of(case.at, {(tile.x, tile.y): tile for tile in case.placed}, hands)
    return WordGame(case.at, 2), msgspec.structs.replace(state, scores=(ahead, 0))


def margin(points: tuple[int, ...]) -> int:
    return points[0] - points[1]


def worth_if_answered(finder: EquityFinder, game: WordGame, state: WordState, move: Play | Change | Pass) -> int:
    """Return what a move brings, by the referee's rules, if static replies and all is played best after that."""
    after = game.play(state, move)
    if game.outcome(after) is None:
        after = game.play(after, static_move(finder, game.view(after, 1)))
    return margin(after.scores) - margin(state.scores) + margin(to_come(game, after))


def endgames(board: str, seed: int, counts: tuple[int, int], fields: dict[str, Any]) -> Iterator[tuple[Case, Any]]:
    yield from positions(board, seed, 2 if SLOW else 4, *counts, **fields)


@pytest.mark.parametrize(("board", "seed", "counts", "fields"), RULES)
def test_it_finds_the_move_that_is_worth_most_if_the_other_replies_at_first_sight(
    board: str, seed: int, counts: tuple[int, int], fields: dict[str, Any]
):
    found = 0
    for case, hands in endgames(board, seed, counts, fields):
        finder, (game, state) = finder_of(case), start(case, hands)
        swindler = Swindler(EndgameSolver(case.at), finder)
        worth = {move: worth_if_answered(finder, game, state, move) for move in game.legal(state)}
        swindle = swindler.find(case.field, hands, -BEYOND)
        assert swindle is not None
        assert worth[swindle.move] == swindle.value
        assert swindle.value >= margin(to_come(game, state))  # the reply is no better than the best one
        assert swindler.find(case.field, hands, max(worth.values()) + 1) is None
        if isinstance(swindle.move, Play):
            assert swindle.score == game.play(state, swindle.move).scores[0]
        found += 1
    assert found > 0


def test_in_a_lost_endgame_it_is_played_and_in_others_what_is_best():
    better = 0
    for board, seed, counts, fields in RULES + LARGER:
        for case, hands in endgames(board, seed, counts, fields):
            finder, solver = finder_of(case), EndgameSolver(case.at)
            best, chooser = solver.solve(case.field, hands), EndgamePlayer(solver, finder)
            for lacking, tried in ((0, False), (1, True), (player.FAR, True), (player.FAR + 1, False)):
                game, state = start(case, hands, -best.value - lacking)
                chosen = chooser.choose(game.view(state, 0), hands, ClockedBudget(None, time.monotonic))
                worth = worth_if_answered(finder, game, state, chosen.move)
                assert chosen.value == best.value
                if not tried:
                    assert chosen.move == best.move
                elif chosen.move != best.move:
                    assert worth > best.value
                    assert chosen.line == (chosen.move,)
                    better += 1
    assert better > 0


def test_a_game_that_best_play_loses_is_saved_where_the_other_overlooks_it():
    saved = 0
    for seed in range(1, 8):
        for case, hands in positions("scrabble", seed, 6, 2, 2):
            finder, solver = finder_of(case), EndgameSolver(case.at)
            game, state = start(case, hands, -1 - solver.solve(case.field, hands).value)
            assert margin(to_come(game, state)) + state.scores[0] == -1  # best play of both loses by a point
            chooser = EndgamePlayer(solver, finder)
            while game.outcome(state) is None:
                view = game.view(state, state.mover)
                if state.mover == 1:
                    state = game.play(state, static_move(finder, view))
                    continue
                known = [dict(state.hands[0]), dict(state.hands[1])]
                state = game.play(state, chooser.choose(view, known, ClockedBudget(None, time.monotonic)).move)
            outcome = game.outcome(state)
            assert outcome is not None and outcome.scores is not None
            assert margin(outcome.scores) >= -1  # never worse than best play of both
            saved += margin(outcome.scores) >= 0
    assert saved > 0


def test_without_time_there_is_none():
    for case, hands in positions("scrabble", 1, 2, 2, 2):
        swindler = Swindler(EndgameSolver(case.at), finder_of(case))
        assert swindler.find(case.field, hands, -BEYOND, ClockedBudget(0.0, lambda: 1.0, started=0.0)) is None


def test_of_three_players_the_best_move_is_all_there_is():
    for case, hands in positions("hole", 3, 2, 1, 1, 0):
        game = WordGame(case.at, 3)
        state = state_of(case.at, {(tile.x, tile.y): tile for tile in case.placed}, hands)
        state = msgspec.structs.replace(state, scores=(0, 500, 500))
        solver = EndgameSolver(case.at)
        best = solver.solve(case.field, hands)
        chosen = EndgamePlayer(solver, finder_of(case)).choose(
            game.view(state, 0), hands, ClockedBudget(None, time.monotonic)
        )
        assert chosen.move == best.move


def test_where_the_compiled_search_does_not_know_the_rules_there_is_none():
    for case, hands in positions("scrabble", 6, 2, 1, 1, turn_limit=2):
        assert Swindler(EndgameSolver(case.at), finder_of(case)).find(case.field, hands, -BEYOND) is None


def test_the_same_position_gives_the_same_move():
    for case, hands in positions("scrabble", 2, 2, 3, 3):
        swindler = Swindler(EndgameSolver(case.at), finder_of(case))
        assert swindler.find(case.field, hands, -BEYOND, nodes=300) == swindler.find(
            case.field, dict_order(hands), -BEYOND, nodes=300
        )


def dict_order(hands: list[dict[int, int]]) -> list[dict[int, int]]:
    """Return the same hands, their tiles noted in another order."""
    shuffled = []
    for hand in hands:
        tiles = list(hand.items())
        Random(1).shuffle(tiles)
        shuffled.append(dict(tiles))
    return shuffled
