"""Random positions of any game, and what a solver says of them in the oracle's words."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from arena.contract.gifts import Gifts
from arena.solver import Solver


def walk(game: Any, rng: Random, most: int = 10_000) -> Iterator[Any]:
    """Yield the states of one random game, the final one too."""
    state = game.start(rng)
    for _ in range(most):
        yield state
        if game.outcome(state) is not None:
            return
        state = game.play(state, rng.choice(list(game.legal(state))))


def some_positions(game: Any, count: int, seed: int, least_turn: int = 0) -> list[Any]:
    """Return ``count`` positions that are not final, from random games."""
    rng, found = Random(seed), []
    while len(found) < count:
        states = [s for s in walk(game, rng) if s.turn >= least_turn and game.outcome(s) is None]
        found += rng.sample(states, min(len(states), 3))
    return found[:count]


def judged(solver: Solver, state: Any) -> tuple[int, int]:
    """Return (value, plies) for the player to move, as the oracles give it."""
    answer = solver.solve(state, aggressive=True)
    assert not answer.limit
    assert answer.places is not None
    mine = solver.game.to_move(state)
    value = 0 if answer.tie else 1 if answer.winner == mine else -1
    plain = solver.solve(state)
    assert plain.places == answer.places, "the plain and the aggressive search must agree"
    assert (answer.plies is None) == (value == 0)
    return value, answer.plies or 0


def plays_what_it_says(solver: Solver, state: Any) -> None:
    """Play the solver's aggressive moves on both sides: the game ends as forecast, and when it was."""
    game, answer = solver.game, solver.solve(state, aggressive=True)
    plies = 0
    while game.outcome(state) is None:
        state = game.play(state, solver.aggressive(state))
        plies += 1
    assert game.outcome(state).places == answer.places
    if answer.plies is not None:
        assert plies == answer.plies


def plain(game: Any) -> Solver:
    """Return a solver that uses no gift."""
    return Solver(game, gifts=Gifts())
