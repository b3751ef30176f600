"""Writes the kernels of this process as a bundle (stored.py), from what numba has put into its cache.

Compiled kernels are read out of numba's cache as numba itself would (numba_private.py): where that does not succeed
there is no bundle, and nothing else is lost.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import Any

from arena.jit import MADE
from arena.jit.direct import DirectKernel
from arena.jit.numba_private import code_in_cache, kind_of_type
from arena.jit.stored import Bundle, StoredCode, pack, this_machine


class NoBundle(Exception):
    """Why there is none."""


def write_bundle(path: Path, modules: Collection[str]) -> None:
    """Write all kernels that are defined in ``modules``, and those which these import. Raises NoBundle, OSError.

    Those that need Python objects at hand (to return an array, for one) are left out: numba compiles them as before.
    """
    every = [_code(made, signature, order) for made, signatures, order in MADE for signature in signatures]
    codes = tuple(code for code in every if code is not None)
    known = {id(made) for made, _, _ in MADE}
    missing = {name for name in modules if not any(id(one) in known for one in _kernels_of(name))}
    if missing:
        raise NoBundle(f"no kernels were compiled in {', '.join(sorted(missing))}")
    if len({(code.module, code.name, code.order, code.kinds) for code in codes}) < len(codes):
        raise NoBundle("two signatures of a kernel look alike")
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as beside:
        beside.write(pack(Bundle(this_machine(), codes)))
    os.chmod(beside.name, 0o644)
    os.replace(beside.name, path)


def _kernels_of(module: str) -> list[Any]:
    # What numba made of the module's functions, or of those of another that it names.
    found = vars(sys.modules[module]).values() if module in sys.modules else ()
    return [one.dispatcher if isinstance(one, DirectKernel) else one for one in found]


def _code(made: Any, signature: Any, order: int) -> StoredCode | None:
    try:
        found = code_in_cache(made, signature)
        kinds = tuple(map(kind_of_type, signature.args))
    except (AttributeError, TypeError, ValueError) as error:
        raise NoBundle(f"{made.__name__} is not in numba's cache as it is known here: {error}") from error
    if found is None:
        return None
    return StoredCode(
        made.__module__, made.__name__, order, kinds,
        found.wrapper, found.function, found.environment, found.object,
    )  # fmt: skip
