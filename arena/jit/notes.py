"""Types of numba written down without numba: what a kernel's signature says is known when somebody compiles it.

In a process that takes its kernels as they were compiled elsewhere, ``types.int64(types.int32[::1])`` is a note. It
becomes numba's own type where a kernel must be compiled after all.
"""

from __future__ import annotations

from typing import Any


class Note:
    """An expression on numba's types: of names, subscripts and calls."""

    def __init__(self, how: str, of: Note | None, what: Any) -> None:
        self._how, self._of, self._what = how, of, what

    def __getattr__(self, name: str) -> Note:
        if name.startswith("__"):
            raise AttributeError(name)
        return Note("name", self, name)

    def __getitem__(self, index: Any) -> Note:
        return Note("index", self, index)

    def __call__(self, *args: Any, **options: Any) -> Note:
        return Note("call", self, (args, options))


TYPES = Note("types", None, None)  # stands for numba.types


def meant(written: Any) -> Any:
    """Return what is meant by a note, by a tuple of notes, or by anything else: itself. Imports numba for notes."""
    if isinstance(written, tuple):
        return tuple(map(meant, written))
    if not isinstance(written, Note):
        return written
    how, of, what = (vars(written)[name] for name in ("_how", "_of", "_what"))
    if how == "types":
        from numba.core import types

        return types
    base = meant(of)
    if how == "name":
        return getattr(base, what)
    if how == "index":
        return base[what]
    args, options = what
    return base(*map(meant, args), **{name: meant(value) for name, value in options.items()})
