"""What the word game shows: the table (public, the same for all), and one seat's view of a game.

Light to import: no kernels before somebody asks for plays. A view never holds the bag, another
hand, or the position that the referee keeps.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from arena.board.layout import Layout
from arena.lexicon import Lexicon
from arena.scrabble.rulebook import RuleBook
from arena.scrabble.tiles import TileSet

if TYPE_CHECKING:
    from arena.boardlang.run import SquareTable


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
