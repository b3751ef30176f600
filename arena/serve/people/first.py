"""Who begins a game at the terminal: by lot, a person, or whose drawn tile is earliest in the alphabet. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from arena.contract.chance import Random
from arena.errors import ConfigError

if TYPE_CHECKING:
    from arena.scrabble.tiles import TileSet

First = Literal["lot", "human", "earliest-letter"]
FIRST: tuple[First, ...] = get_args(First)
MOST_DRAWS = 100  # with tiles that are all alike nobody would ever be ahead


class TileDraw(NamedTuple):
    """One drawing of tiles: seat -> tile id, in the order of the seats. The tiles go back to the bag."""

    tiles: dict[int, int]


def first_person(people: Collection[int]) -> int:
    """Return the first seat of a person; raise ConfigError where there is none."""
    if not people:
        raise ConfigError("--first human", "no person plays", "Write --first lot, or --first earliest-letter")
    return min(people)


def drawn_first(tiles: TileSet, seats: int, rng: Random) -> tuple[int, list[TileDraw]]:
    """Return who begins, and what everybody drew: the earliest letter, a blank before all; who share it draw again."""
    bag = [tile for tile, count in tiles.full().items() for _ in range(count)]
    drawing, draws = list(range(seats)), list[TileDraw]()
    while len(drawing) > 1:
        if len(bag) < len(drawing) or len(draws) == MOST_DRAWS:
            return rng.choice(drawing), draws
        drawn = dict(zip(drawing, rng.sample(bag, len(drawing)), strict=True))
        draws.append(TileDraw(drawn))
        least = min(_rank(tiles, tile) for tile in drawn.values())
        drawing = [seat for seat, tile in drawn.items() if _rank(tiles, tile) == least]
    return drawing[0], draws


def drawing_lines(draws: Sequence[TileDraw], first: int, tiles: TileSet, names: Sequence[str]) -> list[str]:
    """Return the drawing in lines for people."""
    lines = []
    for draw in draws:
        parts = (
            f"{names[seat]} draws {'a blank' if tile == tiles.wild else tiles.sign(tile).strip()}"
            for seat, tile in draw.tiles.items()
        )
        lines.append(", ".join(parts) + ".")
    return [*lines, f"{names[first]} begins."]


def _rank(tiles: TileSet, tile: int) -> int:
    """Return a tile's place in the alphabet by its first letter, 0 for the blank."""
    return 0 if tile == tiles.wild else min(tiles.codes[face.char] for face in tiles.tiles[tile].faces)
