"""Git repositories that lead to what is somebody else's: refused, with walls and without them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from arena.runner.sandbox.isolation import PROCESS
from arena.runner.submissions.collect import collect
from arena.runner.submissions.refused import Refused
from arena.runner.submissions.walled import Walled
from tests.submissions.made import BOT, commit, write

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")
WALLED = Walled(PROCESS, 20.0)  # nothing but these checks stands between git and the files of others


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """Return a repository with a file that nobody else is to read."""
    folder = write(tmp_path / "secret", {"bot.py": BOT, "secret.py": "x = 1\n"})
    commit(folder)
    return folder


@pytest.fixture
def eve(tmp_path: Path) -> Path:
    """Return a repository of hers."""
    folder = write(tmp_path / "in" / "eve", {"bot.py": BOT})
    commit(folder)
    return folder


def refusal(folder: Path) -> str:
    with pytest.raises(Refused) as refused:
        collect(str(folder), WALLED)
    return refused.value.reason


def bare(folder: Path) -> Path:
    """Return a repository without a working tree, made of one with it."""
    place = folder.parent / "bare.git"
    shutil.move(folder / ".git", place)
    return place


def test_her_own_is_taken(eve: Path):
    assert collect(str(eve), WALLED).files == {"bot.py": BOT.encode()}
    assert collect(str(bare(eve)), WALLED).files == {"bot.py": BOT.encode()}


def test_a_git_file_or_link_is_refused(eve: Path, secret: Path):
    shutil.rmtree(eve / ".git")
    (eve / ".git").write_text(f"gitdir: {secret}/.git\n")
    assert "its .git is no folder" in refusal(eve)
    (eve / ".git").unlink()
    (eve / ".git").symlink_to(secret / ".git")
    assert "its .git is no folder" in refusal(eve)


@pytest.mark.parametrize("name", ["objects", "refs", "HEAD", "config", "objects/pack"])
@pytest.mark.parametrize("kind", ["tree", "bare"])
def test_links_in_it_are_refused(eve: Path, secret: Path, name: str, kind: str):
    folder = bare(eve) if kind == "bare" else eve
    place = (folder if kind == "bare" else eve / ".git") / name
    shutil.rmtree(place) if place.is_dir() else place.unlink()
    place.symlink_to(secret / ".git" / name)
    assert f"{name} of its git repository is a link" in refusal(folder)


@pytest.mark.parametrize("name", ["objects/info/alternates", "commondir"])
def test_parts_that_lie_elsewhere_are_refused(eve: Path, secret: Path, name: str):
    text = f"{secret}/.git/objects\n" if name.endswith("alternates") else f"{secret}/.git\n"
    (eve / ".git" / name).parent.mkdir(exist_ok=True)
    (eve / ".git" / name).write_text(text)
    assert f"its git repository has {name}" in refusal(eve)


@pytest.mark.parametrize("text", ["[include]\n\tpath = {}\n", '[user] [ IncludeIf "gitdir:/"]\n\tpath = {}\n'])
def test_a_config_that_includes_another_is_refused(eve: Path, secret: Path, text: str):
    with (eve / ".git" / "config").open("a") as config:
        config.write(text.format(secret / "secret.py"))
    assert "includes another file" in refusal(eve)


def test_half_a_repository_does_not_lead_to_the_one_around_it(eve: Path, tmp_path: Path):
    write(tmp_path, {"solution.py": "x = 1\n"})
    commit(tmp_path)  # the teacher keeps the whole course in one
    shutil.rmtree(eve / ".git")
    (eve / ".git").mkdir()
    assert "only half there" in refusal(eve)
    for name in ("objects", "refs"):
        (eve / ".git" / name).mkdir()
    (eve / ".git" / "HEAD").write_text("nonsense\n")
    assert "its git repository cannot be read" in refusal(eve)


def test_a_work_tree_elsewhere_is_not_read(eve: Path, secret: Path):
    with (eve / ".git" / "config").open("a") as config:
        config.write(f"[core]\n\tworktree = {os.fspath(secret)}\n")
    assert collect(str(eve), WALLED).files == {"bot.py": BOT.encode()}
