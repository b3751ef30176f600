"""Time for a whole game as tournaments give it: a budget with an increment or a delay, stages, overtime. Values alone.

Times are seconds. What a clock makes of them while a game is played is game_clock.py's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf


@dataclass(frozen=True, slots=True)
class TimeStage:
    """One stage of a game.

    budget: added to what is left when the stage begins. increment: added after each of its turns.
    moves:  of the player's own turns until the next stage begins; None for the last one, which lasts to the end.
    """

    budget: float
    increment: float = 0.0
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class Overtime:
    """What a player pays who goes on with a budget that is used up.

    points: taken from the score for each begun period ``per`` beyond the budget.
    most:   beyond the budget at most; None for any time. A move that would need more is late.
    """

    points: int
    per: float = 60.0
    most: float | None = None


@dataclass(frozen=True, slots=True)
class GameTime:
    """One player's time for a game.

    stages:   at least one, the last without ``moves``.
    delay:    of each turn that is not counted; what is not used of it is not saved.
    overtime: None where a budget that is used up makes a move late.
    """

    stages: tuple[TimeStage, ...]
    delay: float = 0.0
    overtime: Overtime | None = None

    @classmethod
    def of(cls, budget: float) -> GameTime:
        """Return a budget with nothing beside it."""
        return cls((TimeStage(budget),))

    def longest(self, turns: float) -> float:
        """Return what a player can use at most in so many turns of its own; infinity where nothing bounds overtime."""
        more = 0.0 if self.overtime is None else inf if self.overtime.most is None else self.overtime.most
        total, before = more + turns * self.delay, 0.0
        for stage in self.stages:
            own = turns - before if stage.moves is None else min(turns - before, stage.moves)
            total += stage.budget + own * stage.increment
            before += own
            if before >= turns:
                break
        return total


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What bounds a player's thinking: move_time a move (None: nothing), game_time all of them together."""

    move_time: float | None
    game_time: GameTime | None = None

    def within(self, budget: float | None) -> TimeControl:
        """Return the same with a plain budget for the game, as ``limits.game_time`` gives one, where it has none."""
        if self.game_time is not None or budget is None:
            return self
        return TimeControl(self.move_time, GameTime.of(budget))


@dataclass(frozen=True, slots=True)
class GameTimeLeft:
    """How a player's clock for the game stands, in seconds.

    seconds:   left of the budget; below 0 in overtime.
    increment: what the end of this turn adds. delay: how long the clock still waits before it counts.
    """

    seconds: float
    increment: float = 0.0
    delay: float = 0.0
