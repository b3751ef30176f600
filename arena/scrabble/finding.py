"""What the rules of the word game expect of an engine: boards that it can search, and whoever finds the plays. Light.

``arena.engine`` keeps this contract; a table is handed an engine (table.py) by whoever makes the table.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self, overload

from arena.scrabble.moves import Placed, Play

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from arena.contract.budget import Budget


class ScoredPlay(NamedTuple):
    """A legal play, its main word (old tiles included), its points, and whether the word reads across.

    A lone tile that opens the game makes no word: its letter stands for it.
    """

    play: Play
    word: str
    score: int
    across: bool


class FoundPlays(Sequence[ScoredPlay]):
    """Plays that were found, in no order; each is made when it is read."""

    @property
    @abstractmethod
    def scores(self) -> NDArray[np.int32]:
        """int32[n]: the plays' points."""

    @property
    @abstractmethod
    def lengths(self) -> NDArray[np.int64]:
        """int64[n]: how many signs the plays' main words have, as ``len(word)``."""

    @abstractmethod
    def where(self, wanted: Callable[[ScoredPlay], bool]) -> FoundPlays:
        """Return the plays that are ``wanted``."""

    @abstractmethod
    def sorted(self) -> FoundPlays:
        """Return the plays, best first: by points, then in the order of ``engine/order.py``."""

    @overload
    @abstractmethod
    def __getitem__(self, index: int) -> ScoredPlay: ...
    @overload
    @abstractmethod
    def __getitem__(self, index: slice) -> FoundPlays: ...


class EngineField(Protocol):
    """A board with tiles as an engine keeps it. Mutable; only the engine that made it can search it."""

    @property
    def opening(self) -> bool:
        """Whether no tile lies on the board."""

    @property
    def count(self) -> int:
        """How many tiles lie on the board."""

    def place(self, tiles: Iterable[Placed]) -> None:
        """Lay tiles; each must lie on an empty square of the board."""

    def copy(self) -> Self:
        """Return a field of its own with the same tiles."""


class PlayFinder(Protocol):
    """Finds plays at one table. For one thread at a time: it keeps its working space from call to call.

    Raises TypeError for a field that another engine made.
    """

    def plays(self, field: EngineField, hand: Mapping[int, int]) -> FoundPlays:
        """Return all legal plays of a hand ({tile id: how many}) on a field."""

    def best(
        self, field: EngineField, hand: Mapping[int, int], budget: Budget[Play] | None = None
    ) -> ScoredPlay | None:
        """Return the play with the most points, None where there is none.

        budget: just before its time is up, the best play so far is returned; each better one is offered meanwhile.
        """
