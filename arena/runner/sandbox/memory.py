"""What processes take of memory, read from outside: their pages, and what was sent to their sockets and not received.

A process can keep what it has from being shown under its own id: its first thread may have ended, its threads may have
files of their own, and it may refuse to be looked into.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Protocol


class Resident(Protocol):
    """What is said of a process: how many threads it has, and how many bytes of its pages are resident."""

    @property
    def threads(self) -> int: ...

    @property
    def resident(self) -> int: ...


def memory_of(stats: Mapping[int, Resident]) -> int:
    """Return the bytes that processes take, what they share with others by its share. stats: what is said of each."""
    pages = sum(_proportional(pid, stat) for pid, stat in stats.items())
    return pages + _sockets(_places(stats)) * _socket_bytes()


def sent_at_most(stats: Mapping[int, Resident]) -> int:
    """Return how many bytes at most lie in the sockets of processes, by the number of their open files.

    0 for one process alone, whose few files hold little, and before Linux 6.2.
    """
    places = _places(stats)
    return _open_files(places) * _socket_bytes() if len(places) > 1 else 0


def _places(stats: Mapping[int, Resident]) -> list[str]:
    return [place for pid, stat in stats.items() for place in _shown_at(pid, stat)]


def threads_of(pid: int) -> list[str]:
    """Return the ids of a process's threads, none when it is gone."""
    with contextlib.suppress(OSError):
        return os.listdir(f"/proc/{pid}/task")
    return []


def _shown_at(pid: int, stat: Resident) -> list[str]:
    """Return where the kernel shows what a process has: not under its own id where its first thread has ended, and of
    several threads each may have files of its own.
    """
    return [f"/proc/{pid}"] if stat.threads <= 1 else [f"/proc/{pid}/task/{thread}" for thread in threads_of(pid)]


def _proportional(pid: int, stat: Resident) -> int:
    """Return the memory of a process, what it shares with others by its share.

    All that is resident counts where it does not let itself be looked into.
    """
    for place in _shown_at(pid, stat):
        with contextlib.suppress(OSError):
            lines = Path(f"{place}/smaps_rollup").read_text().splitlines()
            return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(("Pss:", "SwapPss:")))
    return stat.resident


def _open_files(places: Iterable[str]) -> int:
    """Return how many files are open at these places of ``/proc``; 0 before Linux 6.2."""
    total = 0
    for place in places:
        with contextlib.suppress(OSError):
            total += os.stat(f"{place}/fd").st_size
    return total


def _sockets(places: Iterable[str]) -> int:
    """Return how many sockets are open there, each counted once; where that is not shown, all files count."""
    sockets, unknown = set[str](), 0
    for place in places:
        try:
            for name in os.listdir(f"{place}/fd"):
                with contextlib.suppress(OSError):
                    file = os.readlink(f"{place}/fd/{name}")
                    sockets |= {file} if file.startswith("socket:") else set()
        except OSError:
            unknown += _open_files([place])
    return len(sockets) + unknown


@cache
def _socket_bytes() -> int:
    """Return how much the kernel keeps of what was sent to a socket and not received, at most."""
    with contextlib.suppress(OSError, ValueError):
        return int(Path("/proc/sys/net/core/wmem_default").read_text())
    return 212_992
