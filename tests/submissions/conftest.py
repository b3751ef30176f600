"""A cache of a test's own for environments; compiled kernels stay where they are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arena.cache import kernels_folder


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which environments are kept, which is not there yet."""
    kernels, folder = kernels_folder(os.environ), tmp_path / "cache"
    kernels.mkdir(parents=True, exist_ok=True)
    folder.mkdir()
    (folder / kernels.name).symlink_to(kernels)
    monkeypatch.setenv("ARENA_CACHE", str(folder))
    return folder / "environments"
