"""What a repository or a build of somebody who means harm makes of whoever builds it: a refusal, with its reason."""

from __future__ import annotations

import io
import os
import shutil
import tarfile
from pathlib import Path

import msgspec
import pytest

from arena.errors import BotError
from arena.runner.builds.programs import _unpack
from arena.runner.builds.sources import repository_state, sources_at
from arena.runner.plugin import revisions
from arena.runner.plugin.revisions import revision_of
from arena.runner.submissions.collect import Collected
from arena.runner.submissions.refused import Refused
from tests.builds.test_packages import committed
from tests.runner.test_revisions import git
from tests.submissions.made import write

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")
HOLES = {"GNU.sparse.size": str(8 << 30), "GNU.sparse.map": "0,1"}


def archive(name: str, **headers: str) -> bytes:
    """Return an archive of one file with a byte, of which its headers say what they like."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as made:
        member = tarfile.TarInfo(name)
        member.size, member.pax_headers = 1, {key.replace("_", "."): value for key, value in headers.items()}
        made.addfile(member, io.BytesIO(b"x"))
    return out.getvalue()


def names_of_names() -> bytes:
    """Return an archive in which a name is followed by a name, and so on: each is read within the one before."""
    member = tarfile.TarInfo("././@LongLink")
    member.type, member.size = tarfile.GNUTYPE_LONGNAME, 5
    return (member.tobuf(tarfile.GNU_FORMAT) + b"name\0".ljust(512, b"\0")) * 3000


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (archive("x", **{key.replace(".", "_"): value for key, value in HOLES.items()}), "'x'.* has holes"),
        (archive("x", size=str(1 << 80)), "'x'.* is cut off"),
        (archive("x", path="a" * 5000), "the name 'a+'... is too long for a file"),
        (archive("x", path="a/" * 5000 + "x"), "is too long for a file"),
        (archive("x", path="../x"), "leads out of its folder"),
        (names_of_names(), "what its build leaves cannot be read"),
    ],
    ids=["holes", "size", "name", "folders", "outside", "names"],
)
def test_what_a_build_says_that_it_leaves_is_not_believed(tmp_path: Path, data: bytes, problem: str):
    with pytest.raises(Refused, match=problem):
        _unpack(data, tmp_path / "files")


def test_no_other_files_have_the_same_hash():
    """Contents that look like a mark and a name: the one would be built, and the other taken for it."""
    one = Collected({"a": b"\0xmore", "zzb": b"text"})
    other = Collected({"a": b"morezz", "b": b"text"}, programs=frozenset({"a"}))
    assert one.digest != other.digest


def test_a_repository_whose_files_are_said_to_be_elsewhere_is_told(tmp_path: Path):
    folder, secret = write(tmp_path / "engine", {"x.py": "x"}), write(tmp_path / "secret", {"key": "x"})
    committed(folder, "v1")
    git(folder, "config", "core.worktree", str(secret))
    for rev in ("v1", ""):
        with pytest.raises(BotError, match=r"says that its files lie in .*secret"):
            sources_at(folder, rev, "bot")
    with pytest.raises(BotError, match=r"says that its files lie in .*secret"):
        revision_of(folder, "v1", "bot")
    assert repository_state(folder) == {}


def test_a_name_that_is_no_text_can_be_kept_in_a_manifest(tmp_path: Path):
    folder = write(tmp_path / "engine", {"x.py": "x"})
    os.symlink(b"x.py", os.fsencode(folder) + b"/li\xffnk\x1b[2J")
    committed(folder, "v1")
    for rev in ("v1", ""):
        facts = sources_at(folder, rev, "bot").facts(rev)
        assert facts["lacking"] == r"links: li\udcffnk\x1b[2J"
        assert msgspec.json.decode(msgspec.json.encode(facts)) == facts


@pytest.mark.parametrize("remote", ["program", "folder"])
def test_nothing_is_fetched_whatever_a_repository_allows_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, remote: str
):
    """Also by a git that knows no GIT_NO_LAZY_FETCH."""
    monkeypatch.setitem(revisions.GIT_SURROUNDINGS, "GIT_NO_LAZY_FETCH", "0")
    folder, mark = write(tmp_path / "engine", {"x.py": "x"}), tmp_path / "ran"
    committed(folder, "v1")
    shutil.copytree(folder, tmp_path / "whole")
    blob = git(folder, "rev-parse", "v1:x.py")
    (folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    url = f"ext::touch {mark}" if remote == "program" else str(tmp_path / "whole")
    for key, value in {
        "core.repositoryformatversion": "1", "extensions.partialClone": "origin", "remote.origin.promisor": "true",
        "protocol.ext.allow": "always", "protocol.file.allow": "always", "remote.origin.url": url,
        "remote.origin.uploadpack": f"touch {mark}; git-upload-pack",
    }.items():  # fmt: skip
        git(folder, "config", key, value)
    with pytest.raises(BotError):
        sources_at(folder, "v1", "bot")
    assert not mark.exists()
