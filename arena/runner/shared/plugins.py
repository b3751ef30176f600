"""Plug-ins in the worker's own process: each is imported once, and warmed up once for each variant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arena.contract.game import GameInfo
from arena.runner.inside.guest_start import factory_at


class BrokenPlugin(Exception):
    """A plug-in that cannot be imported or warmed up, now and later. ``args[0]`` says why; output: what it printed."""

    def __init__(self, why: str, output: str) -> None:
        super().__init__(why)
        self.why, self.output = why, output


class Plugins:
    """The factories of this process, by ``module:factory``."""

    def __init__(self) -> None:
        self._factories: dict[str, Any] = {}
        self._warm: set[tuple[str, str]] = set()
        self._broken: dict[tuple[str, str], BrokenPlugin] = {}

    def factory(self, value: str, importing: Callable[[], None]) -> Any:
        """Return what ``value`` names, imported; ``importing`` hears that it is about to be. Raises as the import."""
        if value not in self._factories:
            importing()
            self._factories[value] = factory_at(value)
        return self._factories[value]

    def warm_up(self, value: str, variant: str, info: Callable[[], GameInfo], warming: Callable[[], None]) -> None:
        """Have a plug-in that was imported warmed up for a variant, where it asks for that. Raises what it raises."""
        if (value, variant) in self._warm:
            return
        warm_up = getattr(self._factories[value], "warm_up", None)
        if warm_up is not None:
            warming()
            warm_up(info())
        self._warm.add((value, variant))

    def broken(self, value: str, variant: str) -> BrokenPlugin | None:
        """Return why a plug-in did not begin earlier, None where it did or was not asked to."""
        return self._broken.get((value, "")) or self._broken.get((value, variant))

    def note_broken(self, value: str, variant: str, trouble: BrokenPlugin) -> None:
        """Remember that a plug-in does not begin: for a variant, or ("") for none."""
        self._broken[value, variant] = trouble
