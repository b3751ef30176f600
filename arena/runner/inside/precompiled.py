"""A plug-in's modules as they were compiled ahead into a folder of the arena's, as nothing is written beside them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from importlib.machinery import (
    BYTECODE_SUFFIXES,
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    SourceFileLoader,
    SourcelessFileLoader,
)
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from types import CodeType
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # it brings much along, and a process is started for each plug-in that has to be compiled
    from importlib.abc import PathEntryFinder

BY_HASH = (3).to_bytes(4, "little")  # flags of compiled modules that go by their source's hash
_WORD = 0xFFFFFFFF  # times and sizes of sources are kept in four bytes


def compiled_file(source: str, folder: str) -> str:
    """Return where a module's compiled form lies in a folder of such, "" for beside its source.

    Raises NotImplementedError where Python keeps none.
    """
    beside = cache_from_source(source)
    return os.path.join(folder, os.path.dirname(source).lstrip(os.sep), os.path.basename(beside)) if folder else beside


def loader_with(folder: str) -> type[SourceFileLoader]:
    """Return a loader of modules for which Python looks into a folder of compiled ones first, "" for beside them.

    One that is there and of the source as it is now is taken without Python's own way to it, by which a short-lived
    process would have more pages copied; whatever else there is about a module, Python sees to.
    """

    class Precompiled(SourceFileLoader):
        def __init__(self, fullname: str, path: str) -> None:
            super().__init__(fullname, path)
            self._compiled: _Compiled | None = None
            if os.path.realpath(path) == path:  # else the code would have to be told its other name
                with contextlib.suppress(NotImplementedError):
                    self._compiled = _Compiled(fullname, compiled_file(path, folder))

        def get_code(self, fullname: str) -> CodeType | None:
            compiled = self._compiled
            return compiled.get_code(fullname) if compiled and self._fits(compiled) else super().get_code(fullname)

        def _fits(self, compiled: _Compiled) -> bool:
            """Read the compiled module; return whether it is of the source as it is now."""
            try:
                compiled.data = _contents(compiled.path)
                head, by_hash = compiled.data[:16], MAGIC_NUMBER + BY_HASH
                if head.startswith(by_hash):
                    wanted = by_hash + source_hash(_contents(self.path))
                else:
                    status = os.stat(self.path)
                    time, size = int(status.st_mtime) & _WORD, status.st_size & _WORD
                    wanted = MAGIC_NUMBER + bytes(4) + time.to_bytes(4, "little") + size.to_bytes(4, "little")
            except OSError:
                return False
            return head == wanted

        def get_data(self, path: str) -> bytes:
            if folder and path.endswith(tuple(BYTECODE_SUFFIXES)):
                with contextlib.suppress(OSError, NotImplementedError):
                    if path == cache_from_source(self.path):  # and no file of the package's own that is called so
                        return super().get_data(compiled_file(os.path.realpath(self.path), folder))
            return super().get_data(path)

    return Precompiled


class _Compiled(SourcelessFileLoader):
    """A compiled module. data: its bytes, once they have been read."""

    data = b""

    def get_data(self, path: str) -> bytes:
        return self.data


def _contents(path: str) -> bytes:
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, os.fstat(file).st_size)
    finally:
        os.close(file)


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
