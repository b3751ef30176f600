"""Writes the kernels of this process as a bundle (stored.py), from what numba has put into its cache.

It reads a compiled kernel out of numba's cache as numba itself would, which is nobody's public interface: where
that does not succeed there is no bundle, and nothing else is lost.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import Any

from arena.jit import MADE
from arena.jit.stored import Bundle, Code, pack, this_machine


class NoBundle(Exception):
    """Why there is none."""


def write_bundle(path: Path, modules: Collection[str]) -> None:
    """Write all kernels that are defined in ``modules``, and those which these import. Raises NoBundle, OSError.

    Those that need Python objects at hand (to return an array, for one) are left out: numba compiles them as before.
    """
    every = [_code(made, signature, order) for made, signatures, order in MADE for signature in signatures]
    codes = tuple(code for code in every if code is not None)
    missing = set(modules) - {made.__module__ for made, _, _ in MADE}
    if missing:
        raise NoBundle(f"no kernels were compiled in {', '.join(sorted(missing))}")
    if len({(code.module, code.name, code.order, code.kinds) for code in codes}) < len(codes):
        raise NoBundle("two signatures of a kernel look alike")
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as beside:
        beside.write(pack(Bundle(this_machine(), codes)))
    os.chmod(beside.name, 0o644)
    os.replace(beside.name, path)


def _code(made: Any, signature: Any, order: int) -> Code | None:
    try:
        cache = made._cache
        found = cache._cache_file.load(cache._index_key(signature, made.targetctx.codegen()))
        (_, kind, (compiled, _)), names, environment, *_ = found
        if kind != "object" or environment.consts:
            return None
        return Code(
            module=made.__module__,
            name=made.__name__,
            order=order,
            kinds=tuple(map(_kind, signature.args)),
            wrapper=names.llvm_cpython_wrapper_name,
            environment=names.env_name,
            object=compiled,
        )
    except (AttributeError, TypeError, ValueError) as error:
        raise NoBundle(f"{made.__name__} is not in numba's cache as it is known here: {error}") from error


def _kind(argument: Any) -> str:
    """Return what ``kind_of`` returns for an argument of a type of numba's."""
    from numba.core import types
    from numba.np.numpy_support import as_dtype

    if isinstance(argument, types.Array):
        return str(as_dtype(argument.dtype).str)
    return "tuple" if isinstance(argument, types.BaseTuple) else "none" if isinstance(argument, types.NoneType) else ""
