"""The generator behind ``random.random()`` and its like, for bots that share a process: to each seat its own.

A process of its own has one generator, seeded for the game; so a bot that uses it is repeatable, and different from
game to game. Here the functions of ``random`` ask the generator of the seat that is at work, made when it is used.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any


class SeatRandom:
    """One seat's generator in one game."""

    __slots__ = ("_rng", "_seed")

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._rng: random.Random | None = None

    @property
    def rng(self) -> random.Random:
        """The generator, seeded when it is first asked for."""
        if self._rng is None:
            self._rng = random.Random(self._seed)
        return self._rng


class CommonRandom:
    """Who answers for the functions of ``random`` in this process. ``seat``: whose turn it is to be asked."""

    def __init__(self) -> None:
        self.seat = SeatRandom(0)

    def install(self) -> None:
        """Put ourselves behind the functions of ``random``; whoever has imported them by name before keeps those."""
        common = random.random.__self__  # type: ignore[attr-defined]  # the generator that all of them belong to
        for name in random.__all__:
            if getattr(getattr(random, name), "__self__", None) is common:
                setattr(random, name, self._asking(name))

    def _asking(self, name: str) -> Callable[..., Any]:
        def ask(*arguments: Any, **named: Any) -> Any:
            return getattr(self.seat.rng, name)(*arguments, **named)

        ask.__name__ = ask.__qualname__ = name
        ask.__doc__ = getattr(random.Random, name).__doc__
        return ask
