"""Tests that share what is dear to make are run by one worker; the others by any."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.sharing import FIRST, next_of, share_of

ROOT = Path(__file__).parents[1]
MODULE = """import os
import pytest


@pytest.mark.parametrize("number", range(8))
def test_who_runs_it(number):
    with open("told", "a") as told:
        told.write(f"{__name__} {os.environ['PYTEST_XDIST_WORKER']}\\n")
"""


def test_a_file_has_one_worker_and_so_has_the_browser():
    assert share_of("tests/wire/test_fuzz.py::test_a[b::c]") == "tests/wire/test_fuzz.py"
    assert share_of("tests/page/browser/test_play.py::test_a") == share_of("tests/report/test_page.py::test_b")
    assert share_of("tests/docs/test_walks.py::test_a[b]") != share_of("tests/docs/test_walks.py::test_a[c]")


def test_what_takes_longest_is_begun_first_and_the_rest_as_it_was_found():
    waiting = ["tests/b.py", *reversed(FIRST), "tests/a.py"]
    order = []
    while waiting:
        order.append(next_of(waiting))
        waiting.remove(order[-1])
    assert order == [*FIRST, "tests/b.py", "tests/a.py"]
    files = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")]
    assert set(FIRST) <= {share_of(f"{file}::test") for file in files}


def test_workers_are_given_whole_files(tmp_path: Path):
    files = ("page/browser/test_a.py", "report/test_page.py", "page/browser/test_b.py", "wire/test_c.py")
    for file in files:
        path = tmp_path / "tests" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(MODULE)
    (tmp_path / "conftest.py").write_text("from tests.conftest import pytest_xdist_make_scheduler\n")
    root = str(ROOT)
    command = [sys.executable, "-m", "pytest", "-c", f"{root}/pyproject.toml", "--rootdir", ".", "-n", "2", "tests"]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", "-o", f"pythonpath={root}"],
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
        cwd=tmp_path, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    who = dict(line.split() for line in set((tmp_path / "told").read_text().splitlines()))
    assert len(who) == len(set((tmp_path / "told").read_text().splitlines())) == len(files)  # one worker each
    assert who["test_a"] == who["test_page"] == who["test_b"] != who["test_c"]
