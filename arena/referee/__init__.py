"""The referee of every game, see referee.py; what drivers need of it."""

from arena.referee.events import (
    Answered,
    Ask,
    Dismiss,
    Event,
    Exited,
    Finish,
    Garbled,
    HarnessFailed,
    Late,
    Offered,
    Order,
    Tell,
)
from arena.referee.referee import GARBLED_PATIENCE, NOBODY_READY, NOTED, Referee

__all__ = [
    "GARBLED_PATIENCE", "NOBODY_READY", "NOTED", "Answered", "Ask", "Dismiss", "Event", "Exited", "Finish", "Garbled",
    "HarnessFailed", "Late", "Offered", "Order", "Referee", "Tell",
]  # fmt: skip
