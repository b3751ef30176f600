"""Whether what plays come to stays far below what the compiled searches reckon with.

They keep points and bounds of points in 32 bits. The rules wrap a word's points at 32 bits, but a bound that has
wrapped bounds nothing. Where squares multiply so much that one might (a board full of squares that count a word a
hundred times), they are not taken for plain multipliers: the way of all other programs looks at each such play.
"""

from __future__ import annotations

import numpy as np

from arena.board.layout import Layout
from arena.errors import ProgramError
from arena.scrabble.table import Table

LARGEST = 1 << 28  # points; a bound is a sum of a few numbers that are no larger
LETTERS = 64  # more than any word has
LAID = 10  # the most tiles of a hand that is larger than the table's


def fits(table: Table) -> bool:
    """Tell whether no play of plain multipliers can come to more than LARGEST points, either way."""
    layout, laid = table.layout, max(table.hand_size, LAID)
    pairs = [kind.multipliers or (1, 1) for kind in [*layout.kinds.values(), layout.used]]
    dearest = max((abs(face.points) for tile in table.tiles.tiles for face in tile.faces), default=0)
    letter, word = max(pair[0] for pair in pairs), max(pair[1] for pair in pairs)
    beside = dearest * letter * LETTERS  # of one word, before it is multiplied
    crossing = laid * beside * word
    factor = max(1, table.rules.bonus_factor)
    if beside * factor * word**laid + crossing <= LARGEST:
        return True
    return beside * factor * _most_in_a_line(layout, laid) + crossing <= LARGEST


def _most_in_a_line(layout: Layout, laid: int) -> float:
    """Return the most that the squares under so many tiles in one line multiply a word by; infinity without bounds."""
    if layout.bounds is None:
        return np.inf
    try:
        ids = layout.ids(*layout.bounds)
    except ProgramError:  # told to whoever asks for that square
        return np.inf
    factors = np.ones(ids.shape)
    for kind in layout.kinds.values():
        factors[ids == kind.id] = max(1, (kind.multipliers or (1, 1))[1])
    rows, columns = np.sort(factors, axis=1)[:, -laid:], np.sort(factors, axis=0)[-laid:]
    return float(max(rows.prod(axis=1).max(initial=1), columns.prod(axis=0).max(initial=1)))
