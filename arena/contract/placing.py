"""Who wins by the places of a game: shared by whatever has ``places``."""

from __future__ import annotations


class Placing:
    """places: each seat's place, from 1; None where it is not known."""

    __slots__ = ()
    places: tuple[int, ...] | None

    @property
    def winner(self) -> int | None:
        """The seat that wins alone; None for ties, and where no place is known."""
        if self.places is None or self.places.count(1) != 1:
            return None
        return self.places.index(1)

    @property
    def tie(self) -> bool:
        """Whether several share the first place."""
        return self.places is not None and self.places.count(1) > 1
