"""``arena`` as people call it, in a folder with one small tournament file."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from arena.runner.plugin import revisions
from tests import forked
from tests.runner.test_revisions import git

ROOT = Path(__file__).parents[2]
FILE = """
name: small
seed: drawn-00000000000000000000000000000003
bots: [first, random]
variants: [{name: sticks, game: sticks}]
pairs: 2
move_time: 60s
workers: 1
"""


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, an empty git repository; its revisions are laid out beside it."""
    monkeypatch.setattr(revisions, "user_cache_path", lambda name: tmp_path / "cache")
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    git(folder, "init", "-q")
    return folder


@pytest.fixture(scope="session")
def arena(served: str) -> Any:
    """Return what runs a command in a folder, with ``text`` as its small.yaml."""

    def run(folder: Path, *words: str, text: str = FILE) -> subprocess.CompletedProcess[str]:
        (folder / "small.yaml").write_text(text)
        return subprocess.run(
            forked.command(served, *words), cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True, text=True, timeout=120,
        )  # fmt: skip

    return run
