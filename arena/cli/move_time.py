"""The value of ``--move-time``: a duration as tournament files write it."""

from __future__ import annotations

from arena.config.units import seconds_of
from arena.errors import ConfigError


def move_seconds(text: str) -> float:
    """Return the seconds that a duration means. Raises ConfigError."""
    seconds = seconds_of(text)
    if seconds is None:
        raise ConfigError("--move-time", f"{text!r} is not a duration", "Write 500ms, 1s, 1m30s")
    return seconds
