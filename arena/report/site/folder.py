"""The folder of a site: made elsewhere first, then put in place file by file. A door to the outside.

What is there and not ours stays: a site may lie in a repository, or have files beside it that a web server wants.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from arena.errors import ConfigError, ResultsError

MARKER = "arena-site.json"  # says that the folder is a site, and which files of it are ours
NEW = ".arena-site-new"  # where pages lie until all are made
_OURS = re.compile(r"index\.html|site\.css|site\.js|bots/[a-z0-9-]+\.html")
_ABOUT = "made by `arena report --site`, which replaces these files and removes those that a site has no more"


class SiteFolder:
    """A folder that a site is written into. Nobody else writes one there meanwhile."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        self._new = self._folder / NEW
        self._put: dict[str, int] = {}
        self._old: set[str] = set()
        self._fresh = False
        self._opened = -1

    def __enter__(self) -> Self:
        """Raises ConfigError for a folder that is neither empty nor a site, ResultsError where it cannot be used."""
        try:
            with self._explained():
                self._open()
        except BaseException:
            self._close()
            raise
        return self

    def _open(self) -> None:
        self._fresh = not self._folder.exists()
        self._folder.mkdir(parents=True, exist_ok=True)
        self._opened = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(self._opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ResultsError(str(self._folder), "another `arena report` is writing there", "Wait for it") from None
        there = set(os.listdir(self._folder)) - {NEW}
        if MARKER in there:
            self._old = self._read_marker()
        elif there:
            raise ConfigError(
                str(self._folder),
                f"it holds other files, such as {min(there)!r}",
                "Name an empty folder, or a new one",
            )
        if (self._folder / "bots").is_symlink():
            raise ConfigError(str(self._folder / "bots"), "this leads elsewhere", "Take it away")
        if self._new.is_dir() and not self._new.is_symlink():
            shutil.rmtree(self._new)  # of one that was interrupted
        self._new.mkdir()

    def holds(self, path: str) -> bool:
        """Tell whether a file lies, or would lie, in the site."""
        return Path(path).resolve().is_relative_to(self._folder.resolve())

    def put(self, path: str, text: str) -> None:
        """Write one of the new files. path: in the site."""
        assert _OURS.fullmatch(path), path
        with self._explained():
            file = self._new / path
            file.parent.mkdir(exist_ok=True)
            data = text.encode("utf-8", "backslashreplace")
            file.write_bytes(data)
            self._put[path] = len(data)

    def finish(self) -> tuple[int, int]:
        """Put the new files in place and take away old ones; return how many pages there are, and bytes in all.

        The class page comes last, so that what it leads to is there. Who is interrupted here leaves whole files, and a
        marker that knows all of them.
        """
        with self._explained():
            self._write_marker(self._old | self._put.keys())
            for path in sorted(self._put, key=lambda path: (path == "index.html", path)):
                place = self._folder / path
                place.parent.mkdir(exist_ok=True)
                (self._new / path).replace(place)
            for path in self._old - self._put.keys():
                (self._folder / path).unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # it holds files of somebody else's
                (self._folder / "bots").rmdir()
            self._write_marker(set(self._put))
        self._fresh = False
        return sum(path.endswith(".html") for path in self._put), sum(self._put.values())

    def _read_marker(self) -> set[str]:
        path = self._folder / MARKER
        try:
            files = json.loads(path.read_text(encoding="utf-8"))["files"]
            return {file for file in files if _OURS.fullmatch(file)}
        except (ValueError, KeyError, TypeError, RecursionError):
            raise ConfigError(str(path), "this does not say what of the folder is a site", "Empty the folder") from None

    def _write_marker(self, files: set[str]) -> None:
        about = {"about": _ABOUT, "format": 1, "files": sorted(files)}
        beside = self._new / MARKER
        beside.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
        beside.replace(self._folder / MARKER)

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise ResultsError(
                str(self._folder), f"cannot be written: {error.strerror or error}", "Name another folder"
            ) from error

    def _close(self) -> None:
        if self._opened < 0:
            return
        with contextlib.suppress(OSError):
            shutil.rmtree(self._new)
        if self._fresh:
            with contextlib.suppress(OSError):  # only where nothing is in it
                self._folder.rmdir()
        os.close(self._opened)
        self._opened = -1

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._close()
