"""Indexes of words on disk: made once a machine, then read in a few milliseconds. A door to files.

They lie in the folder of the compiled kernels: a kernel fills an index, and the folder is another one as soon as one
of its sources is another one. What an index was made of is in the file's name, by its contents:

    16 bytes             MAGIC, CRC-32 of what follows, 4 bytes of nothing
    slots, sieves, text  as they lie in memory, see ``Index``; the number of words says how long the first two are

The checksum finds damage, not intent. So no file is believed that another user could have written, nor in a process
that could not have made the folder itself, as a bot's behind its walls.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import tempfile
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import Index
from arena.jit import cache_folder
from arena.lexicon.wordgraph import WordGraph

MAGIC = b"ARENAWI\x01"
LEAST = 10_000  # words of a list whose index is kept: that of a shorter one is made as fast as read
SUFFIX = ".anagrams"
_HEAD = 16


def name_of(graph: WordGraph, empty: Index) -> str:
    """Return the name of the file of a graph's index; empty: the index before it is filled."""
    hasher = hashlib.sha256(repr((MAGIC, sys.byteorder, graph.forward, graph.count, graph.edges.dtype.str)).encode())
    for array in (empty.salts, empty.sizes, graph.edges):
        hasher.update(np.ascontiguousarray(array).data)
    return hasher.hexdigest()[:40] + SUFFIX


def find(name: str, empty: Index) -> Index | None:
    """Return the index of that name; None where there is none, or none that is whole and nobody else's.

    Its arrays are this process's own, and writable only because the kernels' type says so.
    """
    folder = cache_folder()
    if folder is None:
        return None
    try:
        if not _ours(folder.stat()):
            return None
        with (folder / name).open("rb") as file:
            about = os.fstat(file.fileno())
            before = _HEAD + empty.slots.nbytes + empty.sieves.nbytes
            if not stat.S_ISREG(about.st_mode) or not _ours(about) or about.st_size <= before:
                return None
            content = np.empty(about.st_size, np.uint8)
            if file.readinto(content.data) != content.size:
                return None
    except OSError:
        return None
    if content[:_HEAD].tobytes() != _head(content[_HEAD:]):
        return None  # damaged, or of another version: it is made again and replaced
    slots, sieves, text = np.split(content[_HEAD:], np.cumsum([empty.slots.nbytes, empty.sieves.nbytes]))
    return empty._replace(slots=slots.view(np.int64), sieves=sieves.view(np.uint64), text=text)


def keep(name: str, index: Index) -> None:
    """Write an index, where that can be done: whoever reads the file finds all of it or none."""
    folder = cache_folder()
    if folder is None:
        return
    content = np.concatenate([part.view(np.uint8) for part in (index.slots, index.sieves, index.text)])
    with contextlib.suppress(OSError):  # no room, for one: it is made again each time
        handle, part = tempfile.mkstemp(dir=folder, prefix=name, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_head(content))
                file.write(content.data)
                os.fchmod(handle, 0o644)  # as kernels are: a folder may be shared by those who trust whoever fills it
            os.replace(part, folder / name)
        finally:
            Path(part).unlink(missing_ok=True)


def _head(content: NDArray[np.uint8]) -> bytes:
    return MAGIC + zlib.crc32(content.data).to_bytes(4, "little") + bytes(4)


def _ours(about: os.stat_result) -> bool:
    return about.st_uid in (os.getuid(), 0) and not about.st_mode & 0o022
