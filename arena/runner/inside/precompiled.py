"""A plug-in's modules as they were compiled ahead into a folder of the arena's, as nothing is written beside them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from importlib.abc import PathEntryFinder
from importlib.machinery import (
    BYTECODE_SUFFIXES,
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    SourceFileLoader,
    SourcelessFileLoader,
)
from importlib.util import cache_from_source


def compiled_file(source: str, folder: str) -> str:
    """Return where a module's compiled form lies in a folder of such, "" for beside its source.

    Raises NotImplementedError where Python keeps none.
    """
    beside = cache_from_source(source)
    return os.path.join(folder, os.path.dirname(source).lstrip(os.sep), os.path.basename(beside)) if folder else beside


def loader_with(folder: str) -> type[SourceFileLoader]:
    """Return a loader of modules for which Python looks into a folder of compiled ones first."""

    class Precompiled(SourceFileLoader):
        def get_data(self, path: str) -> bytes:
            if path.endswith(tuple(BYTECODE_SUFFIXES)):
                with contextlib.suppress(OSError, NotImplementedError):
                    if path == cache_from_source(self.path):  # and no file of the package's own that is called so
                        return super().get_data(compiled_file(os.path.realpath(self.path), folder))
            return super().get_data(path)

    return Precompiled


def finders_for(folders: Sequence[str], loader: type[SourceFileLoader]) -> Callable[[str], PathEntryFinder]:
    """Return a path hook for a package's folders and those in them, whose modules are loaded so."""
    hook = FileFinder.path_hook(
        (ExtensionFileLoader, EXTENSION_SUFFIXES), (loader, SOURCE_SUFFIXES), (SourcelessFileLoader, BYTECODE_SUFFIXES)
    )

    def within(path: str) -> PathEntryFinder:
        if not any(path == folder or path.startswith(f"{folder}{os.sep}") for folder in folders):
            raise ImportError("no folder of the plug-in", path=path)
        return hook(path)

    return within
