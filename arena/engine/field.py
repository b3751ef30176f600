"""The board as the compiled generator needs it: a window that grows with the tiles, and what is kept beside them.

A Field is mutable and belongs to one seat (or referee); it is never shared, and ``copy`` is cheap. Its window
is made of stretches of columns and of rows: every square within reach of a tile, and nothing of what
lies between far groups of tiles. So coordinates may be as large as they like and cost nothing.

What the arrays hold is said in ``_kernels/arrays.py``. Whether a tile may lie somewhere is not asked here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from weakref import WeakKeyDictionary

import numpy as np

from arena.board.layout import HOLE, Window
from arena.engine._kernels import board
from arena.engine._kernels.arrays import Board, Graph, Tiles
from arena.engine.anagrams import anagrams_of
from arena.engine.magnitude import fits
from arena.scrabble.moves import Placed
from arena.scrabble.table import Table

SMALL = 64  # a finite board of at most this many rows and columns is taken whole
SLACK = 12  # squares beyond the reach that a growing window takes at once


class Ground:
    """What all fields of one table share: the graph, the squares' multipliers, the tiles' faces.

    graph, tiles, index: as kernels want them, see ``_kernels/arrays.py``.
    programmed:   whether some square's programs are no plain multipliers.
    """

    def __init__(self, table: Table) -> None:
        graph, alphabet = table.lexicon.graph, table.tiles.alphabet
        self.layout = table.layout  # not the table itself: it must be free to go
        edges = np.asarray(graph.edges).view()
        edges.flags.writeable = False  # as the kernels' type says
        self.graph = Graph(edges, int(graph.gaddag), np.uint64((2 << alphabet.size) - 2))
        self.code = {symbol: index for index, symbol in enumerate(alphabet.symbols, start=1)}
        self.symbols = ("", *alphabet.symbols)
        rows = [(tile.id, self.code[face.char], face.points) for tile in table.tiles.tiles for face in tile.faces]
        self.face_rows = rows
        first = np.zeros(len(table.tiles.tiles) + 1, np.int32)
        np.cumsum([len(tile.faces) for tile in table.tiles.tiles], out=first[1:])
        self.tiles = Tiles(np.array(rows, np.int32).reshape(-1, 3), first)
        self.index = anagrams_of(graph)
        used = self.layout.used.multipliers
        self.used_letter = used[0] if used else 1
        plain_used = used is not None and used[0] >= 0 and used[1] == 1 and fits(table)
        # by square id, HOLE at the end: letter and word multipliers, (1, -1) where only the square's program knows
        self._multipliers = np.ones((max(self.layout.kinds) + 2, 2), np.int32)
        for id_, kind in self.layout.kinds.items():
            plain = kind.multipliers if plain_used else None
            self._multipliers[id_] = plain if plain is not None and min(plain) >= 0 else (1, -1)
        self.programmed = bool((self._multipliers < 0).any())
        self._blank: tuple[tuple[object, object], Board] | None = None

    def blank(self, columns: Axis, rows: Axis) -> Board:
        """Return the arrays of a window without tiles; not to be written to. The last one is kept."""
        if self._blank is None or self._blank[0] != (columns.stretches, rows.stretches):
            self._blank = (columns.stretches, rows.stretches), self._make_blank(columns, rows)
        return self._blank[1]

    def _make_blank(self, columns: Axis, rows: Axis) -> Board:
        width, height = columns.size, rows.size
        size = width * height
        ids = np.full((height, width), HOLE, np.int32)
        for row, (y0, y1) in zip(rows.starts, rows.stretches, strict=True):
            for column, (x0, x1) in zip(columns.starts, columns.stretches, strict=True):
                ids[row : row + y1 - y0 + 1, column : column + x1 - x0 + 1] = self.layout.ids(x0, y0, x1, y1)
        both = np.concatenate([ids.ravel(), ids.T.ravel()])
        cells = np.zeros((2 * size, 4), np.int32)
        cells[:, board.CROSS] = -1
        cells[:, [board.LETTER, board.WORD]] = self._multipliers[both]
        return Board(
            letters=np.where(both == HOLE, board.HOLE, board.EMPTY).astype(np.int8),
            cells=cells,
            raw=np.zeros(2 * size, np.int32),
            ids=both,
            cross=np.full(2 * size, self.graph.everything, np.uint64),
            anchors=np.zeros(2 * size, np.int8),
            dims=np.array([width, height, size], np.int64),
        )


_grounds: WeakKeyDictionary[Table, Ground] = WeakKeyDictionary()


def ground_of(table: Table) -> Ground:
    """Return the table's Ground, made when first asked for."""
    ground = _grounds.get(table)
    if ground is None:
        ground = _grounds[table] = Ground(table)
    return ground


