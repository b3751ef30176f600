"""Plug-ins as Python has them compiled: beside their sources in environments of our own, else in the user's cache.

A bot's process may write neither, and would compile its modules anew in each game. Where somebody works on a bot,
nothing of ours is written. Nothing of a plug-in is run for this; what a hostile source does to the compiler, it does to
a process that is thrown away.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import source_hash
from pathlib import Path

from platformdirs import user_cache_path

from arena.runner.inside.precompiled import BY_HASH, compiled_file
from arena.runner.plugin.places import linked_files
from arena.runner.sandbox.hiding import within
from arena.runner.sandbox.own_python import own_command, own_environment
from arena.runner.system import remove_unused

_MOST = 500  # modules of one package
# Bytes of a source, of which a compiler takes hundreds of times as many. A longer one is compiled where it is imported,
# in the bot's own process and within the bot's limits.
_MOST_BYTES = 256 << 10
_LONGEST = 60.0  # seconds
_STARTING = 10.0  # seconds for the compiler itself
_KEPT = 90 * 86_400.0  # seconds since a plug-in's compiled modules were last used


@cache
def compile_modules(place: str, seconds: float = _LONGEST) -> None:
    """Compile the modules at a place, a file or a package's folder, that are not, for so long at most.

    Never fails: games do it then.
    """
    seconds = min(seconds, _LONGEST)
    if seconds <= 0:
        return
    _compile([path for path in _sources(place) if _is_stale(path)], "", seconds)


@cache
def compiled_apart(place: str) -> str:
    """Compile the modules at a place into a folder of the user's cache; return it, "" where nothing lies in it.

    What was compiled beside its source already, by whoever else imports it, is taken as it lies there. Never fails.
    """
    folder = compiled_folder(place)
    stale = _stale_apart(place, folder)
    with contextlib.suppress(OSError):
        if stale:
            os.makedirs(folder, mode=0o700, exist_ok=True)
        _compile(stale, folder, _LONGEST)
        if not os.path.isdir(folder):
            return ""
        os.utime(folder)  # in use
        _tidy(os.path.dirname(folder))
        return folder
    return ""


def compile_all_apart(places: Iterable[str]) -> None:
    """Compile the modules at many places as ``compiled_apart`` does, with one start of the compiler. Never fails."""
    stale = {compiled_folder(place): place for place in places}
    work = [(folder, sources) for folder, place in stale.items() if (sources := _stale_apart(place, folder))]
    with contextlib.suppress(OSError):
        for folder, _ in work:
            os.makedirs(folder, mode=0o700, exist_ok=True)
        _compile_all(work, _LONGEST)


def _stale_apart(place: str, folder: str) -> list[str]:
    """Return the modules at a place that are to be compiled into its folder."""
    return [
        path
        for path in map(os.path.realpath, _sources(place))  # under which name the loader looks for it
        if _is_stale(path, folder) and (_is_stale(path) or os.path.exists(compiled_file(path, folder)))
    ]


@cache  # once, and not for each of many bots
def _tidy(folders: str) -> None:
    """Remove what nobody has used for long. Raises OSError."""
    remove_unused(Path(folders).iterdir(), _KEPT)


def compiled_folder(place: str) -> str:
    """Return the folder of the user's cache for the compiled modules of a plug-in at a place; it may not exist."""
    digest = hashlib.sha256(os.fsencode(os.path.realpath(place))).hexdigest()[:16]
    return str(user_cache_path("arena") / "compiled" / f"{Path(place).stem}-{digest}")


def _compile(sources: list[str], folder: str, seconds: float) -> None:
    """Compile modules into a folder, "" for beside them; what cannot be is left out."""
    if sources:
        _compile_all([(folder, sources)], seconds)


def _compile_all(work: list[tuple[str, list[str]]], seconds: float) -> None:
    """Compile modules into folders, those of each by themselves and for so long at most; what cannot be is left out."""
    if work:
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run(
                own_command("arena.runner.plugin.compiler", str(seconds)), input=json.dumps(work).encode(),
                env=own_environment(), cwd="/", timeout=len(work) * seconds + _STARTING, check=False,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip


def _sources(place: str) -> Iterator[str]:
    """Yield the plain files at a place that are modules; of links those alone whose files a bot may read anyway.

    What a plug-in's author links to would be compiled by the user, and then read by the bot.
    """
    path = Path(place)
    if path.is_file() and path.suffix == ".py":
        yield str(path)
    elif path.is_dir():
        root, linked = os.path.realpath(place), linked_files(place)
        for number, source in enumerate(sorted(path.rglob("*.py"))):
            if number == _MOST:
                return
            real = os.path.realpath(source)
            if os.path.isfile(real) and (within(real, root) or real in linked):
                yield str(source)


def _is_stale(source: str, folder: str = "") -> bool:
    """Return whether the compiled module is missing, or of another state of its source: see compiler.py.

    folder: where it lies, "" for beside its source. Never of a source that is too long to be compiled here.
    """
    try:
        status = os.stat(source)
        if status.st_size > _MOST_BYTES:
            return False
        with open(os.open(compiled_file(source, folder), os.O_RDONLY | os.O_NONBLOCK), "rb") as compiled:
            if not stat.S_ISREG(os.fstat(compiled.fileno()).st_mode):  # to read a pipe may be to wait for ever
                return True
            head = compiled.read(16)
        if folder:
            return head[4:16] != BY_HASH + source_hash(Path(source).read_bytes())
    except (OSError, NotImplementedError):
        return True
    if int.from_bytes(head[4:8], "little"):  # by the source's hash, which Python checks itself
        return False
    state = int(status.st_mtime) & 0xFFFFFFFF, status.st_size & 0xFFFFFFFF
    return (int.from_bytes(head[8:12], "little"), int.from_bytes(head[12:16], "little")) != state
