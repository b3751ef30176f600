"""Programs that are built from their sources by a stated command, behind the walls of bots, and started where they lie.

What the command leaves in its folder comes out of the walls as an archive of plain files, which is all that is kept.
"""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import platform
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec

from arena import __version__
from arena.config.model import BotEntry
from arena.errors import BotError
from arena.runner.builds.built import Built, failure
from arena.runner.builds.sources import Sources, sources_at
from arena.runner.submissions.files import named
from arena.runner.submissions.kept import BEING_MADE, INSIDE, cache_of_environments, kept
from arena.runner.submissions.refused import Refused
from arena.runner.submissions.walled import Walled

_FORMAT = 1  # of what is kept
_MOST_BYTES = 256 << 20  # of all that a build leaves
_MOST_FILES = 20_000
_MEMORY, _SPACE, _OPEN_FILES = 6 << 30, 1 << 30, 4096
_MOST_SAID = 1 << 20  # bytes of what a build prints that are kept
_OUTPUT = "output.txt"
# Where the archive goes, standard output leads to the errors meanwhile. Links to files become those files, once more.
_BUILD = """
import json, os, shutil, subprocess, sys, tarfile
source, command = sys.argv[1], json.loads(sys.argv[2])
result = os.dup(1)
os.dup2(2, 1)
shutil.copytree(source, "source")
os.chdir("source")
try:
    done = subprocess.run(command, stdin=subprocess.DEVNULL)
except OSError as error:
    sys.exit(f"cannot start {command[0]!r}: {error.strerror}")
if done.returncode:
    sys.exit(done.returncode if done.returncode > 0 else 128 - done.returncode)
here = os.path.realpath(".")
with open(result, "wb") as out, tarfile.open(fileobj=out, mode="w|", dereference=True) as archive:
    for folder, _, names in os.walk("."):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if os.path.isfile(path) and os.path.realpath(path).startswith(here + os.sep):
                archive.add(path, os.path.relpath(path, "."), recursive=False)
"""


def build_program(entry: BotEntry, walled: Walled, where: str) -> Built:
    """Return a program that was built, or laid out where nothing builds it, with the words that start it.

    walled: by which isolation, and how long, it may be built. Raises BotError (the build fails, or does not make what
    the command names), RunError where the cache cannot be written.
    """
    sources = sources_at(Path(entry.path).expanduser(), entry.rev, where)
    limits = msgspec.structs.replace(walled.limits, memory=_MEMORY, file_size=_MOST_BYTES, open_files=_OPEN_FILES)
    walled = replace(walled, limits=limits, space=_SPACE, last=_MOST_SAID)
    parts = (
        str(_FORMAT), __version__, sys.version, platform.machine(), ",".join(walled.isolation.layers),
        sources.collected.digest, "\0".join(entry.build),
    )  # fmt: skip
    key = hashlib.sha256("\0\0".join(parts).encode()).hexdigest()[:32]
    try:
        folder = kept("programs", key, lambda made: _make(made, sources, entry.build, walled))
    except Refused as refused:
        raise failure(where, refused, sources.lacking, _noted(key, refused.printed)) from None
    inside = folder / INSIDE
    facts = {"path": entry.path, "command": " ".join(entry.command), "build": " ".join(entry.build)}
    return Built(
        entry.name, {**facts, **sources.facts(entry.rev)}, f"{' '.join(entry.command)} {sources.label}",
        command=_started(entry.command, inside, where, sources.lacking), folder=str(inside), keeps=(folder,),
        lacking=sources.lacking,
    )  # fmt: skip


def _make(made: Path, sources: Sources, build: tuple[str, ...], walled: Walled) -> None:
    """Fill a folder of the cache. Raises Refused."""
    if not build:
        _lay_out(sources, made / INSIDE)
        return
    base = cache_of_environments()
    source = Path(tempfile.mkdtemp(prefix=BEING_MADE, dir=base))
    try:
        _lay_out(sources, source)
        begin = [sys.executable, "-I", "-S", "-c", _BUILD]
        try:
            printed = walled.run([*begin, str(source), json.dumps(build)], [str(source)])
        except Refused as refused:
            raise Refused(f"its build was ended: {refused.reason}", refused.printed) from None
    finally:
        shutil.rmtree(source, ignore_errors=True)
    if printed.problem:
        raise Refused(f"its build failed ({printed.problem})", printed.errors)
    (made / _OUTPUT).write_text(printed.errors, encoding="utf-8", errors="replace")
    _unpack(printed.data, made / INSIDE)


def _lay_out(sources: Sources, folder: Path) -> None:
    for name, data in sources.collected.files.items():
        _write(folder, name, data, name in sources.collected.programs)


def _unpack(data: bytes, folder: Path) -> None:
    """Write what a build left: plain files alone, below the folder, and not more than a bot may have.

    Whatever a build starts can write this archive itself: of files with holes, a few bytes tell of any number.
    """
    if len(data) > _MOST_BYTES:
        raise Refused(f"its build leaves more than {_MOST_BYTES >> 20} MiB")
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            for count, member in enumerate(archive):
                if count >= _MOST_FILES:
                    raise Refused(f"its build leaves more than {_MOST_FILES} files")
                if member.issparse() or member.size > len(data):
                    raise Refused(f"{member.name[:80]!r}, which its build leaves, has holes, or is cut off")
                held = archive.extractfile(member) if member.isreg() else None
                if held is not None:
                    _write(folder, member.name, held.read(), bool(member.mode & 0o111))
    except (Refused, OSError):
        raise
    except Exception:  # whatever it does to those who read it is its own
        raise Refused("what its build leaves cannot be read") from None


def _write(folder: Path, name: str, data: bytes, program: bool) -> None:
    if name.startswith("/") or "\0" in name or ".." in name.split("/"):
        raise Refused(f"the name {name!r} leads out of its folder")
    path = folder / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        raise Refused(f"{name} is a file and a folder") from None
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        raise Refused(f"the name {name[:80]!r}... is too long for a file") from None
    path.chmod(0o755 if program else 0o644)


def _started(command: tuple[str, ...], folder: Path, where: str, lacking: str) -> tuple[str, ...]:
    """Return the words that start a program; a first word with a slash lies in its folder. Raises BotError."""
    first, without = command[0], f" (it was built without {lacking}, which nobody fetched)" if lacking else ""
    if "/" not in first:
        if shutil.which(first) is None:
            problem = f"there is no program {first!r} on PATH"
            raise BotError(where, problem, f"Write ./{first} for one that lies in its folder")
        return command
    path = Path(os.path.normpath(folder / first))
    if not os.path.isabs(first) and folder not in path.parents:
        raise BotError(where, f"{first} leads out of the folder of the bot", "Write a command that lies in it")
    if not path.is_file():
        there = named(_programs_in(folder), 5) or "none"
        raise BotError(where, f"there is no {first} after the build{without}", f"Programs that are there: {there}")
    if not os.access(path, os.X_OK):
        problem = f"{first} is there, and may not be executed{without}"
        raise BotError(where, problem, "Have the build make it so, or commit it as a program")
    return str(path), *command[1:]


def _programs_in(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.is_file() and os.access(path, os.X_OK):
            yield f"./{path.relative_to(folder).as_posix()}"


def _noted(key: str, printed: str) -> Path | None:
    """Return a file with all that a failed build printed; None for nothing, or where it cannot be written."""
    if not printed.strip():
        return None
    file = cache_of_environments() / "failed" / f"{key}.txt"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(printed, encoding="utf-8", errors="replace")
    except OSError:
        return None
    return file
