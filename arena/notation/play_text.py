"""A play as the field writes it: where its word begins, and the word, ``.`` for what lies there already."""

from __future__ import annotations

from collections.abc import Sequence

from arena.errors import NotationError
from arena.notation.squares import BoardExtent, WordPlace, print_place
from arena.scrabble.moves import Placed
from arena.scrabble.position import Board, laid, words_through
from arena.scrabble.tiles import TileSet


def written_play(tiles: TileSet, board: Board, placed: Sequence[Placed], extent: BoardExtent) -> tuple[str, str]:
    """Return ("8G", "CA.S") for tiles that are put on a board.

    Raises NotationError for a wild card that shows a letter without a small form.
    """
    words = words_through(laid(board, placed), placed)
    run, across = words[0] if words else (tuple(placed), True)
    new = set(placed)
    text = "".join(_sign(tiles, tile) if tile in new else "." for tile in run)
    return print_place(WordPlace(run[0].x, run[0].y, across), extent), text


def _sign(tiles: TileSet, tile: Placed) -> str:
    """Return how GCG writes a tile: a capital, a small letter for a wild card, several signs in brackets."""
    wild = tiles.tiles[tile.tile].wild
    char = tiles.alphabet.small(tile.char) if wild else tile.char
    if wild and char == tile.char:
        raise NotationError("GCG", f"the letter {tile.char!r} has no small form, so a wild card cannot show it")
    return char if len(char) == 1 else f"[{char}]"
