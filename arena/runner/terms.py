"""What holds for every game of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from arena.config.model import Clock, Limits
from arena.contract.adjudication import Adjudication
from arena.contract.game_time import GameTime, TimeControl


@dataclass(frozen=True)
class Terms:
    """What holds for every game of a run.

    options: bot name -> its options. clock, backstop, ponder, game_time, adjudicate: see config.model. odds: the times
    of the bots that have their own, by name.
    """

    move_time: float | None
    limits: Limits
    patience: int
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    clock: Clock = "wall"
    backstop: float = 5.0
    ponder: bool = False
    versions: Mapping[str, str] = field(default_factory=dict)
    game_time: GameTime | None = None
    odds: Mapping[str, TimeControl] = field(default_factory=dict)
    adjudicate: Adjudication | None = None

    def time_control(self, bot: str) -> TimeControl:
        """Return the times by which a bot plays; what limits.game_time says is a budget like any other."""
        control = self.odds.get(bot) or TimeControl(self.move_time, self.game_time)
        return control.within(self.limits.game_time)
