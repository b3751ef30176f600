"""Chance by name: every stream is a hash of a master seed and the names of what it is for.

Never from arrival order, a worker's number or the clock, so that any game can be replayed alone.
"""

from __future__ import annotations

import hashlib
from random import Random

__all__ = ["Random", "seed_of", "stream"]


def seed_of(master: int, *names: str | int) -> int:
    """Return the 64-bit seed of the stream called ``names`` under the seed ``master``."""
    text = "\x1f".join([str(int(master)), *(f"{type(name).__name__}:{name}" for name in names)])
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def stream(master: int, *names: str | int) -> Random:
    """Return a generator of its own for the stream called ``names`` under the seed ``master``."""
    return Random(seed_of(master, *names))
