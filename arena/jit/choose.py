"""Which of a kernel's signatures a call is for, told by the kinds of those arguments in which they differ.

Nothing else is looked at, where numba looks at every argument at every call: of a named tuple of arrays it asks Python
for the type, 1.5 microseconds each time. So calls must have been tried with numba's own look at them (direct.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

import numpy as np

Kind = str | tuple[str, ...]  # of an argument, see kind_of; of a tuple, those of what it holds


def kind_of(argument: Any) -> str:
    """Return what tells signatures apart in an argument: an array's dtype, "tuple", "none", "" for all else."""
    if isinstance(argument, np.ndarray):
        return str(argument.dtype.str)
    return "tuple" if isinstance(argument, tuple) else "none" if argument is None else ""


def _outer(kind: Kind) -> str:
    return kind if isinstance(kind, str) else "tuple"


def differing(several: Sequence[tuple[Kind, ...]]) -> list[tuple[int, int]]:
    """Return where signatures differ: the argument's place, and the place in the tuple that it is (-1: the whole)."""
    found = []
    for place, kinds in enumerate(zip(*several, strict=True)):
        if len(set(map(_outer, kinds))) > 1:
            found.append((place, -1))
        elif len(set(kinds)) > 1:
            inner = zip(*(kind for kind in kinds if isinstance(kind, tuple)), strict=True)
            found += [(place, at) for at, those in enumerate(inner) if len(set(those)) > 1]
    return found


class Chooser:
    """Calls one of several: the one whose kinds the arguments have, which are positional and of the exact types."""

    def __init__(self, name: str, made: Sequence[tuple[tuple[Kind, ...], Callable[..., Any]]]) -> None:
        """Raises ValueError where they cannot be told apart."""
        self._name = name
        self._places = differing([kinds for kinds, _ in made])
        self._by_kind = {
            tuple(_outer(kinds[place] if at < 0 else kinds[place][at]) for place, at in self._places): call
            for kinds, call in made
        }
        if len(self._by_kind) < len(made):
            raise ValueError(f"two signatures of {name} look alike")
        self.only = made[0][1] if len(made) == 1 else None
        # What is no array has the kind of its type, so that calls are known by types from the second one on.
        whole = len(self._places) > 1 and all(at < 0 for _, at in self._places)
        self._whole = itemgetter(*(place for place, _ in self._places)) if whole else None
        self._by_types: dict[tuple[type, ...], Callable[..., Any]] = {}

    def __call__(self, *args: Any) -> Any:
        if self._whole is not None:
            call = self._by_types.get(tuple(map(type, self._whole(args))))
            if call is not None:
                return call(*args)
        return self._chosen(args)(*args)

    def _chosen(self, args: Sequence[Any]) -> Callable[..., Any]:
        if self.only is not None:
            return self.only
        kinds = tuple([kind_of(args[place] if at < 0 else args[place][at]) for place, at in self._places])
        if kinds not in self._by_kind:
            raise TypeError(f"{self._name} was not compiled for {', '.join(kinds)}")
        call = self._by_kind[kinds]
        if self._whole is not None:
            told_apart = self._whole(args)
            if not any(isinstance(argument, np.ndarray) for argument in told_apart):
                self._by_types[tuple(map(type, told_apart))] = call
        return call
