"""Plug-ins as Python has them compiled, beside their sources, as Python does it for whoever imports a module.

A bot's process may write nothing there and would compile its modules anew in each game. Nothing of a plug-in is run for
this; what a hostile source does to the compiler, it does to a process that is thrown away.
"""

from __future__ import annotations

import contextlib
import os
import py_compile
import resource
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import cache_from_source
from pathlib import Path

from arena.runner.sandbox.own_python import own_command, own_environment

_MOST = 500  # modules of one package
# Bytes of a source, of which a compiler takes hundreds of times as many. A longer one is compiled where it is imported,
# in the bot's own process and within the bot's limits.
_MOST_BYTES = 256 << 10
_MOST_MEMORY = 1 << 30  # bytes
_LONGEST = 60.0  # seconds


@cache
def compile_modules(place: str, seconds: float = _LONGEST) -> None:
    """Compile the modules at a place, a file or a package's folder, that are not, for so long at most.

    Never fails: games do it then.
    """
    seconds = min(seconds, _LONGEST)
    if seconds <= 0:
        return
    stale = [path for path in _sources(place) if _is_stale(path)]
    if stale:
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run(
                own_command("arena.runner.plugin.bytecode", *stale), env=own_environment(), cwd="/", timeout=seconds,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
            )  # fmt: skip


def _sources(place: str) -> Iterator[str]:
    path = Path(place)
    if path.is_file() and path.suffix == ".py":
        yield str(path)
    elif path.is_dir():
        for number, source in enumerate(sorted(path.rglob("*.py"))):
            if number == _MOST:
                return
            yield str(source)


def _is_stale(source: str) -> bool:
    """Return whether the compiled module is missing, or of another state of its source (by time and size).

    Never of a source that is too long to be compiled here.
    """
    try:
        status = os.stat(source)
        if status.st_size > _MOST_BYTES:
            return False
        with open(cache_from_source(source), "rb") as compiled:
            head = compiled.read(16)
    except (OSError, NotImplementedError):
        return True
    if int.from_bytes(head[4:8], "little"):  # by the source's hash, which Python checks itself
        return False
    state = int(status.st_mtime) & 0xFFFFFFFF, status.st_size & 0xFFFFFFFF
    return (int.from_bytes(head[8:12], "little"), int.from_bytes(head[12:16], "little")) != state


def main() -> None:
    """Compile the files named by the arguments, within a bound on memory: few lines can be much, once compiled."""
    with contextlib.suppress(ValueError, OSError):  # a lower bound is there
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    for source in sys.argv[1:]:
        with contextlib.suppress(Exception):
            py_compile.compile(source, doraise=True, quiet=2)
