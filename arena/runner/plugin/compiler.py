"""The process that compiles a plug-in's modules; it imports little, for it is started for each of them."""

from __future__ import annotations

import contextlib
import py_compile
import resource
import sys
from py_compile import PycInvalidationMode

from arena.runner.inside.precompiled import compiled_file

_MOST_MEMORY = 1 << 30  # bytes


def main() -> None:
    """Compile files into a folder ("" for beside them), all of them arguments.

    Within a bound on memory: few lines can be much, once compiled. In a folder they go by their sources' hashes: one
    that is saved twice in a second, or keeps its time when it is replaced, is another one. Beside its source each goes
    by its time, as Python's own do.
    """
    with contextlib.suppress(ValueError, OSError):  # a lower bound is there
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    folder, *sources = sys.argv[1:]
    mode = PycInvalidationMode.CHECKED_HASH if folder else PycInvalidationMode.TIMESTAMP
    for source in sources:
        with contextlib.suppress(Exception):
            py_compile.compile(
                source, compiled_file(source, folder), doraise=True, quiet=2, invalidation_mode=mode
            )  # fmt: skip
