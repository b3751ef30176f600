"""The messages of the s-expression protocol as values, read from and written as expressions.

The outer list of a board is rows, from the top; coordinates are column then row, from 0 at the top
left. Letters are lower case on the wire and upper case here; a blank on a rack is ``_``. Keywords (the messages'
names, ``nb`` and ``bl``, ``won`` and ``lost``) are read in capitals too, and written in small letters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arena.errors import NotationError
from arena.wire.sexpr.codec import Expression, Symbol, Text

SIZE = 15
BLANK = "_"

Cell = tuple[str, bool] | None  # a letter and whether it is a blank, or nothing


@dataclass(frozen=True, slots=True)
class Ack:
    """``()``: understood, go on."""


@dataclass(frozen=True, slots=True)
class Register:
    """A client's first words."""

    name: str


@dataclass(frozen=True, slots=True)
class Draw:
    """The first rack of a game."""

    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """It is the client's turn: the board, and how many tiles are left in the bag."""

    board: tuple[tuple[Cell, ...], ...]
    in_bag: int


@dataclass(frozen=True, slots=True)
class Place:
    """One tile (or a blank that stands for ``letter``) on a square."""

    x: int
    y: int
    letter: str
    blank: bool = False


@dataclass(frozen=True, slots=True)
class DonePlace:
    """All tiles of the turn are placed."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Tiles to exchange; none of them is a pass."""

    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tiles:
    """The tiles drawn after a turn."""

    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameOver:
    """The client's own score, and whether it won."""

    score: int
    won: bool


@dataclass(frozen=True, slots=True)
class TournamentOver:
    """The last message; whether the client won the tournament."""

    won: bool


@dataclass(frozen=True, slots=True)
class Error:
    """A refusal by the server, in words for people."""

    why: str


Message = Ack | Register | Draw | TakeTurn | Place | DonePlace | Exchange | Tiles | GameOver | TournamentOver | Error

MOST_WORDS = 1000  # characters of an error; what is longer is cut off

_NAME = re.compile(r"[^\"\x00-\x1f\x7f]{1,64}")


def read(expression: tuple[Expression, ...]) -> Message:
    """Return the message that an expression says; raise NotationError naming what is wrong with it."""
    if not expression:
        return Ack()
    head, *rest = expression
    reader = _READERS.get(_word(head))
    if reader is None:
        raise _wrong(expression, f"the messages are (), {', '.join(f'({name} ...)' for name in _READERS)}")
    return reader(expression, rest)


def write(message: Message) -> tuple[Expression, ...]:
    """Return the expression of a message, the inverse of ``read``."""
    match message:
        case Ack():
            return ()
        case Register(name):
            return (Symbol("register"), Text(name))
        case Draw(tiles):
            return (Symbol("draw"), *_letters(tiles))
        case TakeTurn(board, in_bag):
            return (Symbol("take-turn"), tuple(tuple(map(_cell, row)) for row in board), in_bag)
        case Place(x, y, letter, blank):
            return (Symbol("place-blank" if blank else "place-tile"), x, y, Symbol(letter.lower()))
        case DonePlace():
            return (Symbol("done-place"),)
        case Exchange(tiles):
            return (Symbol("exchange-tile"), *_letters(tiles))
        case Tiles(tiles):
            return (Symbol("tiles"), *_letters(tiles))
        case GameOver(score, won):
            return (Symbol("game-over"), score, _won(won))
        case TournamentOver(won):
            return (Symbol("tournament-over"), _won(won))
        case Error(why):
            return (Symbol("error"), Text(why))


def error(why: str) -> Error:
    """Return a refusal whose words fit into a string of the protocol: one line, no quote, bounded."""
    printable = "".join(sign if sign.isprintable() else " " for sign in why.replace('"', "'"))
    return Error(" ".join(printable.split())[:MOST_WORDS])


def _word(item: Expression) -> str:
    """Return a keyword in small letters, "" for what is none; letters beyond ASCII are no others' capitals."""
    return item.lower() if isinstance(item, Symbol) and item.isascii() else ""


def _letters(tiles: Sequence[str]) -> list[Expression]:
    return [Symbol(tile.lower()) for tile in tiles]


def _won(won: bool) -> Symbol:
    return Symbol("won" if won else "lost")


def _cell(cell: Cell) -> Expression:
    if cell is None:
        return Symbol("-")
    letter, blank = cell
    return (Symbol(letter.lower()), Symbol("bl" if blank else "nb"))


