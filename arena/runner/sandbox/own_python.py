"""How the arena's own processes are started: by this interpreter, without running anything that packages put beside it.

A package may leave ``.pth`` files with code in ``site-packages``, a ``sitecustomize``, or a module named like one of
the standard library. So the standard library comes first on the search path, then the folders that hold the arena and
what it needs, and nothing else; ``site`` does not run. Where plug-ins lie is added later, and behind all of these.
"""

from __future__ import annotations

import os
import site
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import arena

_BEGIN = (
    "import sys; from importlib import import_module; sys.prefix, sys.exec_prefix, paths, name = sys.argv[1:5]; "
    "sys.path += paths.split({separator!r}) if paths else []; sys.argv[1:5] = []; import_module(name).main()"
)


def own_command(module: str, *arguments: str) -> list[str]:
    """Return the words that start a module of the arena, which has a ``main()``, in a clean interpreter.

    PYTHONPATH must not be set for it: see ``own_environment``.
    """
    begin = _BEGIN.format(separator=os.pathsep)
    paths = os.pathsep.join(own_paths())
    return [sys.executable, "-S", "-s", "-P", "-c", begin, sys.prefix, sys.exec_prefix, paths, module, *arguments]


def own_environment() -> dict[str, str]:
    """Return this process's environment without what would put folders on the search path of another."""
    dropped = ("PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "PYTHONUSERBASE", "PYTHONINSPECT", "PYTHONWARNINGS")
    return {name: value for name, value in os.environ.items() if name not in dropped}


def own_paths() -> list[str]:
    """Return the folders, beside the standard library's, from which the arena's own processes import."""
    return list(_parted(tuple(sys.path), os.getcwd())[0])


def plugin_paths() -> tuple[str, ...]:
    """Return the folders on this process's search path that are neither the interpreter's own nor ``own_paths``."""
    return _parted(tuple(sys.path), os.getcwd())[1]


@cache  # asked for every bot that is started, and for every other bot that is to be hidden from it
def _parted(search: tuple[str, ...], here: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return our own folders and those of plug-ins on a search path, whose relative folders begin ``here``."""
    paths = [os.path.join(here, path) for path in search if not path.endswith(".zip") or os.path.isfile(path)]
    paths = [os.path.normpath(path) for path in paths]
    own = [path for path in paths if _installs(path)]
    own += [path for path in ours() if path not in own]
    prefixes = (sys.prefix, sys.base_prefix, sys.exec_prefix)
    clean = {path for path in own if _installs(path)}
    found = (path for path in paths if path not in clean and not path.startswith(prefixes))
    return tuple(own), tuple(dict.fromkeys(found))


def ours() -> list[str]:
    """Return the folder that the arena itself lies in, where the interpreter would not look by itself."""
    folder = str(Path(arena.__file__).resolve().parents[1])
    return [] if folder.startswith((sys.prefix, sys.base_prefix)) else [folder]


def _installs(path: str) -> bool:
    """Tell a folder into which packages are installed from one that somebody works in."""
    return path in _standard() or os.path.basename(path) in ("site-packages", "dist-packages")


@cache
def _standard() -> Sequence[str]:
    return (*site.getsitepackages(), site.getusersitepackages())
