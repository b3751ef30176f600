"""What every bot's process has already, in the arena's version: the arena, and what the arena itself needs."""

from __future__ import annotations

import importlib.metadata
from functools import cache

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from arena.config.naming import OURS

# Loaded before a bot's process is forked, or tied to what is: no other version can come in its place.
LOADED = frozenset({OURS, "numpy", "numba", "llvmlite", "msgspec"})


@cache
def provided() -> dict[str, Version]:
    """Return the packages that are there, by the name that pip compares."""
    needed = [Requirement(text) for text in importlib.metadata.requires(OURS) or ()]
    names = [OURS, *(need.name for need in needed if need.marker is None or need.marker.evaluate({"extra": ""}))]
    found: dict[str, Version] = {}
    for name in names:
        try:
            found[canonicalize_name(name)] = Version(importlib.metadata.version(name))
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


@cache
def installed_beside() -> dict[str, Version]:
    """Return all that is installed where the arena is, for bots of whoever installed it."""
    found: dict[str, Version] = {}
    for distribution in importlib.metadata.distributions():
        try:
            found.setdefault(canonicalize_name(distribution.metadata["Name"]), Version(distribution.version))
        except (InvalidVersion, TypeError, KeyError):
            continue  # what is half removed
    return found


def folder_of(name: str) -> str:
    """Return the folder in which a package is installed, "" for one that is not."""
    try:
        return str(importlib.metadata.distribution(name).locate_file(""))
    except importlib.metadata.PackageNotFoundError:
        return ""
