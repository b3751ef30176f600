"""What holds for every game of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from arena.config.model import Clock, Limits


@dataclass(frozen=True)
class Terms:
    """What holds for every game of a run.

    options: bot name -> its options. clock, backstop, ponder: see config.model.
    """

    move_time: float | None
    limits: Limits
    patience: int
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    clock: Clock = "wall"
    backstop: float = 5.0
    ponder: bool = False
    versions: Mapping[str, str] = field(default_factory=dict)
