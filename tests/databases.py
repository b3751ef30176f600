"""SQLite files as tests look into them: what is changed is kept at the end, and the file is closed."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def database(path: Path | str, *, uri: bool = False) -> Iterator[sqlite3.Connection]:
    """Open a file for one block. ``with sqlite3.connect(...)`` ends a transaction, but leaves the file open."""
    with contextlib.closing(sqlite3.connect(path, uri=uri, timeout=30)) as base, base:
        yield base
