"""The folder of compiled kernels is that of exactly these sources."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cache import PREFIX, kernels_folder, sources_of_kernels

ROOT = Path(__file__).parents[2]
ASK = "import arena.cache; print(arena.cache.kernels_folder({'ARENA_CACHE': '/x'}), arena.cache.__file__)"


def folder_of(place: Path) -> str:
    """The folder that a copy of the sources uses."""
    environment = os.environ | {"PYTHONPATH": str(place)}
    done = subprocess.run(
        [sys.executable, "-c", ASK], cwd=place, env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    folder, source = done.stdout.split()
    assert Path(source).is_relative_to(place)
    return folder


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    place = tmp_path / "copy"
    shutil.copytree(ROOT / "arena", place / "arena", ignore=shutil.ignore_patterns("__pycache__"))
    return place


def test_equal_sources_share_a_folder(copy: Path):
    assert folder_of(copy) == str(kernels_folder({"ARENA_CACHE": "/x"}))


@pytest.mark.parametrize("name", ["engine/_kernels/score.py", "boardlang/meaning.py", "jit/bits.py"])
def test_any_change_of_what_kernels_are_made_of_makes_another_folder(copy: Path, name: str):
    path = copy / "arena" / name
    before, times = folder_of(copy), path.stat()
    text = path.read_text()
    path.write_text(text[:-2] + ("#" if text[-2] != "#" else "+") + text[-1])  # of the same size
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # and the same age
    assert path.stat().st_size == times.st_size
    assert folder_of(copy) != before


def test_every_file_with_a_kernel_counts():
    package = ROOT / "arena"
    decorated = {path for path in package.rglob("*.py") if re.search(r"^@(kernel|compiled)\b", path.read_text(), re.M)}
    assert len(decorated) > 15
    assert decorated <= sources_of_kernels(package)


@pytest.mark.parametrize("name", ["report/text.py", "notation/cgp.py", "scrabble/rules.py", "engine/generate.py"])
def test_other_sources_do_not_matter(copy: Path, name: str):
    before = folder_of(copy)
    with (copy / "arena" / name).open("a") as file:
        file.write("# a remark\n")
    assert folder_of(copy) == before


def test_a_folder_that_is_named_is_taken_as_it_is_and_others_are_made_absolute(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    named = kernels_folder({"ARENA_CACHE": "here"})
    assert named.parent == tmp_path / "here"
    assert named.name.startswith(PREFIX)
    assert kernels_folder({"NUMBA_CACHE_DIR": str(named)}) == named
