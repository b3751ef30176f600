"""Whether the files of results are still those that their writer opened, while it writes. A door to the outside.

People remove, rename, replace and cut files of running tournaments. SQLite would write on into a file that has no
name any more, and all games of a night would be gone at its end; so a writer looks before each game, and whenever
it likes: some calls to the system, no reading.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
from pathlib import Path

_Identity = tuple[int, int]  # device and inode


def is_held(lock: Path) -> bool:
    """Tell whether somebody holds a lock now; False where there is none, or it cannot be told."""
    try:
        with lock.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def hold_lock(path: Path) -> int | None:
    """Return the descriptor of a lock file, made if need be and locked by us; None where somebody else holds it.

    Raises OSError. A lock is worth nothing once its file has lost its name, so that is looked at after locking.
    """
    while True:
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            return None
        if _identity(path) == _identity_of(lock):
            return lock
        os.close(lock)


class FolderWatch:
    """Knows the files of one folder by their identity and size. ``close`` gives back a descriptor."""

    def __init__(self, folder: Path, games: str, lock: str) -> None:
        """games, lock: names of files that are there. Raises OSError."""
        self._path, self._games, self._lock = folder, games, lock
        self._files = (games, f"{games}-wal", f"{games}-shm")
        self._paths = {name: os.path.join(folder, name) for name in (*self._files, lock)}
        self._folder = os.open(folder, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        self._known: dict[str, _Identity] = {}
        self._sizes: dict[str, int] = {}
        self._changed = 0
        self.note()

    def close(self) -> None:
        os.close(self._folder)

    def note(self) -> None:
        """Take the files as they are for ours: just opened, or just written by us."""
        for name, path in self._paths.items():
            with contextlib.suppress(OSError):
                seen = os.stat(path)
                self._known[name] = seen.st_dev, seen.st_ino
                self._sizes[name] = seen.st_size
                if name == self._games:
                    self._changed = seen.st_mtime_ns

    def trouble(self) -> str:
        """Return what somebody did to the files that games are written to, "" for nothing."""
        if _identity(self._path) != _identity_of(self._folder):
            now = self.folder
            return "the folder was removed" if now is None else f"the folder was moved to {now}"
        for name in self._files:
            known = self._known.get(name)
            if known is None:
                continue
            try:
                seen = os.stat(self._paths[name])
            except OSError:
                return f"{name} was removed"
            if (seen.st_dev, seen.st_ino) != known:
                return f"{name} was replaced by another file"
        return ""

    def touched(self) -> str:
        """Return how the files changed that only we write to, "" where they did not; it may be harmless."""
        for name in self._files[:2]:
            with contextlib.suppress(OSError, KeyError):
                seen = os.stat(self._paths[name])
                if seen.st_size < self._sizes[name]:
                    return f"{name} was cut short"
                if name == self._games and seen.st_mtime_ns != self._changed:
                    return f"{name} was written by somebody else"
        return ""

    def lock_state(self) -> str:
        """Return "ours", "gone" (the lock file has no name any more), or "other" (there is another one)."""
        there = _identity(self._paths[self._lock])
        return "gone" if there is None else "ours" if there == self._known.get(self._lock) else "other"

    @property
    def folder(self) -> Path | None:
        """Where the folder is now, None where it was removed."""
        with contextlib.suppress(OSError):
            now = Path(os.readlink(f"/proc/self/fd/{self._folder}"))
            if _identity(now) == _identity_of(self._folder):
                return now
        return None


def copy_games(base: sqlite3.Connection, path: Path, games: int) -> bool:
    """Write all that an open connection still sees into a new file, also where its own has lost its name.

    Returns whether the copy is whole and holds ``games`` games; else nothing is left of it.
    """
    whole = False
    try:
        copy = sqlite3.connect(path)
        try:
            base.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            sound = copy.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
            whole = sound and copy.execute("SELECT count(*) FROM games").fetchone()[0] == games
        finally:
            copy.close()
    except (sqlite3.Error, OSError):
        whole = False
    if not whole:
        for name in (path, path.with_name(f"{path.name}-journal")):
            with contextlib.suppress(OSError):
                name.unlink()
    return whole


def _identity(path: Path | str) -> _Identity | None:
    try:
        seen = os.stat(path)
    except OSError:
        return None
    return seen.st_dev, seen.st_ino


def _identity_of(fd: int) -> _Identity:
    seen = os.fstat(fd)
    return seen.st_dev, seen.st_ino
