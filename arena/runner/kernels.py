"""The arena's own kernels, compiled into the shared cache before any bot starts.

Walls keep a bot from writing that cache, so what is not in it would be compiled again by every template. The
first run on a machine compiles here, in a process of its own, once for all bots and workers; later ones find a
mark that names exactly these sources and this numba. Where the cache cannot be written, nothing is done.

The word game's kernels are also written down as a bundle, with which bots do without numba (arena/jit/stored.py).
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import importlib.metadata
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import arena
from arena.runner.isolation import shared_kernels
from arena.variants.spec import VariantSpec

_ROOMS = {True: ("boardlang", "scrabble"), False: ("games", "solver")}  # the word game; every other game
_LETTERS = 31  # alphabets beyond that have kernels of their own, see scrabble/_kernels_wide.py
_LONGEST = 600.0  # seconds
_COMPILE = """
import importlib, sys
for name in sys.argv[2:]:
    importlib.import_module(name)
if sys.argv[1]:
    from pathlib import Path
    from arena.jit.write import NoBundle, write_bundle
    try:
        write_bundle(Path(sys.argv[1]), sys.argv[2:])
    except (NoBundle, OSError) as error:
        print(error, file=sys.stderr)
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
    key = _key(modules)
    folder = Path(shared_kernels(os.environ))
    bundle = folder / f"kernels-{key}.{ending}" if ending else None
    if key not in _done:
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            folder.mkdir(parents=True, exist_ok=True)
            _compile(folder, folder / f"compiled-{key}", bundle, modules)
        _done.add(key)
    return str(bundle) if bundle is not None and bundle.exists() else ""


def _compile(folder: Path, mark: Path, bundle: Path | None, modules: list[str]) -> None:
    if mark.exists():
        return
    with (folder / "compiling").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another run, or another worker, may be at it
        if mark.exists():
            return
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        environment.pop("ARENA_KERNELS", None)
        done = subprocess.run(
            [sys.executable, "-P", "-c", _COMPILE, str(bundle or ""), *modules], env=environment,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=_LONGEST,
        )  # fmt: skip
        if done.returncode == 0:
            mark.touch()


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


def _key(modules: Iterable[str]) -> str:
    """Return the name of these sources as they are now, with the numba and the Python that compile them."""
    root = Path(arena.__file__).parent
    told = [sys.version, importlib.metadata.version("numba"), *modules]
    for path in sorted({*root.rglob("_*.py"), *(root / "jit").glob("*.py")}):  # kernels draw in others beside them
        found = path.stat()
        told.append(f"{path.relative_to(root)} {found.st_size} {found.st_mtime_ns}")
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:24]
