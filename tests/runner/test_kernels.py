"""Kernels are compiled once for all bots, before any of them starts, and bots behind walls still get theirs."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import msgspec
import pytest

from arena.config.model import VariantEntry
from arena.runner import kernels
from arena.variants.load import load_variant
from arena.variants.spec import VariantSpec


def spec(game: str) -> VariantSpec:
    return VariantSpec(name="v", game=game, seats=2, options={}, word=None)


def test_each_kind_of_game_needs_its_own_kernels():
    games = set(kernels._modules([spec("tictactoe")]))
    assert {"arena.games._kernels", "arena.solver._kernels", "arena.games.connect._kernels"} <= games
    assert not any(name.startswith("arena.scrabble") for name in games)


def test_a_cache_that_cannot_be_made_stops_nothing(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    monkeypatch.setenv("ARENA_CACHE", str(blocked))
    monkeypatch.setattr(kernels, "_done", set())
    kernels.compile_ahead([spec("tictactoe")])


def test_what_is_marked_as_compiled_is_not_compiled_again(tmp_path, monkeypatch):
    monkeypatch.setenv("ARENA_CACHE", str(tmp_path))
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    ran = []

    def run(command, **rest):
        ran.append(command)
        return subprocess.CompletedProcess(command, 0, stdout=b"")

    monkeypatch.setattr(subprocess, "run", run)
    for _ in range(2):  # two processes, one after the other
        monkeypatch.setattr(kernels, "_done", set())
        kernels.compile_ahead([spec("nim")])
    assert len(ran) == 1
    assert "arena.games._kernels" in ran[0]


@pytest.fixture
def compiling(tmp_path, monkeypatch):
    """The commands that compile, none of which is run: each writes the bundle that it is asked for."""
    monkeypatch.setenv("ARENA_CACHE", str(tmp_path))
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    ran: list[list[str]] = []

    def run(command, **rest):
        ran.append(command)
        if command[4]:
            Path(command[4]).write_bytes(b"code")
        return subprocess.CompletedProcess(command, 0, stdout=b"")

    monkeypatch.setattr(subprocess, "run", run)
    return ran


def ahead(monkeypatch, *specs: VariantSpec) -> str:
    """As a new process does it."""
    monkeypatch.setattr(kernels, "_done", set())
    return kernels.compile_ahead(specs)


def test_bots_are_told_of_a_bundle_for_the_word_game_alone(compiling, monkeypatch):
    words = load_variant_of_letters(20)
    assert ahead(monkeypatch, spec("nim")) == ""
    bundle = ahead(monkeypatch, words)
    assert Path(bundle).read_bytes() == b"code"
    assert ahead(monkeypatch, spec("nim"), words) == bundle
    assert ahead(monkeypatch, load_variant_of_letters(40)) not in ("", bundle)
    assert len(compiling) == 3


def test_a_bundle_that_was_lost_is_written_again(compiling, monkeypatch):
    words = load_variant_of_letters(20)
    Path(ahead(monkeypatch, words)).unlink()
    assert Path(ahead(monkeypatch, words)).exists()
    assert len(compiling) == 2


def test_where_there_can_be_no_bundle_it_is_not_tried_again(compiling, monkeypatch):
    def run(command, **rest):
        compiling.append(command)
        return subprocess.CompletedProcess(command, 0, stdout=b"numba is not as it is known here")

    monkeypatch.setattr(subprocess, "run", run)
    words = load_variant_of_letters(20)
    assert ahead(monkeypatch, words) == ahead(monkeypatch, words) == ""
    assert len(compiling) == 1


def test_kernels_that_nobody_has_used_for_long_are_removed(compiling, monkeypatch, tmp_path):
    for name, age in (("kernels-new", 0), ("kernels-old", 91 * 86_400), ("lexica", 91 * 86_400)):
        (tmp_path / name).mkdir()
        then = time.time() - age
        os.utime(tmp_path / name, (then, then))
    bundle = Path(ahead(monkeypatch, load_variant_of_letters(20)))
    assert {path.name for path in tmp_path.iterdir()} == {"kernels-new", "lexica", bundle.parent.name}


def test_a_kernel_whose_cache_has_gone_is_compiled_without_one():
    source = (
        "import arena.jit as jit, numba\n"
        "assert jit._FOLDER is not None\n"
        "numba.config.CACHE_DIR = '/proc/nowhere'\n"
        "@jit.kernel('int64(int64)')\n"
        "def twice(n):\n"
        "    return 2 * n\n"
        "print(twice(21))\n"
    )
    # code of a file that is nowhere: numba finds no place for its cache
    command = [sys.executable, "-c", f"exec(compile({source!r}, '/proc/nowhere/kernel.py', 'exec'))"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "42", done.stderr


@pytest.mark.parametrize("letters", [20, 40])
def test_long_alphabets_have_kernels_of_their_own(letters):
    variant = load_variant_of_letters(letters)
    assert any("wide" in name for name in kernels._modules([variant])) == (letters > 31)


def load_variant_of_letters(count: int) -> VariantSpec:
    made = load_variant(VariantEntry(name="v", board="standard"))
    assert made.word is not None
    tiles = {**made.word.tiles, "alphabet": {"letters": [f"L{index}" for index in range(count)]}}
    return msgspec.structs.replace(made, word=msgspec.structs.replace(made.word, tiles=tiles))


def test_kernels_come_without_scipy_and_others_still_find_it():
    program = """
        import sys
        import arena.jit
        import numpy as np
        from numba import njit
        print(*(name for name in sys.modules if name.partition(".")[0] == "scipy"))
        kernel = njit(lambda a, b: np.dot(a, b))
        print(kernel(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[5.0], [6.0]])).tolist())
        print("scipy.linalg.cython_blas" in sys.modules)
        """
    compiled = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=120, env=compiled
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["", "[[17.0], [39.0]]", "True"]
