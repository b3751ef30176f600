"""What a client may say, the same in every game: typed, so that a line is checked while it is decoded. Pure.

``turn`` is the number of the turn that is answered, as ``your_turn`` gave it. ``ms`` is the client's own
measure of the time it used, optional.
"""

from __future__ import annotations

import msgspec

from arena.printable import printable, shorten
from arena.wire.message.codec import Bad

# Coordinates a hand of tiles could never reach, and that would not fit the engine's integers.
FURTHEST = 2**30
MOST_TILES = 100  # of a hand; a refused play is told to everybody and kept
MOST_OF_A_REASON = 300  # characters of why a line says nothing


class PlacedTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tile on a square: ``{"at": [x, y], "tile": id, "char": "D", "points": 2}``."""

    at: tuple[int, int]
    tile: int
    char: str
    points: int


class Ready(msgspec.Struct, tag="ready", tag_field="type", frozen=True):
    """The client has read ``start`` and can be asked."""

    name: str = ""


class Play(msgspec.Struct, tag="play", tag_field="type", frozen=True):
    """Tiles put on the board."""

    tiles: list[PlacedTile]
    turn: int = -1
    ms: float | None = None


class Change(msgspec.Struct, tag="change", tag_field="type", frozen=True):
    """Tiles given back, by their ids, repeated as needed."""

    tiles: list[int]
    turn: int = -1
    ms: float | None = None


class Pass(msgspec.Struct, tag="pass", tag_field="type", frozen=True):
    turn: int = -1
    ms: float | None = None


class Challenge(msgspec.Struct, tag="challenge", tag_field="type", frozen=True):
    """The play before is challenged, where the rule book lets."""

    turn: int = -1
    ms: float | None = None


class Forfeit(msgspec.Struct, tag="forfeit", tag_field="type", frozen=True):
    turn: int = -1
    ms: float | None = None


class Move(msgspec.Struct, tag="move", tag_field="type", frozen=True):
    """A move of a game without secrets, in that game's notation."""

    move: str
    turn: int = -1
    ms: float | None = None


Action = Play | Change | Pass | Forfeit | Move | Challenge


class Offer(msgspec.Struct, tag="offer", tag_field="type", frozen=True):
    """The best move so far; it is played if the time runs out."""

    move: Action
    turn: int = -1


Answer = Ready | Play | Change | Pass | Forfeit | Move | Challenge | Offer

_DECODER: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Answer)


def read_answer(line: bytes) -> Answer | Bad:
    """Return what a line says, or why it says nothing."""
    try:
        answer = _DECODER.decode(line)
    except msgspec.ValidationError as error:
        return Bad(f"{printable(str(error), MOST_OF_A_REASON)} in {shorten(line)}")  # it may name what was written
    except msgspec.DecodeError as error:
        return Bad(f"no JSON ({printable(str(error), MOST_OF_A_REASON)}) in {shorten(line)}")
    except RecursionError:
        return Bad(f"JSON nested too deeply in {shorten(line)}")
    action = answer.move if isinstance(answer, Offer) else answer
    if isinstance(action, Play):
        if len(action.tiles) > MOST_TILES:
            return Bad(f"a play of {len(action.tiles)} tiles")
        most = FURTHEST
        for tile in action.tiles:
            (x, y), kind, points = tile.at, tile.tile, tile.points
            if not (-most <= x <= most and -most <= y <= most and -most <= kind <= most and -most <= points <= most):
                return Bad(f"a number beyond {FURTHEST} in {shorten(line)}")
            if len(tile.char) > 16:
                return Bad(f"a char of {len(tile.char)} characters")
    elif isinstance(action, Change) and len(action.tiles) > MOST_TILES:
        return Bad(f"a change of {len(action.tiles)} tiles")
    elif isinstance(action, Change) and any(abs(tile) > FURTHEST for tile in action.tiles):
        return Bad(f"a number beyond {FURTHEST} in {shorten(line)}")
    return answer
