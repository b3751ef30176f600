"""The JSON of the course's client (docs/reference/course-client.md): messages <-> moves of the word game. Pure.

Squares are [row, column] from the top left of the board, counted from 0; players are "P1" and "P2".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from arena.errors import LexiconError, UnreadableMove
from arena.scrabble.moves import Change, Placed, Play
from arena.scrabble.position import Board, Run, laid, words_through
from arena.scrabble.table import Table

BLANK = "Blank"
MOST_TILES = 100
LONGEST = 400  # characters of a text


class Message(msgspec.Struct, frozen=True):
    """Every message: a tag, and what belongs to it."""

    tag: str
    contents: Any = None


class Move(msgspec.Struct, frozen=True):
    """MsgMove: the whole word, tiles that lie there included; blanks: which of them are blanks."""

    word: list[tuple[tuple[int, int], tuple[str, int]]]
    blanks: list[int] = []


def message(tag: str, contents: Any = None) -> dict[str, Any]:
    """Return a message; one without contents has no such key."""
    return {"tag": tag} if contents is None else {"tag": tag, "contents": contents}


def player(seat: int) -> str:
    """Return what the wire calls a seat."""
    return f"P{seat + 1}"


def read_message(data: str | bytes) -> Message:
    """Return a message. Raises UnreadableMove where it is none."""
    try:
        return msgspec.json.decode(data, type=Message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        problem = f"it is no message ({str(error)[:200]})"
        raise UnreadableMove("message", problem, 'Write {"tag": ..., "contents": ...}') from None


def contents_as(kind: Any, contents: Any, what: str) -> Any:
    """Return contents as a type. Raises UnreadableMove where they have another form."""
    try:
        return msgspec.convert(contents, type=kind)
    except msgspec.ValidationError as error:
        raise UnreadableMove(what, f"its contents have another form ({str(error)[:200]})", "") from None


def rack_names(table: Table, hand: Mapping[int, int]) -> list[str]:
    """Return a rack: letters, and "Blank"."""
    tiles = table.tiles
    names = [
        BLANK if tile == tiles.wild else tiles.tiles[tile].faces[0].char
        for tile, count in sorted(hand.items())
        for _ in range(count)
    ]
    return sorted(names, key=lambda name: (name == BLANK, name))


def tile_named(table: Table, name: str) -> int:
    """Return the id of the tile of that name. Raises UnreadableMove."""
    tiles = table.tiles
    if name == BLANK and tiles.wild is not None:
        return tiles.wild
    try:
        found = tiles.plain(tiles.letter(name))
    except LexiconError:
        found = None
    if found is None:
        raise UnreadableMove("tile", f"there is no tile {name[:20]!r}", f"Write a letter, or {BLANK!r}")
    return found


def play_of(table: Table, board: Board, said: Move) -> Play:
    """Return the play that a word says: its tiles that do not lie there yet. Raises UnreadableMove."""
    if not said.word:
        raise UnreadableMove("word", "the word is empty", "Send its letters with their squares")
    if len(said.word) > MOST_TILES:
        raise UnreadableMove("word", f"it has {len(said.word)} letters", f"The most are {MOST_TILES}")
    if any(not 0 <= index < len(said.word) for index in said.blanks):
        raise UnreadableMove("blanks", "an index is not in the word", "They count from 0")
    bounds = table.layout.bounds
    assert bounds is not None, "the course plays on a board with an end"
    x0, y0, x1, y1 = bounds
    tiles = []
    for index, ((row, column), (name, _)) in enumerate(said.word):
        if not (0 <= row <= y1 - y0 and 0 <= column <= x1 - x0):
            raise UnreadableMove("word", f"there is no square [{row}, {column}]", "Rows and columns count from 0")
        x, y = x0 + column, y0 + row
        letter = _letter(table, name)
        there = board.get((x, y))
        if there is not None:
            if there.char != letter:
                problem = f"{letter} cannot lie at [{row}, {column}], where there is {there.char} already"
                raise UnreadableMove("word", problem, "Send the whole word, with the letters that lie there")
            continue
        kind = table.tiles.wild if index in said.blanks else table.tiles.plain(letter)
        face = None if kind is None else table.tiles.face(kind, letter)
        if kind is None or face is None:
            raise UnreadableMove("word", f"no tile shows {letter}", "")
        tiles.append(Placed(x, y, kind, face.char, face.points))
    return Play(tuple(tiles))


def _letter(table: Table, name: str) -> str:
    try:
        return table.tiles.letter(name)
    except LexiconError:
        raise UnreadableMove("word", f"{name[:20]!r} is no letter", "") from None


def change_of(table: Table, names: Sequence[str]) -> Change:
    """Return the swap of tiles by their names. Raises UnreadableMove."""
    if len(names) > MOST_TILES:
        raise UnreadableMove("tiles", f"{len(names)} tiles are too many", "")
    return Change(tuple(sorted(tile_named(table, name) for name in names)))


def move_contents(table: Table, before: Board, tiles: Sequence[Placed], seat: int, points: int) -> dict[str, Any]:
    """Return {"Right": ...} of MsgMoveAck for a play that was made on a board."""
    runs = words_through(laid(before, tiles), tiles) or [(tuple(tiles), True)]
    (main, _), *others = runs
    return {
        "Right": {
            "mrTurn": player(seat),
            "mrWord": word_contents(table, main),
            "mrAdditionalWords": [word_contents(table, run) for run, _ in others],
            "mrBlanks": [index for index, tile in enumerate(main) if table.tiles.tiles[tile.tile].wild],
            "mrScore": points,
        }
    }


def word_contents(table: Table, run: Run) -> list[Any]:
    """Return a word on the board, square by square."""
    bounds = table.layout.bounds
    assert bounds is not None
    return [[[tile.y - bounds[1], tile.x - bounds[0]], [tile.char, tile.points]] for tile in run]
