"""A file that somebody names, or standard input: read whole, but never more than it may be. A door to files.

A device has bytes without end, a name may be too long for the system: whatever goes wrong is one error for people.
"""

from __future__ import annotations

import os
import select
import stat
import sys
from pathlib import Path
from typing import BinaryIO

from arena.errors import ArenaError, ConfigError

LARGEST = 1 << 24  # bytes
WAIT = 2  # seconds for the first writer of a pipe


def opened(path: Path) -> BinaryIO:
    """Open a file for reading. A pipe to which nobody writes within WAIT is empty: it would be waited for without end.

    Raises OSError, and ValueError for a name with a null character.
    """
    file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK))  # noqa: SIM115
    if stat.S_ISFIFO(os.fstat(file.fileno()).st_mode):
        writes = select.poll()
        writes.register(file, select.POLLIN)
        writes.poll(WAIT * 1000)  # tells of the first bytes, or that a writer came and went
    os.set_blocking(file.fileno(), True)
    return file


def pipe_of(file: BinaryIO) -> tuple[int, int] | None:
    """Return what tells a pipe that is open from other ones, None for what is no pipe."""
    about = os.fstat(file.fileno())
    return (about.st_dev, about.st_ino) if stat.S_ISFIFO(about.st_mode) else None


def read_given(
    name: str, error: type[ArenaError] = ConfigError, remedy: str = "", *, largest: int = LARGEST, stdin: bool = True
) -> bytes:
    """Return the bytes of a file; of standard input for ``-``, unless ``stdin`` is False.

    Raises ``error`` at the name for what cannot be read (with the remedy) and for more than ``largest`` bytes.
    """
    shown = name if len(name) <= 200 else f"{name[:200]}..."
    try:
        if stdin and name == "-":
            data = sys.stdin.buffer.read(largest + 1)
        else:
            with opened(Path(name)) as file:
                data = file.read(largest + 1)
    except (OSError, ValueError) as failure:  # ValueError: a null character in the name
        raise error(shown, f"cannot be read: {getattr(failure, 'strerror', None) or failure}", remedy) from failure
    if len(data) > largest:
        raise error(shown, f"has more than {largest >> 20} MiB", "Make it smaller")
    return data
