"""What a tile set can give: the tiles that a board and hands hold more of than there are. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from arena.scrabble.moves import Placed
from arena.scrabble.position import Square
from arena.scrabble.table import Table
from arena.scrabble.tiles import Hand, TileSet


def on_board(board: Mapping[Square, Placed]) -> Counter[int]:
    """Return {tile id: count} of what lies on a board."""
    return Counter(tile.tile for tile in board.values())


def beyond(tiles: TileSet, *held: Hand) -> dict[int, int]:
    """Return {tile id: count} of the tiles that ``held`` have together and the set has fewer of."""
    together: Counter[int] = Counter()
    for hand in held:
        together.update(hand)
    return {tile: count for tile, count in sorted(together.items()) if count > tiles.counts[tile]}


def impossible(table: Table, board: Mapping[Square, Placed], hands: Iterable[Hand]) -> list[str]:
    """Return, a sentence each, why no game at this table can come to this board and these hands; [] where one can."""
    tiles, problems = table.tiles, []
    hands = list(hands)
    for count in (sum(hand.values()) for hand in hands):
        if count > table.hand_size:
            problems.append(f"a hand of {count} tiles, and {table.hand_size} are a full one")
    for tile, count in beyond(tiles, on_board(board), *hands).items():
        problems.append(
            f"{count} tiles {tiles.sign(tile).strip()}, and the tile set {tiles.name!r} has {tiles.counts[tile]}"
        )
    return problems
