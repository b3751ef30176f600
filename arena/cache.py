"""Where compiled kernels lie: a folder for each state of the sources they are made of, and of what compiles them.

numba looks at one file to see whether a kernel is as it was compiled, but kernels draw in others of other files, and
constants. So the folder's name tells them all, by their contents, and no kernel is older than what it is made of: the
files of kernels, and every file of ours that they import, directly or by way of another.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path

_IMPORT = re.compile(r"^[ \t]*(?:from|import)[ \t]+arena\.([\w.]+)(?:[ \t]+import[ \t]+(.*))?", re.MULTILINE)
_MAKES = re.compile(r"^from arena\.jit import .*\bkernel\b", re.MULTILINE)
_COMPILERS = ("numba", "llvmlite", "numpy")
_CPU = ("model name", "flags", "Features", "CPU part")  # lines of /proc/cpuinfo
PREFIX = "kernels-"
TELL: list[Callable[[], None]] = []  # called once each, when this process has compiled a kernel that was in no cache


def kernels_folder(environment: Mapping[str, str]) -> Path:
    """Return the folder of kernels, which may not exist: in ARENA_CACHE, NUMBA_CACHE_DIR or else the user's own cache.

    A folder that is one already, as bots are told it, is taken as it is.
    """
    from platformdirs import user_cache_path

    named = environment.get("ARENA_CACHE") or environment.get("NUMBA_CACHE_DIR")
    base = Path(named).absolute() if named else user_cache_path("arena") / "kernels"
    return base if base.name.startswith(PREFIX) else base / f"{PREFIX}{_state()}"


@cache
def _state() -> str:
    """Return a name for the sources as this process has them, for what compiles them, and for the processor."""
    hasher = hashlib.blake2b(digest_size=12)
    for text in (sys.version, *(version(name) for name in _COMPILERS), *_processor()):
        hasher.update(f"{text}\n".encode())
    root = Path(__file__).parent
    for path in sorted(sources_of_kernels(root)):
        hasher.update(f"{path.relative_to(root)}\n".encode())
        hasher.update(hashlib.blake2b(path.read_bytes()).digest())
    return hasher.hexdigest()


def kernel_files(folder: Path) -> list[Path]:
    """Return the files under a folder that hold kernels: ``_kernels.py``, and of ``_kernels/`` those that make some."""
    named = [*folder.rglob("_kernels.py"), *folder.rglob("_kernels/*.py")]
    return [path for path in named if _MAKES.search(path.read_text(encoding="utf-8"))]


def sources_of_kernels(root: Path) -> set[Path]:
    """Return the files under ``root`` (the package) that kernels are made of, at any remove.

    Imports are found by their lines. Where a line does not say which module of a package it takes, all of them count.
    """
    waiting = kernel_files(root)
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        for dotted, names in _IMPORT.findall(path.read_text(encoding="utf-8")):
            named = root.joinpath(*dotted.split("."))
            if (module := named.with_suffix(".py")).is_file():
                waiting.append(module)
                continue
            modules = [named / f"{name.split()[0]}.py" for name in names.split(",") if name.strip()]
            known = bool(modules) and all(module.is_file() for module in modules)
            waiting += [named / "__init__.py", *modules] if known else named.glob("*.py")
    return found


def _processor() -> list[str]:
    """Return what the first processor is, where that can be told."""
    try:
        first = Path("/proc/cpuinfo").read_text().partition("\n\n")[0]
    except OSError:
        return [os.uname().machine]
    return [line for line in first.splitlines() if line.startswith(_CPU)]
