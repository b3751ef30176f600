"""Whoever looks on at a game while it is played: told every state and every turn, as the referee knows them."""

from __future__ import annotations

from typing import Any, Protocol

from arena.referee.events import Ask, Tell


class Onlooker(Protocol):
    """Called by the match, in its thread; must neither wait nor raise."""

    def begun(self, state: Any) -> None:
        """Hear the first state, before the seats are opened."""

    def asked(self, ask: Ask) -> None:
        """Hear that a seat is about to be asked; before the first one, that everybody is ready."""

    def turn_over(self, tell: Tell, seconds: float) -> None:
        """Hear of a turn, before anybody else: what it was, the state after it, and the seconds that it took."""


class Unlooked:
    """Nobody looks on."""

    def begun(self, state: Any) -> None: ...

    def asked(self, ask: Ask) -> None: ...

    def turn_over(self, tell: Tell, seconds: float) -> None: ...
