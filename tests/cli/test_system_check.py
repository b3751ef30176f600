"""Elsewhere than on Linux, and on kernels that are too old, every command says so in a line and ends with status 2."""

from __future__ import annotations

import errno
import os
import subprocess
import sys

import pytest

from arena.cli.commands import COMMANDS
from arena.cli.system_check import check_system
from arena.errors import EXIT_USAGE, WrongSystem

# An interpreter as on another system, after the libraries that look at its name: the name, and modules that lack there.
ELSEWHERE = """
import sys, subprocess, asyncio, click
sys.platform = {name!r}
sys.modules.update(dict.fromkeys({missing!r}))
from arena.cli.main import main
main({words!r})
"""


def elsewhere(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    missing = ["fcntl", "resource", "pwd", "grp", "termios"] if name == "win32" else []
    code = ELSEWHERE.format(name=name, missing=missing, words=list(words))
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(("name", "message"), [("win32", "Windows"), ("darwin", "macOS"), ("freebsd15", "freebsd15")])
@pytest.mark.parametrize("words", [("run", "quickstart"), ("moves", "--help"), ("rate", "results.csv")])
def test_on_another_system_a_command_says_so_in_one_line(name: str, message: str, words: tuple[str, ...]):
    done = elsewhere(name, *words)
    assert done.returncode == EXIT_USAGE
    said = f"arena {words[0]}: the arena runs on Linux only, and this is {message}. Use Linux"
    assert " ".join(done.stderr.split()).startswith(said)
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("words", [("--help",), ("--version",)])
def test_help_and_version_are_told_everywhere(words: tuple[str, ...]):
    done = elsewhere("win32", *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert "arena" in done.stdout


@pytest.mark.parametrize("error", [errno.ENOSYS, errno.EPERM])
def test_a_kernel_that_cannot_name_processes_is_told_by_commands_that_start_bots(monkeypatch, error: int):
    def refused(pid: int) -> int:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(os, "pidfd_open", refused)
    plays = {"bench", "bots", "check", "cluster", "play", "run", "tcp"}
    for command in plays:
        with pytest.raises(WrongSystem, match=r"It takes Linux 5\.3 or newer") as caught:
            check_system(command)
        assert os.uname().release in str(caught.value)
    for command in COMMANDS.keys() - plays:
        check_system(command)


def test_here_nothing_is_refused():
    for command in COMMANDS:
        check_system(command)
