"""The one way in which kernels are compiled: ahead of use, cached on disk, and optional.

numba writes its cache beside the source by default, which fails in a read-only installation; we
point it to the user's cache folder, and do without a cache where that cannot be written either.
With NUMBA_DISABLE_JIT=1 every kernel runs as the plain Python that it is. With ARENA_KERNELS, the names of bundles
(stored.py), one a line, kernels that are in them come from there, and numba is imported only when something else is to
be compiled.
"""

from __future__ import annotations

import importlib
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from arena.cache import TELL, kernels_folder
from arena.jit.bits import intrinsics, plain_ctz, plain_popcount
from arena.jit.direct import DirectKernel
from arena.jit.notes import TYPES, meant
from arena.jit.numba_private import (
    NO_REFERENCES,
    import_without_scipy,
    takes_named_tuples,
    type_of_global,
    was_compiled,
)

if TYPE_CHECKING:
    from arena.jit.stored import Bundles

F = TypeVar("F", bound=Callable[..., Any])

MADE: list[tuple[Any, tuple[Any, ...], int]] = []  # what numba compiled here: dispatcher, signatures, see Code.order
LATER = False  # kernels are put down in MADE and compiled by whoever set this (ahead.py)
_asked: Counter[tuple[str, str]] = Counter()  # kernels that were made of each function


def cache_folder() -> Path | None:
    """Return the folder for compiled kernels, made if need be; None where nothing can be written."""
    folder = kernels_folder(os.environ)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


_FOLDER = cache_folder()
if _FOLDER is not None:
    os.environ["NUMBA_CACHE_DIR"] = str(_FOLDER)


def disabled() -> bool:
    """Whether kernels run as plain Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def linked() -> bool:
    """Whether this process takes kernels from bundles."""
    return _BUNDLES is not None


def link_all(but: tuple[str, ...] = ()) -> None:
    """Import every module that has kernels in this process's bundles, so that all that it forks share them.

    but: how the names of modules begin that are left out. One with a kernel that no bundle has would bring numba along.
    """
    for name in () if _BUNDLES is None else _BUNDLES.modules:
        if not name.startswith(but):
            importlib.import_module(name)


def _open_bundles() -> Bundles | None:
    named = os.environ.get("ARENA_KERNELS")
    if not named or disabled() or "numba" in sys.modules:
        return None
    try:
        from arena.jit.stored import Bundles

        bundles = Bundles(map(Path, named.splitlines()))
    except Exception:  # whatever it is, there is another way, which says what is wrong if it fails as well
        return None
    return bundles if bundles.modules else None


def _import_numba() -> Any:
    numba = import_without_scipy()
    if _FOLDER is not None:
        numba.config.CACHE_DIR = str(_FOLDER)  # imported before us, perhaps
    return numba


def kernel(*signatures: Any, bare: bool = False, **options: Any) -> Callable[[F], F]:
    """Compile a function for ``signatures`` when its module is imported, from the cache if it is there.

    Explicit signatures matter: lazily typed kernels would compile inside a bot's first move. The GIL
    is released (``nogil``), so that a watching thread can stop a kernel by a flag in an array.

    bare: for kernels that make no arrays. They count no references to those that they are given, which would take
          up to a third of a small kernel's time: each array, each call, two atomic instructions.
    """
    if bare:
        options |= NO_REFERENCES

    def made(function: F) -> F:
        name = function.__module__, function.__name__
        order = _asked[name]
        _asked[name] += 1
        if _BUNDLES is not None and signatures:
            found = _BUNDLES.kernel(function, order, lambda: _compiled(function, signatures, options, order))
            if found is not None:
                return cast("F", found)
        return cast("F", _compiled(function, signatures, options, order))

    return made


def _compiled(function: Any, signatures: tuple[Any, ...], options: dict[str, Any], order: int) -> Any:
    numba = _import_numba()
    asked = list(meant(signatures)) or None
    options = {"nogil": True, "cache": _FOLDER is not None} | options
    now = None if LATER else asked
    try:
        done = numba.njit(now, **options)(function)
    except RuntimeError:  # the cache could be written when this module was imported, and cannot any more
        if not options.pop("cache", False):
            raise
        done = numba.njit(now, **options)(function)
    if not disabled():
        MADE.append((done, tuple(asked or ()), order))
        while TELL and now and was_compiled(done):
            TELL.pop()()
        if asked and takes_named_tuples(asked):
            return DirectKernel(done)
    return done


class _Instruction:
    """A bit instruction where numba is not imported: plain Python, and numba's own for a kernel that is compiled."""

    def __init__(self, plain: Callable[[Any], int], place: int) -> None:
        self._plain, self._place = plain, place
        self.__doc__ = plain.__doc__

    def __call__(self, bits: Any) -> int:
        return self._plain(bits)

    @property
    def _numba_type_(self) -> Any:
        return type_of_global(_intrinsics()[self._place])


_intrinsics = cache(intrinsics)
_BUNDLES = _open_bundles()
popcount: Any
ctz: Any
types: Any
if _BUNDLES is not None:
    types, popcount, ctz = TYPES, _Instruction(plain_popcount, 0), _Instruction(plain_ctz, 1)
else:
    types = _import_numba().core.types
    popcount, ctz = (plain_popcount, plain_ctz) if disabled() else _intrinsics()
