"""Bots that are named by their path and a revision: laid out as they were, played against as they are."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from arena.errors import BotError, Complaints, ResultsError
from arena.records.store import Results
from arena.runner.plugin import revisions
from arena.runner.plugin.by_path import plugin_at
from arena.runner.plugin.find import file_hash
from arena.runner.plugin.revisions import revision_of
from arena.runner.sandbox.isolation import choose
from arena.tournament import Tournament

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")

# Takes so many sticks, and says where it looks for others.
BOT = """
class Taker:
    def choose(self, view, budget):
        for place in PLACES:
            try:
                print("read", len(open(place).read()))
            except OSError as error:
                print(type(error).__name__)
        legal = sorted(view.legal(), key=str)
        return legal[min(COUNT, len(legal)) - 1]  # so many sticks


def make_bot(info, rng):
    return Taker()
"""
FILE = """
name: versions
seed: drawn-00000000000000000000000000000001
bots:
  - {name: new, path: ./engine/taker.py}
  - {name: old, path: ./engine/taker.py, rev: REV}
variants: [{name: sticks, game: sticks(12)}]
pairs: 1
workers: 1
output: OUTPUT
"""


def git(folder: Path, *words: str) -> str:
    named = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main")
    done = subprocess.run(["git", *named, *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def bot(count: int, *places: str) -> str:
    return BOT.replace("COUNT", str(count)).replace("PLACES", repr(places))


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lay revisions out in a folder of this test's own."""
    place = tmp_path / "cache"
    monkeypatch.setattr(revisions, "user_cache_path", lambda name: place)
    return place / "revisions"


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    """Return the folder of a repository with two commits, the first of them tagged v1."""
    folder = tmp_path / "engine"
    folder.mkdir()
    git(folder, "init", "-q")
    (folder / "taker.py").write_text(bot(1))
    (folder / "beside.txt").write_text("one")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "one")
    git(folder, "tag", "v1")
    (folder / "taker.py").write_text(bot(2))
    git(folder, "commit", "-qam", "two")
    return folder


def tournament(tmp_path: Path, rev: str = "v1", resume: bool = False) -> Tournament:
    file = tmp_path / "versions.yaml"
    file.write_text(FILE.replace("REV", rev).replace("OUTPUT", str(tmp_path / "results")), encoding="utf-8")
    return Tournament.read(str(file), resume=resume)


def taken(tmp_path: Path) -> dict[str, set[str]]:
    """Return the moves that each bot ever made."""
    moves: dict[str, set[str]] = {"new": set(), "old": set()}
    with Results(tmp_path / "results") as results:
        for record in results.records():
            for move in record.moves:
                moves[record.bots[move.seat]].add(move.move.partition(": ")[2])
    return moves


def test_a_bot_plays_against_what_it_was(tmp_path: Path, engine: Path):
    (engine / "taker.py").write_text(bot(3))  # not committed
    assert tournament(tmp_path).run().complete
    moves = taken(tmp_path)
    assert "take 3" in moves["new"] and moves["old"] == {"take 1"}
    with Results(tmp_path / "results") as results:
        said = results.manifest.bots
    assert said["old"]["commit"] == git(engine, "rev-parse", "v1") and said["old"]["rev"] == "v1"
    assert said["new"]["path"] == str(engine / "taker.py") and "commit" not in said["new"]
    assert said["new"]["sha256"] != said["old"]["sha256"]


def test_a_resume_goes_by_what_plays_and_not_by_what_it_is_called(tmp_path: Path, engine: Path):
    assert tournament(tmp_path).run().complete
    assert tournament(tmp_path, resume=True).run().complete
    git(engine, "tag", "-f", "v1", "HEAD")
    with pytest.raises(ResultsError, match="bot old: commit"):
        tournament(tmp_path, resume=True).run()
    git(engine, "tag", "-f", "v1", "HEAD~1")
    (engine / "taker.py").write_text(bot(3))
    with pytest.raises(ResultsError, match=r"bot new: its files changed \(sha256 "):
        tournament(tmp_path, resume=True).run()


def test_neither_version_reads_the_other_nor_what_lies_beside_it(tmp_path: Path, engine: Path, cache: Path):
    if "landlock" not in choose("auto", "isolation").layers:
        pytest.skip("this machine has no Landlock")
    (engine / "taker.py").write_text(bot(1))
    there = revision_of(engine / "taker.py", "v1", "bot").path
    (engine / "taker.py").write_text(bot(2, str(there), str(engine / "beside.txt"), str(engine / ".git" / "HEAD")))
    assert tournament(tmp_path).run().complete
    with Results(tmp_path / "results") as results:
        printed = [record.circumstances.outputs[record.bots.index("new")] for record in results.records()]
    lines = {line for text in printed for line in text.splitlines()}
    assert lines and lines <= {"read 0", "PermissionError", "FileNotFoundError"}  # what is hidden may look empty


@pytest.mark.parametrize("what", ["v1", "main~1", "COMMIT", "SHORT"])
def test_a_revision_has_any_name_that_git_knows(engine: Path, what: str):
    commit = git(engine, "rev-parse", "v1")
    found = revision_of(engine, what.replace("COMMIT", commit).replace("SHORT", commit[:7]), "bot")
    assert found.commit == commit
    assert (found.path / "taker.py").read_text() == bot(1)
    assert sorted(path.name for path in found.path.iterdir()) == ["beside.txt", "taker.py"]


