"""What a client may say on the socket ``/api/live``: typed, so that a message is checked while it is decoded. Pure."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from arena.serve.problems import Refused

FURTHEST = 1 << 30  # of coordinates and ids: more would not fit the engine's integers
Game = Annotated[str, Meta(max_length=64)]
Token = Annotated[str, Meta(max_length=64)]
Coordinate = Annotated[int, Meta(ge=-FURTHEST, le=FURTHEST)]
Id = Annotated[int, Meta(ge=-(1 << 53), le=1 << 53)]
Tile = Annotated[int, Meta(ge=0, le=FURTHEST)]
Tiles = Annotated[list["PlacedTile"], Meta(max_length=100)]
Ids = Annotated[list[Tile], Meta(max_length=100)]
Turn = Annotated[int, Meta(ge=0, le=FURTHEST)]


class PlacedTile(msgspec.Struct, frozen=True):
    """A tile on a square; its points may be left out where they are clear."""

    at: tuple[Coordinate, Coordinate]
    tile: Tile
    char: Annotated[str, Meta(min_length=1, max_length=16)]
    points: Coordinate | None = None


class _Said(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    id: Id | None = None


class Sit(_Said, frozen=True, kw_only=True, tag="sit"):
    game: Game
    token: Token
    seq: int | None = None
    epoch: Annotated[str, Meta(max_length=64)] = ""


class Look(_Said, frozen=True, kw_only=True, tag="look"):
    game: Game
    seq: int | None = None
    epoch: Annotated[str, Meta(max_length=64)] = ""


class Watch(_Said, frozen=True, kw_only=True, tag="watch"):
    watch: Annotated[str, Meta(max_length=400)]
    seq: int | None = None
    epoch: Annotated[str, Meta(max_length=64)] = ""


class Leave(_Said, frozen=True, kw_only=True, tag="leave"):
    game: Game = ""
    watch: Annotated[str, Meta(max_length=400)] = ""


class Ping(_Said, frozen=True, kw_only=True, tag="ping"):
    """Asks for the server's time and clocks."""


class _OfGame(_Said, frozen=True, kw_only=True):
    """game: left out where the connection sits at one game only."""

    game: Game = ""


class Play(_OfGame, frozen=True, kw_only=True, tag="play"):
    turn: Turn
    tiles: Tiles


class Change(_OfGame, frozen=True, kw_only=True, tag="change"):
    turn: Turn
    tiles: Ids


class Pass(_OfGame, frozen=True, kw_only=True, tag="pass"):
    turn: Turn


class Challenge(_OfGame, frozen=True, kw_only=True, tag="challenge"):
    """Challenges the play before."""

    turn: Turn


class Move(_OfGame, frozen=True, kw_only=True, tag="move"):
    turn: Turn
    move: Annotated[str, Meta(min_length=1, max_length=400)]


class Resign(_OfGame, frozen=True, kw_only=True, tag="resign"):
    """Leaves the game."""


class Rematch(_OfGame, frozen=True, kw_only=True, tag="rematch"):
    """Wants the same again."""


class Judge(_OfGame, frozen=True, kw_only=True, tag="judge"):
    tiles: Tiles | None = None
    change: Ids | None = None


class Read(_OfGame, frozen=True, kw_only=True, tag="read"):
    text: Annotated[str, Meta(max_length=400)]


class Hints(_OfGame, frozen=True, kw_only=True, tag="hints"):
    most: Annotated[int, Meta(ge=1, le=1000)] = 10
    by: Literal["points", "equity"] = "points"


class Lookup(_OfGame, frozen=True, kw_only=True, tag="lookup"):
    word: Annotated[str, Meta(max_length=400)]


Acting = Play | Change | Pass | Challenge | Move | Resign | Rematch
Asking = Judge | Read | Hints | Lookup
Said = Sit | Look | Watch | Leave | Ping | Acting | Asking

_DECODER: msgspec.json.Decoder[Said] = msgspec.json.Decoder(Said)
_ID: msgspec.json.Decoder[_Said] = msgspec.json.Decoder(msgspec.defstruct("_Id", [("id", int | None, None)]))


def read_said(data: str | bytes) -> Said:
    """Return what a message says. Raises Refused: it is none of the protocol's."""
    try:
        return _DECODER.decode(data)
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at `$")
        where = path.rstrip("`").lstrip(".") or "message"
        raise Refused("invalid", where, problem[:1].lower() + problem[1:200]) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("invalid", "message", f"it is no JSON ({str(error)[:200]})") from None


def id_of(data: str | bytes) -> int | None:
    """Return the id of a message that may be wrong otherwise, None where it has none."""
    try:
        return _ID.decode(data).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
