"""Kernels that kernels are handed: by numba, out of a bundle without numba, and as plain Python, all the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from arena.jit import types
from arena.jit.handed import address_of

GAME = """
from arena.jit import kernel, types

I, A = types.int64, types.int64[::1]

@kernel(I(I, A))
def plus(a, numbers):
    return a + numbers[0]

@kernel(I(I, I, A))
def times(a, b, numbers):
    numbers[1] += 1
    return a * b

@kernel(I(I, A))
def refuses(a, numbers):
    if a > 3:
        raise ValueError("too much")
    return a
"""
SEARCH = """
from arena.jit import kernel, types
from arena.jit.handed import caller

I, A = types.int64, types.int64[::1]
ASK, PLAY = I(I, A), I(I, I, A)
ask, play = caller(ASK), caller(PLAY)

@kernel(I(I, I, I, A))
def total(one, two, until, numbers):
    done = 0
    for n in range(until):
        done += ask(one, play(two, n, 10, numbers), numbers)
    return done
"""
USE = """
import os, sys
import numpy as np
import arena.jit
import game
import search
from arena.jit.handed import address_of
numbers = np.array([5, 0])
one = address_of(game.plus, search.ASK, (0, numbers))
two = address_of(game.times, search.PLAY, (0, 0, numbers))
bad = address_of(game.refuses, search.ASK, (0, numbers))
print(search.total(one, two, 4, numbers), numbers.tolist())
for kernel, signature, like in (
    (game.plus, search.PLAY, (0, 0, numbers)), (game.times, search.ASK, (0, numbers)), (len, search.ASK, (0, numbers)),
    (lambda a, b: a, search.ASK, (0, numbers)),
):
    try:
        address_of(kernel, signature, like)
        print("handed")
    except TypeError:
        print("refused")
print("numba" in sys.modules)
try:
    print(search.total(bad, two, 4, numbers))
except ValueError as error:
    print(type(error).__name__)
"""
ANSWER = ["80 [5, 4]"]


def python(program: str, folder: Path, **more: str) -> list[str]:
    environment = {
        name: value for name, value in os.environ.items() if name not in ("NUMBA_DISABLE_JIT", "ARENA_KERNELS")
    }
    environment |= {"ARENA_CACHE": str(folder / "cache"), "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=240, env=environment | more
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with kernels, and bundles: of a game, of a search, of both together."""
    folder = tmp_path_factory.mktemp("handed")
    (folder / "game.py").write_text(GAME)
    (folder / "search.py").write_text(SEARCH)
    begin = "from pathlib import Path\nfrom arena.jit.write import write_bundle\n"
    write = "import {0}\nwrite_bundle(Path({1!r}), {2!r})\n"
    game = write.format("game", str(folder / "game.bundle"), ["game"])
    both = write.format("search", str(folder / "both.bundle"), ["game", "search"])
    python(begin + game + both, folder)
    python(begin + write.format("search", str(folder / "search.bundle"), ["search"]), folder)
    return folder


def test_numba_hands_kernels_to_kernels(home: Path):
    assert python(USE, home) == [*ANSWER, *["refused"] * 4, "True", "ValueError"]


@pytest.mark.parametrize("bundles", [["both"], ["game", "search"]])
def test_stored_kernels_are_handed_to_stored_ones_without_numba(home: Path, bundles: list[str]):
    named = "\n".join(str(home / f"{name}.bundle") for name in bundles)
    assert python(USE, home, ARENA_KERNELS=named) == [*ANSWER, *["refused"] * 4, "False", "ValueError"]


@pytest.mark.parametrize("bundle", ["game", "search"])
def test_stored_kernels_and_those_of_numba_are_handed_to_each_other(home: Path, bundle: str):
    """A game of others brings kernels of its own to a search that is stored."""
    found = python(USE, home, ARENA_KERNELS=str(home / f"{bundle}.bundle"))
    assert found == [*ANSWER, *["refused"] * 4, "True", "ValueError"]


def test_a_bundle_that_is_damaged_leaves_the_other_one(home: Path, tmp_path: Path):
    (tmp_path / "cut.bundle").write_bytes((home / "game.bundle").read_bytes()[:-1])
    named = f"{tmp_path / 'cut.bundle'}\n{home / 'search.bundle'}\n{tmp_path / 'nowhere.bundle'}"
    program = f"import search\nprint(type(search.total).__name__)\n{USE}"
    assert python(program, home, ARENA_KERNELS=named)[:2] == ["StoredKernel", *ANSWER]


def test_plain_python_is_handed_as_it_is(home: Path):
    found = python(USE, home, NUMBA_DISABLE_JIT="1")
    assert found[0] == ANSWER[0]
    assert found[-1] == "ValueError"


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"), reason="the JIT is off")
def test_a_kernel_without_signature_is_compiled_for_what_is_asked_and_its_result_is_looked_at():
    like = (0, np.zeros(1, np.int64))
    signature = types.int64(types.int64, types.int64[::1])
    assert address_of(numba.njit(lambda a, numbers: a + 1), signature, like) > 0
    assert address_of(numba.njit(lambda a, numbers: 0), signature, like) > 0
    for other in (lambda a, numbers: (a, a), lambda a, numbers: a + "x"):
        with pytest.raises(TypeError, match="<lambda>"):
            address_of(numba.njit(other), signature, like)
