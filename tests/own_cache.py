"""A cache folder of a test's own, but with the kernels that are compiled: else each of its processes compiles them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arena.cache import kernels_folder


def own_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make ``folder`` the arena's cache, with nothing in it but a link to the kernels of the other one; return it."""
    kernels = kernels_folder(os.environ)
    kernels.mkdir(parents=True, exist_ok=True)
    folder.mkdir()
    (folder / kernels.name).symlink_to(kernels)
    monkeypatch.setenv("ARENA_CACHE", str(folder))
    return folder
