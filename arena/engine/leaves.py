"""Leave tables: what the tiles that a play leaves in the hand are worth, in points over an average turn to come.

A table is made for a set of tiles. Its tiles are numbered: the wild card (``?``) is 0, a tile with one face has its
letter's place in the alphabet. In a set with other tiles (several that show one letter, or some but not all letters)
the wild card is 0 and the others are numbered from 1 in the order of the set. A leave that is not in a table is
worth 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import LeaveTable
from arena.engine.klv2 import (
    LONGEST,
    MOST_LEAVES,
    MOST_NUMBERS,
    MOST_POINTS,
    LeaveGraph,
    nodes_of,
    nodes_of_all,
    pack_klv2,
    read_graph,
    unpack_klv2,
)
from arena.errors import ArenaError, Complaints, ConfigError, NotationError
from arena.scrabble.tiles import TileSet

MOST_TOLD = 20  # complaints about one file


@dataclass(frozen=True, eq=False)
class Leaves:
    """A leave table for a set of tiles; make one with ``from_klv2``, ``from_csv``, ``of`` or ``all_of``.

    nodes:  uint32[n], the graph as a KLV2 file has it.
    arrays: the same with the values, as kernels want it.

    >>> from arena import words
    >>> tiles = words.table().tiles
    >>> leaves = Leaves.of({"?": 25.5, "QU": -3.0}, tiles)
    >>> leaves.value(tiles.parse_hand("UQ")), leaves.value(tiles.parse_hand("Q"))
    (-3.0, 0.0)
    """

    tiles: TileSet
    nodes: NDArray[np.uint32]
    arrays: LeaveTable
    longest: int

    @classmethod
    def from_klv2(cls, data: bytes, tiles: TileSet, where: str = "KLV2 file") -> Leaves:
        """Return the table of a KLV2 file; ``klv2`` returns the same bytes.

        Raises ConfigError, naming ``where``, for a damaged file and for one that was made for other tiles: it has
        numbers of tiles that the set does not have, lacks the last one, or has leaves of more tiles of a kind.
        """
        nodes, values = unpack_klv2(data, where)
        graph = read_graph(nodes, where)
        if graph.size != len(values):
            problem = f"is damaged: its graph has {graph.size} leaves, and there are {len(values)} values"
            raise ConfigError(where, problem, "Make it again with the program that wrote it")
        _check_tiles(graph, tiles, where)
        return cls._made(tiles, nodes, graph, values)

    @classmethod
    def from_csv(cls, text: str, tiles: TileSet, where: str = "CSV file") -> Leaves:
        """Return the table of lines ``leave,value``, such as ``?QU,24.5`` (blank lines and a heading are passed over).

        Raises ConfigError, or Complaints of several, naming the lines that cannot be read.
        """
        found: dict[str, float] = {}
        wrong: list[ArenaError] = []
        lines: dict[str, int] = {}
        for number, line in enumerate(text.splitlines(), start=1):
            if not line.strip() or (number == 1 and line.strip().lower() == "leave,value"):
                continue
            leave, comma, value = line.rpartition(",")
            leave = leave.strip()
            try:
                points = float(value)
            except ValueError:
                points = float("nan")
            if not comma or not np.isfinite(np.float32(points)):
                wrong.append(ConfigError(f"{where}:{number}", f"{line!r} is no leave and its value", "Write QU,-1.5"))
            elif leave in lines:
                problem = f"{leave!r} has a value already, in line {lines[leave]}"
                wrong.append(ConfigError(f"{where}:{number}", problem, "Give each leave one value"))
            else:
                found[leave], lines[leave] = points, number
            if len(wrong) >= MOST_TOLD:
                break
        if wrong:
            raise Complaints(wrong)
        return cls._of(found, tiles, lambda leave: f"{where}:{lines[leave]}")

    @classmethod
    def of(cls, values: Mapping[str, float], tiles: TileSet) -> Leaves:
        """Return the table of some leaves, written as hands are (``?QU``), and their points.

        Raises Complaints of ConfigErrors for a leave that is none of these tiles.
        """
        return cls._of(values, tiles, lambda leave: f"leave {leave!r}")

    @classmethod
    def _of(cls, values: Mapping[str, float], tiles: TileSet, place: Callable[[str], str]) -> Leaves:
        numbers, found = numbers_of(tiles), dict[tuple[int, ...], float]()
        wrong: list[ArenaError] = []
        for text, value in values.items():
            try:
                hand = tiles.parse_hand(text)
            except NotationError as error:
                wrong.append(ConfigError(place(text), error.problem, "Is it made for other tiles?"))
                hand = None
            if hand is not None:
                leave = tuple(sorted(numbers[tile] for tile, count in hand.items() for _ in range(count)))
                problem = _unfit(hand, leave, tiles, leave in found)
                if problem or not abs(value) <= MOST_POINTS:
                    problem = problem or f"a leave is worth {MOST_POINTS:,} points at the most, either way"
                    wrong.append(ConfigError(place(text), problem))
                found[leave] = value
            if len(wrong) >= MOST_TOLD:
                break
        if wrong:
            raise Complaints(wrong)
        listed = sorted(found)
        nodes = nodes_of(listed)
        floats = np.array([found[leave] for leave in listed], np.float32)
        return cls._made(tiles, nodes, read_graph(nodes, "leaves"), floats)

    @classmethod
    def all_of(cls, tiles: TileSet, longest: int) -> Leaves:
        """Return a table of all leaves of 1 to ``longest`` tiles of a set, each with the value 0.

        Raises ConfigError for more than a table holds.
        """
        by_number = [0] * (max(numbers_of(tiles)) + 1)
        for tile, number in enumerate(numbers_of(tiles)):
            by_number[number] = tiles.counts[tile]
        if not 0 < longest <= LONGEST or leaves_of(by_number, longest) > MOST_LEAVES:
            problem = f"all leaves of up to {longest} tiles of {tiles.name!r} are more than a table holds"
            raise ConfigError("leaves", problem, f"It holds {MOST_LEAVES}; take a smaller hand")
        nodes = nodes_of_all(by_number, longest)
        graph = read_graph(nodes, "leaves")
        return cls._made(tiles, nodes, graph, np.zeros(graph.size, np.float32))

    @classmethod
    def _made(cls, tiles: TileSet, nodes: NDArray[np.uint32], graph: LeaveGraph, values: NDArray[np.float32]) -> Leaves:
        arrays = graph.states._replace(numbers=np.array(numbers_of(tiles), np.int32), values=values)
        return cls(tiles, nodes, arrays, graph.longest)

    def __len__(self) -> int:
        return len(self.arrays.values)

    @property
    def values(self) -> NDArray[np.float32]:
        """float32[n]: the values, in the order of ``items`` and of the file."""
        return self.arrays.values

    def with_values(self, values: NDArray[np.float32]) -> Leaves:
        """Return a table of the same leaves with other values."""
        if values.shape != self.values.shape:
            raise ValueError(f"{len(self)} values are wanted, not {values.shape}")
        return Leaves(self.tiles, self.nodes, self.arrays._replace(values=values.astype(np.float32)), self.longest)

    def value(self, hand: Mapping[int, int]) -> float:
        """Return the value of a leave ({tile id: count}) in points, 0.0 for one that is not here."""
        rank = self._rank(sorted((int(self.arrays.numbers[tile]), count) for tile, count in hand.items() if count))
        return 0.0 if rank < 0 else float(self.values[rank])

    def whole(self, hand: Mapping[int, int]) -> float:
        """Return what a whole hand is worth when nothing of it is played.

        Its value where it is in the table; else, as a table for plays has no full hands, the mean of the leaves with
        one tile less, which is what a leave is worth over its completions, turned round.
        """
        held = sum(hand.values())
        if not held or self.has(hand):
            return self.value(hand)
        return sum(count * self.value({**hand, tile: count - 1}) for tile, count in hand.items()) / held

    def check(self, tiles: TileSet) -> None:
        """Raise ConfigError where this table's leaves are not leaves of a set of tiles."""
        mine = self.tiles
        if tiles is mine or (tiles.tiles == mine.tiles and tiles.alphabet.symbols == mine.alphabet.symbols):
            return
        problem = f"are for the tile set {mine.name!r}, and {tiles.name!r} has other tiles"
        raise ConfigError("leaves", problem, "Read them for the tiles in play")

    def has(self, hand: Mapping[int, int]) -> bool:
        """Whether a leave is in the table."""
        return self._rank(sorted((int(self.arrays.numbers[tile]), n) for tile, n in hand.items() if n)) >= 0

    def _rank(self, leave: list[tuple[int, int]]) -> int:
        # The place of a leave, (number, count) in order, among the values; -1 where it has none.
        arrays, state, rank, ended = self.arrays, int(self.arrays.root), -1, True
        for number in (number for number, count in leave for _ in range(count)):
            nexts, ends, first = map(int, arrays.states[state])
            bit = 1 << number
            if not nexts & bit:
                return -1
            state, before = map(int, arrays.edges[first + (nexts & (bit - 1)).bit_count()])
            rank += ended + before
            ended = bool(ends & bit)
        return rank if ended and leave else -1

    def items(self) -> Iterator[tuple[dict[int, int], float]]:
        """Yield every leave ({tile id: count}) with its value, in the order of the file."""
        tile_of = {number: tile for tile, number in enumerate(self.arrays.numbers.tolist())}
        values = iter(self.values.tolist())
        for leave in self._leaves():
            yield dict(Counter(tile_of[number] for number in leave)), next(values)

    def _leaves(self) -> Iterator[tuple[int, ...]]:
        arrays = self.arrays
        stack: list[tuple[int, tuple[int, ...]]] = [(int(arrays.root), ())]
        while stack:
            state, path = stack.pop()
            nexts, ends, edge = map(int, arrays.states[state])
            if path and path[-1] < 0:  # the edge itself, in its turn
                path = path[:-1]
                yield path
                continue
            behind: list[tuple[int, tuple[int, ...]]] = []
            for number in range(MOST_NUMBERS):
                if nexts >> number & 1:
                    longer = (*path, number)
                    if ends >> number & 1:
                        behind.append((state, (*longer, -1)))
                    behind.append((int(arrays.edges[edge, 0]), longer))
                    edge += 1
            stack += reversed(behind)

    def klv2(self) -> bytes:
        """Return the table as a KLV2 file."""
        return pack_klv2(self.nodes, self.values)

    def csv(self) -> str:
        """Return the table as CSV, a line a leave: ``QU,-1.5``; values as exact as they are held."""
        tiles = self.tiles
        return "".join(f"{tiles.print_hand(leave).strip()},{np.float32(value)}\n" for leave, value in self.items())

    @cached_property
    def zero(self) -> bool:
        """Whether every leave is worth 0."""
        return not self.values.any()


