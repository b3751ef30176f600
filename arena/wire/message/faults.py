"""What was wrong with a turn of the word game, as a client is told: a type, its fields, and a text for people. Pure.

The types and their order are those of the rules (scrabble/legality.py); ``Refused`` alone is of the wire.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from arena.scrabble.legality import PlayFault

At = Annotated[tuple[int, int], Meta(description="[x, y]")]
FaceTold = Annotated[tuple[str, int], Meta(description="[char, points]")]
Number = Annotated[int, Meta(description="a tile's id, as the client wrote it")]


class _Wrong(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """What all forms have in common: the fault in words."""

    text: str


class PieceDoesNotExist(_Wrong, frozen=True, kw_only=True, tag="PieceDoesNotExist"):
    """No tile has this id."""

    tile: Number


class InvalidPieceInst(_Wrong, frozen=True, kw_only=True, tag="InvalidPieceInst"):
    """The tile has no such face."""

    tile: Number
    face: FaceTold


class PlayerDoesNotHavePiece(_Wrong, frozen=True, kw_only=True, tag="PlayerDoesNotHavePiece"):
    """The player's hand holds fewer of this tile than the turn needs."""

    player: Annotated[int, Meta(ge=1)]
    tile: Number


class NotEnoughPieces(_Wrong, frozen=True, kw_only=True, tag="NotEnoughPieces"):
    """A change of ``asked`` tiles that a bag of ``available`` does not allow."""

    asked: int
    available: int


class TooManyPieces(_Wrong, frozen=True, kw_only=True, tag="TooManyPieces"):
    """A change of ``asked`` tiles where the rule book allows at most ``most``."""

    asked: int
    most: int


class EmptyMove(_Wrong, frozen=True, kw_only=True, tag="EmptyMove"):
    """No tiles."""


class OccupiedTile(_Wrong, frozen=True, kw_only=True, tag="OccupiedTile"):
    """A tile of face ``there`` lies at this square already, or the play names the square twice."""

    face: FaceTold
    at: At
    there: FaceTold


class WordNotOnRowOrColumn(_Wrong, frozen=True, kw_only=True, tag="WordNotOnRowOrColumn"):
    """The tiles, on these squares, are neither on one row nor on one column."""

    squares: list[At]


class EmptyTile(_Wrong, frozen=True, kw_only=True, tag="EmptyTile"):
    """A tile is laid where the board has no square: on a hole, or outside."""

    at: At


class WordOutsideBoard(_Wrong, frozen=True, kw_only=True, tag="WordOutsideBoard"):
    """Between two tiles of the play the word would leave the board: there is a hole, or the board ends."""


class WordNotConnected(_Wrong, frozen=True, kw_only=True, tag="WordNotConnected"):
    """Between two tiles of the play there is an empty square of the board."""


class FirstWordNotOverCenter(_Wrong, frozen=True, kw_only=True, tag="FirstWordNotOverCenter"):
    """The opening does not cover the centre, this square."""

    at: At


class FirstWordTooShort(_Wrong, frozen=True, kw_only=True, tag="FirstWordTooShort"):
    """The opening has too few tiles."""


class WordNotAdjacent(_Wrong, frozen=True, kw_only=True, tag="WordNotAdjacent"):
    """No tile of the play lies beside an old one."""


class WordNotInDictionary(_Wrong, frozen=True, kw_only=True, tag="WordNotInDictionary"):
    """The play makes this word, which the dictionary does not have."""

    word: str


class Refused(_Wrong, frozen=True, kw_only=True, tag="Refused"):
    """The rules were not asked: the answer was no message, there was too much of it, or there was nothing to challenge;
    the text says what it was."""


Wrong = (
    PieceDoesNotExist
    | InvalidPieceInst
    | PlayerDoesNotHavePiece
    | NotEnoughPieces
    | TooManyPieces
    | EmptyMove
    | OccupiedTile
    | WordNotOnRowOrColumn
    | EmptyTile
    | WordOutsideBoard
    | WordNotConnected
    | FirstWordNotOverCenter
    | FirstWordTooShort
    | WordNotAdjacent
    | WordNotInDictionary
    | Refused
)

# The names of what a fault's details are, in their order.
_FIELDS = {
    "PieceDoesNotExist": ("tile",),
    "InvalidPieceInst": ("tile", "face"),
    "PlayerDoesNotHavePiece": ("player", "tile"),
    "NotEnoughPieces": ("asked", "available"),
    "TooManyPieces": ("asked", "most"),
    "OccupiedTile": ("face", "at", "there"),
    "EmptyTile": ("at",),
    "FirstWordNotOverCenter": ("at",),
    "WordNotInDictionary": ("word",),
}


def fault_message(fault: PlayFault) -> dict[str, Any]:
    """Return a fault as the wire has it."""
    if fault.name == "WordNotOnRowOrColumn":
        fields: dict[str, Any] = {"squares": fault.details}
    else:
        fields = dict(zip(_FIELDS.get(fault.name, ()), fault.details, strict=True))
    return {"type": fault.name, **fields, "text": str(fault)}


def refused_message(text: str) -> dict[str, Any]:
    """Return what is told of a turn that failed before the rules were asked."""
    return {"type": "Refused", "text": text}
