"""Kernels as machine code do what numba's own do; whatever does not fit is compiled as if it were not there."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import msgspec
import numpy as np
import pytest
from numba.core import types as real

from arena.jit.choose import kind_of
from arena.jit.notes import TYPES, meant
from arena.jit.stored import Bundle, Damaged, StoredCode, StoredKernel, pack, this_machine, unpack

KERNELS = """
import numpy as np
from arena.jit import ctz, kernel, popcount, types

I64 = types.int64[::1]
HALF = types.Array(types.uint32, 1, "C", readonly=True)
PAIR = types.UniTuple(types.int64, 2)

@kernel(types.int64(types.uint64, types.int64))
def bits(a, b):
    return popcount(a) + 100 * ctz(a) + b

def _total(numbers, at):
    done = 0
    for n in range(at, numbers.shape[0]):
        done += np.int64(numbers[n]) + bits(np.uint64(4), np.int64(1))
    return done

total = kernel(types.int64(HALF, types.int64), types.int64(I64, types.int64))(_total)
wide = kernel(types.int64(types.int32[::1], types.int64))(_total)  # another kernel of the same function

@kernel(types.float64(types.float64, types.float64), error_model="numpy")
def ratio(a, b):
    return a / b

@kernel(types.void(I64), bare=True)
def double(numbers):
    for n in range(numbers.shape[0]):
        numbers[n] *= 2

@kernel(types.int64(types.none, types.int64), types.int64(PAIR, types.int64))
def added(pair, more):
    return more if pair is None else pair[0] + pair[1] + more

@kernel(types.int64(types.int64))
def refuses(a):
    if a < 0:
        raise ValueError("below nothing")
    return a
"""

ASK = """
import sys
import numpy as np
import arena.jit
import kernels as k
numbers = np.arange(5)
k.double(numbers)
print(k.bits(np.uint64(12), 3), k.total(np.arange(4, dtype=np.uint32), 1), k.total(np.arange(4), 0))
print(k.wide(np.arange(4, dtype=np.int32), 2), k.ratio(1.0, 0.0), numbers.tolist())
print(k.added(None, 1), k.added((2, 3), 1), k.refuses(7))
try:
    k.refuses(-1)
except ValueError as error:
    print(error)
"""
ANSWERS = ["205 612 814", "409 inf [0, 2, 4, 6, 8]", "1 6 7", "below nothing"]
WITH = "print('numba' in sys.modules, arena.jit.linked())\n"


def python(program: str, folder: Path, *, bundle: Path | None = None) -> list[str]:
    """What a program prints, run with its own cache; kernels come from a bundle if there is one."""
    environment = {
        name: value for name, value in os.environ.items() if name not in ("NUMBA_DISABLE_JIT", "ARENA_KERNELS")
    }
    environment |= {"ARENA_CACHE": str(folder / "cache"), "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}
    environment |= {"ARENA_KERNELS": str(bundle)} if bundle else {}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=240, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a module of kernels, and a bundle of them."""
    folder = tmp_path_factory.mktemp("stored")
    (folder / "kernels.py").write_text(KERNELS)
    lines = python(ASK + WITH + f"""
from pathlib import Path
from arena.jit.write import write_bundle
write_bundle(Path({str(folder / "all.bundle")!r}), ["kernels"])
""", folder)  # fmt: skip
    assert lines == [*ANSWERS, "True False"]
    return folder


def test_stored_kernels_answer_as_compiled_ones_do_and_numba_stays_away(home: Path):
    first, *rest = ASK.partition("try:")
    lines = python(first + WITH + "".join(rest), home, bundle=home / "all.bundle")
    assert lines == [*ANSWERS[:3], "False True", ANSWERS[3]]  # the reason of an exception is numba's to read


def test_arguments_that_cannot_be_read_or_match_no_signature_are_refused(home: Path):
    program = """
        import numpy as np
        import kernels as k
        for call in (
            lambda: k.total(np.arange(3, dtype=np.int16), 0), lambda: k.bits(np.uint64(1)), lambda: k.double([1, 2]),
            lambda: k.total(np.zeros((2, 2)), 0), lambda: k.added("no pair", 0),
        ):
            try:
                print("ran", call())
            except TypeError:
                print("refused")
        """
    assert python(program, home, bundle=home / "all.bundle") == ["refused"] * 5


