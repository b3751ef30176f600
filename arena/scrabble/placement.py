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
GAPS_TOLD = 256  # a play with a longer gap is told its first empty squares; nobody reads a million
_REACH = 2**31


_known: WeakKeyDictionary[Layout, dict[Square, int]] = WeakKeyDictionary()


def square_id(layout: Layout, x: int, y: int) -> int:
    """Return the id of the square at (x, y), HOLE where there is none; asked again, it is remembered.

    A layout runs its program for each question, which would be half of a referee's work.
    """
    known = _known.setdefault(layout, {})
    found = known.get((x, y))
    if found is None:
        if len(known) >= MOST_KNOWN:
            known.clear()
        found = known[x, y] = layout.id_at(x, y) if -_REACH <= x < _REACH and -_REACH <= y < _REACH else HOLE
    return found


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


def squares_between(tiles: Sequence[Placed]) -> Iterator[Square]:
    """Yield the squares between the first and the last of tiles on one line that none of them covers."""
    taken = {(tile.x, tile.y) for tile in tiles}
    across = len({tile.x for tile in tiles}) > 1
    ordered = sorted(taken)
    for (x, y), (next_x, next_y) in itertools.pairwise(ordered):
        if across:
            yield from ((between, y) for between in range(x + 1, next_x))
        else:
            yield from ((x, between) for between in range(y + 1, next_y))


def gaps(layout: Layout, board: Board, tiles: Sequence[Placed]) -> tuple[list[Square], bool]:
    """Return the empty squares in the line of a play, at most GAPS_TOLD of them, and whether a hole parts it."""
    empty: list[Square] = []
    for square in squares_between(tiles):
        if square in board:
            continue
        if not exists(layout, *square):
            return empty, True
        if len(empty) == GAPS_TOLD:
            return empty, False
        empty.append(square)
    return empty, False


def touches(board: Board, tiles: Sequence[Placed]) -> bool:
    """Return whether a tile of the play lies beside one that was there before."""
    return any(square in board for tile in tiles for square in neighbours(tile.x, tile.y))
