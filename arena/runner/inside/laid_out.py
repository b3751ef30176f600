"""A plug-in's modules, laid out by its launcher: all but their code, which its bots' processes alone read and run.

Python's import looks for a module, takes locks and goes through dozens of functions, and a process that lives for one
game has the pages copied on which all these lie. What is here is the recipe of importlib's documentation instead, for
the module of the factory and the packages that it is in; whatever these import, Python imports.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec
from types import ModuleType

Find = Callable[[str, Sequence[str] | None], ModuleSpec | None]


class LaidOut:
    """The modules that lead to the one of a dotted name, as far as they are sources. None of their code is read yet."""

    def __init__(self, name: str, find: Find) -> None:
        """find: tells where a module lies, by its name and the folders of the package that it is in."""
        self._name = name
        self._modules: list[tuple[str, str, ModuleType, tuple[str, ...]]] = []  # name, in its package, empty, folders
        folders: tuple[str, ...] | None = None
        parts = name.split(".")
        for count, part in enumerate(parts, 1):
            spec = find(".".join(parts[:count]), folders) if part else None
            if spec is None or not isinstance(spec.loader, SourceFileLoader):
                return  # to lay out an extension module would be to run it
            folders = tuple(spec.submodule_search_locations or ())
            self._modules.append((spec.name, part, module_from_spec(spec), folders))
            if not folders:
                return

    def imported(self) -> ModuleType:
        """Import the module and the packages around it, once only. Raises what their code raises, and ImportError."""
        finders, package = list(sys.meta_path), None
        for name, part, module, folders in self._modules:
            if name in sys.modules or sys.meta_path != finders:
                break  # the package around it has imported it already, or found another way to find it
            sys.modules[name] = module
            module.__loader__.exec_module(module)  # type: ignore[union-attr]
            found = sys.modules[name]  # it may have put another one in its place
            if package is not None:
                with contextlib.suppress(AttributeError):
                    setattr(package, part, found)
            if name == self._name:
                return found
            if found is not module or tuple(getattr(module, "__path__", ())) != folders:
                break
            package = module
        return import_module(self._name)
