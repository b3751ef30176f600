"""KLV2, the file of leave values that several engines of the field share: its graph of leaves and their values.

A file is, little-endian: a number of nodes, the nodes (32 bits each, as in a KWG file, see arena/lexicon/kwg.py), a
number of values, the values (float32, points). A leave is its tiles in the order of their numbers, 0 for the wild
card; its value stands where the leave stands among all, in the order of the graph. The older KLV has values of 16 bits,
in 1/256 points; it can be read. The letters are numbers: what they stand for is the reader's tile set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.engine._kernels.arrays import LeaveTable
from arena.errors import ConfigError

ENDS, LAST = 1 << 23, 1 << 22
ARC = LAST - 1
LONGEST = 31  # tiles of a leave
MOST_NUMBERS = 64  # kinds of tiles
MOST_LEAVES = 1 << 26
MOST_POINTS = 1_000_000  # of a leave, either way: searches reckon with whole numbers
OLD_UNIT = 256  # of a value of 16 bits: parts of a point
_REMEDY = "Make it again with the program that wrote it"

Nodes = NDArray[np.uint32]


class LeaveGraph(NamedTuple):
    """What the nodes of a file say, checked.

    states: the tables of the kernels, without values (see LeaveTable). size: how many leaves there are.
    most:   {number of a tile: how many of it a leave has at the most}. longest: tiles of the longest leave.
    """

    states: LeaveTable
    size: int
    most: dict[int, int]
    longest: int


def unpack_klv2(data: bytes, where: str) -> tuple[Nodes, NDArray[np.float32]]:
    """Return the nodes and the values of a KLV2 file, or an older KLV; raise ConfigError where it is none."""
    if len(data) < 8:
        raise ConfigError(where, "is not a KLV2 file: it is too short", _REMEDY)
    count = int.from_bytes(data[:4], "little")
    values_at = 4 + 4 * count
    if count == 0 or values_at + 4 > len(data):
        raise ConfigError(where, f"is not a KLV2 file, or cut short: {count} nodes do not fit into it", _REMEDY)
    nodes = np.frombuffer(data, "<u4", count, 4).astype(np.uint32)
    many, rest = int.from_bytes(data[values_at : values_at + 4], "little"), len(data) - values_at - 4
    if rest == 4 * many:
        values = np.frombuffer(data, "<f4", many, values_at + 4).astype(np.float32)
    elif rest == 2 * many:
        values = (np.frombuffer(data, "<i2", many, values_at + 4) / OLD_UNIT).astype(np.float32)
    else:
        raise ConfigError(where, f"is damaged: {many} values do not fit into its last {rest} bytes", _REMEDY)
    if not np.isfinite(values).all():
        raise ConfigError(where, "is damaged: a value is no number", _REMEDY)
    if count_beyond := int((np.abs(values) > MOST_POINTS).sum()):
        raise ConfigError(where, f"is damaged: {count_beyond} values are beyond {MOST_POINTS:,} points", _REMEDY)
    return nodes, values


def pack_klv2(nodes: Nodes, values: NDArray[np.float32]) -> bytes:
    """Return a KLV2 file."""
    parts = np.uint32(len(nodes)), nodes, np.uint32(len(values))
    return b"".join(np.asarray(part).astype("<u4").tobytes() for part in parts) + values.astype("<f4").tobytes()


def read_graph(nodes: Nodes, where: str) -> LeaveGraph:
    """Return what nodes say. Raises ConfigError for what is no graph of leaves."""
    return _Reader(nodes.tolist(), where).read()


class _Reader:
    """Reads the lists of siblings of a graph, those behind a list before it."""

    def __init__(self, nodes: list[int], where: str) -> None:
        self.nodes, self.where = nodes, where
        self.lists: dict[int, list[int]] = {}  # first node of a list -> its nodes
        self.state: dict[int, int] = {0: 0}  # the same -> its number, 0 for no list
        self.below: list[int] = [0]  # by state, how many leaves there are
        self.depth: list[int] = [0]  # and how many tiles the longest has
        self.runs: dict[int, int] = {}  # node -> how many of its tile may follow each other, itself included
        self.states = [(0, 0, 0)]
        self.edges: list[tuple[int, int]] = []

    def read(self) -> LeaveGraph:
        root = self.nodes[0] & ARC
        for first in self._in_order(root):
            self._add(first)
        states = LeaveTable(
            np.zeros(0, np.int32), np.array(self.states, np.uint64), np.array(self.edges, np.int32).reshape(-1, 2),
            np.zeros(0, np.float32), self.state[root],
        )  # fmt: skip
        most: dict[int, int] = {}
        for node, run in self.runs.items():
            number = self.nodes[node] >> 24
            most[number] = max(run, most.get(number, 0))
        return LeaveGraph(states, self.below[states.root], most, self.depth[states.root])

    def _in_order(self, root: int) -> Iterable[int]:
        """Yield the first nodes of all lists that can be reached, each behind those that it leads to."""
        going: set[int] = set()
        stack = [root] if root else []
        while stack:
            first = stack[-1]
            if first in self.state:
                stack.pop()
                continue
            if first not in self.lists:
                self.lists[first] = self._siblings(first)
            ahead = {self.nodes[node] & ARC for node in self.lists[first]} - self.state.keys()
            if not ahead:
                stack.pop()
                going.discard(first)
                yield first
            elif first in going:
                raise ConfigError(self.where, "is damaged: its graph runs in circles", _REMEDY)
            else:
                going.add(first)
                stack += sorted(ahead)

    def _siblings(self, first: int) -> list[int]:
        found, number = list[int](), -1
        for node in range(first, len(self.nodes)):
            tile = self.nodes[node] >> 24
            if tile <= number:
                raise ConfigError(self.where, f"is damaged: the tiles at node {node} are not in order", _REMEDY)
            if tile >= MOST_NUMBERS:
                problem = f"has a tile number {tile}; a leave table takes {MOST_NUMBERS} kinds of tiles"
                raise ConfigError(self.where, problem, "Is it a KLV2 file?")
            number = tile
            found.append(node)
            if self.nodes[node] & LAST:
                return found
        raise ConfigError(self.where, f"is damaged: node {first} leads out of it", _REMEDY)

    def _add(self, first: int) -> None:
        nexts = ends = total = deepest = 0
        begin = len(self.edges)
        for node in self.lists[first]:
            word = self.nodes[node]
            tile, arc = word >> 24, word & ARC
            follower = self.lists[arc] if arc else []
            if follower and self.nodes[follower[0]] >> 24 < tile:
                problem = f"is damaged: the tiles of a leave are not in order at node {arc}"
                raise ConfigError(self.where, problem, _REMEDY)
            again = follower[:1] if follower and self.nodes[follower[0]] >> 24 == tile else []
            self.runs[node] = 1 + (self.runs[again[0]] if again else 0)
            self.edges.append((self.state[arc], total))
            nexts |= 1 << tile
            if word & ENDS:
                ends |= 1 << tile
                total += 1
            total += self.below[self.state[arc]]
            deepest = max(deepest, 1 + self.depth[self.state[arc]])
        if deepest > LONGEST or total > MOST_LEAVES:
            problem = f"has more than {MOST_LEAVES} leaves, or leaves of more than {LONGEST} tiles"
            raise ConfigError(self.where, problem, "A leave table is for hands of a few tiles")
        self.states.append((nexts, ends, begin))
        self.below.append(total)
        self.depth.append(deepest)
        self.state[first] = len(self.states) - 1


def nodes_of(leaves: Sequence[Sequence[int]]) -> Nodes:
    """Return the nodes of a graph of leaves (numbers of tiles, ascending), which are sorted and differ."""
    builder = _Builder()
    for leave in leaves:
        builder.add(leave)
    return builder.finish()


def nodes_of_all(counts: Sequence[int], longest: int) -> Nodes:
    """Return the nodes of the graph of all leaves of 1 to ``longest`` tiles. counts: tiles by number."""
    builder = _Builder()
    known: dict[tuple[int, int, int], int] = {}

    def behind(number: int, used: int, room: int) -> int:
        # The list of what may follow ``used`` tiles of one number, in so much room.
        key = number, min(used, counts[number]), room
        if key not in known:
            edges = []
            for tile in range(number, len(counts)):
                taken = used + 1 if tile == number else 1
                if room and taken <= counts[tile]:
                    edges.append((tile, True, behind(tile, taken, room - 1)))
            known[key] = builder.listed(tuple(edges))
        return known[key]

    return builder.laid_out(behind(0, 0, longest) if counts else 0)


class _Builder:
    """Makes a smallest graph of sorted leaves: lists of siblings that are the same are one."""

    def __init__(self) -> None:
        self.known: dict[tuple[tuple[int, bool, int], ...], int] = {(): 0}
        self.found: list[tuple[tuple[int, bool, int], ...]] = [()]
        self.path: list[list[tuple[int, bool, int]]] = [[]]  # lists at work, the last edge of each still open
        self.open: list[int] = []

    def listed(self, edges: tuple[tuple[int, bool, int], ...]) -> int:
        """Return the number of a list of edges (tile, whether a leave ends, list behind)."""
        number = self.known.setdefault(edges, len(self.found))
        if number == len(self.found):
            self.found.append(edges)
        return number

    def add(self, leave: Sequence[int]) -> None:
        """Add the next leave."""
        same = 0
        while same < min(len(leave), len(self.open)) and self.open[same] == leave[same]:
            same += 1
        self._close(same)
        for tile in leave[same:]:
            self.path[-1].append((tile, False, 0))
            self.path.append([])
            self.open.append(tile)
        tile, _, behind = self.path[-2][-1]
        self.path[-2][-1] = tile, True, behind

    def _close(self, depth: int) -> None:
        while len(self.open) > depth:
            behind = self.listed(tuple(self.path.pop()))
            tile, ends, _ = self.path[-1][-1]
            self.path[-1][-1] = tile, ends, behind
            self.open.pop()

    def finish(self) -> Nodes:
        """Return the nodes of what was added."""
        self._close(0)
        return self.laid_out(self.listed(tuple(self.path[0])))

    def laid_out(self, root: int) -> Nodes:
        """Return the nodes of a list and all behind it."""
        reached, stack = [root] if root else [], [root] if root else []
        seen = {0, root}
        while stack:
            for _, _, behind in self.found[stack.pop()]:
                if behind not in seen:
                    seen.add(behind)
                    reached.append(behind)
                    stack.append(behind)
        places, at = {0: 0}, 2
        for number in reached:
            places[number] = at
            at += len(self.found[number])
        if at > ARC:
            raise ConfigError("leaves", f"need {at} nodes", f"A KLV2 file has {ARC} at most")
        nodes = [LAST | places[root], LAST]
        for number in reached:
            edges = self.found[number]
            for k, (tile, ends, behind) in enumerate(edges, start=1):
                nodes.append(tile << 24 | (ENDS if ends else 0) | (LAST if k == len(edges) else 0) | places[behind])
        return np.array(nodes, np.uint32)
