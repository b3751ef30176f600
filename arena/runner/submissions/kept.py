"""Folders that are made once and kept in the arena's cache: each named by all that it is made of, whole or not there.

What nobody has used for long is removed, and of more than the cache may hold, what was used least lately; never what
was used within a day, for somebody may be playing with it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Collection
from pathlib import Path

from platformdirs import user_cache_path

from arena.errors import RunError
from arena.runner.system import remove_unused

_UNUSED = 90 * 86_400.0  # seconds since a folder was last used
_RECENT = 86_400.0
_MOST_BYTES = 8 << 30  # of all folders together
_SIZE = "size"  # a file beside what a folder holds: its bytes, as text
BEING_MADE = ".making-"  # how folders begin that are not whole yet, or that a build reads
INSIDE = "files"  # where what a folder holds lies


def cache_of_environments() -> Path:
    """Return where environments and unpacked wheels are kept."""
    named = os.environ.get("ARENA_CACHE")
    return (Path(named).absolute() if named else user_cache_path("arena")) / "environments"


def kept(kind: str, name: str, make: Callable[[Path], None]) -> Path:
    """Return a folder of the cache, made if it is not there; ``make`` fills an empty one. Raises what it raises.

    kind: "bots" or "wheels". The folder has what was made in ``INSIDE``. Raises RunError where the cache cannot be
    written.
    """
    folder = cache_of_environments() / kind / name
    if not folder.is_dir():
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            made = Path(tempfile.mkdtemp(prefix=BEING_MADE, dir=folder.parent))
        except OSError as error:
            raise RunError(str(folder.parent), f"it cannot be written ({error.strerror})", _REMEDY) from None
        try:
            (made / INSIDE).mkdir()
            make(made)
            (made / _SIZE).write_text(str(_bytes_in(made)))
            made.chmod(0o755)
            with contextlib.suppress(FileExistsError):
                _rename(made, folder)
        except OSError as error:
            raise RunError(str(folder), f"it cannot be written ({error.strerror})", _REMEDY) from None
        finally:
            shutil.rmtree(made, ignore_errors=True)
    with contextlib.suppress(OSError):
        os.utime(folder)  # in use
    return folder


_REMEDY = "Let ARENA_CACHE name a folder that can be written and has space"


def _rename(made: Path, folder: Path) -> None:
    try:
        made.rename(folder)
    except OSError:  # somebody else was as quick
        if not folder.is_dir():
            raise


def tidy(in_use: Collection[Path]) -> None:
    """Remove what was not used for long, and of too much the least lately used; never what is in use."""
    base = cache_of_environments()
    remove_unused(
        [*base.glob(f"{BEING_MADE}*"), *base.glob(f"*/{BEING_MADE}*")], _RECENT
    )  # whoever made them was killed
    folders = [folder for kind in ("bots", "wheels") for folder in _folders(base / kind) if folder not in in_use]
    gone = set(remove_unused(folders, _UNUSED))
    left = sorted((folder for folder in folders if folder not in gone), key=_last_used)
    total = sum(map(_size, [*left, *in_use]))
    for folder in left:
        if total <= _MOST_BYTES or time.time() - _last_used(folder) < _RECENT:
            return
        total -= _size(folder)
        shutil.rmtree(folder, ignore_errors=True)


def _folders(path: Path) -> list[Path]:
    """Return the folders in one, but those that are being made."""
    try:
        return [entry for entry in path.iterdir() if entry.is_dir() and not entry.name.startswith(BEING_MADE)]
    except OSError:
        return []


def _last_used(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0


def _size(folder: Path) -> int:
    try:
        return int((folder / _SIZE).read_text())
    except (OSError, ValueError):
        return 0


def _bytes_in(folder: Path) -> int:
    return sum(entry.stat().st_size for entry in folder.rglob("*") if entry.is_file())
