"""Bots that break at their first move."""

from __future__ import annotations

import threading
from typing import Any

from arena.bot import Bot, GameInfo, Random


class _Raises:
    def choose(self, view: Any, budget: Any) -> Any:
        raise RuntimeError("lost my way")


class _Sleeps:
    def choose(self, view: Any, budget: Any) -> Any:
        threading.Event().wait(600)


def raises(info: GameInfo, rng: Random) -> Bot:
    return _Raises()


def sleeper(info: GameInfo, rng: Random) -> Bot:
    return _Sleeps()
