"""Games of a static player against itself, and what racks drawn in their positions were worth.

Before each turn from the third on, for as long as the bag has tiles, racks are drawn from what the mover cannot see,
and the equity of the best move from each is noted. That is what a turn is worth to somebody who holds the rack. The
rack that is played is not taken: what it was kept for would be counted as its worth. Half of the racks are drawn
freely; the others begin with a leave of up to three tiles that is forced, each in its turn, so that rare ones are seen
as often as common ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from arena.contract.chance import Random, stream
from arena.engine import rack_sums as kernels
from arena.engine.equity import EquityFinder
from arena.engine.field import Ground, ground_of
from arena.engine.leaves import Leaves, numbers_of
from arena.scrabble.finding import EngineField
from arena.scrabble.moves import Change, Play
from arena.scrabble.table import Table

FREE, FORCED = 2, 2  # racks a turn
FIRST_TURN = 2  # before it, nobody has kept a leave
COUNTED = 4  # tiles of the longest leave whose racks are counted one by one
FORCED_TILES = 3  # tiles of the longest leave that is forced
STAGES = 8  # of a game, by the tiles that are in the bag
MOST_TURNS = 400  # of a game on a board without end, or of players who only change tiles


@dataclass
class Sums:
    """What came of some games; sums of several are added.

    squares, products: of the features of racks (see engine/_kernels/racks.py) and stages with each other and with the
                       racks' values.
    leaves:            float64[leaves of up to COUNTED tiles, 2 + STAGES]: sum of values, racks, racks by stage.
    games, racks, turns, changes: how many there were. value: sum of the values of racks drawn freely (``free``).
    """

    squares: NDArray[np.float64]
    products: NDArray[np.float64]
    leaves: NDArray[np.float64]
    games: int = 0
    turns: int = 0
    changes: int = 0
    racks: int = 0
    free: int = 0
    value: float = 0.0

    def add(self, other: Sums) -> None:
        """Add another's sums to these."""
        self.squares += other.squares
        self.products += other.products
        self.leaves += other.leaves
        for name in ("games", "turns", "changes", "racks", "free", "value"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def fade(self, share: float) -> None:
        """Let what was summed count less, and begin to count games and racks anew."""
        for array in (self.squares, self.products, self.leaves):
            array *= share
        self.games = self.turns = self.changes = self.racks = self.free = 0
        self.value = 0.0


class Racks:
    """What is known of a table's racks before the first game.

    counted: the leaves of up to COUNTED tiles. kinds: of tiles, by number. letters: how likely a letter of the board is
    each code.
    """

    def __init__(self, table: Table) -> None:
        self.table, self.tiles = table, table.tiles
        self.full = table.hand_size
        self.numbers = np.array(numbers_of(table.tiles), np.int32)
        self.kinds = int(self.numbers.max()) + 1
        self.ground: Ground = ground_of(table)
        self.counted = Leaves.all_of(table.tiles, min(COUNTED, self.full - 1))
        letters = np.zeros(table.tiles.alphabet.size + 1)
        for tile, count in enumerate(table.tiles.counts):
            if len(table.tiles.tiles[tile].faces) == 1:
                letters[self.ground.face_rows[int(self.ground.tiles.first[tile])][1]] += count
        self.letters = letters / max(1.0, letters.sum())
        self.bags = np.empty(kernels.MOST_BAGS, np.int64)

    @property
    def size(self) -> int:
        """How many features there are, stages included."""
        return self.kinds + self.kinds * (self.kinds + 1) // 2 + kernels.BINGO_FEATURES + STAGES

    @cached_property
    def forced(self) -> list[tuple[int, ...]]:
        """The leaves that are forced, as tiles' ids."""
        longest = min(FORCED_TILES, self.full - 1)
        return [tuple(sorted(Counter(leave).elements())) for leave, _ in Leaves.all_of(self.tiles, longest).items()]

    def stage(self, bag: int) -> int:
        """Return the stage of a game with so many tiles in the bag."""
        return min(STAGES - 1, STAGES * bag // max(1, self.tiles.total))

    def empty(self) -> Sums:
        """Return sums of nothing."""
        size = self.size
        return Sums(np.zeros((size, size)), np.zeros(size), np.zeros((len(self.counted), 2 + STAGES)))

    def add(self, sums: Sums, drawn: Sequence[int], forced: int, value: float, bag: int) -> None:
        """Add one rack to sums. drawn: tiles' ids, the first ``forced`` of them not drawn by chance."""
        numbers = [(int(self.numbers[tile]), place < forced, tile) for place, tile in enumerate(drawn)]
        numbers.sort()
        rack = np.array([number for number, _, _ in numbers], np.int32)
        ids = np.array([tile for _, _, tile in numbers], np.int32)
        mask = sum(1 << place for place, one in enumerate(numbers) if one[1])
        ground, size = self.ground, len(rack)
        bingo = np.zeros(kernels.BINGO_FEATURES)
        kernels.bingo_features(
            ids, size, ground.tiles.faces, ground.tiles.first, ground.index, self.letters, self.bags, bingo
        )
        room = size * (size + 1) + kernels.BINGO_FEATURES + 1
        places, found = np.empty(room, np.int64), np.empty(room)
        made = kernels.features_of(rack, size, self.kinds, bingo, places, found)
        stage = self.stage(bag)
        places[made], found[made] = self.size - STAGES + stage, 1.0
        kernels.add_to_fit(places, found, made + 1, value, sums.squares, sums.products)
        kernels.add_to_leaves(rack, size, mask, COUNTED, value, stage, self.counted.arrays, sums.leaves)
        sums.racks += 1
        if not forced:
            sums.free += 1
            sums.value += value


def play_games(racks: Racks, finder: EquityFinder, seed: int, names: Sequence[str | int], games: int) -> Sums:
    """Play games of the finder's leaves against themselves; return what its racks came to.

    seed, names: of the stream of chance; the same games for the same ones, whoever plays them.
    """
    sums = racks.empty()
    rng = stream(seed, "leaves", *names)
    for _ in range(games):
        _play(racks, finder, rng, sums)
    return sums


def _play(racks: Racks, finder: EquityFinder, rng: Random, sums: Sums) -> None:
    table = racks.table
    bag = [tile for tile, count in enumerate(table.tiles.counts) for _ in range(count)]
    rng.shuffle(bag)
    board, full = table.empty_field(), table.hand_size
    hands: list[Counter[int]] = [Counter(), Counter()]
    for hand in hands:
        _draw(hand, bag, full)
    scoreless = 0
    for turn in range(MOST_TURNS):
        hand = hands[turn % 2]
        if not bag or scoreless > max(6, table.rules.scoreless_limit):
            break
        if turn >= FIRST_TURN:
            _sample(racks, finder, rng, sums, board, [*bag, *hands[0].elements(), *hands[1].elements()], len(bag))
        move = finder.best(board, hand, changeable(table, len(bag), full))
        sums.turns += 1
        if move is None:
            scoreless += 1
            continue
        if isinstance(move.move, Play):
            scoreless = 0
            board.place(move.move.tiles)
            _take(hand, [placed.tile for placed in move.move.tiles])
            _draw(hand, bag, full)
        elif isinstance(move.move, Change):
            scoreless += 1
            sums.changes += 1
            _take(hand, move.move.tiles)
            _draw(hand, bag, full)
            bag += move.move.tiles
            rng.shuffle(bag)
    sums.games += 1


def _sample(
    racks: Racks, finder: EquityFinder, rng: Random, sums: Sums, board: EngineField, unseen: list[int], bag: int
) -> None:
    full = racks.full
    if len(unseen) < full:
        return
    may_change = changeable(racks.table, bag, full)
    for place in range(FREE + FORCED):
        forced: tuple[int, ...] = ()
        pool = unseen
        if place >= FREE:
            forced = racks.forced[rng.randrange(len(racks.forced))]
            left = Counter(unseen)
            left.subtract(forced)
            if any(count < 0 for count in left.values()):
                continue
            pool = list(left.elements())
        drawn = [*forced, *rng.sample(pool, full - len(forced))]
        value = finder.worth(board, Counter(drawn), may_change)
        racks.add(sums, drawn, len(forced), value, bag)


def changeable(table: Table, bag: int, held: int) -> int:
    """Return how many of ``held`` tiles may be changed with so many in the bag."""
    rules = table.rules
    if bag < max(1, rules.change_min_bag):
        return 0
    return min(held, bag, held if rules.change_max_tiles is None else rules.change_max_tiles)


def _draw(hand: Counter[int], bag: list[int], full: int) -> None:
    for _ in range(min(full - hand.total(), len(bag))):
        hand[bag.pop()] += 1


def _take(hand: Counter[int], tiles: Sequence[int]) -> None:
    for tile in tiles:
        hand[tile] -= 1
        if not hand[tile]:
            del hand[tile]
