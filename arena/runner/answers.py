"""What a seat's line says to the referee: an event, or nothing. Whatever is in it does no more than that."""

from __future__ import annotations

from typing import Any

from arena.contract.game import Game
from arena.contract.resignation import read_turn
from arena.referee.events import Answered, Ask, Event, Garbled, Offered
from arena.runner.dialects import Dialect
from arena.runner.seats.seat import Chosen
from arena.runner.shared.turn_log import LogEntry
from arena.runner.sitting import Sitting
from arena.wire.message.answers import Offer, Ready, read_answer
from arena.wire.message.codec import Bad

MOST_OWN = 86_400_000.0  # milliseconds that a bot may say it used: what is less likely is no time at all


def event_of(line: bytes | Chosen, ask: Ask, dialect: Dialect, sitting: Sitting) -> Event | None:
    """Return the event that a line is, None for one that says nothing; what cannot be read at all is garbled.

    sitting: who said it; it is noted there whether it came back from a turn that is over, and its own time.
    """
    try:
        return _read(line, ask, dialect, sitting)
    except Exception as error:
        return Garbled(ask.seat, f"it cannot be read: {type(error).__name__}: {error}")


def _read(line: bytes | Chosen, ask: Ask, dialect: Dialect, sitting: Sitting) -> Event | None:
    if isinstance(line, Chosen):
        if sitting.owes is not None and line.turn >= sitting.owed_turn:
            sitting.owes = None  # it came back, if late
        if line.turn == ask.turn:
            sitting.own_ms = line.ms
        return Answered(ask.seat, line.turn, line.move)
    answer = read_answer(line)
    if isinstance(answer, Bad):
        return Garbled(ask.seat, answer.detail)
    if isinstance(answer, Ready):
        return Garbled(ask.seat, "it said ready in the middle of a game")
    if sitting.owes is not None and not isinstance(answer, Offer) and answer.turn >= sitting.owed_turn:
        sitting.owes = None  # it came back, if late
    action = answer.move if isinstance(answer, Offer) else answer
    if answer.turn != ask.turn:
        return Answered(ask.seat, answer.turn, type(action).__name__.lower())  # to be dropped and noted
    move = dialect.read(action, ask.state, ask.seat)
    if isinstance(move, Bad):
        return Garbled(ask.seat, move.detail)
    if isinstance(answer, Offer):
        return Offered(ask.seat, answer.turn, move)
    sitting.own_ms = action.ms if action.ms is not None and 0.0 <= action.ms <= MOST_OWN else None
    return Answered(ask.seat, answer.turn, move)


def logged_event(entry: LogEntry, ask: Ask, dialect: Dialect, sitting: Sitting, game: Game[Any, Any]) -> Event | None:
    """Return the event that was heard of this question in an earlier attempt at the game."""
    if entry.kind == "offered":
        return event_of(entry.text.encode(), ask, dialect, sitting)
    if entry.kind != "answered":
        return entry.event(ask.seat)
    return Answered(ask.seat, entry.turn, entry.text if entry.turn != ask.turn else read_turn(game, entry.text))
