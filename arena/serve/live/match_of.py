"""The match of a live game: the same as everywhere, on the terms that were agreed on; its turns as they are kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arena import __version__
from arena.config.model import Limits
from arena.contract.game import Game
from arena.records.record import FaultRecord, MoveRecord
from arena.referee.events import Tell
from arena.runner.dialects import Dialects
from arena.runner.match import Match
from arena.runner.onlooker import Onlooker
from arena.runner.seats.seat import Seat
from arena.runner.terms import Terms
from arena.serve.live.plan import GamePlan

PATIENCE = 10  # faults of a seat after which it must leave


def live_match(
    plan: GamePlan, game: Game[Any, Any], limits: Limits, open_seat: Callable[[int], Seat], onlooker: Onlooker
) -> Match:
    """Return the match of a game as it was agreed on."""
    versions = {"arena": __version__} | {seat.name: seat.version or "person" for seat in plan.seats}
    terms = Terms(
        plan.bot_seconds,
        limits,
        patience=PATIENCE,
        options={seat.name: seat.options for seat in plan.seats if seat.options},
        versions=versions,
    )
    dialects = Dialects(game, plan.spec, foreign=False)
    return Match(plan.job, game, dialects, terms, open_seat, onlooker=onlooker)


def move_record(tell: Tell) -> MoveRecord:
    """Return a turn as it is kept."""
    fault = None
    if tell.offence is not None:
        fault = FaultRecord(tell.offence.fault.name, tell.offence.detail, tell.offence.final)
    return MoveRecord(
        turn=tell.turn,
        seat=tell.seat,
        move=None if tell.move is None else str(tell.move),
        fault=fault,
        offered=tell.offered,
    )
