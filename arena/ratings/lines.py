"""Long tables whose lines are made when they are asked for: half a million pairings take their columns' room alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Lines(Sequence[T], Generic[T]):
    """A sequence of ``count`` lines; ``make`` returns the one with this index."""

    def __init__(self, count: int, make: Callable[[int], T]) -> None:
        self._count, self._make = count, make

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> list[T]: ...

    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return [self._make(place) for place in range(*index.indices(self._count))]
        if not -self._count <= index < self._count:
            raise IndexError(f"line {index} of {self._count}")
        return self._make(index % self._count)
