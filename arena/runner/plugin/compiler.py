"""The process that compiles the modules of plug-ins: those of each in a process of its own, forked from this one.

What a hostile source does to the compiler, it does to such a process, in which no other plug-in's modules are compiled.
It imports little, for it is started for nearly every plug-in that is new.
"""

from __future__ import annotations

import contextlib
import json
import os
import py_compile
import resource
import select
import signal
import sys
from py_compile import PycInvalidationMode

from arena.runner.inside.precompiled import compiled_file

_MOST_MEMORY = 1 << 30  # bytes


def main() -> None:
    """Compile what standard input says: a JSON array with one of [folder, [source, ...]] for each plug-in.

    folder: "" for beside the sources. The argument: seconds that each plug-in has at most.
    """
    seconds = float(sys.argv[1])
    for folder, sources in json.load(sys.stdin):
        pid = os.fork()
        if pid == 0:
            try:
                _compile(folder, sources)
            finally:
                os._exit(0)
        _await(pid, seconds)


def _await(pid: int, seconds: float) -> None:
    """Wait for a child, and end it when its time is up."""
    ended = select.poll()
    descriptor = os.pidfd_open(pid)
    ended.register(descriptor, select.POLLIN)
    if not ended.poll(seconds * 1000):
        os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(descriptor)


def _compile(folder: str, sources: list[str]) -> None:
    """Compile files into a folder ("" for beside them).

    Within a bound on memory: few lines can be much, once compiled. In a folder they go by their sources' hashes: one
    that is saved twice in a second, or keeps its time when it is replaced, is another one. Beside its source each goes
    by its time, as Python's own do.
    """
    with contextlib.suppress(ValueError, OSError):  # a lower bound is there
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    mode = PycInvalidationMode.CHECKED_HASH if folder else PycInvalidationMode.TIMESTAMP
    for source in sources:
        with contextlib.suppress(Exception):
            py_compile.compile(
                source, compiled_file(source, folder), doraise=True, quiet=2, invalidation_mode=mode
            )  # fmt: skip
