"""Packed graphs on disk, by content: made once a machine, then mapped and shared by all processes.

A door to files. The folder is the user's cache folder (or ARENA_CACHE); where it cannot be written, a
folder of the user's own below the system's temporary one. A file appears complete or not at all: it is
written under a name of its own and renamed, so two processes that make the same graph do no harm.
"""

from __future__ import annotations

import dataclasses
import mmap
import os
import tempfile
from pathlib import Path
from weakref import WeakValueDictionary

from arena.errors import LexiconError
from arena.lexicon.graphfile import PackedGraph, unpack
from arena.lexicon.wordgraph import WordGraph

SUFFIX = ".wordgraph"
_LARGEST = 64 << 20  # bytes of a graph that is copied
_copies: dict[Path, PackedGraph] | None = None  # where this process holds copies
_graphs: WeakValueDictionary[tuple[int, ...], WordGraph] = WeakValueDictionary()  # that are mapped, by their files


def folders() -> list[Path]:
    """Return where graphs may be kept, best first. Nothing is made yet."""
    from platformdirs import user_cache_path

    named = os.environ.get("ARENA_CACHE")
    user = os.getuid() if hasattr(os, "getuid") else "user"
    own = Path(tempfile.gettempdir()) / f"arena-{user}"
    return [(Path(named) if named else user_cache_path("arena")) / "lexica", own / "lexica"]


def find(key: str) -> tuple[Path, PackedGraph] | None:
    """Return the cached graph of a key; None when there is none, or none that is whole."""
    for folder in folders():
        path = folder / f"{key}{SUFFIX}"
        try:
            if _ours(folder):
                return path, map_graph(path)
        except (OSError, LexiconError):
            continue  # missing, damaged or of another version: it is made again and replaced
    return None


def keep(key: str, data: bytes) -> Path | None:
    """Write a packed graph and return its file; None where no folder can be written."""
    for folder in folders():
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o755)
            if _ours(folder):
                path = folder / f"{key}{SUFFIX}"
                replace(path, data)
                return path
        except OSError:
            continue
    return None


def replace(path: Path, data: bytes) -> None:
    """Write a file so that others see the old content or all of the new. Raises OSError.

    A link stays one, and leads to the new content. A device or a pipe is written into: a file in its place would have
    everybody miss it.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def copy_graphs() -> None:
    """From now on, have this process read graphs of moderate size into its memory instead of mapping their files.

    For a process that forks for many games: what is mapped of a file each child has to find again, page by page,
    what is memory it inherits.
    """
    global _copies
    _copies = {} if _copies is None else _copies


def map_graph(path: Path) -> PackedGraph:
    """Map a packed file, read-only: its pages are shared by all processes that do, its graph by all who use it here.

    Raises OSError when it cannot be opened, LexiconError when it is not whole.
    """
    if _copies is not None and path.stat().st_size <= _LARGEST:
        if path not in _copies:
            _copies[path] = unpack(path.read_bytes(), str(path))
        return _copies[path]
    with path.open("rb") as file:
        about = os.fstat(file.fileno())
        if about.st_size == 0:
            raise LexiconError(str(path), "is empty", "Delete it; it is made again from the word list.")
        packed = unpack(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), str(path))
    this = about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns  # another file of that name is another graph
    return dataclasses.replace(packed, graph=_graphs.setdefault(this, packed.graph))


def _ours(folder: Path) -> bool:
    """Tell whether nobody else could have put a file there; a folder in the common temporary one may be anyone's."""
    if not hasattr(os, "getuid"):
        return folder.is_dir()
    about = folder.stat()
    return about.st_uid in (os.getuid(), 0) and not about.st_mode & 0o022
