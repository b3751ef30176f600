"""Chance by name: every stream is a hash of a seed and the names of what it is for.

Never from arrival order, a worker's number or the clock, so that any game can be replayed alone. How the seeds of a
tournament's games are made from its master seed is seeds.py's business.
"""

from __future__ import annotations

import hashlib
from random import Random, SystemRandom

__all__ = ["Random", "drawn_bits", "seed_of", "stream"]


def seed_of(seed: int, *names: str | int) -> int:
    """Return the 64-bit seed of the stream called ``names`` under another seed. No secret: ``seed`` can be tried."""
    text = "\x1f".join([str(int(seed)), *(f"{type(name).__name__}:{name}" for name in names)])
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def stream(seed: int, *names: str | int) -> Random:
    """Return a generator of its own for the stream called ``names`` under a seed."""
    return Random(seed_of(seed, *names))


def drawn_bits(bits: int) -> int:
    """Return so many bits that nobody can foresee, from the operating system."""
    return SystemRandom().getrandbits(bits)