class Axis:
    """The columns (or rows) of a window: stretches of coordinates, each behind a rim cell.

    stretches: (first, last) coordinates, ascending, never touching. ``size`` counts rim cells too.
    """

    def __init__(self, stretches: Iterable[tuple[int, int]]) -> None:
        self.stretches = list(stretches)
        self._firsts = [first for first, _ in self.stretches]
        self.starts: list[int] = []
        at = 1
        for first, last in self.stretches:
            self.starts.append(at)
            at += last - first + 2
        self.size = at

    def place(self, value: int) -> int:
        """Return the cell of a coordinate, -1 outside the window."""
        if len(self.stretches) == 1:
            first, last = self.stretches[0]
            return value - first + 1 if first <= value <= last else -1
        stretch = bisect_right(self._firsts, value) - 1
        if stretch < 0 or value > self.stretches[stretch][1]:
            return -1
        return self.starts[stretch] + value - self._firsts[stretch]

    def value(self, cell: int) -> int:
        """Return the coordinate of a cell that is no rim."""
        stretch = bisect_right(self.starts, cell) - 1
        return self._firsts[stretch] + cell - self.starts[stretch]

    def holds(self, first: int, last: int) -> bool:
        """Whether one stretch has all coordinates from ``first`` to ``last``."""
        stretch = bisect_right(self._firsts, first) - 1
        return stretch >= 0 and last <= self.stretches[stretch][1]


def _stretches(values: Iterable[int], reach: int, bounds: tuple[int, int] | None) -> list[tuple[int, int]]:
    # The union of [value - reach, value + reach], cut to the bounds; neighbours are joined.
    found: list[tuple[int, int]] = []
    for value in sorted(set(values)):
        first, last = value - reach, value + reach
        if bounds is not None:
            first, last = max(first, bounds[0]), min(last, bounds[1])
        if first > last:
            continue
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(last, found[-1][1]))
        else:
            found.append((first, last))
    return found


