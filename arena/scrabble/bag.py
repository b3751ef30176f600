"""The bag: one shuffle, from which each seat draws at its own end. Pure; all chance is handed in.

Seats with an even number draw from the front, the others from the back. With two seats, what one
draws then hardly depends on what the other does: in the two halves of a pair, and in a replay after
a change of a bot, each seat meets as much of the same luck as can be had.

A change must not spoil that. Its new tiles are drawn first; then each old tile is put at its owner's
end and swapped with a tile at a random place of the whole bag, itself included. This is a step of
the Fisher-Yates shuffle in its inside-out form, so a uniformly shuffled bag stays uniformly shuffled,
and all but one place of it stay as they were.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arena.contract.chance import Random
from arena.scrabble.tiles import TileSet

Bag = tuple[int, ...]  # tile ids


def shuffled(tiles: TileSet, rng: Random) -> Bag:
    """Return all tiles of a set in random order."""
    bag = [tile for tile, count in enumerate(tiles.counts) for _ in range(count)]
    rng.shuffle(bag)
    return tuple(bag)


def draw(bag: Bag, seat: int, count: int) -> tuple[tuple[int, ...], Bag]:
    """Return the next ``count`` tiles of a seat (fewer when the bag runs short), and the bag without them."""
    count = min(count, len(bag))
    if seat % 2 == 0:
        return bag[:count], bag[count:]
    cut = len(bag) - count
    return bag[cut:][::-1], bag[:cut]


def put_back(bag: Bag, seat: int, tiles: Sequence[int], rng: Random) -> Bag:
    """Return the bag with ``tiles`` of a seat in it again; see above for where."""
    if seat % 2:
        return put_back(bag[::-1], seat - 1, tiles, rng)[::-1]
    mixed = list(bag)
    for tile in tiles:
        mixed.insert(0, tile)
        place = rng.randrange(len(mixed))
        mixed[0], mixed[place] = mixed[place], mixed[0]
    return tuple(mixed)


def deal_counts(total: int, seats: int, first: int, hand_size: int) -> list[int]:
    """Return how many tiles each seat is dealt: one at a time in turn order, so that a short bag is shared fairly."""
    counts = [0] * seats
    for index in range(min(total, seats * hand_size)):
        counts[(first + index) % seats] += 1
    return counts


def deal(bag: Bag, seats: int, first: int, hand_size: int) -> tuple[list[dict[int, int]], Bag]:
    """Return every seat's first hand, and the bag without them."""
    hands: list[dict[int, int]] = [{} for _ in range(seats)]
    counts = deal_counts(len(bag), seats, first, hand_size)
    for index in range(seats):
        seat = (first + index) % seats
        drawn, bag = draw(bag, seat, counts[seat])
        hands[seat] = with_tiles({}, drawn)
    return hands, bag


def with_tiles(hand: Mapping[int, int], tiles: Sequence[int]) -> dict[int, int]:
    """Return a hand with ``tiles`` added."""
    more = dict(hand)
    for tile in tiles:
        more[tile] = more.get(tile, 0) + 1
    return more


def without_tiles(hand: Mapping[int, int], tiles: Sequence[int]) -> dict[int, int]:
    """Return a hand without ``tiles``, all of which it must hold."""
    fewer = dict(hand)
    for tile in tiles:
        fewer[tile] -= 1
        if not fewer[tile]:
            del fewer[tile]
    return fewer
