"""The file in which a teacher keeps who is who: read, and added to. A door to the outside."""

from __future__ import annotations

import fcntl
import os
import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import ConfigError, ResultsError
from arena.report.site.pseudonyms import drawn, read_table, table_text

NAME = "pseudonyms.csv"  # beside the games, where no other file is named
_LARGEST = 16 * 2**20  # bytes of a table


def kept_pseudonyms(file: str, names: Collection[str]) -> dict[str, str]:
    """Return name -> pseudonym of these bots, by a table that is made or added to where some have none.

    Raises ConfigError for a table that cannot be read, and ResultsError where it cannot be written.
    """
    path = Path(file)
    try:
        with _alone(path.parent):
            known = _read(path)
            found = drawn(names, known, secrets.randbelow)
            if found != known:
                _write(path, table_text(found))
    except OSError as error:
        remedy = "Name another file: --pseudonyms FILE"
        raise ResultsError(str(path), f"cannot be read or written: {error.strerror or error}", remedy) from error
    return {name: found[name] for name in names}


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Nobody else adds to a table of this folder meanwhile."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        os.close(opened)


def _read(path: Path) -> dict[str, str]:
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except FileNotFoundError:
        return {}
    if len(data) > _LARGEST:
        raise ConfigError(str(path), "this is too long for a table of pseudonyms", "Name another file")
    try:
        return read_table(data.decode("utf-8"), str(path))
    except UnicodeDecodeError:
        raise ConfigError(str(path), "this is not in UTF-8", "Save it as CSV in UTF-8") from None


def _write(path: Path, text: str) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.unlink(missing_ok=True)
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
