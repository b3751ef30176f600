"""Master seeds for tests that want the same games each time and do not want to wait for scrypt."""

from __future__ import annotations

from arena.contract.seeds import Master


def quick(number: int) -> str:
    """Return a seed of the form of drawn ones, which takes no stretching."""
    return f"drawn-{number:032x}"


def master(number: int = 1) -> Master:
    return Master(quick(number))


def of_0_1(number: int) -> Master:
    """Return a master seed by whose scheme recorded games of arena 0.1 are the same to the byte."""
    return Master(str(number), scheme=1)
