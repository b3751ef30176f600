"""Random positions of each game, judged by the solver and by plain recursion that shares no code.

Two hundred of each game, a thousand as a soak.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numba
import pytest

from arena.games import coins, connect, nim, peg, sticks, tictactoe
from arena.solver import Solver
from tests.games.positions import judged, plain, plays_what_it_says, some_positions
from tests.oracles import small_games as oracle

MANY = 150 if numba.config.DISABLE_JIT else 1000  # positions of each game

SEED = 20
MARKS = {None: ".", 0: "X", 1: "O"}


def told_sticks(game: Any, state: Any) -> tuple[int, int]:
    return oracle.judge_sticks(state.left, game.most, game.misere)


def told_coins(game: Any, state: Any) -> tuple[int, int]:
    return oracle.judge_coins(tuple(sorted(state.counts)), game.misere)


def told_nim(game: Any, state: Any) -> tuple[int, int]:
    drawn = game.picture(state).splitlines()
    parts = [part for row in drawn for part in row.split(": ")[1].split(".") if part]
    return oracle.judge_nim(tuple(sorted(parts)), game.most, game.misere)


def told_tictactoe(game: Any, state: Any) -> tuple[int, int]:
    return oracle.judge_tictactoe("".join(MARKS[mark] for mark in state.marks), MARKS[state.mover])


def columns_of(game: Any, state: Any) -> tuple[str, ...]:
    rows = [line.split() for line in game.picture(state).splitlines()[:-1]]
    return tuple("".join(row[rod] for row in reversed(rows)).rstrip(".") for rod in range(game.rods))


def told_connect(game: Any, state: Any) -> tuple[int, int]:
    return oracle.judge_connect(columns_of(game, state), game.height, game.k, MARKS[state.mover], SEEN[game.name])


SEEN: dict[str, dict] = {}


def told_peg(game: Any, state: Any) -> tuple[int, int]:
    places = game.holes.places
    pegs = frozenset(place for hole, place in enumerate(places) if state.pegs >> hole & 1)
    return oracle.judge_peg(pegs, frozenset(places), game.holes.triangular, SEEN.setdefault(game.name, {}))


GAMES = [
    (sticks.make_game(60), told_sticks, 0),
    (sticks.make_game(41, most=5, misere=True), told_sticks, 0),
    (coins.make_game(4, 10, 7), told_coins, 0),
    (coins.make_game(3, 4, 5, misere=True), told_coins, 0),
    (nim.make_game(3, 5, 7), told_nim, 0),
    (nim.make_game(6, 0, 8, most=4, misere=False), told_nim, 0),
    (tictactoe.make_game(), told_tictactoe, 0),
    (tictactoe.make_game(first=2), told_tictactoe, 0),
    (connect.make_game(3, 3, 3), told_connect, 0),
    (connect.make_game(4, 4, 3), told_connect, 2),
    (connect.make_game(4, 4, 4), told_connect, 5),
    (connect.make_game(5, 3, 4, first=2), told_connect, 7),
    (connect.make_game(5, 5, 4), told_connect, 16),
    (connect.make_game(3, 7, 5), told_connect, 12),
    (connect.make_game(7, 6, 4), told_connect, 33),
    (connect.make_game(6, 6, 2), told_connect, 0),
    (peg.make_game(), told_peg, 0),
    (peg.make_game(hole=5, first=2), told_peg, 0),
]


@pytest.mark.parametrize("many", [MANY // 5, pytest.param(MANY, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("game", "oracle_of", "least_turn"), GAMES, ids=lambda value: getattr(value, "name", ""))
def test_the_solver_agrees_with_brute_force(game, oracle_of, least_turn, many):
    SEEN.setdefault(game.name, {})
    solver = Solver(game)
    for state in some_positions(game, many, SEED, least_turn):
        assert judged(solver, state) == oracle_of(game, state), game.show(state)


@pytest.mark.parametrize(("game", "oracle_of", "least_turn"), GAMES, ids=lambda value: getattr(value, "name", ""))
def test_the_solver_plays_what_it_says(game, oracle_of, least_turn):
    solver = Solver(game)
    for state in some_positions(game, 20, SEED + 1, least_turn):
        plays_what_it_says(solver, state)


@pytest.mark.parametrize(("game", "oracle_of", "least_turn"), GAMES, ids=lambda value: getattr(value, "name", ""))
def test_a_solver_without_gifts_says_the_same(game, oracle_of, least_turn):
    SEEN.setdefault(game.name, {})
    solver = plain(game)
    least = max(least_turn, {"nim(3,5,7)": 4, "nim(6,0,8)": 4, "connect(7,6,4)": 34}.get(game.name, 0))
    assert solver.method == "plain"
    for state in some_positions(game, 40, SEED + 2, least):
        assert judged(solver, state) == oracle_of(game, state), game.show(state)


@pytest.mark.parametrize("sizes", [(4, 4, 3), (4, 4, 4), (5, 5, 4), (7, 6, 4), (6, 6, 4)])
def test_connect_judges_mirror_images_and_swapped_colours_alike(sizes):
    game = connect.make_game(*sizes)
    full = sizes[0] * sizes[1]
    for state in some_positions(game, MANY // 10, SEED + 3, full * 3 // 5):
        swapped = connect.Stones((state.of[1], state.of[0]), mover=1 - state.mover, turn=state.turn)
        here = judged(Solver(game), state)
        assert judged(Solver(game), game.mirrored(state)) == here
        assert judged(Solver(game), swapped) == here


@pytest.mark.parametrize("sizes", [(4, 4, 4), (5, 4, 4), (3, 5, 3)])
def test_connect_scores_are_for_the_side_to_move(sizes):
    game = connect.make_game(*sizes)
    search = game.gifts.search(1 << 22)
    rng = Random(3)
    for state in some_positions(game, 40, rng.randrange(100), 3):
        children = [game.play(state, move) for move in game.legal(state)]
        cells, count = sizes[0] * sizes[1], state.turn
        values = []
        for child in children:
            ended = game.outcome(child)
            if ended is None:
                values.append(-search.score(child))
            else:
                values.append(0 if ended.places == (1, 1) else (cells + 1 - count) // 2)
        assert search.score(state) == max(values)
