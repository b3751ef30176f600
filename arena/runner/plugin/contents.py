"""What lies in files and folders of bots, games and words: which files count, and the hash over all of them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

_LEFT_OUT = ("__pycache__", ".git", ".hg", ".venv", "node_modules")  # folders that are no part of a package


def digest_of(paths: Iterable[str]) -> str:
    """Return the sha256 over files, and folders with all files that count; "" where there is none of them."""
    whole, count = hashlib.sha256(), 0
    for root in paths:
        for name, file in files_in(root):
            try:
                data = file.read_bytes()
            except OSError:
                continue
            count += 1
            whole.update(f"{name}\0{len(data)}\0".encode(errors="surrogateescape") + hashlib.sha256(data).digest())
    return whole.hexdigest() if count else ""


def files_in(root: str) -> Iterator[tuple[str, Path]]:
    """Yield the files that count of a file or folder, each with its name from that folder's own on; or the file's."""
    path = Path(root)
    if path.is_file():
        yield path.name, path
    elif root and path.is_dir():
        for here, inside, names in os.walk(path):
            inside[:] = sorted(name for name in inside if name not in _LEFT_OUT)
            for name in sorted(names):
                file = Path(here, name)
                if file.is_file() and not name.endswith((".pyc", ".pyo")):
                    yield f"{path.name}/{file.relative_to(path).as_posix()}", file
