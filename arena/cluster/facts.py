"""What decides how a game comes out, apart from the parts of a run: the arena's sources, Python, the libraries."""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import platform
from functools import cache
from pathlib import Path

import arena
from arena import __version__

Facts = dict[str, tuple[str, str]]  # name -> as people read it, as it is compared

LIBRARIES = ("lark", "llvmlite", "msgspec", "numba", "numpy")
_NO_SOURCES = ("configs", "examples")  # of a wheel: files that are copied, and read at the driver alone
NAME = "ARENA_MACHINE"  # in the environment: a name for the machine instead of its host's


def facts() -> Facts:
    """Return them for this machine."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    digest = _sources()
    found = {"arena": (f"{__version__} (sources {digest[:12]})", digest), "Python": (python, python)}
    for library in LIBRARIES:
        version = version_of(library)
        found[library] = (version, version)
    found["processor"] = (platform.machine(), platform.machine())
    return found


def version_of(distribution: str) -> str:
    """Return the version that is installed, "not installed" for none."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def machine_name() -> str:
    """Return the name under which records and reports know this machine."""
    return os.environ.get(NAME) or platform.node() or "unnamed"


def _sources() -> str:
    return _hash_of(Path(arena.__file__).parent)


@cache  # a process does not change the arena that it has imported
def _hash_of(root: Path) -> str:
    whole = hashlib.sha256()
    for file in sorted(root.rglob("*.py")):
        name = file.relative_to(root)
        if name.parts[0] not in _NO_SOURCES:
            data = file.read_bytes()
            whole.update(f"{name}\0{len(data)}\0".encode() + data)
    return whole.hexdigest()


def different(theirs: Facts, ours: Facts) -> list[str]:
    """Return a sentence for each fact that differs, with both versions."""
    return [
        f"{name} is {theirs[name][0] if name in theirs else 'not told'} there and {ours[name][0]} here"
        for name in ours
        if name not in theirs or theirs[name][1] != ours[name][1]
    ]
