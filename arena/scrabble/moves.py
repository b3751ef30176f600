"""What a seat can do in the word game: play tiles, change tiles, pass, challenge, forfeit. Light to import.

A move says nothing about the board it is meant for; whether it is legal is legality.py's business.
The text of a play is the course's: ``<x> <y> <tile id><char><points>`` for each tile, blanks between.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from typing import NamedTuple

from arena.errors import UnreadableMove
from arena.lexicon.alphabet import composed


class Placed(NamedTuple):
    """A tile on a square: the square, the tile's id, and the face that it shows."""

    x: int
    y: int
    tile: int
    char: str
    points: int

    @classmethod
    def normalized(cls, x: int, y: int, tile: int, char: str, points: int) -> Placed:
        """Return a tile that somebody outside names: its letter may be written in several characters."""
        return cls(x, y, tile, char if char.isascii() else composed(char), points)

    @classmethod
    def told(cls, x: int, y: int, tile: int, char: str, points: int) -> Placed:
        """Return what ``normalized`` does; deprecated, it is called so now."""
        warnings.warn("Placed.told() is called Placed.normalized() now", DeprecationWarning, stacklevel=2)
        return cls.normalized(x, y, tile, char, points)

    def __str__(self) -> str:
        return f"{self.x} {self.y} {self.tile}{self.char}{self.points}"


@dataclass(frozen=True, slots=True)
class Play:
    """Tiles put on the board. Two plays are the same move when their ``key`` is the same."""

    tiles: tuple[Placed, ...]

    @property
    def key(self) -> tuple[Placed, ...]:
        """Return the tiles in one written order: a play is named by its squares and faces."""
        return tuple(sorted(self.tiles))

    @property
    def squares_and_faces(self) -> tuple[tuple[int, int, str, int], ...]:
        """Return (x, y, char, points) of the tiles, sorted: the same whichever tile shows a face."""
        return tuple(sorted((tile.x, tile.y, tile.char, tile.points) for tile in self.tiles))

    def __str__(self) -> str:
        shown = [f"{x} {y} {tile}{char}{points}" for x, y, tile, char, points in self.tiles]  # as each says itself
        return " ".join(shown) or "play nothing"


@dataclass(frozen=True, slots=True)
class Change:
    """Tiles given back to the bag for as many others; ``tiles`` are tile ids, repeated as needed."""

    tiles: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(["change", *map(str, self.tiles)])


@dataclass(frozen=True, slots=True)
class Pass:
    """No move this turn."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Challenge:
    """The words of the play before are asked for; where they are good or not, the rule book says what follows."""

    def __str__(self) -> str:
        return "challenge"


@dataclass(frozen=True, slots=True)
class Resign:
    """The seat leaves the game."""

    def __str__(self) -> str:
        return "forfeit"


WordMove = Play | Change | Pass | Resign | Challenge

_JOINERS = "\u200c\u200d"  # which scripts need within letters; nothing else without a shape is part of a face
_PLACED = re.compile(r"(-?\d{1,40})\s+(-?\d{1,40})\s+(\d{1,40})([^\d\s+-][^\d\s]*?)(-?\d{1,40})(?=\s|$)\s*")


def can_be_written(move: WordMove) -> bool:
    """Tell whether ``read_move`` reads a move's text as that move.

    It does of all that the rules allow. A refused play is kept by its text as well, and may name any tile and face.
    """
    match move:
        case Play(tiles):
            return all(tile.tile >= 0 and (tile.char.isalpha() or _is_written(tile)) for tile in tiles)
        case Change(ids):
            return all(tile >= 0 for tile in ids)
    return True


def _is_written(tile: Placed) -> bool:
    """Tell whether a tile's text reads as that tile: of a face that is more than letters."""
    read = _PLACED.fullmatch(str(tile))
    return read is not None and read[4] == tile.char and all(c.isprintable() or c in _JOINERS for c in tile.char)


def read_move(text: str) -> WordMove:
    """Return the move that ``text`` says, the inverse of ``str``.

    Raises UnreadableMove, saying what was read and what was expected.
    """
    words = text.split()
    if not words:
        raise UnreadableMove("move", "the text is empty", "Write a play, change, pass or forfeit")
    match words[0].lower():
        case "pass" if len(words) == 1:
            return Pass()
        case "forfeit" if len(words) == 1:
            return Resign()
        case "challenge" if len(words) == 1:
            return Challenge()
        case "play" if [word.lower() for word in words] == ["play", "nothing"]:
            return Play(())
        case "change" if all(word.isascii() and word.isdigit() and len(word) < 40 for word in words[1:]):
            return Change(tuple(map(int, words[1:])))
    tiles, at, stripped = [], 0, text.strip()
    while at < len(stripped):
        placed = _PLACED.match(stripped, at)
        if not placed:
            raise UnreadableMove(
                "move",
                f"cannot read {stripped[at : at + 30]!r}",
                "A play is written '<x> <y> <tile id><char><points>' a tile, such as '0 0 4D2 0 1 15O1'; "
                "else 'change <tile ids>', 'pass' or 'forfeit'",
            )
        x, y, tile, char, points = placed.groups()
        tiles.append(Placed.normalized(int(x), int(y), int(tile), char, int(points)))
        at = placed.end()
    return Play(tuple(tiles))