class Field:
    """A board with tiles, ready for move generation.

    board: the arrays of the window; letters: its codes.
    table: whose board, words and tiles; placed: the tiles that lie on it at first.
    reach: the largest hand that will be asked for; ``widen`` makes it larger later.
    """

    def __init__(self, table: Table, placed: Sequence[Placed] = (), reach: int = 0) -> None:
        self.table = table
        self.ground = ground_of(table)
        self.reach = max(reach, table.hand_size) + 1
        self.tiles: dict[tuple[int, int], Placed] = {(tile.x, tile.y): tile for tile in placed}
        self._new = np.zeros(4 * 16, np.int64)
        self._build()

    def _use(self, like: Board) -> None:
        # Takes copies of the arrays that change.
        letters, cells, raw, ids, cross, anchors, dims = like
        self.letters = letters.copy()
        self.board = Board(self.letters, cells.copy(), raw.copy(), ids, cross.copy(), anchors.copy(), dims)

    @property
    def opening(self) -> bool:
        """Whether no tile lies on the board."""
        return not self.tiles

    @property
    def count(self) -> int:
        """How many tiles lie on the board."""
        return len(self.tiles)

    def opening_cells(self) -> list[int]:
        """Return the cells from which an opening is looked for: the centre, across and down; [] where it is a hole."""
        centre = self.ground.layout.centre
        cells = [self.cell(*centre), self.cell(*centre, down=True)]
        return cells if cells[0] >= 0 and self.letters[cells[0]] == 0 else []

    def _build(self) -> None:
        # Makes the window around all tiles (or the centre) and lays them anew.
        ground, bounds = self.ground, self.ground.layout.bounds
        spots = list(self.tiles) or [ground.layout.centre]
        self.columns = self._axis([x for x, _ in spots], bounds, 0)
        self.rows = self._axis([y for _, y in spots], bounds, 1)
        self.size = self.columns.size * self.rows.size
        self._whole = bounds is not None and (
            self.columns.stretches == [(bounds[0], bounds[2])] and self.rows.stretches == [(bounds[1], bounds[3])]
        )
        self._use(ground.blank(self.columns, self.rows))
        if self.tiles:
            self._lay(list(self.tiles.values()))

    def _axis(self, values: list[int], bounds: Window | None, which: int) -> Axis:
        if bounds is None:
            return Axis(_stretches(values, self.reach + SLACK, None))
        first, last = bounds[which], bounds[which + 2]
        if last - first < SMALL:
            return Axis([(first, last)])
        return Axis(_stretches(values, self.reach + SLACK, (first, last)))

    def _within(self, x: int, y: int) -> bool:
        # Whether all squares that a hand can reach from (x, y) are in the window.
        bounds, reach = self.ground.layout.bounds, self.reach
        x0, x1, y0, y1 = x - reach, x + reach, y - reach, y + reach
        if bounds is not None:
            x0, y0, x1, y1 = max(x0, bounds[0]), max(y0, bounds[1]), min(x1, bounds[2]), min(y1, bounds[3])
        return self.columns.holds(x0, x1) and self.rows.holds(y0, y1)

    def widen(self, held: int) -> None:
        """Make room for hands of ``held`` tiles."""
        if held >= self.reach:
            self.reach = held + 1
            if not self._whole and not all(self._within(x, y) for x, y in self.tiles or [self.ground.layout.centre]):
                self._build()

    def place(self, tiles: Iterable[Placed]) -> None:
        """Lay tiles; each must lie on an empty square of the board."""
        new = list(tiles)
        for tile in new:
            self.tiles[tile[:2]] = tile
        if self._whole or all(self._within(tile.x, tile.y) for tile in new):
            self._lay(new)
        else:
            self._build()

    def _lay(self, tiles: list[Placed]) -> None:
        ground = self.ground
        if 4 * len(tiles) > self._new.size:
            self._new = np.zeros(4 * len(tiles), np.int64)
        row: list[int] = []
        width, used, code = self.columns.size, ground.used_letter, ground.code
        if self._whole:  # one stretch each way, and nothing lies outside
            first = (self.rows.stretches[0][0] - 1) * width + self.columns.stretches[0][0] - 1
            for x, y, _, char, points in tiles:
                row += (y * width + x - first, code[char], points * used, points)
        else:
            across, down = self.columns.place, self.rows.place
            for x, y, _, char, points in tiles:
                row += (down(y) * width + across(x), code[char], points * used, points)
        self._new[: len(row)] = row
        board.lay(ground.graph, self.board, self._new, len(tiles))

    def copy(self) -> Field:
        """Return a field of its own with the same tiles."""
        twin = Field.__new__(Field)
        twin.__dict__.update(self.__dict__)
        twin.tiles = dict(self.tiles)
        twin._new = np.zeros_like(self._new)
        twin._use(self.board)
        return twin

    def cell(self, x: int, y: int, down: bool = False) -> int:
        """Return the cell of a square in one of the orientations, -1 outside the window."""
        row, column = self.rows.place(y), self.columns.place(x)
        if row < 0 or column < 0:
            return -1
        return self.size + column * self.rows.size + row if down else row * self.columns.size + column

    def square(self, cell: int) -> tuple[int, int]:
        """Return the square (x, y) of a cell of either orientation."""
        size = self.size
        if cell < size:
            return self.columns.value(cell % self.columns.size), self.rows.value(cell // self.columns.size)
        return self.columns.value((cell - size) // self.rows.size), self.rows.value((cell - size) % self.rows.size)
