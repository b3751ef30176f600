"""Kernels that are handed to other kernels, as the address of their machine code.

numba has function types for that, but what it compiles of them asks Python objects of its own for addresses at every
call, so that no process without numba could run it. An address is a number, and kernels that take numbers are stored
(stored.py) like any other. With the JIT off a kernel stands for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from arena.jit import disabled, linked
from arena.jit.choose import kind_of
from arena.jit.direct import DirectKernel
from arena.jit.notes import meant
from arena.jit.numba_private import address_of_kernel, call_at_address, is_kernel, type_of_global
from arena.jit.stored import StoredKernel


def caller(signature: Any) -> Any:
    """Return how kernels call one of ``signature`` that they were handed, a function: ``call(it, *args)``."""
    if disabled():
        return _call
    return _Caller(signature) if linked() else call_at_address(signature)


def address_of(kernel: Any, signature: Any, like: Sequence[Any]) -> Any:
    """Return what a kernel is handed to another one as, which calls it by ``caller(signature)``. It must outlive that.

    like: arguments as it will be called with. Raises TypeError for what is no kernel, or one for other types.
    """
    if disabled():
        return kernel
    if isinstance(kernel, StoredKernel):
        return kernel.address(tuple(map(kind_of, like)))
    dispatcher = kernel.dispatcher if isinstance(kernel, DirectKernel) else kernel
    if not is_kernel(dispatcher):
        raise TypeError(f"{getattr(kernel, '__name__', kernel)!r} is not compiled")
    return address_of_kernel(dispatcher, meant(signature))


def _call(kernel: Callable[..., Any], *args: Any) -> Any:
    return kernel(*args)


class _Caller:
    """``caller`` in a process without numba: numba's own where a kernel that uses it is compiled after all."""

    def __init__(self, signature: Any) -> None:
        self._made = cache(lambda: call_at_address(meant(signature)))

    def __call__(self, kernel: Callable[..., Any], *args: Any) -> Any:
        return kernel(*args)

    @property
    def _numba_type_(self) -> Any:
        return type_of_global(self._made())
