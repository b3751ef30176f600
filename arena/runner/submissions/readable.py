"""Whether what was handed in can be read: compiled Python is refused, and machine code and packed modules are named.

A teacher, and whoever looks into a case of cheating, reads sources. Data that a bot makes code of while it plays (with
``pickle``, ``marshal`` or ``exec``) cannot be told from other data, and is not looked for.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Collection, Mapping

from arena.runner.submissions.archives import check_list
from arena.runner.submissions.files import named
from arena.runner.submissions.refused import Refused

_COMPILED = (".pyc", ".pyo")
_OF_CODE = (".py", ".pyw", ".so", *_COMPILED)
_PACKED = (".zip", ".whl", ".egg", ".pyz")
# Compiled Python begins with a number of its version (those of Python 3 lie here), a line end, and flags.
_FIRST_VERSION, _LAST_VERSION, _FLAGS, _HEAD = 3000, 4999, (0, 1, 3), 16
_MACHINE_CODE, _ARCHIVE = b"\x7fELF", b"PK\x03\x04"
_MOST_NAMED = 20
_DAMAGED = (zipfile.BadZipFile, zlib.error, struct.error, LookupError, NotImplementedError, ValueError, OSError)


def check_readable(files: Mapping[str, bytes]) -> None:
    """Raise Refused for compiled Python that has no source beside it, whatever its name is, in archives too."""
    alone = [name for name in files if _is_alone(name, files)]
    alone += [name for name, data in files.items() if name not in alone and _is_compiled(data)]
    if alone:
        raise Refused(f"{named(alone)}: compiled Python without its source; hand in what can be read")
    for name, data in files.items():
        inside = _names_in(data)
        hidden = [entry for entry in inside if _is_alone(entry, inside)]
        if hidden:
            raise Refused(f"{name} holds {named(hidden)}: compiled Python without its source; hand in what can be read")


def not_readable(files: Mapping[str, bytes]) -> tuple[str, ...]:
    """Return what was handed in that a person cannot read as it is: machine code, and archives with modules."""
    found = [f"{name} (machine code)" for name, data in files.items() if data.startswith(_MACHINE_CODE)]
    for name, data in files.items():
        if any(entry.endswith((*_OF_CODE, *_PACKED)) for entry in _names_in(data)):
            found.append(f"{name} (modules in an archive)")
    found.sort()
    more = len(found) - _MOST_NAMED
    return (*found[:_MOST_NAMED], *([f"{more} more"] if more > 0 else []))


def _is_alone(name: str, names: Collection[str]) -> bool:
    """Tell whether a name is that of a compiled module whose source is not there."""
    if not name.endswith(_COMPILED):
        return False
    folder, _, file = name.rpartition("/")
    if folder.endswith("__pycache__"):
        top = folder[: -len("__pycache__")]
        return f"{top}{file.partition('.')[0]}.py" not in names
    return f"{name.rpartition('.')[0]}.py" not in names


def _is_compiled(data: bytes) -> bool:
    """Tell whether contents are those of a compiled module, which any name can be loaded from."""
    return (
        len(data) > _HEAD
        and data[2:4] == b"\r\n"
        and _FIRST_VERSION <= int.from_bytes(data[:2], "little") <= _LAST_VERSION
        and int.from_bytes(data[4:8], "little") in _FLAGS
    )


def _names_in(data: bytes) -> list[str]:
    """Return the names in an archive; none for what is no archive. Python imports from one behind any other data."""
    if _ARCHIVE not in data:
        return []
    try:
        check_list(data)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return [info.filename for info in archive.infolist()]
    except (*_DAMAGED, Refused):
        return []
