"""The one way in which kernels are compiled: ahead of use, cached on disk, and optional.

numba writes its cache beside the source by default, which fails in a read-only installation; we
point it to the user's cache folder, and do without a cache where that cannot be written either.
With NUMBA_DISABLE_JIT=1 every kernel runs as the plain Python that it is.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


def cache_folder() -> Path | None:
    """Return the folder for compiled kernels, made if need be; None where nothing can be written."""
    from platformdirs import user_cache_path

    named = os.environ.get("ARENA_CACHE") or os.environ.get("NUMBA_CACHE_DIR")
    folder = Path(named) if named else user_cache_path("arena") / "kernels"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


_FOLDER = cache_folder()
if _FOLDER is not None:
    os.environ.setdefault("NUMBA_CACHE_DIR", str(_FOLDER))


def _import_numba() -> None:
    """Import numba without SciPy, which it loads to see whether it is there: 100 mapped files that every fork copies.

    Kernels of others that multiply matrices still find it, when they are compiled.
    """
    if "scipy" in sys.modules:
        return
    hidden = ("scipy", "scipy.linalg", "scipy.linalg.cython_blas")
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]  # None has an import fail
    try:
        import numba.np.arraymath as looked
    finally:
        for name in hidden:
            del sys.modules[name]
    if hasattr(looked, "_HAVE_BLAS"):
        looked._HAVE_BLAS = find_spec("scipy") is not None


_import_numba()
import numba  # noqa: E402  (it reads NUMBA_CACHE_DIR when it is imported)

if _FOLDER is not None:
    numba.config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]  # type: ignore[attr-defined]  # imported before us, perhaps


def kernel(*signatures: Any, bare: bool = False, **options: Any) -> Callable[[F], F]:
    """Compile a function for ``signatures`` when its module is imported, from the cache if it is there.

    Explicit signatures matter: lazily typed kernels would compile inside a bot's first move. The GIL
    is released (``nogil``), so that a watching thread can stop a kernel by a flag in an array.

    bare: for kernels that make no arrays. They count no references to those that they are given, which would take
          up to a third of a small kernel's time: each array, each call, two atomic instructions.
    """
    if bare:
        options["_nrt"] = False
    options.setdefault("nogil", True)
    options.setdefault("cache", _FOLDER is not None)

    def compiled(function: F) -> F:
        asked: Any = numba.njit(list(signatures) or None, **options)
        try:
            return cast("F", asked(function))
        except RuntimeError:  # the cache could be written when this module was imported, and cannot any more
            if not options.pop("cache", False):
                raise
            again: Any = numba.njit(list(signatures) or None, **options)
            return cast("F", again(function))

    return compiled


_DISABLED: bool = numba.config.DISABLE_JIT  # type: ignore[attr-defined]

if _DISABLED:

    def popcount(bits: Any) -> int:
        """Return how many bits of an unsigned (or non-negative) integer are set."""
        return int(bits).bit_count()

    def ctz(bits: Any) -> int:
        """Return the place of the lowest set bit, 64 for none."""
        whole = int(bits)
        return (whole & -whole).bit_length() - 1 if whole else 64

else:
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba.core import types
    from numba.extending import intrinsic

    def _wide(builder: Any, bits: Any) -> Any:
        return builder.zext(bits, ir.IntType(64)) if bits.type.width < 64 else bits

    @intrinsic
    def popcount(typingctx: Any, bits: Any) -> Any:
        """Return how many bits of an unsigned (or non-negative) integer are set: one machine instruction."""
        if not isinstance(bits, types.Integer):
            return None

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(_wide(builder, args[0]))

        return types.int64(bits), generate

    @intrinsic
    def ctz(typingctx: Any, bits: Any) -> Any:
        """Return the place of the lowest set bit, 64 for none: one machine instruction."""
        if not isinstance(bits, types.Integer):
            return None

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(_wide(builder, args[0]), ir.Constant(ir.IntType(1), 0))

        return types.int64(bits), generate
