"""The table: all that is public before the first turn of the word game. Light to import."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from arena.scrabble.rulebook import RuleBook
from arena.scrabble.tiles import TileSet

if TYPE_CHECKING:
    from arena.board.layout import Layout
    from arena.boardlang.run import SquareTable
    from arena.lexicon.lexicon import Lexicon
    from arena.scrabble.field import Field
    from arena.scrabble.generate import Generator


@dataclass(frozen=True, eq=False)
class Table:
    """All that is public before the first turn: board, tiles, words, rules.

    hand_size: tiles in a full hand, which a variant may set apart from the rule book's.
    """

    layout: Layout
    tiles: TileSet
    lexicon: Lexicon
    rules: RuleBook
    hand_size: int

    @cached_property
    def squares(self) -> SquareTable:
        """Return the programs of the layout's squares, compiled; made when first asked for."""
        from arena.boardlang.run import compile_squares

        return compile_squares(self.layout)

    @cached_property
    def generator(self) -> Generator:
        """Return the engine that lists plays at this table; made when first asked for."""
        from arena.scrabble.generate import Generator

        return Generator(self)

    def empty_field(self) -> Field:
        """Return a board without tiles, as the engine wants it; tiles are laid on it with ``place``."""
        from arena.scrabble.field import Field

        return Field(self)
