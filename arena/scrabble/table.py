"""The table: all that is public before the first turn of the word game. Light to import."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from arena.scrabble.rulebook import RuleBook
from arena.scrabble.tiles import TileSet

if TYPE_CHECKING:
    from arena.board.layout import Layout
    from arena.boardlang.run import SquareTable
    from arena.lexicon.lexicon import Lexicon
    from arena.scrabble.finding import EngineField, PlayFinder


class Engine(Protocol):
    """Makes what is needed to find plays at a table."""

    def field(self, table: Table) -> EngineField:
        """Return the table's board without tiles."""

    def finder(self, table: Table, threads: int = 1) -> PlayFinder:
        """Return a finder, its kernels ready. threads: how many may work at one long search."""


@dataclass(frozen=True, eq=False)
class Table:
    """All that is public before the first turn: board, tiles, words, rules.

    hand_size: tiles in a full hand, which a variant may set apart from the rule book's.
    engine: who finds plays here (arena.engine.compiled.COMPILED); without one, the rules still judge and score.
    """

    layout: Layout
    tiles: TileSet
    lexicon: Lexicon
    rules: RuleBook
    hand_size: int
    engine: Engine | None = None

    @cached_property
    def squares(self) -> SquareTable:
        """Return the programs of the layout's squares, compiled; made when first asked for."""
        from arena.boardlang.run import compile_squares

        return compile_squares(self.layout)

    @cached_property
    def generator(self) -> PlayFinder:
        """Return who lists plays at this table; made when first asked for. Raises LookupError without an engine."""
        return self.finder()

    def finder(self, threads: int = 1) -> PlayFinder:
        """Return a new finder of plays at this table. threads: how many may work at one long search.

        Raises LookupError without an engine.
        """
        return self._engine().finder(self, threads)

    def empty_field(self) -> EngineField:
        """Return a board without tiles, as the engine wants it; tiles are laid on it with ``place``.

        Raises LookupError without an engine.
        """
        return self._engine().field(self)

    def _engine(self) -> Engine:
        if self.engine is None:
            raise LookupError("this table was made without an engine: hand it one, Table(..., engine=COMPILED)")
        return self.engine
