"""The compiled search of an endgame of two seats: its working space, made anew for each position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from arena.boardlang.run import OUT as RESULTS
from arena.engine._kernels import end_lists as kernels
from arena.engine._kernels.arrays import Graph, Programmed, Tiles
from arena.engine._kernels.end_arrays import EndHands, EndPlays, EndTable, EndTree
from arena.engine._kernels.end_plays import FRAME_SIZE
from arena.engine._kernels.end_search import search
from arena.engine._kernels.walk import BONUS, BONUS_TILES, DONE, FACTOR, FULL, HEADER, STEPS
from arena.engine.endgame.deadline import Deadline
from arena.engine.endgame.ending import EndOfGame
from arena.engine.field import Field
from arena.engine.programs import programs_of
from arena.scrabble.moves import Play
from arena.scrabble.tiles import Hand

MOST_HELD = 30  # tiles of a hand
NODES, USUAL = 200, 10  # looked at between two looks at the clock (a few milliseconds), with hands of so many tiles
STEP = 256  # squares by which tables of salts grow
PLAYS, ENTRIES = 1 << 11, 1 << 14  # for which there is room at first
TABLE = 1 << 20  # entries of the transposition table
WIDEST = 1 << 27  # no value is beyond it


def new_table() -> EndTable:
    """Return an empty transposition table, which trees of one set of words and board may share."""
    return EndTable(np.zeros(TABLE, np.uint64), np.zeros(TABLE, np.uint64), np.zeros((TABLE, 3), np.int64))


class Tree:
    """The search's space for one position.

    field: the board, with an empty bag. hands: those of both seats, who is to move first. ending: how the game ends.
    graph: of words that can be played, or more. known: a table for what is found; root: what tells the position apart
    from others that are noted there.
    """

    def __init__(
        self, field: Field, hands: Sequence[Hand], ending: EndOfGame, graph: Graph, known: EndTable, root: int = 0
    ) -> None:
        total = sum(sum(hand.values()) for hand in hands)
        field = field.copy()
        field.widen(total)
        self.field = field
        self._hands, self._passes, most_passes = [dict(hand) for hand in hands], ending.left, ending.passes
        ground, table = field.ground, field.table
        self.graph, self.table = graph, known
        self.tiles: Tiles = ground.tiles
        self.rules = rules = np.zeros(kernels.END_RULES_SIZE, np.int64)
        rules[BONUS_TILES] = table.rules.bonus_count(table.hand_size)
        rules[BONUS], rules[FACTOR], rules[STEPS] = table.rules.full_hand_bonus, table.rules.bonus_factor, 0
        rules[kernels.OUT], rules[kernels.IDLE], rules[kernels.ZERO] = ending.tiles_at_out(), ending.idle, ending.zero
        rules[kernels.PASSES], rules[kernels.USED] = most_passes, ground.used_letter
        programs = programs_of(table)
        self.programmed = _none() if programs is None else programs.on(field)
        self._board = field.copy().board  # on which the search lays and takes up
        self.most = max([1, *(sum(hand.values()) for hand in hands)])
        self.stride = max(1, int(NODES * min(1.0, USUAL / self.most) ** 4))  # larger hands have many more plays
        depth = (total + 1) * (most_passes + 1) + 4
        salts = np.random.Generator(np.random.PCG64(1))  # what is added to sums: always the same
        self._bits, bits = _bits_of(field)
        self.words = max(1, -(-bits // 64))
        self._salts = _square_salts(-(-max(1, bits) // STEP) * STEP, len(self.tiles.faces))[: max(1, bits)]
        self.hands = self._make_hands()
        self.tree = EndTree(
            np.zeros((depth, kernels.F_SIZE), np.int64), np.zeros(depth, np.uint64), np.zeros(ENTRIES, np.int32),
            np.zeros(ENTRIES, np.int32), np.zeros((8 * total + 2 * depth, 2), np.int64),
            np.zeros(8 * total + 2 * depth, np.uint64), _salts(salts, most_passes + 2), _salts(salts, 2, 64),
            np.zeros(kernels.STATE_SIZE, np.int64),
        )  # fmt: skip
        self.root = _salts(salts, root + 1)[root]
        self._room(PLAYS)

    def _make_hands(self) -> EndHands:
        seats, kinds = len(self._hands), max(1, *(len(hand) for hand in self._hands))
        points = self.field.table.tiles.tiles
        faces, first_face = self.tiles.faces, self.tiles.first
        options = [[(code, kind, face, points_) for kind, tile in enumerate(hand)
                    for face in range(first_face[tile], first_face[tile + 1])
                    for code, points_ in [faces[face, 1:].tolist()]] for hand in self._hands]  # fmt: skip
        made = EndHands(
            np.zeros((seats, 66), np.int32), np.zeros((seats, max(1, *map(len, options)), 3), np.int32),
            np.zeros((seats, kinds), np.uint64), np.zeros((seats, kinds), np.int32),
            np.zeros((seats, kinds), np.uint64), np.zeros((seats, kinds), np.int32),
            np.zeros((seats, kinds), np.int32), np.zeros(seats, np.uint64), np.zeros(seats, np.int64),
        )  # fmt: skip
        for seat, hand in enumerate(self._hands):
            by_code = sorted(options[seat])
            for index, (_, kind, face, worth) in enumerate(by_code):
                made.options[seat, index] = kind, face, worth
            codes = [code for code, *_ in by_code]
            made.first[seat] = np.searchsorted(np.array(codes, np.int64), np.arange(66))
            place = 0
            for kind, (tile, count) in enumerate(hand.items()):
                mask = 0
                for code, its_kind, *_ in by_code:
                    mask |= (its_kind == kind) << code
                made.kinds[seat, kind], made.counts[seat, kind] = mask, count
                made.groups[seat, kind] = ((1 << count) - 1) << place
                made.place[seat, kind], made.worth[seat, kind] = place, points[tile].points
                made.points[seat] += count * points[tile].points
                place += count
            made.left[seat] = (1 << place) - 1
        return made

    def _room(self, plays: int) -> None:
        # Makes room for so many plays.
        size, words = self._board.letters.size, self.words
        frames = 2 * self.most + 4
        self.plays = EndPlays(
            np.zeros((plays, HEADER + self.most), np.int32), np.zeros(plays, np.uint64), np.zeros(plays, np.int32),
            np.zeros(plays, np.uint64), np.zeros((plays, words), np.uint64), np.zeros((plays, words), np.uint64),
            self._bits, self._salts, np.zeros(size, np.uint8), np.zeros(size, np.int32),
            np.zeros(frames * FRAME_SIZE, np.int64), np.zeros(frames, np.uint64), np.zeros(size, np.int32),
        )  # fmt: skip

    def begin(self, depth: int, alpha: int, beta: int) -> None:
        """Stand before a search of so many plies, for values between alpha and beta."""
        state, frames = self.tree.state, self.tree.frames
        nodes = state[kernels.NODES]
        state[:] = 0
        state[kernels.NODES] = nodes
        frames[0, :] = 0
        frames[0, kernels.ALPHA], frames[0, kernels.BETA], frames[0, kernels.DEPTH] = alpha, beta, depth
        frames[0, kernels.LEFT] = self._passes
        self.tree.sums[0] = self.root
        self._begun = depth, alpha, beta

    def look(self, depth: int, clock: Deadline, alpha: int = -WIDEST, beta: int = WIDEST) -> bool:
        """Search so many plies, for values between alpha and beta; whether that ended before the clock did."""
        self.begin(depth, alpha, beta)
        while not self.go_on(self.stride):
            if clock.ends(self.stride):
                return False
        return True

    def go_on(self, nodes: int) -> bool:
        """Search so many nodes more, or until there is no room for the plays; whether it is done."""
        state = self.tree.state
        state[kernels.STOP] = state[kernels.NODES] + nodes
        ended = search(
            self.graph, self._board, self.tiles, self.hands, self.plays, self.tree, self.table, self.programmed,
            self.rules,
        )  # fmt: skip
        if ended == FULL:
            self._again()
        return bool(ended == DONE)

    def _again(self) -> None:
        # There was no room: begins this search anew with more. What the table knows it keeps. A node with so many plays
        # takes longer.
        self.stride = max(1, self.stride // 2)
        self._board = self.field.copy().board
        self.hands = self._make_hands()
        self._room(2 * len(self.plays.needs))
        entries = 2 * len(self.tree.ids)
        self.tree = self.tree._replace(ids=np.zeros(entries, np.int32), weights=np.zeros(entries, np.int32))
        self.begin(*self._begun)

    @property
    def nodes(self) -> int:
        """How many nodes were looked at so far."""
        return int(self.tree.state[kernels.NODES])

    def found(self) -> tuple[int, bool, int]:
        """Return the value of the search that is done, whether it is proven, and the number of the root's best move."""
        state = self.tree.state
        return int(state[kernels.VALUE]), bool(state[kernels.SURE]), int(self.tree.frames[0, kernels.BEST_ID])

    def best_so_far(self) -> tuple[int, int]:
        """Return the best value and move at the root of a search that is under way."""
        frame = self.tree.frames[0]
        return int(frame[kernels.BEST]), int(frame[kernels.BEST_ID])

    def key_of(self, play: Play) -> np.uint64:
        """Return what a play does to the sum of a board, whatever board it lies on."""
        key, ground = np.uint64(0), self.field.ground
        for x, y, tile, char, points in play.tiles:
            face = ground.face_rows.index((tile, ground.code[char], points))
            key ^= self._salts[self._bits[self.field.cell(x, y)], face]
        return key

    def gone(self, seat: int, hand: Hand, play: Play) -> np.uint64:
        """Return what it adds to a sum that the tiles of a play leave the hand of a seat, which has ``hand`` left."""
        key, kinds = np.uint64(0), list(self._hands[seat])
        for tile, count in Counter(tile.tile for tile in play.tiles).items():
            place = int(self.hands.place[seat, kinds.index(tile)])
            for bit in range(place + hand[tile] - count, place + hand[tile]):
                key ^= self.tree.racks[seat, bit]
        return key

    def row(self, play: int) -> list[int]:
        """Return a play as a row of the kernels."""
        row = self.plays.rows[play]
        made: list[int] = row[: HEADER + row[3]].tolist()
        return made


