"""Random positions for move generation, and the same position as the exhaustive lister wants it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from arena.board.layout import HOLE, Layout, SquareKind
from arena.boardlang.interpret import interpret
from arena.boardlang.parse import parse
from arena.engine.field import Field
from arena.engine.generate import Generator, Plays
from arena.scrabble.moves import Placed
from arena.scrabble.tiles import TileSet
from arena.scrabble.view import Table
from tests.oracles.lister import list_plays
from tests.scrabble.tables import table

# Few letters, so that words cross and stick together; among the tiles are all that a set can have: two that show the
# same letter for different points, two that show it for the same, tiles with two faces, a wild card that costs.
TILES: dict[str, Any] = {
    "name": "mixed",
    "alphabet": {"letters": ["A", "B", "C", "CH", "D", "E"]},
    "tiles": [
        {"faces": {"A": 1}, "count": 6},
        {"wild": 0, "count": 2},
        {"faces": {"B": 3}, "count": 4},
        {"faces": {"C": 2}, "count": 4},
        {"faces": {"CH": 6}, "count": 3},
        {"faces": {"D": 4}, "count": 4},
        {"faces": {"E": 1}, "count": 6},
        {"faces": {"A": 1, "B": 3}, "count": 2},
        {"faces": {"A": 2}, "count": 2},
        {"faces": {"E": 1}, "count": 2},
        {"faces": {"D": 5, "E": 0}, "count": 2},
    ],
}
MIXED = TileSet.from_mapping(TILES)
WILD = 1


@cache
def words(seed: int = 1, count: int = 140) -> str:
    """Return words of 2 to 8 letters, the short ones most often, drawn from a fixed seed."""
    rng, found = Random(seed), set()
    while len(found) < count:
        size = rng.choice([2, 2, 3, 3, 4, 4, 5, 6, 7, 8])
        found.add("".join(rng.choice(["A", "A", "B", "C", "[CH]", "D", "E", "E"]) for _ in range(size)))
    return " ".join(sorted(found))


@dataclass
class Case:
    """A position: what lies on the board and what is in the hand."""

    at: Table
    field: Field
    placed: list[Placed]
    hand: dict[int, int]

    def engine(self) -> Plays:
        return self.at.generator.plays(self.field, self.hand)

    def best(self) -> Any:
        return self.at.generator.best(self.field, self.hand)

    def listed(self) -> dict[frozenset[Any], int]:
        """Return what the exhaustive lister finds."""
        tiles, rules = self.at.tiles, self.at.rules
        hand = [
            (tile, [(face.char, face.points) for face in tiles.tiles[tile].faces])
            for tile, count in self.hand.items()
            for _ in range(count)
        ]
        return list_plays(
            squares_of(self.at.layout),
            {(tile.x, tile.y): (tile.char, tile.points) for tile in self.placed},
            self.at.layout.centre,
            hand,
            {tuple(tiles.alphabet.symbols[code - 1] for code in word) for word in self.at.lexicon.graph.words()},
            {id_: steps_of(kind) for id_, kind in self.at.layout.kinds.items()},
            steps_of(self.at.layout.used),
            rules.bonus_count(self.at.hand_size),
            rules.full_hand_bonus,
            rules.opening_tiles,
        )


@cache
def squares_of(layout: Layout) -> Any:
    @cache
    def square(x: int, y: int) -> int | None:
        id_ = layout.id_at(x, y)
        return None if id_ == HOLE or id_ not in layout.kinds else id_

    return square


_STEPS: dict[int, Any] = {}


def steps_of(kind: SquareKind) -> list[tuple[int, Any]]:
    """Return a kind's programs as Python functions, by way of the plain interpreter."""
    if id(kind) not in _STEPS:
        _STEPS[id(kind)] = kind, [(priority, _step(text)) for priority, text in kind.programs.items()]
    return _STEPS[id(kind)][1]


def _step(text: str) -> Any:
    block = parse(text)

    def step(word: list[tuple[str, int]], position: int, total: int) -> int:
        letters = [(ord(char[0]), points) for char, points in word]
        return interpret(block, "square", (position, total), letters)

    return step


def cases(board: str | Layout, seed: int, turns: int, held: int, wild: int = 0, **changes: Any) -> Iterator[Case]:
    """Yield the positions of a game of random plays: before each turn, with a hand of ``held`` tiles."""
    rng = Random(f"{board if isinstance(board, str) else board.name} {seed}")
    fields: dict[str, Any] = {"tiles": MIXED, "hand_size": min(held, 7), **changes}
    at = table(fields.pop("words", words()), board, **fields)
    generator, field = Generator(at), Field(at)
    placed: list[Placed] = []
    bag = [tile.id for tile in MIXED.tiles for _ in range(MIXED.counts[tile.id]) if tile.id != WILD]
    for _ in range(turns):
        drawn = [*rng.sample(bag, held - min(wild, held)), *[WILD] * min(wild, held)]
        hand = {tile: drawn.count(tile) for tile in rng.sample(sorted(set(drawn)), len(set(drawn)))}
        yield Case(at, field, list(placed), hand)
        plays = generator.plays(field, hand)
        if not plays:
            continue
        play = plays.sorted()[rng.randrange(len(plays))].play
        field.place(play.tiles)
        placed += play.tiles
