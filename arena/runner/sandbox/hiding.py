"""What of the results bots are kept from: all that a run writes, and the records of other tournaments beside it.

A folder of results is hidden whole, unless it holds what bots are made of: then its records are hidden one by one.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from arena.records.kept_sums import SUMS
from arena.records.store import GAMES, LOCK, MANIFEST

RESULTS = "results"  # where tournaments lie that name no other folder
_BESIDE = ("", "-wal", "-shm", "-journal")  # what SQLite keeps beside a file


def hidden_results(output: str | Path, needed: Iterable[str]) -> tuple[str, ...]:
    """Return the folders and files of results, as real paths, that bots are to be kept from.

    output: the folder of the run. needed: places that must stay in sight: plug-ins, programs, words, Python.
    """
    here, base = os.getcwd(), os.path.realpath(output)
    kept = [os.path.realpath(path) for path in (here, tempfile.gettempdir(), *needed) if path]
    found = dict.fromkeys(_hidden(base, kept))
    for folder in (
        os.path.dirname(base),
        base,
        os.path.join(base, RESULTS),
        os.path.join(os.path.realpath(here), RESULTS),
    ):
        for other in sorted(Path(folder).glob(f"*/{GAMES}")):
            found |= dict.fromkeys(_hidden(os.path.realpath(other.parent), kept))
    return tuple(path for path in found if not any(within(path, other) for other in found if other != path))


def within(path: str, folder: str) -> bool:
    """Return whether ``path`` is ``folder`` or lies in it; both absolute."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _hidden(folder: str, kept: list[str]) -> Iterator[str]:
    if not any(within(path, folder) for path in kept):
        yield folder
        return
    names = [*(name + end for name in (GAMES, SUMS) for end in _BESIDE), MANIFEST, LOCK]
    names += sorted(path.name for path in Path(folder).glob(f"{GAMES}.*"))  # what was damaged, and moved aside
    yield from (os.path.join(folder, name) for name in names)
