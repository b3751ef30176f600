"""Kernels that take named tuples, called at the address that numba compiled, past numba's look at their arguments.

With ARENA_CHECK_KERNELS set, as in our tests, numba looks at every argument of every call: wrong types are a TypeError
there, and anything at all elsewhere.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from arena.jit.choose import Chooser
from arena.jit.numba_private import entry_points, kind_of_type, type_of_kernel

CHECK = "ARENA_CHECK_KERNELS"


class DirectKernel:
    """A kernel that numba compiles, called as StoredKernel is: positional arguments of the exact types."""

    def __init__(self, dispatcher: Any) -> None:
        self.__name__, self.__doc__, self.__wrapped__ = dispatcher.__name__, dispatcher.__doc__, dispatcher.py_func
        self.dispatcher = dispatcher
        self._call: Callable[..., Any] | None = dispatcher if os.environ.get(CHECK, "0") not in ("", "0") else None

    def __call__(self, *args: Any) -> Any:
        if self._call is None:
            made = [(tuple(map(kind_of_type, types)), call) for types, call in entry_points(self.dispatcher)]
            chooser = Chooser(self.__name__, made)
            self._call = chooser.only or chooser
        return self._call(*args)

    @property
    def _numba_type_(self) -> Any:
        # What numba asks a global for that it does not know: a kernel that calls this one is compiled.
        return type_of_kernel(self.dispatcher)
