"""Where the tiles of a play may lie: everything about a play that needs no hand and no lexicon. Pure.

Coordinates may be anything: a play at the other end of an infinite board costs no more than one at
the centre.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from arena.board.layout import Layout
from arena.scrabble.moves import Placed
from arena.scrabble.position import Board, Square, neighbours

GAP_SEEN, MOST_SEEN = 256, 4096  # squares of one gap, and of all gaps of a play, that are looked at


def on_one_line(tiles: Sequence[Placed]) -> bool:
    """Return whether all tiles share a column or a row."""
    return len({tile.x for tile in tiles}) <= 1 or len({tile.y for tile in tiles}) <= 1


def gaps(layout: Layout, board: Board, tiles: Sequence[Placed]) -> tuple[bool, bool]:
    """Return what parts the tiles of a play in one line: whether no square does, and whether an empty one does.

    The first: somewhere between two neighbours of the play there is a hole, or the board has ended. The second: there
    is a square without a tile. Of one gap the first GAP_SEEN squares are looked at, of all MOST_SEEN: a play over
    millions of squares costs no more.
    """
    out = empty = False
    seen = 0
    for gap in _between(tiles):
        looked = 0
        for square in gap:
            if square in board:
                continue
            if layout.has(*square):
                empty = True
            else:
                out = True
            looked += 1
            seen += 1
            if looked == GAP_SEEN or seen == MOST_SEEN or (out and empty):
                break
        if seen == MOST_SEEN or (out and empty):
            break
    return out, empty


def _between(tiles: Sequence[Placed]) -> Iterator[Iterator[Square]]:
    """Yield the squares between each two neighbours among tiles on one line."""
    taken = sorted({(tile.x, tile.y) for tile in tiles})
    for (x, y), (next_x, next_y) in itertools.pairwise(taken):
        if x == next_x:
            yield ((x, between) for between in range(y + 1, next_y))
        else:
            yield ((between, y) for between in range(x + 1, next_x))


def touches(board: Board, tiles: Sequence[Placed]) -> bool:
    """Return whether a tile of the play lies beside one that was there before."""
    return any(square in board for tile in tiles for square in neighbours(tile.x, tile.y))
