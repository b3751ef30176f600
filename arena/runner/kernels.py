"""The arena's own kernels, compiled into the shared cache before any bot starts.

Walls keep a bot from writing that cache, so what is not in it would be compiled again by every bot's process. The
first run on a machine compiles here, once for all bots and workers, in processes of their own (arena/jit/ahead.py) that
end when we do; later ones find a bundle in the folder of exactly these sources and this numba (arena/cache.py). Where
the cache cannot be written, nothing is done.

Two runs at once do not both compile: the second waits, as long as the first gets on. The lock lies in a folder of its
own, which no bot can read: whoever can open a file can hold a lock on it. A lock that is held for nothing costs
``_SILENT`` seconds once; what is then done twice does no harm, for every file in the cache is replaced whole.

A bundle is machine code with which bots and commands do without numba (arena/jit/stored.py). The word game has one, and
the small games, which come with the arena, have another; games of others compile their own kernels as they like.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

import arena
from arena.cache import PREFIX, kernel_files, kernels_folder
from arena.runner.sandbox.limits import cores, memory_of_machine
from arena.runner.sandbox.own_python import own_command, own_environment
from arena.runner.system import remove_unused
from arena.variants.spec import VariantSpec

# The word game; every other game. Whoever reads a tournament file has the kernels of boards.
_ROOMS = {True: ("boardlang", "lexicon", "engine"), False: ("boardlang", "games", "solver")}
_LETTERS = 31  # alphabets beyond that have kernels of their own, see engine/_kernels/wide.py
_SILENT = 300.0  # seconds in which not one kernel gets ready, of whoever compiles
_LOOK = 0.2  # seconds between two looks at a lock
_KEPT = 90 * 86_400.0  # seconds
_MOST = 4  # processes that compile: more would wait for each other
_MEMORY = 1 << 30  # bytes of the machine's memory for each of them
_done: set[str] = set()


class Watcher:
    """Whoever wants to know how the compiling gets on; this one does not."""

    def at(self, done: int, total: int) -> None:
        """Kernels that are ready, of all; called first with 0, and only if something is to be compiled."""

    def remark(self, text: str) -> None:
        """What is out of the ordinary, and what to do."""


def compile_ahead(specs: Iterable[VariantSpec], watcher: Watcher | None = None) -> str:
    """Compile what games of ``specs`` need, if it is not compiled; never fails: bots then compile for themselves.

    Returns the paths of the bundles in which bots find these kernels, one a line, "" where there are none.
    """
    specs = tuple(specs)
    kinds = {spec.word is not None for spec in specs}
    return compile_rooms(kinds, any(map(_wide, specs)), watcher)


def compile_rooms(kinds: Iterable[bool], wide: bool = False, watcher: Watcher | None = None) -> str:
    """Do the same for kinds of games: True is the word game, False any other. wide: with more letters than 31."""
    if _disabled():
        return ""
    bundles = [_compiled(modules_of(word, wide and word), watcher or Watcher()) for word in sorted(set(kinds))]
    return "\n".join(str(bundle) for bundle in bundles if bundle.exists())


def compiled(kinds: Iterable[bool]) -> bool:
    """Tell whether nothing is left to be compiled for kinds of games, or nothing is to be."""
    return _disabled() or all(_is_done(_bundle_of(modules_of(word))) for word in kinds)


def _disabled() -> bool:
    # As arena.jit says, which is not to be imported before it is known where kernels come from.
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def stored_kernels() -> str:
    """Return the paths of the bundles that are there now, of all kinds of games, one a line; compiles nothing."""
    bundles = [_bundle_of(modules_of(word)) for word in (False, True)]
    return "\n".join(str(bundle) for bundle in bundles if bundle.exists())


def modules_of(word: bool, wide: bool = False) -> list[str]:
    """Return the modules with the kernels of the word game, or of all other games."""
    root = Path(arena.__file__).parent
    paths = [path for room in _ROOMS[word] for path in kernel_files(root / room)]
    paths = [path for path in paths if wide or "wide" not in path.stem]
    return sorted(".".join(("arena", *path.relative_to(root).with_suffix("").parts)) for path in paths)


def _wide(spec: VariantSpec) -> bool:
    letters = spec.word.tiles.get("alphabet", {}).get("letters", ()) if spec.word else ()
    return len(letters) > _LETTERS


def lock_of(folder: Path) -> Path:
    """Return the file that is locked while the kernels of a folder are compiled."""
    return folder.parent / "compiling" / f"{folder.name}.lock"


def _bundle_of(modules: list[str]) -> Path:
    """Return the path of the bundle of some modules, for all who have these sources.

    numba's own cache goes by where a source lies and how old it is: for a second environment with the same sources, or
    files that were written anew, nothing is in it.
    """
    name = hashlib.sha256("\n".join(modules).encode()).hexdigest()[:12]
    return kernels_folder(os.environ) / f"{name}.bundle"


def _compiled(modules: list[str], watcher: Watcher) -> Path:
    bundle = _bundle_of(modules)
    folder = bundle.parent
    if (key := str(bundle)) not in _done:
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)  # in use
            _forget_old(folder.parent)
            _compile(bundle, modules, watcher)
        _done.add(key)
    return bundle


def _forget_old(place: Path) -> None:
    """Remove the kernels of sources that nobody has used for a long time."""
    for folder in remove_unused(place.glob(f"{PREFIX}*"), _KEPT):
        with contextlib.suppress(OSError):
            lock_of(folder).unlink(missing_ok=True)


def _mark_of(bundle: Path) -> Path:
    """Return the file that is there once a bundle was compiled; what it says is why there is no bundle."""
    return bundle.with_name(f"compiled-{bundle.stem}")


def _is_done(bundle: Path) -> bool:
    mark = _mark_of(bundle)
    return mark.exists() and (bundle.exists() or mark.stat().st_size > 0)


def _compile(bundle: Path, modules: list[str], watcher: Watcher) -> None:
    if _is_done(bundle):
        return
    with _locked(lock_of(bundle.parent), watcher) as progress:  # another run, or another worker, may be at it
        if _is_done(bundle):
            return
        memory = memory_of_machine()
        many = min(cores(), _MOST, _MOST if memory is None else max(1, memory // _MEMORY))
        for processes in sorted({many, 1}, reverse=True):  # alone, where several fail: for want of memory, perhaps
            reason = _run(processes, bundle, modules, watcher, progress)
            if reason is not None:
                _mark_of(bundle).write_text(reason)
                return


def _run(processes: int, bundle: Path, modules: list[str], watcher: Watcher, progress: IO[bytes]) -> str | None:
    """Compile in so many processes; return why there is no bundle, "" if there is one, None if it failed."""
    environment = own_environment()
    environment.pop("ARENA_KERNELS", None)
    command = own_command("arena.jit.ahead", str(os.getpid()), str(processes), str(bundle), *modules)
    reason = ""
    with tempfile.TemporaryFile() as errors, subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        try:
            for line in _lines(process.stdout):
                first, _, rest = line.partition(" ")
                if first == "bundle":
                    reason = rest
                elif first.isdigit() and rest.isdigit():
                    _write(progress, line)
                    watcher.at(int(first), int(rest))
        finally:  # it is at its end, or silent, or we are to stop
            if process.poll() is None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(0 if sys.exc_info()[0] else _SILENT)
            process.kill()
            process.wait()
        if process.returncode == 0:
            return reason
        errors.seek(0)
        last = errors.read().decode(errors="replace").strip().rpartition("\n")[2]
        watcher.remark(f"the engine could not be compiled in {processes} at a time ({last or process.returncode})")
    return None


def _lines(stream: IO[bytes]) -> Iterator[str]:
    """Yield the lines of a pipe until its end, or until nothing came for too long. Raises TimeoutExpired then."""
    held = b""
    while True:
        if not select.select([stream], [], [], _SILENT)[0]:
            raise subprocess.TimeoutExpired("arena.jit.ahead", _SILENT)
        data = os.read(stream.fileno(), 65536)
        if not data:
            return
        *lines, held = (held + data).split(b"\n")
        yield from (line.decode() for line in lines)


@contextlib.contextmanager
def _locked(path: Path, watcher: Watcher) -> Iterator[IO[bytes]]:
    """Hold a lock, or do without one that was held for too long by somebody who does not get on. Raises OSError."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    path.parent.chmod(0o700)
    with open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), "r+b", buffering=0) as file:
        _wait(file, path, watcher)
        _write(file, "")
        yield file


def _wait(file: IO[bytes], path: Path, watcher: Watcher) -> None:
    before, since = b"", time.monotonic()
    while True:
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        now = os.pread(file.fileno(), 100, 0)
        if now != before:
            before, since = now, time.monotonic()
            done, _, total = now.decode(errors="replace").partition(" ")
            if done.isdigit() and total.strip().isdigit():
                watcher.at(int(done), int(total))
        elif time.monotonic() - since > _SILENT:
            watcher.remark(
                f"{path}: somebody has held this lock for {_SILENT:.0f} s without getting on; compiling all the same. "
                "If that happens again, end who holds it (see `fuser` on that file), or remove the file"
            )
            return
        time.sleep(_LOOK)


def _write(file: IO[bytes], text: str) -> None:
    """Say in a file how far we are, for those who wait."""
    os.ftruncate(file.fileno(), 0)
    os.pwrite(file.fileno(), text.encode(), 0)