@lru_cache(maxsize=4)
def _square_salts(squares: int, faces: int) -> NDArray[np.uint64]:
    # Always the same, and made once for many positions.
    return _salts(np.random.Generator(np.random.PCG64(2)), squares, faces)


def _salts(made: np.random.Generator, *shape: int) -> NDArray[np.uint64]:
    return made.integers(1 << 63, size=shape, dtype=np.uint64)


def _bits_of(field: Field) -> tuple[NDArray[np.int32], int]:
    # Numbers the empty squares of the window, in both orientations; and how many there are.
    width, height, size = field.board.dims.tolist()
    across = field.letters[:size].reshape(height, width)
    bits = np.full((height, width), -1, np.int32)
    empty = across == 0
    count = int(empty.sum())
    bits[empty] = np.arange(count)
    return np.concatenate([bits.ravel(), bits.T.ravel()]), count


def _none() -> Programmed:
    # Programs of a table that has none.
    none = np.zeros(0, np.int32)
    return Programmed(
        none, np.zeros((3, 0), np.int32), np.zeros((0, 0, 2), np.int32), np.zeros((0, 0, 0), np.int32),
        np.zeros((0, 0), np.int32), none, np.zeros((0, 0), np.int32), 0, np.zeros(0, np.int64),
        np.zeros(RESULTS + 1, np.int64),
    )  # fmt: skip
