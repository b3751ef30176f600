"""Tiles and boards of the word game in the protocol's letters, and back. Pure.

On the wire squares count from the top left corner; here as the board has them. The board is one of
15 by 15 whose tile set has the letters A to Z, each with one plain tile, and one kind of blank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from arena.errors import ConfigError
from arena.scrabble.legality import PlayFault
from arena.scrabble.moves import Placed
from arena.scrabble.table import Table
from arena.wire.sexpr.messages import BLANK, SIZE, Cell, Place

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Letters:
    """One table's tiles and squares as the wire names them."""

    def __init__(self, table: Table) -> None:
        """Raises ConfigError when the protocol has no words for this table."""
        tiles, bounds = table.tiles, table.layout.bounds
        if bounds is None or (bounds[2] - bounds[0], bounds[3] - bounds[1]) != (SIZE - 1, SIZE - 1):
            raise ConfigError("board", f"{table.layout.name} is not {SIZE} by {SIZE}", "Use the board 'scrabble'")
        plain = {letter: tiles.plain(letter) for letter in _LETTERS}
        if None in plain.values() or tiles.wild is None or len(tiles.tiles) != len(_LETTERS) + 1:
            raise ConfigError("tiles", f"{tiles.name} is not A to Z and a blank", "Use the tiles 'english'")
        if table.rules.challenge != "void":
            raise ConfigError("rules", "this protocol has no challenges", "Use a rule book with challenge: void")
        self._tiles, self._wild = tiles, tiles.wild
        self._ids = {letter: tile for letter, tile in plain.items() if tile is not None} | {BLANK: tiles.wild}
        self._names = {tile: letter for letter, tile in self._ids.items()}
        self._left, self._top = bounds[0], bounds[1]

    def names(self, tiles: Iterable[int]) -> tuple[str, ...]:
        """Return tile ids as the wire names them."""
        return tuple(self._names[tile] for tile in tiles)

    def ids(self, names: Iterable[str]) -> tuple[int, ...]:
        """Return the tile ids that the wire's names mean."""
        return tuple(self._ids[name] for name in names)

    def placed(self, x: int, y: int, letter: str, blank: bool) -> Placed:
        """Return the tile that shows ``letter`` on a square of the wire."""
        tile = self._wild if blank else self._ids[letter]
        face = self._tiles.face(tile, letter)
        assert face is not None, "a blank shows every letter"
        return Placed(x + self._left, y + self._top, tile, letter, face.points)

    def place(self, tile: Placed) -> Place | None:
        """Return the request that puts a tile down, None where the protocol has no such square or tile."""
        x, y = tile.x - self._left, tile.y - self._top
        known = tile.tile in self._names and tile.char in _LETTERS
        return Place(x, y, tile.char, tile.tile == self._wild) if known and 0 <= x < SIZE and 0 <= y < SIZE else None

    def fault(self, fault: PlayFault) -> str:
        """Return a fault of a play or an exchange for the person who wrote the client."""
        match fault.name, fault.details:
            case "PlayerDoesNotHavePiece", (_, int(tile)):
                return f"your rack lacks {self._names.get(tile, '?').lower()}"
            case "OccupiedTile", (_, (int(x), int(y)), _):
                return f"there is a tile on {x - self._left} {y - self._top} already"
            case "WordNotOnRowOrColumn", _:
                return "the tiles are not in one row or one column"
            case "EmptyTile", ((int(x), int(y)),):
                return f"there is no square {x - self._left} {y - self._top}"
            case "WordOutsideBoard", _:
                return "between the tiles there is a hole, or the board ends"
            case "WordNotConnected", _:
                return "there is a gap between the tiles"
            case "FirstWordNotOverCenter", ((int(x), int(y)),):
                return f"the first word does not cover {x - self._left} {y - self._top}"
            case "FirstWordTooShort", _:
                return "the first word has too few tiles"
            case "WordNotAdjacent", _:
                return "the tiles touch none of those on the board"
            case "WordNotInDictionary", (word,):
                return f"{str(word).lower()} is no word"
            case "NotEnoughPieces", (asked, there):
                return f"{asked} tiles are exchanged, and the bag holds {there}"
            case "TooManyPieces", (asked, most):
                return f"{asked} tiles are exchanged, and {most} are the most"
        return str(fault)

    def board(self, board: Mapping[tuple[int, int], Placed]) -> tuple[tuple[Cell, ...], ...]:
        """Return what lies on the board, row by row from the top."""
        rows: list[list[Cell]] = [[None] * SIZE for _ in range(SIZE)]
        for (x, y), tile in board.items():
            rows[y - self._top][x - self._left] = tile.char, tile.tile == self._wild
        return tuple(map(tuple, rows))

    def tiles_on(self, board: Sequence[Sequence[Cell]]) -> dict[tuple[int, int], Placed]:
        """Return what a board of the wire says that lies there."""
        tiles = {}
        for y, row in enumerate(board):
            for x, cell in enumerate(row):
                if cell is not None:
                    tile = self.placed(x, y, *cell)
                    tiles[tile.x, tile.y] = tile
        return tiles
