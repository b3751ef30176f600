"""A cache of a test's own for environments, where compiled kernels stay where they are, and commands in its folder."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import forked
from tests.own_cache import own_cache

Arena = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which environments are kept, which is not there yet."""
    return own_cache(tmp_path / "cache", monkeypatch) / "environments"


@pytest.fixture
def arena(served: str, course: Path) -> Arena:
    """Return what runs a command in the folder that a module's ``course`` has made."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(forked.command(served, *words), cwd=course, capture_output=True, text=True, timeout=120)

    return run
