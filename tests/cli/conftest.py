"""``arena`` as people call it, in a folder with one small tournament file."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests import forked

ROOT = Path(__file__).parents[2]
FILE = """
name: small
seed: drawn-00000000000000000000000000000003
bots: [first, random]
variants: [{name: sticks, game: sticks}]
pairs: 2
move_time: 60s
"""


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
