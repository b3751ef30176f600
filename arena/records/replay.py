"""A stored game played again through its rules: the same states, or a clear word that they differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arena.contract.adjudication import adjudged
from arena.contract.game import Game, GoOn, Over, first_state, takes_penalties
from arena.contract.outcome import Fault, Offence, Outcome
from arena.contract.resignation import Resignation, read_turn, rule_resigned
from arena.errors import ArenaError, ResultsError
from arena.records.record import GameRecord, MoveRecord


def replay(record: GameRecord, game: Game[Any, Any]) -> Iterator[tuple[MoveRecord | None, Any]]:
    """Yield (None, the first state), then (move, the state after it) for every turn.

    Raises ResultsError when the rules of today refuse a move of the record, or end the game otherwise.
    """
    if not record.counts:
        return
    state = first_state(game, record.seed, record.opening)
    yield None, state
    ended: Outcome | None = None
    for move in record.moves:
        try:
            state, ended = step(game, state, move)
        except ArenaError as error:
            raise ResultsError(
                record.id, f"turn {move.turn + 1} cannot be played again ({error})", "The rules or the words changed"
            ) from error
        yield move, state
    ended = ended or game.outcome(state)
    if record.adjudicated:
        ended = adjudged(game, state, record.reason, record.penalties)
    elif record.penalties and takes_penalties(game):
        ended = game.outcome_less(state, record.penalties)
    if ended is None or (ended.places, ended.scores) != (record.places, record.scores):
        now = "goes on" if ended is None else f"ends {ended.scores or ended.places}"
        raise ResultsError(
            record.id,
            f"played again, the game {now}, but the record says {record.scores or record.places}",
            "The rules or the words changed",
        )


def step(game: Game[Any, Any], state: Any, move: MoveRecord) -> tuple[Any, Outcome | None]:
    """Return the state after a turn of a record, and how the turn ended the game where a fault did.

    Raises ArenaErrors where the rules of today refuse the move.
    """
    tried = None if move.move is None else read_turn(game, move.move)
    if isinstance(tried, Resignation):
        left = rule_resigned(game, state, move.seat, move.turn)
        return (left.state, None) if isinstance(left, GoOn) else (state, left.outcome)
    if move.fault is None:
        return game.play(state, tried), None
    fault = move.fault
    ruling = game.penalize(state, Offence(move.seat, move.turn, Fault[fault.fault], fault.detail, fault.final, tried))
    if isinstance(ruling, GoOn):
        return ruling.state, None
    return state, ruling.outcome if isinstance(ruling, Over) else None
