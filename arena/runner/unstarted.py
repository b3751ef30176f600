"""The error of a process of ours that the system does not start: what the kernel said, and what to do about it."""

from __future__ import annotations

import errno
import os

from arena.errors import RunError

_FORBIDDEN = "Something forbids it: a file's or folder's permissions, or the rules of a container"
_REMEDIES = {
    errno.EAGAIN: "Is the table of processes full, or a limit on processes reached (`ulimit -u`, a container's)?",
    errno.ENOMEM: "There is too little memory: end what else runs, or use fewer workers",
    errno.EMFILE: "Too many files are open here: raise `ulimit -n`, or use fewer workers",
    errno.ENFILE: "Too many files are open on this machine: end what else runs, or use fewer workers",
    errno.EACCES: _FORBIDDEN,
    errno.EPERM: _FORBIDDEN,
    errno.ENOENT: "Was the arena, or its Python, moved or removed meanwhile?",
}


def no_process(where: str, error: OSError) -> RunError:
    """Return what is told of a process that could not be started. where: which one, as ``zygote``."""
    said = os.strerror(error.errno) if error.errno else str(error)
    named = f" ({os.fsdecode(error.filename)})" if isinstance(error.filename, str | bytes) else ""
    return RunError(where, f"a process cannot be started: {said}{named}", _REMEDIES.get(error.errno or 0, ""))
