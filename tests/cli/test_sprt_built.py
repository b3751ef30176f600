"""``arena sprt run`` of versions that have to be built: packages, and programs with ``--build`` and ``--command``."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from arena.records.store import Results
from arena.runner.builds import programs
from arena.runner.submissions import environment, kept
from tests.cli.test_sprt_run import QUICK, called
from tests.runner.test_revisions import git
from tests.submissions.made import BACKEND, BUILT, write

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")

# Each passes, or gives up (the program says what nobody understands), as the file word.txt said when it was built.
PACKAGE = """
from arena.bot import Pass, Resign

class Says:
    def choose(self, view, budget):
        return WORD()

def make_bot(info, rng):
    return Says()
"""
PROGRAM = """#!/usr/bin/env python3
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print('{"type": "ready"}', flush=True)
    elif message["type"] == "your_turn":
        print(json.dumps({"type": "WORD", "turn": message["turn"]}), flush=True)
"""
OWN = BACKEND.format(before="pass").replace(
    'open("source.txt").read()', 'open("source.txt").read().replace("WORD", open("word.txt").read())'
)
FILES = {
    "package": {"pyproject.toml": BUILT + 'backend-path = ["."]\n', "own.py": OWN, "source.txt": PACKAGE},
    "program": {"source.txt": PROGRAM},
}
WORDS = {"package": ("Pass", "Resign"), "program": ("pass", "nothing")}
BUILD = 'sed "s/WORD/$(cat word.txt)/" source.txt > engine && chmod +x engine'
OPTIONS: dict[str, tuple[str, ...]] = {
    "package": (), "program": ("--build", BUILD, "--command", "./engine")
}  # fmt: skip


@pytest.fixture(autouse=True)
def environments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what is built in a folder of this test's own; words and kernels are where they are for all tests."""
    for module in (kept, environment, programs):
        monkeypatch.setattr(module, "cache_of_environments", lambda: tmp_path / "environments")


@pytest.mark.parametrize("kind", ["package", "program"])
def test_a_built_version_is_told_from_the_last_commit(
    repository: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    better, worse = WORDS[kind]
    write(repository, {**FILES[kind], "word.txt": worse})
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "one")
    git(repository, "tag", "v1")
    write(repository, {"word.txt": better})
    words = ("--new", ".", "--old", "v1", *OPTIONS[kind], *QUICK)
    assert called(*words) == 0
    markdown = capsys.readouterr().out.rpartition("\n\n### ")[2]
    commit = git(repository, "rev-parse", "v1")[:12]
    assert markdown.startswith("Stopped by SPRT, H1 accepted")
    assert "`work` as it is (sha256 " in markdown and f", {commit} with changes) against `work` at v1" in markdown
    with Results(repository / "results" / "work-v1") as results:
        games = results.count()
    assert called(*words, "--resume") == 0
    assert capsys.readouterr().out.rpartition("\n\n### ")[2] == markdown
    with Results(repository / "results" / "work-v1") as results:
        assert results.count() == games


@pytest.mark.parametrize(
    ("words", "status", "problem"),
    [
        (("--build", "make"), 2, "name what starts it with --command"),
        (("--command", "./engine 'x"), 2, "cannot be read"),
        (("--command", "./engine", "--wheels", "."), 2, "--wheels is for packages"),
        (("--command", "./engine"), 3, "there is no ./engine after the build"),
        (("--command", "./engine", "--build", "echo no compiler; exit 1"), 3, "    | no compiler"),
    ],
)
def test_what_is_wrong_with_a_build_is_told(
    repository: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], status: int, problem: str
) -> None:
    write(repository, {"engine.c": "int main;"})
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "one")
    assert called("--new", ".", "--old", "HEAD", "--elo", "0", "5", *words) == status
    assert problem in capsys.readouterr().err
