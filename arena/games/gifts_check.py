"""Do the gifts that a game declares for solvers agree with its rules? A part of conformance.py."""

from __future__ import annotations

from typing import Any

from arena.contract.gifts import OPEN, Compact, gifts_of
from arena.games.findings import CheckResult


def check_gifts(game: Any, result: CheckResult, state: Any, moves: list[Any], legal: list[Any], outcome: Any) -> None:
    """Compare what the game declares for solvers with its rules."""
    try:
        compact = gifts_of(game).compact
        if compact is not None:
            _compact(game, result, state, moves, legal, outcome, compact)
        _symmetry(game, result, state, moves, legal, outcome)
    except Exception as error:  # whatever a stranger's gifts raise
        result.add("the gifts answer", f"{type(error).__name__}: {error}", moves)


def _compact(
    game: Any, result: CheckResult, state: Any, moves: list[Any], legal: list[Any], outcome: Any, compact: Compact
) -> None:
    import numpy as np

    packed, config = compact.pack(state), compact.config
    value = compact.value(packed, config)
    expected = (
        OPEN if outcome is None else (outcome.places[1] > outcome.places[0]) - (outcome.places[1] < outcome.places[0])
    )
    promise = "the compact kernels agree with the rules"
    if value != expected:
        result.add(promise, f"value is {value}, not {expected}", moves)
    if not 0 <= packed < 1 << 62 or compact.key(packed, config) < 0:
        result.add(promise, f"{packed} does not fit", moves)
    if outcome is not None:
        return
    if compact.mover(packed, config) != game.to_move(state):
        result.add(promise, "the mover is another one", moves)
    out = np.zeros(compact.most_moves, dtype=np.int64)
    numbers = [int(number) for number in out[: compact.moves(packed, config, out)]]
    named = {compact.move(state, number): number for number in numbers}
    if set(named) != set(legal) or len(numbers) != len(legal):
        result.add(promise, f"{sorted(map(str, named))} instead of {sorted(map(str, legal))}", moves)
        return
    for move in legal:
        if compact.play(packed, named[move], config) != compact.pack(game.play(state, move)):
            result.add(promise, f"{move} leads elsewhere", moves)


def _symmetry(game: Any, result: CheckResult, state: Any, moves: list[Any], legal: list[Any], outcome: Any) -> None:
    gifts = gifts_of(game)
    if gifts.twins is not None:
        for twin in gifts.twins(state):
            other = game.outcome(twin)
            if (other is None) != (outcome is None) or (other is not None and other.places != outcome.places):
                result.add("twins end alike", game.show(twin), moves)
            elif outcome is None and len(list(game.legal(twin))) != len(legal):
                result.add("twins have as many moves", game.show(twin), moves)
            if gifts.key is not None and outcome is None and game.to_move(twin) != game.to_move(state):
                result.add("twins have one mover", game.show(twin), moves)
    if gifts.order is not None and legal and set(gifts.order(state, iter(legal))) != set(legal):
        result.add("the move order keeps the moves", "it loses or invents some", moves)
