"""The folders of bots: swept once their owner is dead, never anybody else's, never by way of a link."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from arena.runner.sandbox.homes import PREFIX, make_home, remove_home, sweep_homes


@pytest.fixture(autouse=True)
def home(bots_home: Path) -> Path:
    for left in bots_home.iterdir():
        remove_home(str(left)) if left.is_dir() and not left.is_symlink() else left.unlink()
    return bots_home


def abandoned(home: Path) -> Path:
    """Return the folder of a process that ended without removing it."""
    program = (
        f"import tempfile; tempfile.tempdir={str(home)!r}\n"
        "from arena.runner.sandbox.homes import make_home; print(make_home())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return Path(done.stdout.strip())


def test_folders_of_the_dead_are_swept_and_those_of_the_living_stay(home):
    left, mine = abandoned(home), Path(make_home())
    (left / "deep").mkdir()
    (left / "deep" / "file").write_text("x")
    assert sweep_homes() == 1
    assert list(home.iterdir()) == [mine]
    remove_home(str(mine))
    assert sweep_homes() == 0


def test_an_owner_that_nobody_has_reaped_is_dead(home):
    program = (
        f"import os, tempfile; tempfile.tempdir={str(home)!r}; from arena.runner.sandbox.homes import make_home as m; "
        "m(); os.write(1, b'.'); os.read(0, 1)"
    )
    owner = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert owner.stdout.read(1) == b"."
    assert sweep_homes() == 0
    owner.kill()
    os.waitid(os.P_PID, owner.pid, os.WEXITED | os.WNOWAIT)
    assert sweep_homes() == 1
    owner.communicate()


def test_a_process_of_the_same_number_that_started_later_is_another(home):
    mine = Path(make_home())
    namespace, pid, started, chance = mine.name.removeprefix(PREFIX).split("-")
    mine.rename(home / f"{PREFIX}{namespace}-{pid}-{int(started) - 1}-{chance}")
    assert sweep_homes() == 1


def test_what_is_none_of_ours_stays(home, tmp_path):
    name = abandoned(home).name
    remove_home(str(home / name))
    namespace, *rest = name.removeprefix(PREFIX).split("-")
    (tmp_path / "precious").write_text("x")
    (home / name).symlink_to(tmp_path)  # a link to a folder
    elsewhere = home / f"{PREFIX}{int(namespace) + 1}-{'-'.join(rest)}"  # its owner cannot be seen from here
    elsewhere.mkdir()
    (home / f"{name}x").write_text("a file")
    (home / f"{PREFIX}abcdefgh").mkdir()
    assert sweep_homes() == 0
    assert (tmp_path / "precious").exists()
    assert len(list(home.iterdir())) == 4


def test_links_inside_a_folder_are_removed_and_not_followed(home, tmp_path):
    left = abandoned(home)
    (tmp_path / "precious").write_text("x")
    (left / "link").symlink_to(tmp_path)
    assert sweep_homes() == 1
    assert not left.exists() and (tmp_path / "precious").exists()


def test_a_folder_that_its_bot_locked_is_removed_all_the_same():
    """Tried by a user without rights where this one has them all."""
    with tempfile.TemporaryDirectory(dir="/tmp") as open_to_all:
        os.chmod(open_to_all, 0o777)
        program = (
            f"import os, tempfile; tempfile.tempdir={open_to_all!r}\n"
            "from arena.runner.sandbox.homes import make_home, remove_home\n"
            "if os.getuid() == 0: os.setgid(65534); os.setuid(65534)\n"
            "made = make_home(); os.makedirs(made + '/a/b'); os.chmod(made + '/a/b', 0); os.chmod(made + '/a', 0)\n"
            "os.chmod(made, 0); remove_home(made); print(os.path.lexists(made))"
        )
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        assert done.stdout == "False\n", done.stderr
