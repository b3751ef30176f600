"""Where the tiles of a play may lie: everything about a play that needs no hand and no lexicon. Pure.

Coordinates may be anything: a play at the other end of an infinite board costs no more than one at
the centre. The board language counts in 32 bits, so beyond them there are no squares.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from weakref import WeakKeyDictionary

from arena.board.layout import HOLE, Layout
from arena.scrabble.moves import Placed
from arena.scrabble.position import Board, Square, neighbours

MOST_KNOWN = 1 << 16  # squares of one layout that are remembered
GAP_SEEN, MOST_SEEN = 256, 4096  # squares of one gap, and of all gaps of a play, that are looked at
_REACH = 2**31


_known: WeakKeyDictionary[Layout, dict[Square, int]] = WeakKeyDictionary()


def square_id(layout: Layout, x: int, y: int) -> int:
    """Return the id of the square at (x, y), HOLE where there is none; asked again, it is remembered.

    A layout runs its program for each question, which would be half of a referee's work.
    """
    known = _known.setdefault(layout, {})
    square = known.get((x, y))
    if square is None:
        if len(known) >= MOST_KNOWN:
            known.clear()
        square = known[x, y] = layout.id_at(x, y) if -_REACH <= x < _REACH and -_REACH <= y < _REACH else HOLE
    return square


def exists(layout: Layout, x: int, y: int) -> bool:
    """Return whether there is a square at (x, y)."""
    if layout.bounds is not None:
        x0, y0, x1, y1 = layout.bounds
        if not (x0 <= x <= x1 and y0 <= y <= y1):
            return False
    return square_id(layout, x, y) != HOLE


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
            if exists(layout, *square):
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
