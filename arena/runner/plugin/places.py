"""Where a plug-in's top-level module lies: looked up by ourselves, without running anything of any package.

Only what lies on no search path (packages that are installed by a finder of their own, as some editable installs are)
is asked of its finders, in a process behind walls that is thrown away afterwards. Its answer is believed as far as it
names a file or folder that is called like the module.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder

import msgspec

from arena.config.model import Limits
from arena.runner.sandbox.homes import make_home, remove_home
from arena.runner.sandbox.isolation import choose, plan_for, start_program
from arena.runner.sandbox.limits import environment
from arena.runner.sandbox.orders import ModulePlace
from arena.runner.sandbox.own_python import own_paths, plugin_paths

_ASKING = 30.0  # seconds
_MOST = 1 << 16  # bytes of an answer
_MOST_LINKS = 1000  # of a package
_ASK = """
import importlib.util, json, os, sys
top, *inner = sys.argv[1].split(".")
spec = importlib.util.find_spec(top)
if spec is not None:
    file = spec.origin if spec.has_location else ""
    folders = [path for path in spec.submodule_search_locations or () if os.path.isdir(path)]
    if not file and inner:  # a namespace, of which finders may know the packages alone
        inside = importlib.util.find_spec(top + "." + inner[0])
        if inside is not None:
            lies = [*(inside.submodule_search_locations or ()), inside.origin or ""][0]
            folders += [os.path.dirname(lies)] if os.path.dirname(lies) not in folders else []
    print(json.dumps({"module": top, "file": file or "", "folders": folders}))
"""


def place_on_path(value: str) -> ModulePlace | None:
    """Return where the top-level module of ``module:factory`` lies on the search path; None where it does not."""
    spec = _on_path(_top(value), search_path())
    return None if spec is None else _place(spec)


def place_asked_for(value: str) -> ModulePlace | None:
    """Return where a module lies that only its own finders know; None for one on the path, or nowhere."""
    spec = _on_path(_top(value), search_path())
    if spec is not None and spec.has_location:
        return None
    asked = _ask(value.partition(":")[0], search_path())
    if asked is None or (spec is not None and asked.folders == _place(spec).folders):
        return None
    return asked


def top_of(place: ModulePlace) -> str:
    """Return the file or folder that holds a module, real: of a package its folder, of a zip file the file itself."""
    path = place.folders[0] if place.folders else place.file
    while path and not os.path.exists(path) and os.path.dirname(path) != path:
        path = os.path.dirname(path)
    return os.path.realpath(path) if path else ""


def parents_of(place: ModulePlace) -> list[str]:
    """Return the folders that lead to a module when they are on the search path."""
    return [os.path.dirname(path) for path in place.folders or (place.file,)]


@cache
def linked_files(folder: str) -> tuple[str, ...]:
    """Return the files of the project that links in a package's folder lead to, in a strict editable install.

    Such an install is a folder of links, which setuptools makes in the project's own ``build/__editable__.*``. No other
    links are followed, nor any that leaves the project: what a plug-in's author links to, a bot could read.
    """
    project, built, _ = folder.partition("/build/__editable__.")
    found = set[str]()
    if not built or not project:
        return ()
    for here, _, names in os.walk(folder):
        for name in names[:_MOST_LINKS]:
            path = f"{here}/{name}"
            if os.path.islink(path) and os.path.isfile(path):
                found.add(os.path.realpath(path))
        if len(found) > _MOST_LINKS:
            break
    return tuple(sorted(path for path in found if path.startswith(f"{os.path.realpath(project)}/")))


def _top(value: str) -> str:
    return value.partition(":")[0].partition(".")[0]


def search_path() -> tuple[str, ...]:
    """Return the folders in which modules of plug-ins are looked for."""
    return (*own_paths(), *plugin_paths())


@cache
def _on_path(module: str, paths: tuple[str, ...]) -> ModuleSpec | None:
    try:
        return PathFinder.find_spec(module, paths)
    except (ImportError, ValueError):
        return None


def _place(spec: ModuleSpec) -> ModulePlace:
    file = spec.origin if spec.has_location and spec.origin else ""
    return ModulePlace(spec.name, file, tuple(spec.submodule_search_locations or ()))


@cache
def _ask(module: str, paths: tuple[str, ...]) -> ModulePlace | None:
    home = make_home()
    surroundings = environment(home, os.environ) | {"PYTHONPATH": os.pathsep.join(plugin_paths())}
    try:
        isolation = choose("auto", "isolation")
        plan = plan_for(isolation, isolation.tightened(Limits()), home, paths=paths)
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        process = start_program(
            plan, [sys.executable, "-P", "-c", _ASK, module], environment=surroundings, streams=streams
        )
        try:
            said = process.communicate(timeout=_ASKING)[0]
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return None
    except OSError:
        return None
    finally:
        remove_home(home)
    lines = said[:_MOST].strip().splitlines()
    with contextlib.suppress(msgspec.MsgspecError, IndexError):
        place = msgspec.json.decode(lines[-1], type=ModulePlace)
        return place if _sound(place, _top(module)) else None
    return None


def _sound(place: ModulePlace, module: str) -> bool:
    """Return whether an answer names nothing but files and folders that are called like the module."""
    if place.module != module or not (place.file or place.folders):
        return False
    if not all(os.path.isabs(path) and os.path.exists(path) for path in (place.file or "/", *place.folders)):
        return False
    if any(os.path.basename(os.path.realpath(folder)) != module for folder in place.folders):
        return False
    if place.folders:
        return not place.file or os.path.dirname(place.file) in place.folders
    return os.path.basename(place.file).partition(".")[0] == module
