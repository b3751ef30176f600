"""The one way in which kernels are compiled: ahead of use, cached on disk, and optional.

numba writes its cache beside the source by default, which fails in a read-only installation; we
point it to the user's cache folder, and do without a cache where that cannot be written either.
With NUMBA_DISABLE_JIT=1 every kernel runs as the plain Python that it is.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
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

import numba  # noqa: E402  (it reads NUMBA_CACHE_DIR when it is imported)


def kernel(*signatures: Any, **options: Any) -> Callable[[F], F]:
    """Compile a function for ``signatures`` when its module is imported, from the cache if it is there.

    Explicit signatures matter: lazily typed kernels would compile inside a bot's first move. The GIL
    is released (``nogil``), so that a watching thread can stop a kernel by a flag in an array.
    """
    options.setdefault("nogil", True)
    options.setdefault("cache", _FOLDER is not None)
    compiled: Any = numba.njit(list(signatures) or None, **options)
    return cast("Callable[[F], F]", compiled)
