"""What a text names that stands for a file: its path, why it cannot be read, and its bytes. A door to files.

Nothing here fails for an odd name: one that is too long, has a home folder of nobody, or goes round in links.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path

_SHOWN = 120  # characters of a name in a complaint


def path_of(text: str, base: Path | None = None) -> Path:
    """Return the path that a text names: from the folder ``base`` (None: the current one), ``~`` for a home folder."""
    path = Path(text)
    with contextlib.suppress(RuntimeError):  # nobody's home: then it is a file of that name, or none
        path = path.expanduser()
    return (base or Path()) / path


def shown(path: Path | str) -> str:
    """Return a path for a complaint, on one line and not without end."""
    text = str(path)
    text = text if len(text) <= _SHOWN else f"{text[: _SHOWN // 2]}...{text[-_SHOWN // 4 :]}"
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def trouble_with(path: Path) -> str | None:
    """Say why there is no file to be read at ``path``; None where there is one."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError) as error:
        if not isinstance(error, OSError) or error.errno in (errno.ENOENT, errno.ENOTDIR):
            return f"there is no file {shown(path)}"
        return f"{shown(path)} cannot be read ({os.strerror(error.errno or 0)})"
    if stat.S_ISREG(mode):
        return None
    return f"{shown(path)} is {'a folder' if stat.S_ISDIR(mode) else 'no file'}"