Reader = Callable[[tuple[Expression, ...], list[Expression]], Message]


def _wrong(expression: Expression, expected: str) -> NotationError:
    from arena.wire.sexpr.codec import write as text

    shown = text(expression)
    return NotationError(
        "message", f"cannot read {shown[:80]}{'...' if len(shown) > 80 else ''}", f"Expected: {expected}"
    )


def _register(whole: tuple[Expression, ...], rest: list[Expression]) -> Message:
    match rest:
        case [Text() as name] if _NAME.fullmatch(name) and name.strip():
            return Register(str(name))
    raise _wrong(whole, '(register "name"), a name of 1 to 64 characters')


def _tiles_of(kind: Callable[[tuple[str, ...]], Message], name: str) -> Reader:
    def read_tiles(whole: tuple[Expression, ...], rest: list[Expression]) -> Message:
        tiles = tuple(_tile(item) for item in rest)
        if None in tiles:
            raise _wrong(whole, f"({name} t ...), each t a letter a to z or {BLANK}")
        return kind(tuple(tile for tile in tiles if tile is not None))

    return read_tiles


def _tile(item: Expression) -> str | None:
    return BLANK if item == BLANK and isinstance(item, Symbol) else _letter(item)


def _letter(item: Expression) -> str | None:
    return item.upper() if isinstance(item, Symbol) and re.fullmatch("[a-z]", item) else None


def _place(blank: bool) -> Reader:
    def read_place(whole: tuple[Expression, ...], rest: list[Expression]) -> Message:
        match rest:
            case [int(x), int(y), Symbol() as item] if 0 <= x < SIZE and 0 <= y < SIZE:
                letter = _letter(item)
                if letter:
                    return Place(x, y, letter, blank)
        raise _wrong(whole, f"({_word(whole[0])} x y letter), x and y from 0 to {SIZE - 1}, letter a to z")

    return read_place


def _take_turn(whole: tuple[Expression, ...], rest: list[Expression]) -> Message:
    match rest:
        case [tuple(rows), int(in_bag)] if len(rows) == SIZE and in_bag >= 0:
            return TakeTurn(tuple(_row(whole, row) for row in rows), in_bag)
    raise _wrong(whole, f"(take-turn <board of {SIZE} rows> <number in the bag>)")


def _row(whole: tuple[Expression, ...], row: Expression) -> tuple[Cell, ...]:
    if not isinstance(row, tuple) or len(row) != SIZE:
        raise _wrong(whole, f"a row of {SIZE} cells")
    return tuple(_read_cell(whole, cell) for cell in row)


def _read_cell(whole: tuple[Expression, ...], cell: Expression) -> Cell:
    match cell:
        case Symbol("-"):
            return None
        case (Symbol() as item, kind) if _word(kind) in ("bl", "nb"):
            letter = _letter(item)
            if letter:
                return letter, _word(kind) == "bl"
    raise _wrong(whole, "a cell: -, (letter nb) or (letter bl)")


def _done(whole: tuple[Expression, ...], rest: list[Expression]) -> Message:
    if rest:
        raise _wrong(whole, "(done-place)")
    return DonePlace()


def _game_over(whole: tuple[Expression, ...], rest: list[Expression]) -> Message:
    match rest:
        case [int(score), word] if _word(word) in ("won", "lost"):
            return GameOver(score, _word(word) == "won")
    raise _wrong(whole, "(game-over score won) or (game-over score lost)")


def _tournament_over(whole: tuple[Expression, ...], rest: list[Expression]) -> Message:
    match rest:
        case [word] if _word(word) in ("won", "lost"):
            return TournamentOver(_word(word) == "won")
    raise _wrong(whole, "(tournament-over won) or (tournament-over lost)")


def _error(whole: tuple[Expression, ...], rest: list[Expression]) -> Message:
    match rest:
        case [Text() as why]:
            return Error(str(why))
    raise _wrong(whole, '(error "why")')


_READERS: dict[str, Reader] = {
    "register": _register,
    "draw": _tiles_of(Draw, "draw"),
    "take-turn": _take_turn,
    "place-tile": _place(False),
    "place-blank": _place(True),
    "done-place": _done,
    "exchange-tile": _tiles_of(Exchange, "exchange-tile"),
    "tiles": _tiles_of(Tiles, "tiles"),
    "game-over": _game_over,
    "tournament-over": _tournament_over,
    "error": _error,
}
