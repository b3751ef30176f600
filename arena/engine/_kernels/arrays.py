"""The arrays that kernels work on, in named tuples: each is described here, and nowhere else.

A kernel takes such tuples, a few arrays of its own, and numbers. What it takes out of a tuple it names at its head. The
names of columns and entries stand in the module that fills them: board.py, walk.py, spans.py, lay.py, limits.py.

Units: a *cell* is a square in one orientation. Both orientations lie one after the other in arrays of 2N cells: cell
r * W + c is row r, column c of the window; cell N + c * H + r is the same square in the transposed copy. So a word
always runs along +1, and whoever walks a row needs neither direction nor width. The rim of the window, and every hole,
is HOLE, which ends any walk. A *code* is a letter's number, from 1; a *mask* a set of letters, bit = code; a *kind* one
of the different tiles in the hand, from 0; a *face* a row of Tiles.faces; *points* are whole numbers.

Letters must not meet masks in one expression: numba would make floats of uint64 and int64.

Beside the tuples kernels are given:

rules:  int64[RULES_SIZE]; of the rule book and of the search at work, see walk.py.
items:  int32[n]; where walks begin, one a place: the last tile of a run, or an empty square that tiles touch only
        across the row's direction. A play belongs to the leftmost item of its word, so none is found twice.
bounds: int32[items * (held + 1) * (held + 2)]; points that no play of an item beats, by tiles laid at the left (up to
        and with the item) and at the right; see bounds.py.
row, rows, best: int32; plays, a row of HEADER + held entries each: points, first and last cell of the word, tiles laid,
        their faces in order. ``best`` is one row; its points are NOTHING before there is one.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from arena.jit import types

I8 = types.int8[::1]
U8 = types.uint8[::1]
I32 = types.int32[::1]
I32_2 = types.int32[:, ::1]
I32_3 = types.int32[:, :, ::1]
I64 = types.int64[::1]
I64_2 = types.int64[:, ::1]
F32 = types.float32[::1]
F64 = types.float64[::1]
U64 = types.uint64[::1]
U64_2 = types.uint64[:, ::1]
E32 = types.Array(types.uint32, 1, "C", readonly=True)
E64 = types.Array(types.uint64, 1, "C", readonly=True)


class Graph(NamedTuple):
    """The words of a lexicon, as ``lexicon/wordgraph.py`` packs them.

    edges:      uint32[n], or uint64[n] where the alphabet has more than 31 letters; not to be written to.
    root:       where its GADDAG begins.
    everything: mask of all letters, without the delimiter.
    """

    edges: NDArray[Any]
    root: int
    everything: np.uint64


class Board(NamedTuple):
    """A window of the board with its tiles, both orientations; kept by board.py.

    letters: int8[2N]; HOLE, EMPTY, or the code of the tile that lies there.
    cells:   int32[2N, 4]; columns LETTER and WORD (multipliers of an empty square; WORD < 0: its programs are no plain
             multipliers), CROSS (points of the tiles across the row's direction at an empty square, -1 where there
             are none), VALUE (points of a tile, as the used square counts them).
    raw:     int32[2N]; points of a tile as it shows them.
    ids:     int32[2N]; the squares' ids in their layout, not to be written to.
    cross:   uint64[2N]; the mask of letters that an empty square may take because of the tiles across.
    anchors: int8[2N]; 1 for an empty square beside a tile in the row's direction or across it, else 0.
    dims:    int64[3]; columns W, rows H and cells N of the window, rims included; not to be written to.
    """

    letters: NDArray[np.int8]
    cells: NDArray[np.int32]
    raw: NDArray[np.int32]
    ids: NDArray[np.int32]
    cross: NDArray[np.uint64]
    anchors: NDArray[np.int8]
    dims: NDArray[np.int64]


class Tiles(NamedTuple):
    """The tiles of the game.

    faces: int32[n, 3]; id of the tile, code, points of every face, tile by tile.
    first: int32[tiles + 1]; the first face of each tile.
    """

    faces: NDArray[np.int32]
    first: NDArray[np.int32]


class Index(NamedTuple):
    """The lexicon's words by their bags of letters, made by bags.py; empty where there is none.

    A bag is the sum of its letters' salts, so that bags add up as their letters do: hand plus tiles on the board.

    salts:  int64[64]; by code.
    slots:  int64, open addressing, one a bag: a mark of 31 bits of the sum above, below it where the bag's words stand
            in ``text``; 0 is free. Two bags may share sum and mark, with a chance of about one in 10^8 a pair: whoever
            reads words of a bag must look at their letters.
    text:   uint8; the words of one bag after each other, each as its length and its codes, then 0.
    sieves: uint64; three sets of bits, one after the other, each for sums: that of the words' bags, and those of the
            bags that one letter more, or two, make a word's bag. A set bit says perhaps, a clear one no.
    sizes:  int64[4]; how many slots there are, and how many bits each sieve has; powers of two.
    """

    salts: NDArray[np.int64]
    slots: NDArray[np.int64]
    text: NDArray[np.uint8]
    sieves: NDArray[np.uint64]
    sizes: NDArray[np.int64]

    @property
    def known(self) -> bool:
        """Whether there is an index."""
        return self.text.size > 0


class Hand(NamedTuple):
    """The tiles of a hand; ``prepare`` of bounds.py makes all but ``tiles`` of it. held: how many tiles it has.

    tiles:   int32[2 * kinds]; id of the tile and how many of it, kind by kind.
    first, options: int32[66], int32[n, 3]; the options of code c are options[first[c]:first[c + 1]], each (kind, face,
             points): which kind of tile shows it, with which face, its points.
    kinds:   uint64[kinds]; mask of the letters that each kind shows.
    counts:  int32[kinds]; how many of it are left: a walk takes and puts back.
    dear:    int32[kinds]; the most points that each kind can show.
    worth:   int32[held]; the same of each tile, highest first.
    """

    tiles: NDArray[np.int32]
    first: NDArray[np.int32]
    options: NDArray[np.int32]
    kinds: NDArray[np.uint64]
    counts: NDArray[np.int32]
    dear: NDArray[np.int32]
    worth: NDArray[np.int32]


class Programmed(NamedTuple):
    """The programs of squares that are no plain multipliers, one row a square id; made by engine/programs.py.

    signs:   int32[codes]; the character that programs see for each code.
    word:    int32[3, longest row or column]; working space for a word: its squares' rows, characters and points.
    effects: int32[rows, ranks, 2]; what the program of each priority does (ADDS, ...) and by how much, see score.py.
    limits:  int32[rows, PLACES, LIMIT_SIZE]; what they do at the most, see limits.py; no rows where nobody can tell.
    starts, code, characters, used: of boardlang's SquareTable.
    work:    int64; working space of the largest program.
    result:  int64[RESULT_SIZE]; what a program leaves, and the steps that were run.
    """

    signs: NDArray[np.int32]
    word: NDArray[np.int32]
    effects: NDArray[np.int32]
    limits: NDArray[np.int32]
    starts: NDArray[np.int32]
    code: NDArray[np.int32]
    characters: NDArray[np.int32]
    used: int
    work: NDArray[np.int64]
    result: NDArray[np.int64]


class Walk(NamedTuple):
    """Working space of one walk, and what it has found.

    order: int32; numbers of items, in the order in which they are walked from.
    stack: int64[frames * FRAME_SIZE]; a frame for each square on the way, see walk.py.
    masks: uint64[frames * MASKS_SIZE]; the masks of each frame.
    shown: int32[2N]; the face that lies on a cell for the moment.
    rows:  int32; room for plays.
    best:  int32; one play.
    state: int64[STATE_SIZE]; what a walk that was interrupted needs to go on, see walk.py.
    """

    order: NDArray[np.int32]
    stack: NDArray[np.int64]
    masks: NDArray[np.uint64]
    shown: NDArray[np.int32]
    rows: NDArray[np.int32]
    best: NDArray[np.int32]
    state: NDArray[np.int64]


class LeaveTable(NamedTuple):
    """The leaves of a table, as a graph of their tiles in order; made by engine/klv2.py, read by worth.py.

    A leave's place among ``values`` is the number of leaves that go before it in the graph. State 0 leads nowhere.

    numbers: int32[tiles]; the number of each tile id in the table's order, 0 to 63.
    states:  uint64[states, 3]; columns NEXTS (the mask of numbers that may follow), ENDS (those of them with which a
             leave ends) and FIRST (where the state's edges begin, one for each bit of NEXTS, lowest first).
    edges:   int32[edges, 2]; columns TARGET (the state behind) and BEFORE (how many of the state's leaves go before
             those of the edge).
    values:  float32[leaves]; points.
    root:    the state before the first tile.
    """

    numbers: NDArray[np.int32]
    states: NDArray[np.uint64]
    edges: NDArray[np.int32]
    values: NDArray[np.float32]
    root: int


class LastTiles(NamedTuple):
    """What a turn with an empty bag comes to besides its points; made by engine/equity.py, read by worth.py.

    worth:   int32[tiles]; what each tile id costs at the end.
    weight:  how often a tile that is left counts between two players.
    others:  points of the others' tiles.
    not_out: points that are lost by not being the one who goes out.
    """

    worth: NDArray[np.int32]
    weight: int
    others: int
    not_out: int


class Kept(NamedTuple):
    """What a search for the most equity knows of the tiles that plays leave in the hand; made by worth.py.

    parts:  float64[n]; for each part of the hand (Sought.parts), the value of the leave when it is laid.
    added:  int32[2 * JOINED * (MOST_HELD + 1)]; for so many tiles laid, the highest of these values, rounded up; behind
            these the highest of value and points of the tiles laid, then of value and twice these points, and so on.
            Then all of this once more, of those parts alone that make words by themselves.
    equity: float64[MOST_HELD + 2]; of the best play, -inf before there is one; behind it, for 0 and more tiles laid,
            the highest of the values of parts with 1 to so many.
    trial:  int32[HEADER + MOST_HELD]; the play with the most points of the part at work.
    order:  int32[n]; the parts of each size, those first that have most of value and points together.
    sums:   float64[n]; how much that is, a trifle more than it is; in this order.
    """

    parts: NDArray[np.float64]
    added: NDArray[np.int32]
    equity: NDArray[np.float64]
    trial: NDArray[np.int32]
    order: NDArray[np.int32]
    sums: NDArray[np.float64]


class Sought(NamedTuple):
    """Working space of a search by look-ups, and what it has found.

    parts:   int64[n, PART_SIZE]; the choices of tiles of the hand, the smaller first, see spans.py.
    spans:   int32[n, SPAN_SIZE]; where words may stand, see spans.py.
    shelves: int32[SHELVES]; the first span of each bound, -1 for none; lower bounds stand on the lowest shelf, higher
             ones on the highest.
    items:   int32[2N].
    work:    int64[WORK_SIZE]; of the span at work, see lay.py.
    row, best: int32[HEADER + MOST_HELD]; the play at work, and the best one.
    state:   int64[STATE_SIZE]; what a search that was interrupted needs to go on, see seek.py.
    alone:   int32[n]; from where the parts of each size begin, those that make words by themselves: their places, in a
             search for equity those in Kept.order; see alone.py.
    """

    parts: NDArray[np.int64]
    spans: NDArray[np.int32]
    shelves: NDArray[np.int32]
    items: NDArray[np.int32]
    work: NDArray[np.int64]
    row: NDArray[np.int32]
    best: NDArray[np.int32]
    state: NDArray[np.int64]
    alone: NDArray[np.int32]


_named = cast(Any, types.NamedTuple)
GRAPH32 = _named((E32, types.int64, types.uint64), Graph)
GRAPH64 = _named((E64, types.int64, types.uint64), Graph)
BOARD = _named((I8, I32_2, I32, I32, U64, I8, I64), Board)
TILES = _named((I32_2, I32), Tiles)
INDEX = _named((I64, I64, U8, U64, I64), Index)
HAND = _named((I32, I32, I32_2, U64, I32, I32, I32), Hand)
PROGRAMMED = _named((I32, I32_2, I32_3, I32_3, I32_2, I32, I32_2, types.int64, I64, I64), Programmed)
WALK = _named((I32, I64, U64, I32, I32, I32, I64), Walk)
LEAVE_TABLE = _named((I32, U64_2, I32_2, F32, types.int64), LeaveTable)
LAST_TILES = _named((I32, types.int64, types.int64, types.int64), LastTiles)
KEPT = _named((F64, I32, F64, I32, I32, F64), Kept)
SOUGHT = _named((I64_2, I32_2, I32, I32, I64, I32, I32, I64, I32), Sought)
