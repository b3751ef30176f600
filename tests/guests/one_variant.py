"""Guests that come to games of one variant, and not to those of another."""

from __future__ import annotations

import time
from typing import Any

from tests.guests.players import first


def raises(info: Any, rng: Any) -> Any:
    if info.variant == "second":
        raise ValueError("never heard of that")
    return first(info, rng)


def hangs(info: Any, rng: Any) -> Any:
    if info.variant == "second":
        time.sleep(600)
    return first(info, rng)