def test_kernels_of_others_may_call_stored_ones(home: Path):
    program = """
        import sys
        import numpy as np
        from arena.jit import kernel, popcount, types
        import kernels as k
        def more(a, numbers):
            return popcount(a) + k_bits(a, 1) + k_total(numbers, 0)
        k_bits, k_total = k.bits, k.total
        before = "numba" in sys.modules
        made = kernel(types.int64(types.uint64, types.int64[::1]))(more)
        print(before, "numba" in sys.modules, made(np.uint64(6), np.arange(3)))
        import numba
        print(numba.njit(lambda a: k_bits(a, 5))(np.uint64(1)), k.bits(np.uint64(1), 5))
        """
    assert python(program, home, bundle=home / "all.bundle") == ["False True 714", "6 6"]


@pytest.mark.parametrize("trouble", [
    "missing", "cut short", "another machine's",
    pytest.param("changed", marks=pytest.mark.soak), pytest.param("another version's", marks=pytest.mark.soak),
])  # fmt: skip
def test_a_bundle_that_does_not_fit_is_left_alone(home: Path, tmp_path: Path, trouble: str):
    data = (home / "all.bundle").read_bytes()
    bundle = unpack(data)
    changed = bytearray(data)
    changed[len(data) // 2] ^= 1
    other = {
        "missing": None,
        "cut short": data[:1000],
        "changed": bytes(changed),
        "another machine's": pack(Bundle(msgspec.structs.replace(bundle.machine, cpu="another"), bundle.codes)),
        "another version's": pack(Bundle(msgspec.structs.replace(bundle.machine, numba="0.1"), bundle.codes)),
    }[trouble]
    path = tmp_path / "other.bundle"
    if other is not None:
        path.write_bytes(other)
    assert python(ASK + WITH, home, bundle=path) == [*ANSWERS, "True False"]


def test_a_function_that_is_not_in_the_bundle_is_compiled(home: Path, tmp_path: Path):
    bundle = unpack((home / "all.bundle").read_bytes())
    path = tmp_path / "less.bundle"
    path.write_bytes(pack(Bundle(bundle.machine, tuple(code for code in bundle.codes if code.order == 0))))
    assert python(ASK + WITH, home, bundle=path) == [*ANSWERS, "True True"]


def test_a_kernel_that_returns_an_array_is_left_to_numba(tmp_path: Path):
    (tmp_path / "kernels.py").write_text("""
import numpy as np
from arena.jit import kernel, types

@kernel(types.int64[::1](types.int64))
def counted(n):
    return np.arange(n)

@kernel(types.int64(types.int64))
def next_one(n):
    return n + 1
""")
    program = f"""
        import sys
        from pathlib import Path
        import arena.jit
        import kernels as k
        print(k.counted(3).tolist(), k.next_one(1), type(k.next_one).__name__, type(k.counted).__name__)
        from arena.jit.write import write_bundle
        if not arena.jit.linked():
            write_bundle(Path({str(tmp_path / "some.bundle")!r}), ["kernels"])
        """
    assert python(program, tmp_path) == ["[0, 1, 2] 2 CPUDispatcher CPUDispatcher"]
    assert python(program, tmp_path, bundle=tmp_path / "some.bundle") == ["[0, 1, 2] 2 StoredKernel CPUDispatcher"]


def test_no_bundle_is_written_of_modules_without_kernels(home: Path, tmp_path: Path):
    program = f"""
        from pathlib import Path
        import kernels
        from arena.jit.write import NoBundle, write_bundle
        try:
            write_bundle(Path({str(tmp_path / "none.bundle")!r}), ["kernels", "elsewhere"])
        except NoBundle as error:
            print(error)
        """
    assert python(program, home) == ["no kernels were compiled in elsewhere"]
    assert list(tmp_path.iterdir()) == []


def test_what_is_packed_is_unpacked():
    code = StoredCode("m", "f", 1, ("<i8", "", "tuple", "none"), "wrapper", "function", "environment", b"\x7fELF")
    bundle = Bundle(this_machine(), (code,))
    assert unpack(pack(bundle)) == bundle
    with pytest.raises(Damaged, match="checksum"):
        unpack(pack(bundle)[:-1])
    with pytest.raises(Damaged):
        unpack(b"")


def test_signatures_that_cannot_be_told_apart_are_no_kernel():
    codes = [StoredCode("m", "f", 0, ("<i8", ""), name, "", "", b"") for name in "ab"]
    with pytest.raises(Damaged, match="look alike"):
        StoredKernel(lambda a, b: None, [(code, lambda *args: None, 0) for code in codes], lambda: None)


@pytest.mark.parametrize(
    ("argument", "kind"),
    [
        (np.zeros(2, "i4"), "<i4"),
        (np.zeros(2, "u1"), "|u1"),
        (np.zeros(2, ">i4"), ">i4"),
        (np.zeros(2, "U3"), "<U3"),
        (np.zeros(2, "q"), "<i8"),
        ((1, 2), "tuple"),
        (None, "none"),
        (3, ""),
        (0.5, ""),
    ],
)
def test_arguments_are_told_apart_by_their_kind(argument: object, kind: str):
    assert kind_of(argument) == kind


NOTES = {
    "int64": lambda types: types.int64,
    "a vector": lambda types: types.int32[::1],
    "a matrix": lambda types: types.uint8[:, ::1],
    "a signature": lambda types: types.int64(types.uint64, types.int32[:, ::1]),
    "a tuple": lambda types: types.Tuple((types.uint64, types.int64[::1])),
    "options": lambda types: types.Array(types.uint32, 1, "C", readonly=True),
    "a function": lambda types: types.void(types.FunctionType(types.int64(types.int64)), types.boolean),
}


@pytest.mark.parametrize("written", NOTES.values(), ids=NOTES)
def test_a_note_means_what_numba_would_have_made(written):
    assert meant(written(TYPES)) == written(real)


def test_notes_are_read_within_tuples_and_all_else_means_itself():
    assert meant((TYPES.int64, (TYPES.int8, 3), "text")) == (real.int64, (real.int8, 3), "text")


NAMED = """
from typing import NamedTuple
import numpy as np
from arena.jit import kernel, types

class Pair(NamedTuple):
    numbers: object
    more: object

def pair(of):
    return types.NamedTuple((types.Array(of, 1, "C", readonly=True), types.int64), Pair)

def _total(pair, times):
    done = 0
    for n in range(pair.numbers.shape[0]):
        done += np.int64(pair.numbers[n])
    return done * times + pair.more

NARROW, WIDE = pair(types.uint32), pair(types.uint64)
total = kernel(types.int64(NARROW, types.int64), types.int64(WIDE, types.int64), bare=True)(_total)

@kernel(types.int64(NARROW, types.none), types.int64(NARROW, NARROW))
def both(first, second):
    return total(first, 1) if second is None else total(first, 1) + total(second, 10)
"""
USE = """
import sys
import numpy as np
import arena.jit
import pairs as k
narrow, wide = k.Pair(np.arange(4, dtype=np.uint32), 5), k.Pair(np.arange(3, dtype=np.uint64), 7)
for pair in narrow, wide:
    pair.numbers.flags.writeable = False
print(k.total(narrow, 2), k.total(wide, 2), k.both(narrow, None), k.both(narrow, narrow))
for call in (
    lambda: k.total(k.Pair(np.arange(3, dtype=np.int16), 1), 2), lambda: k.total(None, 2), lambda: k.total(narrow),
    lambda: k.both(narrow, 5),
):
    try:
        print("ran", call())
    except TypeError:
        print("refused")
print(type(k.total).__name__, "numba" in sys.modules)
"""


@pytest.mark.parametrize("check", ["0", "1"])
def test_kernels_take_named_tuples_compiled_here_or_elsewhere(tmp_path: Path, check: str, monkeypatch):
    monkeypatch.setenv("ARENA_CHECK_KERNELS", check)
    (tmp_path / "pairs.py").write_text(NAMED)
    (tmp_path / "others.py").write_text(
        "from pairs import WIDE, _total\nfrom arena.jit import kernel, types\n"
        "total = kernel(types.int64(WIDE, types.int64))(_total)\n"
    )
    path = tmp_path / "pairs.bundle"
    write = f"""
import others
from pathlib import Path
from arena.jit.write import write_bundle
write_bundle(Path({str(path)!r}), ["pairs", "others"])
"""
    answers = ["17 13 11 76", *["refused"] * 4]
    assert python(USE + write, tmp_path) == [*answers, "DirectKernel True"]
    assert python(USE, tmp_path, bundle=path) == [*answers, "StoredKernel False"]
    more = "import others\nprint(type(others.total).__name__, others.total(wide, 3))\n"  # a function of another
    assert python(USE + more, tmp_path, bundle=path)[-1] == "StoredKernel 16"
