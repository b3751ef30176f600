"""CGP: a position of the word game on one line, as the field's programs pass it round. Pure.

``BOARD RACKS SCORES ZEROS [op argument; ...]``. Premium squares, holes and the centre are not in it, only
the board's name (operation ``bdn``). A CGP counts rows and columns from the top left, so it can say
boards of a fixed size only; which square (0, 0) is there is the caller's business.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from arena.errors import LexiconError, NotationError
from arena.lexicon.alphabet import ENGLISH, Alphabet, composed, is_mark
from arena.scrabble.tiles import TileSet

LARGEST = 200  # rows and columns


@dataclass(frozen=True, slots=True)
class Letter:
    """What lies on one square: a letter of the alphabet, and whether it is a blank."""

    char: str
    blank: bool


@dataclass(frozen=True)
class Cgp:
    """A position.

    rows:   rows from the top, each with a Letter or None a square, all of one length.
    racks:  the racks as text, the player on turn first; "" where unknown, ``_`` for a tile that nobody saw.
    scores: as many, in the same order.
    zeros:  scoreless turns in a row so far.
    ops:    operation -> argument, in the text's order.
    """

    rows: tuple[tuple[Letter | None, ...], ...]
    racks: tuple[str, ...] = ("", "")
    scores: tuple[int, ...] = (0, 0)
    zeros: int = 0
    ops: Mapping[str, str] = field(default_factory=dict)


_BOARD = re.compile(r"[^\s/]+(?:/[^\s/]+)+")
_PIECE = re.compile(r"(\d+)|\[([^\]]+)\]|([^\d\[\]])")


def looks_like_cgp(text: str) -> bool:
    """Return whether ``text`` is meant as a CGP rather than as a file's name: rows, racks, scores, zeros."""
    parts = text.split()
    return len(parts) >= 4 and _BOARD.fullmatch(parts[0]) is not None and "/" in parts[2]


def read_cgp(text: str, tiles: TileSet) -> Cgp:
    """Return the position that ``text`` says, its letters read in the alphabet of ``tiles``.

    Raises NotationError naming the row, the field or the operation.
    """
    main, *more = composed(text).strip().split(";")
    parts = main.split()
    if len(parts) < 4:
        raise NotationError("CGP", f"has {len(parts)} of its 4 fields", "Write BOARD RACKS SCORES ZEROS")
    board, racks, scores, zeros, *operation = parts
    rows = tuple(_row(number, row, tiles) for number, row in enumerate(board.split("/"), start=1))
    usual = Counter(map(len, rows)).most_common(1)[0][0]
    uneven = [f"row {number} has {len(row)}" for number, row in enumerate(rows, start=1) if len(row) != usual]
    if uneven:
        problem = f"its rows are not equally long: {', '.join(uneven)}, the others {usual}"
        raise NotationError("CGP", problem, "Make them equal")
    if len(rows) > LARGEST or usual > LARGEST:
        raise NotationError("CGP", f"a board of more than {LARGEST} squares a side")
    held = tuple(racks.split("/"))
    for number, rack in enumerate(held, start=1):
        _check_rack(number, rack, tiles)
    points = tuple(_whole("score", number) for number in scores.split("/"))
    if len(points) != len(held):
        raise NotationError("CGP", f"{len(held)} racks but {len(points)} scores", "Give one of each a player")
    return Cgp(rows, held, points, _whole("number of scoreless turns", zeros), _ops([" ".join(operation), *more]))


def _row(number: int, text: str, tiles: TileSet) -> tuple[Letter | None, ...]:
    where, cells, at = f"CGP row {number}", list[Letter | None](), 0
    while at < len(text):
        piece = _PIECE.match(text, at)
        if piece is None:
            raise NotationError(where, f"cannot read {text[at:][:20]!r}", "Letters, numbers of empty squares, [CH]")
        at = piece.end()
        if piece[1]:
            if not 1 <= int(piece[1][:6]) <= LARGEST:
                raise NotationError(where, f"{piece[1][:20]} empty squares", f"Between 1 and {LARGEST}")
            cells += [None] * int(piece[1])
            continue
        sign = piece[2] or piece[3]
        while at < len(text) and is_mark(text[at]):
            sign, at = sign + text[at], at + 1
        try:
            char = tiles.letter(sign)
        except LexiconError as error:
            raise NotationError(where, f"{sign!r} is not a letter of the tile set {tiles.name!r}") from error
        cells.append(Letter(char, blank=tiles.alphabet.is_small(sign)))
    return tuple(cells)


def _check_rack(number: int, rack: str, tiles: TileSet) -> None:
    try:
        tiles.parse_rack(rack)
    except NotationError as error:
        raise NotationError(f"CGP rack {number}", error.problem, error.remedy) from error


def _whole(what: str, text: str) -> int:
    if not re.fullmatch(r"-?\d{1,9}", text):
        raise NotationError("CGP", f"{text[:20]!r} is not a {what}", "Write a whole number")
    return int(text)


def _ops(texts: list[str]) -> dict[str, str]:
    ops: dict[str, str] = {}
    for text in texts:
        name, _, argument = text.strip().partition(" ")
        if not name:
            continue
        if name in ops:
            raise NotationError("CGP", f"the operation {name!r} appears twice", "Leave one out")
        ops[name] = argument.strip()
    return ops


def write_cgp(cgp: Cgp, alphabet: Alphabet = ENGLISH) -> str:
    """Return the position as one line; ``read_cgp`` reads the same position back.

    alphabet: what small letters are made in. Raises NotationError for a blank that shows a letter without a small form.
    """
    fields = [
        "/".join(_row_text(row, alphabet) for row in cgp.rows),
        "/".join(cgp.racks),
        "/".join(map(str, cgp.scores)),
        str(cgp.zeros),
    ]
    ops = " ".join(f"{name} {argument}".rstrip() + ";" for name, argument in cgp.ops.items())
    return " ".join([*fields, ops]).rstrip()


def _row_text(row: tuple[Letter | None, ...], alphabet: Alphabet) -> str:
    out, empty = [], 0
    for cell in row:
        if cell is None:
            empty += 1
            continue
        if empty:
            out.append(str(empty))
            empty = 0
        char = alphabet.small(cell.char) if cell.blank else cell.char
        if cell.blank and char == cell.char:
            raise NotationError("CGP", f"the letter {char!r} has no small form, so a wild card cannot show it")
        out.append(char if len(char) == 1 else f"[{char}]")
    if empty:
        out.append(str(empty))
    return "".join(out)
