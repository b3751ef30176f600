"""Which distributions register which bots, as tournament files are checked against."""

from __future__ import annotations

from arena.runner.plugins import installed, makers


def distributions() -> dict[str, list[str]]:
    """Return bot -> the distributions that register it, without importing any bot."""
    return makers(installed())
