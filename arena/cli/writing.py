"""Whether a file can be written, asked before the work that goes into it: what is told afterwards comes too late."""

from __future__ import annotations

import os
from pathlib import Path

from arena.errors import ArenaError


def check_writable(path: Path, kind: type[ArenaError]) -> None:
    """Raise ``kind`` where a file cannot be written. One that is there stays as it is; devices are not tried."""
    there = os.path.exists(path)
    if there and not os.path.isfile(path):
        return
    try:
        path.open("ab").close()
        if not there:
            path.unlink()
    except OSError as error:
        raise kind(
            str(path), f"cannot be written: {error.strerror}", "Name a file in a folder that is there"
        ) from error
