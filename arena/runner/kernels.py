"""The arena's own kernels, compiled into the shared cache before any bot starts.

Walls keep a bot from writing that cache, so what is not in it would be compiled again by every template. The
first run on a machine compiles here, in a process of its own, once for all bots and workers; later ones find a
mark in the folder of exactly these sources and this numba (arena/cache.py). Where the cache cannot be written, nothing
is done.

The word game's kernels are also written down as a bundle, with which bots do without numba (arena/jit/stored.py).
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import arena
from arena.cache import PREFIX, kernels_folder
from arena.variants.spec import VariantSpec

_ROOMS = {True: ("boardlang", "scrabble"), False: ("games", "solver")}  # the word game; every other game
_LETTERS = 31  # alphabets beyond that have kernels of their own, see scrabble/_kernels_wide.py
_LONGEST = 600.0  # seconds
_KEPT = 90 * 86_400.0  # seconds
_COMPILE = """
import importlib, sys
for name in sys.argv[2:]:
    importlib.import_module(name)
if sys.argv[1]:
    from pathlib import Path
    from arena.jit.write import NoBundle, write_bundle
    try:
        write_bundle(Path(sys.argv[1]), sys.argv[2:])
    except NoBundle as error:
        print(error)
"""
_done: set[str] = set()


def compile_ahead(specs: Iterable[VariantSpec]) -> str:
    """Compile what games of ``specs`` need, if it is not compiled; never fails: bots then compile for themselves.

    Returns the path of the bundle in which bots find the word game's kernels, "" where there is none.
    """
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return ""
    specs = tuple(specs)
    _compiled([spec for spec in specs if spec.word is None], None)
    return _compiled([spec for spec in specs if spec.word is not None], "bundle")


def _compiled(specs: Iterable[VariantSpec], ending: str | None) -> str:
    modules = sorted(set(_modules(specs)))
    if not modules:
        return ""
    name = hashlib.sha256("\n".join(modules).encode()).hexdigest()[:12]
    folder = kernels_folder(os.environ)
    bundle = folder / f"{name}.{ending}" if ending else None
    if (key := str(folder / name)) not in _done:
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)  # in use
            _forget_old(folder.parent)
            _compile(folder, folder / f"compiled-{name}", bundle, modules)
        _done.add(key)
    return str(bundle) if bundle is not None and bundle.exists() else ""


def _forget_old(place: Path) -> None:
    """Remove the kernels of sources that nobody has used for a long time."""
    for folder in place.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            if time.time() - folder.stat().st_mtime > _KEPT:
                shutil.rmtree(folder, ignore_errors=True)


def _is_done(mark: Path, bundle: Path | None) -> bool:
    # A mark that says something says why there is no bundle.
    return mark.exists() and (bundle is None or bundle.exists() or mark.stat().st_size > 0)


def _compile(folder: Path, mark: Path, bundle: Path | None, modules: list[str]) -> None:
    if _is_done(mark, bundle):
        return
    with (folder / "compiling").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another run, or another worker, may be at it
        if _is_done(mark, bundle):
            return
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        environment.pop("ARENA_KERNELS", None)
        done = subprocess.run(
            [sys.executable, "-P", "-c", _COMPILE, str(bundle or ""), *modules], env=environment,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=_LONGEST,
        )  # fmt: skip
        if done.returncode == 0:
            mark.write_bytes(done.stdout)


def _modules(specs: Iterable[VariantSpec]) -> Iterator[str]:
    root = Path(arena.__file__).parent
    for spec in specs:
        for room in _ROOMS[spec.word is not None]:
            for path in (root / room).rglob("_kernels*.py"):
                if "wide" not in path.stem or _wide(spec):
                    yield ".".join(("arena", *path.relative_to(root).with_suffix("").parts))


def _wide(spec: VariantSpec) -> bool:
    letters = spec.word.tiles.get("alphabet", {}).get("letters", ()) if spec.word else ()
    return len(letters) > _LETTERS
