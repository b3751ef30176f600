"""How long a bot may think about one move, what it has left for the game, and where it leaves its best move so far.

The clock is handed in, so that nothing here reads the time by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Protocol, TypeVar

from arena.contract.game_time import GameTimeLeft

M_contra = TypeVar("M_contra", bound=Hashable, contravariant=True)  # a move of the game


class Budget(Protocol[M_contra]):
    """What ``choose`` is given beside the view.

    seconds:  the time for this move in seconds of wall clock (of processor time where the tournament says
              ``clock: cpu``), or None without a clock.
    deadline: the moment it ends on ``time.monotonic()``'s (``time.process_time()``'s) scale, or None without a clock.
    increment: seconds that the end of this turn adds to the time for the game.
    """

    @property
    def seconds(self) -> float | None: ...
    @property
    def deadline(self) -> float | None: ...
    @property
    def increment(self) -> float: ...

    def time_left(self) -> float:
        """Return the seconds left for this move, never below 0; infinity without a clock.

        Where overtime costs points, those that cost none or none more: see ``GameInfo.game_time`` for what more costs.
        """

    def game_time_left(self) -> float:
        """Return the seconds left for the whole game, below 0 in overtime; infinity without a time for the game."""

    def offer(self, move: M_contra) -> None:
        """Hand over the best move so far; it is played if the time runs out."""


class ClockedBudget:
    """A Budget, of any game, on a clock that is handed in; offers go to ``on_offer``."""

    def __init__(
        self,
        seconds: float | None,
        now: Callable[[], float],
        on_offer: Callable[[Hashable], None] = lambda move: None,
        started: float | None = None,
        game: GameTimeLeft | None = None,
    ) -> None:
        """started: when the question came, now where it is None. game: how the clock for the game stood then."""
        self.seconds = seconds
        self._now = now
        self._on_offer = on_offer
        begin = now() if started is None else started
        self.deadline = None if seconds is None else begin + seconds
        self._begin, self._game = begin, game
        self.increment = 0.0 if game is None else game.increment

    def time_left(self) -> float:
        return float("inf") if self.deadline is None else max(0.0, self.deadline - self._now())

    def game_time_left(self) -> float:
        if self._game is None:
            return float("inf")
        return self._game.seconds - max(0.0, self._now() - self._begin - self._game.delay)

    def offer(self, move: Hashable) -> None:
        self._on_offer(move)
