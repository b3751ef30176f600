"""Kernels compiled ahead by several processes are those that an import compiles, and nobody outlives who asked."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import psutil
import pytest

from arena.jit.ahead import calls, order_of

KERNELS = {
    "low": """
        from arena.jit import kernel, types

        @kernel(types.int64(types.int64), types.float64(types.float64))
        def twice(a):
            return a + a
        """,
    "high": """
        import low
        from low import twice
        from arena.jit import kernel, types

        @kernel(types.float64(types.float64))
        def four(a):
            return twice(twice(a))

        @kernel(types.int64(types.int64))
        def eight(a):
            return 2 * low.twice(low.twice(a))
        """,
}
ASK = """
import arena.jit, low, high
made = [kernel for kernel, _, _ in arena.jit.MADE]
print(high.four(1.5), high.eight(3), sum(sum(kernel.stats.cache_misses.values()) for kernel in made), len(made))
"""


def environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("NUMBA_DISABLE_JIT", "ARENA_KERNELS")}
    return kept | {"ARENA_CACHE": str(folder / "cache"), "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}


def ahead(folder: Path, parent: int, processes: int, *modules: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "arena.jit.ahead", str(parent), str(processes), "", *modules],
        env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.parametrize("processes", [pytest.param(1, marks=pytest.mark.soak), 3])
def test_what_was_compiled_ahead_is_found_by_an_import(processes: int, tmp_path: Path):
    for name, text in KERNELS.items():
        (tmp_path / f"{name}.py").write_text(textwrap.dedent(text))
    output, errors = ahead(tmp_path, os.getpid(), processes, "high").communicate(timeout=240)
    lines = [tuple(map(int, line.split())) for line in output.splitlines()]
    assert lines[0] == (0, 4) and lines[-1] == (4, 4) and lines == sorted(lines), errors
    done = subprocess.run(
        [sys.executable, "-c", ASK], env=environment(tmp_path), capture_output=True, text=True, timeout=240
    )
    assert done.stdout.split() == ["6.0", "24", "0", "3"], done.stderr


def test_a_kernel_that_cannot_be_compiled_fails_the_whole_and_says_why(tmp_path: Path):
    (tmp_path / "bad.py").write_text(textwrap.dedent(KERNELS["low"]).replace("a + a", "a.nothing"))
    process = ahead(tmp_path, os.getpid(), 2, "bad")
    _, errors = process.communicate(timeout=240)
    assert process.returncode == 1
    assert "nothing" in errors and "Traceback" not in errors


def test_compilers_end_with_whoever_asked_for_them(tmp_path: Path):
    """A compiler that is at work, and the forks of it, are gone when their parent is killed."""
    (tmp_path / "slow.py").write_text(
        "import arena.jit as jit\n"
        "class Made:\n"
        "    def __init__(self, name): self.name = name\n"
        "    def py_func(self): return None\n"
        "    def compile(self, signature):\n"
        "        import os, time\n"
        "        os.write(1, b'at work\\n')\n"  # a line in one piece: two write them
        "        time.sleep(600)\n"
        "for name in 'ab':\n"
        "    jit.MADE.append((Made(name), (1,), 0))\n"
    )
    parent = (
        "import os, subprocess, sys\n"
        "subprocess.run([sys.executable, '-P', '-m', 'arena.jit.ahead', str(os.getpid()), '2', '', 'slow'])\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", parent], env=environment(tmp_path), stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        seen = [process.stdout.readline() for _ in range(3)]  # 0 of 2, and both forks at work
        assert seen.count("at work\n") == 2
        family = psutil.Process(process.pid).children(recursive=True)
        assert len(family) == 3
        process.terminate()
        process.wait(10)
        assert process.stdout.read() == ""  # its end: nobody holds the other end any more
    _, alive = psutil.wait_procs(family, timeout=10)
    assert alive == []


def test_one_that_was_left_alone_before_it_began_ends_at_once(tmp_path: Path):
    process = ahead(tmp_path, os.getpid() + 1, 1, "nothing_of_the_kind")
    assert process.communicate(timeout=60) == ("", "")
    assert process.returncode == 1


def test_first_come_those_on_which_most_waits():
    needs = [set(), {0}, {1}, set(), {3}]
    assert order_of(needs, [1, 1, 10, 4, 1]) == [0, 1, 2, 3, 4]
    assert order_of(needs, [1, 1, 1, 4, 1]) == [3, 0, 1, 2, 4]


def test_calls_are_found_by_name_and_through_a_module():
    def other() -> None: ...

    here: dict[str, object] = {"other": other, "order_of": order_of}
    exec("def caller():\n    other()\n", here)
    assert calls(here["caller"], {id(other): 7, id(order_of): 8}) == {7}
