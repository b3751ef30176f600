"""How a game of the word game begins: the bag shuffled, hands dealt, on an empty board or in a position. Pure."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from arena.contract.chance import Random
from arena.errors import ConfigError
from arena.scrabble.bag import Bag, deal, draw, shuffled, with_tiles
from arena.scrabble.table import Table
from arena.scrabble.turns import GameStart, WordState, ending_of


def first_of(table: Table, seats: int, first: int | None, begun: GameStart | None, rng: Random) -> WordState:
    """Return a first state; all chance comes from ``rng``.

    first: the seat that begins, None to have it drawn. begun: a position to begin in, whose mover begins, None for an
    empty board.
    """
    bag = shuffled(table.tiles, rng)
    drawn, nonce = rng.randrange(seats), rng.getrandbits(64)
    if begun is not None:
        return _in_position(table, seats, begun, bag, nonce)
    begins = drawn if first is None else first
    hands, bag = deal(bag, seats, begins, table.hand_size)
    nothing = (0,) * seats
    state = WordState({}, tuple(hands), bag, nothing, begins, begins, nonce, 0, nothing, nothing)
    return replace(state, ending=ending_of(table.rules, state))


def _in_position(table: Table, seats: int, begun: GameStart, bag: Bag, nonce: int) -> WordState:
    """Return a first state in a position: its tiles are out of the bag, from which hands are filled up."""
    known = Counter(tile.tile for tile in begun.board.values())
    for hand in begun.hands:
        known.update(hand)
    left = []
    for tile in bag:
        if known[tile] > 0:
            known[tile] -= 1
        else:
            left.append(tile)
    rest: Bag = tuple(left)
    hands = [dict(hand) for hand in begun.hands]
    for step in range(seats):
        seat = (begun.mover + step) % seats
        drawn, rest = draw(rest, seat, max(0, table.hand_size - sum(hands[seat].values())))
        hands[seat] = dict(with_tiles(hands[seat], drawn))
    nothing = (0,) * seats
    state = WordState(
        dict(begun.board), tuple(hands), rest, begun.scores, begun.mover, begun.mover, nonce, 0, nothing, nothing
    )
    return replace(state, ending=ending_of(table.rules, state))


def check_seats(begun: GameStart, seats: int) -> None:
    """Raise ConfigError where a position is of more or fewer players than take part."""
    if not len(begun.hands) == len(begun.scores) == seats:
        raise ConfigError("seats", f"the position has {len(begun.hands)} players, not {seats}")
