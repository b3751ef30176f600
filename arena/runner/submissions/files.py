"""The files of a submission, read into memory from wherever they were handed in, within limits.

Whoever handed in is an adversary: no link is followed, nothing but plain files is opened, and no more is read than the
limits allow, however small a zip file is that holds it. Names are those below the submission's folder, with slashes.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator

from arena.runner.submissions.refused import Refused

MOST_FILES = 1000
MOST_BYTES = 64 << 20  # of all files together, and of an archive
MOST_OF_ONE = 32 << 20
_DEEPEST = 16
_LONGEST = 200  # bytes of a name
_MOST_ENTRIES = 20_000  # of folders that are looked at, what is left out included
_LEFT_OUT = frozenset({"__pycache__", "__MACOSX", "node_modules", "Thumbs.db"})


class Files:
    """Files that are being collected: name -> contents. Raises Refused for too many, and for one that is too large."""

    def __init__(self) -> None:
        self.held: dict[str, bytes] = {}
        self._bytes = 0

    def allowed(self, name: str) -> int:
        """Return how many bytes the next file may have. Raises Refused for a name that will not do, and too many."""
        check_name(name)
        if name in self.held:
            raise Refused(f"it holds two files {name}")
        if len(self.held) >= MOST_FILES:
            raise Refused(f"it has more than {MOST_FILES} files")
        return min(MOST_OF_ONE, MOST_BYTES - self._bytes)

    def add(self, name: str, data: bytes) -> None:
        """Take a file in, of which at most ``allowed(name) + 1`` bytes were read."""
        if len(data) > MOST_OF_ONE:
            raise Refused(f"{name} has more than {MOST_OF_ONE >> 20} MiB")
        self._bytes += len(data)
        if self._bytes > MOST_BYTES:
            raise Refused(f"its files have more than {MOST_BYTES >> 20} MiB together")
        self.held[name] = data

    def whole(self) -> dict[str, bytes]:
        """Return all of them. Raises Refused where one is in the place of a folder of others, or there is none."""
        folders = {
            "/".join(parts[:depth])
            for name in self.held
            if (parts := name.split("/"))
            for depth in range(1, len(parts))
        }
        both = folders & self.held.keys()
        if both:
            raise Refused(f"{min(both)} is a file and a folder")
        if not self.held:
            raise Refused("it holds no files")
        return self.held


def check_name(name: str) -> None:
    """Raise Refused for the name of a file that could lie outside of its folder, or that is no name for people."""
    parts = name.split("/")
    if name.startswith("/") or ".." in parts or "\\" in name or ":" in parts[0]:
        raise Refused(f"the name {name!r} leads out of its folder")
    if not name.isprintable() or "" in parts or "." in parts:
        raise Refused(f"{name!r} is no name of a file")
    if len(name.encode(errors="surrogateescape")) > _LONGEST or len(parts) > _DEEPEST:
        raise Refused(f"the name {name[:60]}... has more than {_LONGEST} bytes, or more than {_DEEPEST} folders")


def left_out(part: str) -> bool:
    """Tell whether a file or folder of such a name is no part of a bot: hidden, a cache, what systems leave behind."""
    return (
        (part.startswith(".") and part not in (".", "..")) or part in _LEFT_OUT or part.endswith((".pyc", ".egg-info"))
    )


def read_file(path: str, most: int) -> bytes:
    """Return the contents of a plain file, of a longer one ``most + 1`` bytes. Raises Refused for all that is none."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise Refused(f"{os.path.basename(path)} is no plain file")
            return b"\0" * (most + 1) if status.st_size > most else file.read(most + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        if os.path.islink(path):
            why = "it is a link"
        raise Refused(f"{os.path.basename(path)} cannot be read ({why})") from None


def files_in(folder: str) -> dict[str, bytes]:
    """Return the files in a folder. Raises Refused."""
    files = Files()
    for name, path in _plain_files(folder):
        files.add(name, read_file(path, files.allowed(name)))
    return files.whole()


def _plain_files(folder: str) -> Iterator[tuple[str, str]]:
    """Yield name and path of each file below a folder, in order, what is left out aside. Raises Refused for links."""
    waiting, looked = [("", folder)], 0
    while waiting:
        below, path = waiting.pop()
        entries = []
        try:
            with os.scandir(path) as found:
                for entry in found:
                    looked += 1
                    if looked > _MOST_ENTRIES:
                        raise Refused(f"it has more than {_MOST_ENTRIES} files and folders")
                    entries.append(entry)
        except OSError as error:
            raise Refused(f"its folder {below or '.'} cannot be read ({error.strerror})") from None
        if below and any(entry.name == "pyvenv.cfg" for entry in entries):
            continue  # somebody's virtual environment
        for entry in sorted(entries, key=lambda entry: entry.name):
            name = f"{below}{entry.name}"
            if left_out(entry.name):
                continue
            if entry.is_symlink():
                raise Refused(f"{name} is a link; hand in the file itself")
            if entry.is_dir(follow_symlinks=False):
                check_name(name)
                waiting.append((f"{name}/", entry.path))
            elif entry.is_file(follow_symlinks=False):
                yield name, entry.path
            else:
                raise Refused(f"{name} is neither a file nor a folder")


def without_wrapping(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return files without the folders that hold all of them, as zip files often have one."""
    while True:
        tops = {name.partition("/")[0] for name in files}
        if len(tops) > 1 or any("/" not in name for name in files):
            return files
        (top,) = tops
        if f"{top}/__init__.py" in files:  # it is the package itself
            return files
        files = {name[len(top) + 1 :]: data for name, data in files.items()}


def named(files: Iterable[str], most: int = 3) -> str:
    """Return a few names for people."""
    names = sorted(files)
    return ", ".join(names[:most]) + ", ..." * (len(names) > most)
