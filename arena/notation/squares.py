"""How people name squares and directions: ``8H`` across, ``H8`` down, columns on to ``AA``. Pure.

Rows count from 1 at the top, columns from A at the left, of a finite board; where its first square
lies is the board's origin. Boards without an end, and plays in general, are written with signed
coordinates (moves.py). Printing writes capitals; reading takes either case. Written words are read
against a board, which may hold some of their letters.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from arena.board.layout import Layout
from arena.errors import LexiconError, NotationError
from arena.lexicon.alphabet import characters, composed
from arena.scrabble.moves import Placed
from arena.scrabble.position import Board
from arena.scrabble.tiles import TileSet


class WordPlace(NamedTuple):
    """Where a word begins, and which way it reads."""

    x: int
    y: int
    across: bool


class BoardExtent(NamedTuple):
    """The rectangle that coordinates count in: its first square, and how many columns and rows it has."""

    x: int
    y: int
    columns: int
    rows: int

    @classmethod
    def of(cls, layout: Layout) -> BoardExtent:
        """Return a finite board's extent; raise NotationError for a board without an end."""
        if layout.bounds is None:
            problem = f"the board {layout.name!r} has no end, so its rows have no numbers"
            raise NotationError("square", problem, "Write signed coordinates, x then y")
        x0, y0, x1, y1 = layout.bounds
        return cls(x0, y0, x1 - x0 + 1, y1 - y0 + 1)


_ACROSS = re.compile(r"([0-9]+)([A-Za-z]+)")
_DOWN = re.compile(r"([A-Za-z]+)([0-9]+)")


def column_name(index: int) -> str:
    """Return the letters of a column counted from 0: A to Z, AA, AB and so on."""
    name, index = "", index + 1
    while index > 0:
        index, letter = divmod(index - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def column_index(name: str) -> int:
    """Return the column, counted from 0, of one or more letters A to Z in either case."""
    index = 0
    for letter in name.upper():
        index = index * 26 + ord(letter) - ord("A") + 1
    return index - 1


def read_place(text: str, extent: BoardExtent) -> WordPlace:
    """Return what ``8H`` (across) or ``H8`` (down) says on a board of that extent.

    Raises NotationError for anything else, and for a square outside the extent.
    """
    across, down = _ACROSS.fullmatch(text), _DOWN.fullmatch(text)
    if across:
        row, column = across[1], across[2]
    elif down:
        column, row = down[1], down[2]
    else:
        problem = f"cannot read {text!r}"
        raise NotationError("square", problem, "Write row and column, such as 8H (across) or H8 (down)")
    x, y = column_index(column[:9]), int(row[:9]) - 1
    if not (0 <= x < extent.columns and 0 <= y < extent.rows):
        size = f"rows 1 to {extent.rows} and columns A to {column_name(extent.columns - 1)}"
        raise NotationError("square", f"{text!r} is not on the board", f"It has {size}")
    return WordPlace(extent.x + x, extent.y + y, across is not None)


def print_place(place: WordPlace, extent: BoardExtent) -> str:
    """Return the text of a place, the inverse of ``read_place``."""
    row, column = str(place.y - extent.y + 1), column_name(place.x - extent.x)
    return row + column if place.across else column + row


class Sign(NamedTuple):
    """One sign of a written play, a square wide unless its spelling is of several letters (Œ).

    text: as written, without brackets. bracket: whether it stood in square brackets, which hold one tile of
    several signs or letters of the board. lying: whether it stood in round ones, which hold letters of the board.
    """

    text: str
    bracket: bool = False
    lying: bool = False


class Laid(NamedTuple):
    """A written play on a board: the tiles that it puts down, and over how many tiles it reads that lay there."""

    tiles: tuple[Placed, ...]
    through: int


def signs_of(word: str) -> list[Sign]:
    """Return a written word's signs; raise NotationError for stray brackets.

    ``8G (CAT)S``, ``8G [CAT]S``, ``8G ...S``, ``8G CATS`` and ``[CH]OCO`` are how the field writes plays.
    """
    if not _WORD.fullmatch(word):
        problem = f"cannot read {word[:60]!r}"
        remedy = "Brackets hold one tile, as in [CH]OCO, or letters of the board, as in (CAT)S"
        raise NotationError("word", problem, remedy)
    signs = []
    for group, bracket, plain in _PART.findall(word):
        if group:
            signs += [sign._replace(lying=True) for sign in signs_of(group)]
        elif bracket:
            signs.append(Sign(composed(bracket), bracket=True))
        else:
            signs += map(Sign, characters(plain))
    return signs


def lay_word(word: str, place: WordPlace, tiles: TileSet, board: Board) -> Laid:
    """Return the play that a word written from ``place`` on says, on a board that may hold some of its letters.

    Capitals are plain tiles, small letters wild cards; ``.`` and letters in round brackets are what lies there
    already, and so is any other letter where a tile lies. Raises NotationError for what no tile shows, and
    for letters that are not those of the board.
    """
    placed, through, x, y = list[Placed](), 0, place.x, place.y
    for sign in signs_of(word):
        for letter, lying in _letters(sign, tiles, board.get((x, y))):
            there = board.get((x, y))
            if there is not None:
                if letter not in (None, there.char):
                    raise NotationError("word", f"{letter} cannot lie where there is {there.char} already", _DOT)
                through += 1
            elif lying:
                shown = "." if letter is None else f"({letter})"
                raise NotationError("word", f"{shown} stands for a letter of the board, but no tile lies there")
            else:
                assert letter is not None
                tile, face = tiles.tile_showing(letter, tiles.alphabet.is_small(sign.text))
                placed.append(Placed(x, y, tile, face.char, face.points))
            x, y = (x + 1, y) if place.across else (x, y + 1)
    return Laid(tuple(placed), through)


def _letters(sign: Sign, tiles: TileSet, there: Placed | None) -> list[tuple[str | None, bool]]:
    """Return the letters that a sign writes, None for any, each with whether it must lie on the board.

    there: the tile on the sign's first square. Raises NotationError for what is no letter.
    """
    if sign.text == ".":
        return [(None, True)]
    if sign.bracket:
        try:
            letters = tiles.letters(f"[{sign.text}]")
        except LexiconError:
            letters = []
        if not letters or (there is not None and letters != [there.char]):  # no tile, or not the one that lies here
            return [pair for part in characters(sign.text) for pair in _letters(Sign(part, lying=True), tiles, None)]
        return [(letters[0], sign.lying)]
    try:
        letters = tiles.letters(sign.text)
    except LexiconError:
        letters = []
    if not letters:
        raise NotationError("word", f"{sign.text!r} is not a letter of the tile set {tiles.name!r}")
    return [(letter, sign.lying) for letter in letters]


_DOT = "Write . in its place"
_WORD = re.compile(r"(?:\((?:[^\[\]()\s]|\[[^\[\]()\s]+\])+\)|\[[^\[\]()\s]+\]|[^\[\]()\s])+")
_PART = re.compile(r"\(([^()\s]+)\)|\[([^\[\]()\s]+)\]|([^\[\]()\s]+)")