def numbers_of(tiles: TileSet) -> tuple[int, ...]:
    """Return the number of each tile id in leave tables. Raises ConfigError for a set with too many kinds of tiles."""
    wild, plain = tiles.wild, [tile for tile in tiles.tiles if not tile.wild]
    letters = {tile.faces[0].char for tile in plain}
    usual = len(letters) == len(plain) and len(plain) + (wild is not None) == len(tiles.tiles)
    if usual:
        found = [0 if tile.id == wild else tiles.codes[tile.faces[0].char] for tile in tiles.tiles]
    else:
        others = iter(range(1, len(tiles.tiles) + 1))
        found = [0 if tile.id == wild else next(others) for tile in tiles.tiles]
    if max(found) >= MOST_NUMBERS:
        problem = f"has {len(found)} kinds of tiles, and a leave table takes {MOST_NUMBERS - 1} besides the wild card"
        raise ConfigError(f"tiles {tiles.name!r}", problem, "Play without leaves")
    return tuple(found)


def leaves_of(counts: Iterable[int], longest: int) -> int:
    """Return how many leaves of 1 to ``longest`` tiles there are. counts: of each kind of tile."""
    ways = [1] + [0] * longest
    for count in counts:
        ways = [sum(ways[size - k] for k in range(min(count, size) + 1)) for size in range(longest + 1)]
    return sum(ways) - 1


