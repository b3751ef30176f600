"""The folders in which bots live while they play: made, named, removed, and swept where their owner was killed.

A folder's name says who owns it: the process that made it, when that process started, and in which namespace of
process ids, so that nobody takes for dead who only cannot be seen from here. No bot can change the name of its own
folder from inside its walls; one without walls can spoil nothing but its own.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import tempfile
from pathlib import Path

from arena.runner.system import remove_tree

PREFIX = "arena-bot-"
_NAME = re.compile(re.escape(PREFIX) + r"(\d+)-(\d+)-(\d+)-\w+")  # namespace, process, its start, chance


def make_home() -> str:
    """Return a new empty folder that nobody else may enter, for a bot of this process. Raises OSError."""
    return tempfile.mkdtemp(prefix=f"{PREFIX}{_namespace()}-{os.getpid()}-{_started(os.getpid())}-")


def remove_home(folder: str) -> None:
    """Remove a folder with all that is in it, also what its bot has locked. Never fails, follows no link."""
    remove_tree(folder)
    if os.path.lexists(folder):
        _unlock(folder)
        remove_tree(folder)


def sweep_homes() -> int:
    """Remove the folders of owners that are dead, as far as they are our user's; return how many there were."""
    base, swept = tempfile.gettempdir(), 0
    with contextlib.suppress(OSError), os.scandir(base) as entries:
        for entry in list(entries):
            found = _NAME.fullmatch(entry.name)
            if found is None or int(found[1]) != _namespace() or _lives(int(found[2]), int(found[3])):
                continue
            with contextlib.suppress(OSError):
                there = entry.stat(follow_symlinks=False)
                if stat.S_ISDIR(there.st_mode) and there.st_uid == os.getuid():
                    remove_home(entry.path)
                    swept += 1
    return swept


def _lives(pid: int, started: int) -> bool:
    """Return whether the process ``pid`` that started then is still there."""
    return _started(pid) == started


def _started(pid: int) -> int:
    """Return when a process started, in ticks since the machine did; 0 where there is none that runs."""
    try:
        state, *rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return 0 if state in ("Z", "X") else int(rest[18])
    except (OSError, ValueError, IndexError):
        return 0


def _namespace() -> int:
    """Return the number of our namespace of process ids."""
    return os.stat("/proc/self/ns/pid").st_ino


def _unlock(folder: str) -> None:
    """Give ourselves back the right to look into every folder below, from the top."""
    waiting = [folder]
    while waiting:
        path = waiting.pop()
        try:
            handle = os.open(path, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW)
        except OSError:
            continue
        with contextlib.suppress(OSError):
            os.chmod(f"/proc/self/fd/{handle}", stat.S_IRWXU)
            waiting += [entry.path for entry in os.scandir(path) if entry.is_dir(follow_symlinks=False)]
        os.close(handle)
