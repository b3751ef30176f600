"""Which files of a folder are the sources of a bot. Nothing is built here."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from arena.runner.builds.sources import sources_at
from tests.builds.test_packages import committed
from tests.submissions.made import write

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")


@pytest.mark.parametrize("name", ["bot*", ":(top)bot", "[b]ot"])
def test_a_folder_whose_name_is_a_pattern_to_git_is_that_folder_alone(tmp_path: Path, name: str):
    write(tmp_path, {f"{name}/a.py": "own", "bot/a.py": "another", "bots/b.py": "another", "c.py": "another"})
    commit = committed(tmp_path)
    write(tmp_path, {f"{name}/new.py": "own", "bots/new.py": "another"})
    now, then = sources_at(tmp_path / name, "", "here"), sources_at(tmp_path / name, "HEAD", "here")
    assert dict(now.collected.files) == {"a.py": b"own", "new.py": b"own"} and now.dirty
    assert dict(then.collected.files) == {"a.py": b"own"} and then.collected.commit == now.head == commit
