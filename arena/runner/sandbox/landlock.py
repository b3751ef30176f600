"""Landlock: which files a process and all that it starts may touch, from now on and for good (Linux 5.13 and newer).

By ctypes, without a library. Rules allow; all that no rule allows is refused. Each call of ``restrict`` adds a
layer: what is allowed is what every layer allows, and a process in an inner layer can neither trace nor (from
version 6 of the interface) signal one outside it. Facts: docs.kernel.org/userspace-api/landlock.html.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import resource
import stat
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from pathlib import Path

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the same numbers on every architecture
_VERSION = 1
_BENEATH = 1
_PR_SET_NO_NEW_PRIVS = 38
_HIGH = 1 << 12  # where descriptors of places begin

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_CHANGES = sum(1 << bit for bit in range(4, 13))  # removing and making of every kind
_REFER, _TRUNCATE, _IOCTL = 1 << 13, 1 << 14, 1 << 15
_OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | _TRUNCATE | _IOCTL  # rights that a rule on a plain file may name
READ = EXECUTE | READ_FILE | READ_DIR
WRITE = READ | WRITE_FILE | _CHANGES | _REFER | _TRUNCATE

_LIBC = ctypes.CDLL(None, use_errno=True)


class _Ruleset(ctypes.Structure):
    _fields_ = (("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version() -> int:
    """Return the version of the kernel's interface, 0 where there is none."""
    return max(0, int(_LIBC.syscall(_CREATE, None, ctypes.c_size_t(0), _VERSION)))


def _known(version: int) -> int:
    """Return all rights that this version can refuse."""
    rights = (1 << 13) - 1
    for since, right in ((2, _REFER), (3, _TRUNCATE), (5, _IOCTL)):
        rights |= right if version >= since else 0
    return rights


class Grants:
    """Places that may be used, held open so that making a layer of them takes microseconds.

    Places that do not exist are left out. ``close`` is for whoever needs no more layers.
    """

    def __init__(self, places: Iterable[tuple[str, int]]) -> None:
        self._held: list[tuple[int, int]] = []
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        for path, rights in places:
            try:
                self._held.append((_aside(_open(path)), rights))
            except OSError:
                continue
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        high = [fd for fd, _ in self._held if fd >= _HIGH]
        self._high = (min(high), max(high) + 1) if high else (0, 0)
        self._low = [fd for fd, _ in self._held if fd < _HIGH]

    def restrict(self, more: Iterable[tuple[str, int]] = (), *, files: bool = True) -> None:
        """Confine this process to these places and to ``more``; from version 4 without TCP, from 6 with no signal
        or abstract socket to anybody outside. ``files=False`` leaves files alone. Raises OSError.
        """
        layer = self._layer(more, files)
        try:
            no_new_privileges()
            enter(layer)
        finally:
            os.close(layer)

    def layer(self, more: Iterable[tuple[str, int]]) -> int:
        """Return a layer of these places and of ``more`` as a descriptor, for a process that is to ``enter`` it."""
        return _aside(self._layer(more, True))

    def _layer(self, more: Iterable[tuple[str, int]], files: bool) -> int:
        known = version()
        rights = _known(known) if files else 0
        asked = _Ruleset(rights, 3 if known >= 4 else 0, 3 if known >= 6 else 0)
        size = 8 if known < 4 else 16 if known < 6 else 24
        ruleset = _called(_LIBC.syscall(_CREATE, ctypes.byref(asked), ctypes.c_size_t(size), 0), "create")
        opened: list[int] = []
        try:
            if files:
                granted = list(self._held)
                for path, allowed in more:
                    opened.append(_open(path))
                    granted.append((opened[-1], allowed))
                for fd, allowed in granted:
                    allowed &= rights if stat.S_ISDIR(os.fstat(fd).st_mode) else rights & _OF_FILES
                    if allowed:
                        rule = _Beneath(allowed, fd)
                        _called(_LIBC.syscall(_ADD, ruleset, _BENEATH, ctypes.byref(rule), 0), "add a rule")
        except BaseException:
            os.close(ruleset)
            raise
        finally:
            for fd in opened:
                os.close(fd)
        return ruleset

    def close(self) -> None:
        """Hold the places no longer; once only."""
        if self._high[0] < self._high[1]:
            os.closerange(*self._high)  # one call for all of them
        for fd in self._low:
            os.close(fd)


def enter(layer: int) -> None:
    """Confine this process, which has given up new privileges, to a layer. Raises OSError."""
    _called(_LIBC.syscall(_RESTRICT, layer, 0), "restrict")


def no_new_privileges() -> None:
    """Give up gaining privileges by starting programs: needed for Landlock and seccomp without privileges."""
    _called(_LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "give up new privileges")


def around(root: str, hidden: Hidden) -> Iterator[tuple[str, int]]:
    """Yield grants to read all under ``root`` but what is hidden; names can be listed anyway."""
    if hidden.holds(root):
        return
    inside = hidden.within(root)
    if not inside:
        yield root, READ
    elif root not in inside:
        yield root, READ_DIR
        try:
            entries = sorted(Path(root).iterdir())
        except OSError:
            return
        for entry in entries:
            yield from around(str(entry), inside)


class Hidden:
    """Files and folders (absolute paths) that are not to be read, of which there may be very many."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._sorted = sorted({path.rstrip("/") for path in paths})  # what lies in one folder comes together
        self._all = frozenset(self._sorted)

    def __contains__(self, path: str) -> bool:
        return path.rstrip("/") in self._all

    def __bool__(self) -> bool:
        return bool(self._sorted)

    def holds(self, path: str) -> bool:
        """Return whether ``path`` lies in one of them, which it is not itself."""
        return any(path[:at] in self._all for at, letter in enumerate(path) if letter == "/")

    def within(self, folder: str) -> Hidden:
        """Return those that lie in a folder, and itself if it is one of them."""
        place = folder.rstrip("/")
        first, last = bisect_left(self._sorted, place + "/"), bisect_left(self._sorted, place + "0")
        return Hidden([*([place] if place in self._all else []), *self._sorted[first:last]])


def _open(path: str) -> int:
    return os.open(path, os.O_PATH | os.O_CLOEXEC)


def _aside(fd: int) -> int:
    """Move a descriptor to a high number: a bot's limit bounds the numbers, and shall count the bot's own files."""
    try:
        high = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, _HIGH)
    except OSError:
        return fd
    os.close(fd)
    return high


def _called(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"landlock: cannot {what}: {os.strerror(number)}")
    return int(result)
