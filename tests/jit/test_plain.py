"""The searches' kernels as the plain Python that they are: their tests pass without the compiler too."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"), reason="all tests run so already")
@pytest.mark.parametrize(
    "tests", ["test_equity_bounds.py test_magnitude.py", "test_seeker.py", "test_endgame.py"], ids=lambda names: names
)
def test_searches_find_the_same_without_the_compiler(tests):
    command = [sys.executable, "-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider"]
    command += [f"tests/scrabble/{name}" for name in tests.split()]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    done = subprocess.run(
        command, cwd=ROOT, env=kept | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
