"""Which distributions register which bots, as tournament files are checked against."""

from __future__ import annotations

from arena.runner.plugins import installed


def distributions() -> dict[str, list[str]]:
    """Return bot -> the distributions that register it, without importing any bot."""
    return {name: [plugin.distribution or plugin.value for plugin in found] for name, found in installed().items()}