def _unfit(hand: Mapping[int, int], leave: tuple[int, ...], tiles: TileSet, known: bool) -> str:
    """Return why a leave of a list cannot be taken, "" where it can."""
    if not leave or len(leave) > LONGEST:
        return f"a leave has 1 to {LONGEST} tiles"
    over = [tile for tile, count in hand.items() if count > tiles.counts[tile]]
    if over:
        return _too_many(tiles, over[0], hand[over[0]])
    return "the same tiles in another order have a value already" if known else ""


def _too_many(tiles: TileSet, tile: int, count: int) -> str:
    return f"it has {count} times {tiles.sign(tile).strip()}, and the tile set {tiles.name!r} {tiles.counts[tile]}"


def _check_tiles(graph: LeaveGraph, tiles: TileSet, where: str) -> None:
    numbers = numbers_of(tiles)
    remedy = "Was it made for other tiles? A CSV says which tiles it means"
    strange = sorted(graph.most.keys() - set(numbers))
    if strange:
        problem = f"it has a tile number {strange[0]}, and the tile set {tiles.name!r} has none"
        raise ConfigError(where, problem, remedy)
    if graph.most and max(graph.most) < max(numbers):
        last = tiles.sign(numbers.index(max(numbers))).strip()
        raise ConfigError(where, f"it has no leave with {last}, a tile of the set {tiles.name!r}", remedy)
    for tile, number in enumerate(numbers):
        if graph.most.get(number, 0) > tiles.counts[tile]:
            raise ConfigError(where, _too_many(tiles, tile, graph.most[number]), remedy)
