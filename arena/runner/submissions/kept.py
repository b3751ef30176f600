"""Folders that are made once and kept in the arena's cache: each named by all that it is made of, whole or not there.

One process at a time makes or looks at a folder; whoever comes meanwhile waits, and finds it made. What a folder holds
is compared with what was written into it whenever it is asked for, and made again where it is not the same any more.
What nobody has used for long is removed, and of more than the cache may hold, what was used least lately; never what
was used within a day, for somebody may be playing with it.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import msgspec
from platformdirs import user_cache_path

from arena.errors import RunError
from arena.runner.system import remove_unused

_UNUSED = 90 * 86_400.0  # seconds since a folder was last used
_RECENT = 86_400.0
_MOST_BYTES = 8 << 30  # of all folders together
_SUMS = "sums.json"  # a file beside what a folder holds: name -> sha256 and bytes of each file
_LOCKS = ".locks"
_COMPILED = "__pycache__"  # folders to which Python may add, at any time
KINDS = ("bots", "wheels", "programs")
BEING_MADE = ".making-"  # how folders begin that are not whole yet, or that a build reads
INSIDE = "files"  # where what a folder holds lies


def cache_of_environments() -> Path:
    """Return where environments and unpacked wheels are kept."""
    named = os.environ.get("ARENA_CACHE")
    return (Path(named).absolute() if named else user_cache_path("arena")) / "environments"


def kept(kind: str, name: str, make: Callable[[Path], None]) -> Path:
    """Return a folder of the cache, made if it is not there or damaged; ``make`` fills an empty one.

    kind: one of KINDS. The folder has what was made in ``INSIDE``. Raises what ``make`` raises, and RunError where the
    cache cannot be written.
    """
    folder = cache_of_environments() / kind / name
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _alone(folder):
            if folder.is_dir() and not _is_whole(folder):
                _set_aside(folder)
            if not folder.is_dir():
                _fill(folder, make)
    except OSError as error:
        raise RunError(str(folder), f"it cannot be written ({error.strerror})", _REMEDY) from None
    with contextlib.suppress(OSError):
        os.utime(folder)  # in use
    return folder


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait until nobody else, in any process, is at a folder of the cache."""
    locks = cache_of_environments() / _LOCKS
    locks.mkdir(exist_ok=True)
    slot = hashlib.sha256(os.fsencode(folder.name)).hexdigest()[:2]  # few files, though there are many names
    lock = os.open(locks / f"{folder.parent.name}-{slot}", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _fill(folder: Path, make: Callable[[Path], None]) -> None:
    made = Path(tempfile.mkdtemp(prefix=BEING_MADE, dir=folder.parent))
    try:
        (made / INSIDE).mkdir()
        make(made)
        (made / _SUMS).write_bytes(msgspec.json.encode(_sums_of(made)))
        made.chmod(0o755)
        with contextlib.suppress(FileExistsError):
            _rename(made, folder)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _set_aside(folder: Path) -> None:
    """Take a damaged folder out of the way, whole: somebody may be reading in it."""
    aside = Path(tempfile.mkdtemp(prefix=BEING_MADE, dir=folder.parent))
    folder.rename(aside / folder.name)
    shutil.rmtree(aside, ignore_errors=True)


def _is_whole(folder: Path) -> bool:
    """Return whether a folder holds what was written into it, and nothing else but what Python compiled later."""
    try:
        before = msgspec.json.decode((folder / _SUMS).read_bytes(), type=dict[str, tuple[str, int, bool]])
        now = _sums_of(folder)
    except (OSError, msgspec.MsgspecError):
        return False
    return all(now.get(name) == what for name, what in before.items()) and all(
        _COMPILED in name.split("/") for name in now.keys() - before.keys()
    )


def _sums_of(folder: Path) -> dict[str, tuple[str, int, bool]]:
    """Return sha256, bytes, and whether it may be executed, of each file in a folder, by its name below that."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name != _SUMS and path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
                found[_as_text(name)] = digest, os.fstat(file.fileno()).st_size, os.access(path, os.X_OK)
    return found


def _as_text(name: str) -> str:
    """Return a name that JSON can hold: one on Linux may be any bytes."""
    return name.encode(errors="surrogateescape").decode(errors="backslashreplace")


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
    folders = [folder for kind in KINDS for folder in _folders(base / kind) if folder not in in_use]
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
        return [entry for entry in path.iterdir() if entry.is_dir() and not entry.name.startswith(".")]
    except OSError:
        return []


def _last_used(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0


def _size(folder: Path) -> int:
    try:
        sums = msgspec.json.decode((folder / _SUMS).read_bytes(), type=dict[str, tuple[str, int, bool]])
    except (OSError, msgspec.MsgspecError):
        return 0
    return sum(size for _, size, _ in sums.values())