def test_a_package_below_the_top_is_laid_out_alone(tmp_path: Path, engine: Path):
    package = engine / "deep" / "er"
    (package / "mine").mkdir(parents=True)
    (package / "mine" / "__init__.py").write_text(bot(1))
    (package / "pyproject.toml").write_text('[project.entry-points."arena.bots"]\nmine = "mine:make_bot"\n')
    git(engine, "add", "-A")
    git(engine, "commit", "-qm", "package")
    shutil.rmtree(package)  # what is gone now is there in the revision
    found = plugin_at(str(package), rev="HEAD")
    place = found.plugin.place
    assert place is not None and Path(place.file).read_text() == bot(1)
    assert found.plugin.commit == git(engine, "rev-parse", "HEAD")
    assert not list(found.folder.rglob("taker.py"))


def test_what_is_laid_out_stays_and_what_nobody_uses_goes(engine: Path, cache: Path):
    one = revision_of(engine, "v1", "bot").path
    (one / "mark").touch()
    assert (revision_of(engine, "v1", "bot").path / "mark").exists()  # not made again
    os.utime(one, (0, 0))
    revision_of(engine, "HEAD", "bot")
    assert not one.exists()
    assert [path.name for path in cache.iterdir() if path.name.startswith(".")] == []


def test_a_repository_runs_nothing_of_its_own(tmp_path: Path, engine: Path):
    mark = tmp_path / "ran"
    act = f"touch {mark}"
    (engine / ".gitattributes").write_text("*.py filter=act\n*.txt export-subst export-ignore\n")
    (engine / "link.py").symlink_to("/etc/passwd")
    git(engine, "add", "-A")
    git(engine, "commit", "-qm", "attributes")
    for name in (
        "filter.act.smudge",
        "filter.act.clean",
        "core.fsmonitor",
        "core.sshCommand",
        "core.pager",
        "diff.external",
    ):
        git(engine, "config", name, act)
    git(engine, "config", "extensions.partialClone", "origin")
    git(engine, "config", "remote.origin.url", "ext::sh -c touch% " + str(mark))
    hooks = engine / ".git" / "hooks"
    for name in ("post-checkout", "post-index-change", "reference-transaction"):
        (hooks / name).write_text(f"#!/bin/sh\n{act}\n")
        (hooks / name).chmod(0o755)
    found = revision_of(engine, "HEAD", "bot")
    assert not mark.exists()
    assert (found.path / "beside.txt").read_text() == "one"
    assert not os.path.lexists(found.path / "link.py")


@pytest.mark.parametrize(
    ("rev", "problem"),
    [
        ("v2", "has no revision 'v2'"),
        ("HEAD:taker.py", "has no revision"),
        ("--help", "has no revision"),
        ("", "no revision"),
    ],
)
def test_what_is_no_revision_is_told(engine: Path, rev: str, problem: str):
    with pytest.raises(BotError, match=problem):
        revision_of(engine, rev, "bot")


def test_what_a_revision_does_not_have_is_told(engine: Path):
    (engine / "later.py").write_text(bot(1))
    with pytest.raises(BotError, match=r"there is no later\.py in revision"):
        revision_of(engine / "later.py", "v1", "bot")


def test_a_folder_that_is_no_repository_is_told(tmp_path: Path):
    with pytest.raises(BotError, match="Only what lies in a git repository has revisions"):
        revision_of(tmp_path, "HEAD", "bot")


def test_a_clone_that_lacks_a_file_is_told_and_nothing_is_left(engine: Path, cache: Path):
    blob = git(engine, "rev-parse", "HEAD:beside.txt")
    (engine / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    with pytest.raises(BotError, match=r"git (says of|does not have the contents)"):
        revision_of(engine, "HEAD", "bot")
    assert not cache.exists() or list(cache.iterdir()) == []


def test_without_git_it_is_told(engine: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(revisions, "GIT", ("no-such-program",))
    with pytest.raises(BotError, match="there is no git here"):
        revision_of(engine, "HEAD", "bot")


def test_the_line_of_a_file_is_named(tmp_path: Path, engine: Path):
    with pytest.raises(BotError, match=r"versions\.yaml:6:42: bots\[1\]\.rev: .* has no revision 'v9'"):
        tournament(tmp_path, rev="v9").run()
    shutil.rmtree(engine)
    with pytest.raises(Complaints, match=r"versions\.yaml:5:23: bots\[0\]\.path: there is no file or folder"):
        tournament(tmp_path)


def test_a_plugin_of_a_revision_has_the_hash_of_all_its_files(engine: Path):
    package = engine / "mine"
    package.mkdir()
    (package / "__init__.py").write_text(bot(1))
    (engine / "pyproject.toml").write_text('[project.entry-points."arena.bots"]\nmine = "mine:make_bot"\n')
    git(engine, "add", "-A")
    git(engine, "commit", "-qm", "one")
    (package / "more.py").write_text("X = 1")
    git(engine, "add", "-A")
    git(engine, "commit", "-qm", "two")
    one, two = (plugin_at(str(engine), rev=rev).plugin for rev in ("HEAD~1", "HEAD"))
    assert file_hash(one) != file_hash(two)
