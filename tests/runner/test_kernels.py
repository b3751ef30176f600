"""Kernels are compiled once for all bots, before any of them starts, and bots behind walls still get theirs."""

from __future__ import annotations

import contextlib
import fcntl
import functools
import os
import shutil
import stat
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from arena.cache import kernels_folder
from arena.config.model import VariantEntry
from arena.runner import kernels
from arena.variants.graph_cache import folders
from arena.variants.load import load_variant
from arena.variants.spec import VariantSpec


def spec(game: str) -> VariantSpec:
    return VariantSpec(name="v", game=game, seats=2, options={}, word=None)


def test_each_kind_of_game_needs_its_own_kernels():
    games = set(kernels.modules_of(False))
    assert {"arena.games._kernels", "arena.solver._kernels", "arena.games.connect._kernels"} <= games
    assert not any(name.startswith("arena.scrabble") for name in games)
    words = set(kernels.modules_of(True))
    assert {"arena.engine._kernels.walk", "arena.boardlang._kernels", "arena.lexicon._kernels"} <= words
    assert words & games == {"arena.boardlang._kernels"}  # whoever reads a tournament file may read boards


def test_a_cache_that_cannot_be_made_stops_nothing(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    monkeypatch.setenv("ARENA_CACHE", str(blocked))
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    assert ahead(monkeypatch, spec("tictactoe")) == ""


class Ran(list[tuple[int, list[str]]]):
    """What was compiled: in how many processes, which modules. said: why there is no bundle; None fails."""

    said: str | None = ""


@pytest.fixture
def compiling(tmp_path, monkeypatch):
    """What is to be compiled, and never is: each time the bundle is written that is asked for."""
    monkeypatch.setenv("ARENA_CACHE", str(tmp_path))
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    monkeypatch.setattr(kernels, "cores", lambda: 2)
    ran = Ran()

    def run(processes, bundle, modules, watcher, progress):
        ran.append((processes, modules))
        watcher.at(0, len(modules))
        if bundle and ran.said == "":
            bundle.write_bytes(b"code")
        return ran.said

    monkeypatch.setattr(kernels, "_run", run)
    return ran


def ahead(monkeypatch, *specs: VariantSpec) -> str:
    """As a new process does it."""
    monkeypatch.setattr(kernels, "_done", set())
    return kernels.compile_ahead(specs)


def test_what_is_marked_as_compiled_is_not_compiled_again(compiling, monkeypatch):
    for _ in range(2):  # two processes, one after the other
        ahead(monkeypatch, spec("nim"))
    assert [modules for _, modules in compiling] == [kernels.modules_of(False)]


def test_equal_sources_elsewhere_or_of_another_age_share_what_was_compiled(compiling, monkeypatch, tmp_path):
    """numba's own cache goes by the place and the age of a source; bundles go by what it says."""
    words = load_variant_of_letters(20)
    package = Path(kernels.arena.__file__).parent
    copy = shutil.copytree(package, tmp_path / "elsewhere" / "arena", ignore=shutil.ignore_patterns("__pycache__"))
    bundles = {ahead(monkeypatch, spec("nim"), words)}
    assert len(compiling) == 2
    monkeypatch.setattr(kernels, "arena", SimpleNamespace(__file__=str(copy / "__init__.py")))
    bundles.add(ahead(monkeypatch, spec("nim"), words))
    os.utime(copy / "games" / "_kernels.py", ns=(1, 1))
    bundles.add(ahead(monkeypatch, spec("nim"), words))
    assert len(compiling) == 2
    assert len(bundles) == 1


def test_what_fails_in_several_processes_is_tried_in_one_and_then_left(compiling, monkeypatch):
    compiling.said = None
    assert ahead(monkeypatch, load_variant_of_letters(20)) == ""
    assert [processes for processes, _ in compiling] == [2, 1]
    compiling.said = ""
    assert ahead(monkeypatch, load_variant_of_letters(20)) != ""


def test_bots_are_told_of_the_bundles_of_the_games_that_are_played(compiling, monkeypatch):
    words = load_variant_of_letters(20)
    small = ahead(monkeypatch, spec("nim"))
    assert small != "" and ahead(monkeypatch, spec("connect")) == small
    large = ahead(monkeypatch, words)
    assert [Path(bundle).read_bytes() for bundle in (small, large)] == [b"code"] * 2
    assert ahead(monkeypatch, spec("nim"), words).splitlines() == [small, large]
    assert ahead(monkeypatch, load_variant_of_letters(40)) not in ("", small, large)
    assert [len(modules) for _, modules in compiling] == sorted(len(modules) for _, modules in compiling)
    assert len(compiling) == 3
    assert kernels.stored_kernels().splitlines() == [small, large]
    Path(small).unlink()
    assert kernels.stored_kernels() == large


def test_commands_that_know_no_variant_yet_compile_what_its_bots_will_ask_for(compiling, monkeypatch):
    monkeypatch.setattr(kernels, "_done", set())
    bundle = kernels.compile_rooms({True})
    assert ahead(monkeypatch, load_variant_of_letters(20)) == bundle != ""
    assert len(compiling) == 1


def test_a_bundle_that_was_lost_is_written_again(compiling, monkeypatch):
    words = load_variant_of_letters(20)
    Path(ahead(monkeypatch, words)).unlink()
    assert Path(ahead(monkeypatch, words)).exists()
    assert len(compiling) == 2


def test_where_there_can_be_no_bundle_it_is_not_tried_again(compiling, monkeypatch):
    compiling.said = "numba is not as it is known here"
    words = load_variant_of_letters(20)
    assert ahead(monkeypatch, words) == ahead(monkeypatch, words) == ""
    assert len(compiling) == 1


class Heard(kernels.Watcher):
    def __init__(self) -> None:
        self.seen: list[tuple[int, int]] = []
        self.remarks: list[str] = []

    def at(self, done: int, total: int) -> None:
        self.seen.append((done, total))

    def remark(self, text: str) -> None:
        self.remarks.append(text)


def test_the_lock_lies_where_no_bot_may_read(compiling, monkeypatch, tmp_path):
    """Whoever can open a file can lock it: that of the compiler is in no folder that bots are shown."""
    ahead(monkeypatch, spec("nim"))
    shown = [kernels_folder(os.environ), *folders()]
    lock = kernels.lock_of(kernels_folder(os.environ))
    assert lock.is_file()
    assert stat.S_IMODE(lock.parent.stat().st_mode) == 0o700
    assert not any(lock.is_relative_to(folder) for folder in shown)


def test_locks_on_all_that_bots_can_read_hold_nobody_up(compiling, monkeypatch):
    folder = kernels_folder(os.environ)
    folder.mkdir(parents=True)
    with contextlib.ExitStack() as held:
        for name in ("compiling", "lock", "compiled-x"):
            (folder / name).touch()
        for path in (folder, *folder.iterdir()):
            descriptor = os.open(path, os.O_RDONLY)
            held.callback(os.close, descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        assert ahead(monkeypatch, load_variant_of_letters(20)) != ""
    assert len(compiling) == 1


def test_a_lock_that_is_held_for_nothing_has_an_end_and_a_remedy(compiling, monkeypatch):
    monkeypatch.setattr(kernels, "_SILENT", 0.3)
    monkeypatch.setattr(kernels, "_LOOK", 0.01)
    lock = kernels.lock_of(kernels_folder(os.environ))
    lock.parent.mkdir(parents=True)
    heard = Heard()
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write("3 58")
        file.flush()
        monkeypatch.setattr(kernels, "_done", set())
        assert kernels.compile_rooms({True}, watcher=heard) != ""
    assert len(compiling) == 1
    assert heard.seen[0] == (3, 58)  # how far the other one is
    (remark,) = heard.remarks
    assert str(lock) in remark and "remove the file" in remark


def test_who_waits_for_another_run_compiles_nothing(compiling, monkeypatch):
    folder = kernels_folder(os.environ)
    lock = kernels.lock_of(folder)
    folder.mkdir(parents=True)
    lock.parent.mkdir(parents=True)
    file = lock.open("w")
    fcntl.flock(file, fcntl.LOCK_EX)

    def look(seconds: float) -> None:  # in place of time.sleep, while we wait
        bundle = kernels._bundle_of(kernels.modules_of(False))
        bundle.touch()
        kernels._mark_of(bundle).touch()
        file.close()

    monkeypatch.setattr(kernels.time, "sleep", look)
    ahead(monkeypatch, spec("nim"))
    assert compiling == []


def test_kernels_that_nobody_has_used_for_long_are_removed(compiling, monkeypatch, tmp_path):
    for name, age in (("kernels-new", 0), ("kernels-old", 91 * 86_400), ("lexica", 91 * 86_400)):
        (tmp_path / name).mkdir()
        then = time.time() - age
        os.utime(tmp_path / name, (then, then))
    bundle = Path(ahead(monkeypatch, load_variant_of_letters(20)))
    assert {path.name for path in tmp_path.iterdir()} == {"kernels-new", "lexica", "compiling", bundle.parent.name}


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


@pytest.mark.parametrize("signature", ["'int64(int64)'", "types.int64(types.int64)", "(types.int64,)"])
def test_signatures_are_written_in_every_way_that_numba_takes(signature: str, tmp_path: Path):
    source = (
        "import arena.jit as jit\n"
        "from arena.jit import types\n"
        f"@jit.kernel({signature})\n"
        "def twice(n):\n"
        "    return 2 * n\n"
        "print(twice(21))\n"
    )
    (tmp_path / "doubled.py").write_text(source)
    done = subprocess.run([sys.executable, str(tmp_path / "doubled.py")], capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "42", done.stderr


@pytest.mark.parametrize("letters", [20, 40])
def test_long_alphabets_have_kernels_of_their_own(letters):
    variant = load_variant_of_letters(letters)
    assert any("wide" in name for name in kernels.modules_of(True, kernels._wide(variant))) == (letters > 31)


@functools.cache
def standard() -> VariantSpec:
    """Load it once: in the empty cache of a test its words would be packed anew."""
    return load_variant(VariantEntry(name="v", board="standard"))


def load_variant_of_letters(count: int) -> VariantSpec:
    made = standard()
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
