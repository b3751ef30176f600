"""How modules are found in a bot's process: its plug-in where the harness found it, everything else as usual.

Packages may be installed so that only code of theirs (a ``.pth`` file with a finder) knows where they lie. That code
runs here, in the bot's own process, and not before something is looked for in vain.
"""

from __future__ import annotations

import contextlib
import importlib.machinery
import importlib.util
import os
import site
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from importlib.abc import PathEntryFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from arena.runner.inside.laid_out import LaidOut
from arena.runner.inside.precompiled import finders_for, loader_with
from arena.runner.sandbox.orders import ModulePlace, PluginPlan


def remember_folders(paths: Sequence[str]) -> None:
    """Have what lies in folders on the search path read once, before the fork, and not by every game's process."""
    for path in dict.fromkeys([*sys.path, *paths]):
        with contextlib.suppress(ImportError, OSError):
            finder = sys.path_importer_cache.get(path) or sys.path_hooks[-1](path)
            sys.path_importer_cache[path] = finder
            finder.find_spec("no_module_of_this_name")


def find_plugins(paths: Sequence[str], places: Iterable[ModulePlace | None]) -> None:
    """Have this process find plug-ins and what they need: in folders, at places where they are known to lie."""
    sys.path += [path for path in paths if path not in sys.path]
    for place in places:
        if place is not None:
            sys.meta_path.insert(0, _AtPlace(place))
    sys.meta_path.append(_Installed())


class ModuleSearch:
    """How a bot's process is to find its plug-in and what it needs: told by the launcher, in force in it alone.

    All that can be told before the fork is, for what runs first in a child has the kernel copy the pages that it is on.
    The launcher itself goes on finding the arena's own modules and no others.
    """

    def __init__(self, plugin: PluginPlan) -> None:
        self._kernels = plugin.kernels
        compiled = "" if plugin.apart else plugin.compiled
        places = [] if plugin.place is None else [_AtPlace(plugin.place, compiled)]
        self._finders: list[Any] = [*places, *sys.meta_path]
        self._hooks = list(sys.path_hooks)
        self._remembered: dict[str, PathEntryFinder] = {}  # else those stay that were remembered of these folders
        if plugin.place is not None and plugin.place.folders:
            hook = finders_for(plugin.place.folders, loader_with(compiled))
            self._hooks.insert(0, hook)
            self._remembered = {folder: hook(folder) for folder in plugin.place.folders if os.path.isdir(folder)}
        if plugin.apart:  # behind Python's own modules, and before the packages that are installed with the arena
            first = next((place for place, path in enumerate(sys.path) if _holds_packages(path)), len(sys.path))
            self._paths = [*sys.path[:first], *plugin.paths, *sys.path[first:]]
        else:
            self._paths = [*sys.path, *(path for path in dict.fromkeys(plugin.paths) if path not in sys.path)]
            self._finders.append(_Installed())
        self._meta_path = list(self._finders)
        self._module = plugin.value.partition(":")[0]
        self._laid_out: LaidOut | None = None
        if places:
            with contextlib.suppress(ImportError, OSError, ValueError):  # the bot's own process tells what is wrong
                self._laid_out = LaidOut(self._module, self._find)

    def _find(self, name: str, folders: Sequence[str] | None) -> ModuleSpec | None:
        """Return where a module of a plug-in lies, of which the place is known."""
        if folders is None:
            found: ModuleSpec | None = self._finders[0].find_spec(name)
            return found
        for folder in folders:
            finder = self._remembered.get(folder) or _finder_of(folder, self._hooks)
            spec = None if finder is None else finder.find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        return None

    def plugin(self) -> ModuleType:
        """Return the module of the plug-in's factory, imported; after ``begin``, once only. Raises what that raises."""
        return import_module(self._module) if self._laid_out is None else self._laid_out.imported()

    def prepare(self, private: str) -> None:
        """Say where the next processes may keep kernels of their own, if they come to have numba."""
        jit = sys.modules.get("arena.jit")
        if "numba" in sys.modules:
            sys.modules["numba"].config.CACHE_DIR = private
        elif self._kernels and jit is not None:
            self._meta_path = [_CompilerComes(self._kernels, private, jit), *self._finders]

    def begin(self) -> None:
        """Find modules so from now on."""
        sys.path, sys.meta_path, sys.path_hooks = self._paths, self._meta_path, self._hooks
        sys.path_importer_cache.update(self._remembered)


def _finder_of(folder: str, hooks: Iterable[Callable[[str], Any]]) -> Any:
    """Return what finds modules in a folder, as Python chooses it; None for nothing."""
    for hook in hooks:
        with contextlib.suppress(ImportError):
            return hook(folder)
    return None


def _holds_packages(path: str) -> bool:
    return os.path.basename(path) in ("site-packages", "dist-packages") or os.path.isdir(os.path.join(path, "arena"))


class _AtPlace:
    """Finds one top-level module where it is known to lie."""

    def __init__(self, place: ModulePlace, compiled: str = "") -> None:
        self._place, self._compiled = place, compiled

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        place = self._place
        if name != place.module:
            return None
        if not place.file:  # a package without a file of its own
            spec = importlib.machinery.ModuleSpec(name, None, is_package=True)
            spec.submodule_search_locations = list(place.folders)
            return spec
        folders = list(place.folders) or None
        source = place.file.endswith(tuple(importlib.machinery.SOURCE_SUFFIXES))
        loader = loader_with(self._compiled)(name, place.file) if source else None
        return importlib.util.spec_from_file_location(
            name, place.file, loader=loader, submodule_search_locations=folders
        )


class _Installed:
    """The last to be asked: has the code of ``.pth`` files run, once, and asks the finders that came with it."""

    def __init__(self) -> None:
        self._done = False

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is not None or self._done:
            return None
        self._done = True
        before = list[Any](sys.meta_path)
        for folder in [folder for folder in sys.path if os.path.basename(folder) in ("site-packages", "dist-packages")]:
            site.addsitedir(folder)
        new: list[Any] = [finder for finder in sys.meta_path if finder not in before]
        for finder in [*new, importlib.machinery.PathFinder]:
            spec: ModuleSpec | None = finder.find_spec(name, None, target)
            if spec is not None:
                return spec
        return None


class _CompilerComes:
    """Lays out a cache for kernels before numba is imported: the arena's own to read, and a bot's beside them."""

    def __init__(self, shared: str, private: str, jit: ModuleType) -> None:
        self._shared, self._private, self._jit = shared, private, jit

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name == "numba":
            sys.meta_path.remove(self)
            if os.path.isdir(self._shared):
                link_kernels(self._shared, self._private)
                self._jit._FOLDER = self._private  # type: ignore[attr-defined]
        return None


def link_kernels(shared: str, private: str) -> None:
    """Show the kernels of a shared cache in a private one: a link can be replaced, what it leads to cannot."""
    for folder, _, files in os.walk(shared):
        here = private + folder[len(shared) :]
        os.makedirs(here, exist_ok=True)
        for name in files:
            if not os.path.lexists(f"{here}/{name}"):
                os.symlink(f"{folder}/{name}", f"{here}/{name}")
