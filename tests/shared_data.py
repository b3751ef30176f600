"""Where reference data lies that the tests may read but the project does not ship."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def shared(*parts: str) -> Path:
    """Return the path of a reference file; skip the test, saying so, where it is missing."""
    named = os.environ.get("ARENA_SHARED")
    root = Path(named) if named else Path(__file__).parents[2] / "shared"
    path = root.joinpath("data", *parts)
    if not path.exists():
        pytest.skip(f"reference data is not here: {'/'.join(parts)} (set ARENA_SHARED to the folder that has it)")
    return path
