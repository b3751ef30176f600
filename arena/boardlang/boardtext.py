"""A board as a picture in text -> Layout: the score checker's notation, of any height and width.

A token of two characters is a square: its word multiplier and its letter multiplier, ``.`` or 1 for none
(``3.``, ``.2``, ``..``, ``11``); ``##`` is no square. A first line with one number N announces N rows of N
tokens, which may then be spread over the lines in any way, or N lines of one length; without it every
line is a row. A line ``centre COL ROW``, from 0, may name the centre; else it is the middle square (rounded
down). The centre becomes (0, 0).
"""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from arena.board.layout import HOLE, Layout, SquareKind
from arena.boardlang.squares import GridSquares, extent
from arena.errors import ConfigError

LARGEST_SIDE = 1024
_USUAL = ((1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (1, 4), (4, 1))  # (word, letter) with ids 0..6 on all our boards
_NAMES = dict(zip(_USUAL, ("SLS", "DLS", "TLS", "DWS", "TWS", "QLS", "QWS"), strict=True))
_GLYPHS = " abcdef" + "ghijklmnopqrstuvwxyz" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_Token = tuple[str, int, int]  # text, line and column from 1
_Place = Callable[[int, int], str]  # line, column -> how to say where that is


def board_from_text(text: str, name: str = "board", place: _Place | None = None) -> Layout:
    """Return the board that a picture shows.

    place: how to say where a line and column (from 1) of the text are.

    Raises ConfigError naming line, token and what was expected.
    """
    at = place or (lambda line, column: f"{name}: line {line}, column {column}")
    lines = [
        [(word[0], number, word.start() + 1) for word in re.finditer(r"\S+", line)]
        for number, line in enumerate(text.splitlines(), 1)
    ]
    lines = [line for line in lines if line]
    centre = None
    for line in [line for line in lines if line[0][0].lower() in ("centre", "center")]:
        if centre is not None:
            raise _wrong(at, line[0], "a second centre is named", "Keep one of the two lines")
        if len(line) != 3 or not all(word.isascii() and word.isdigit() and len(word) < 6 for word, *_ in line[1:]):
            raise _wrong(at, line[0], "this line does not name a square", "Write 'centre COL ROW', both from 0")
        centre, named = (int(line[1][0]), int(line[2][0])), line[0]
        lines.remove(line)
    if not lines:
        raise ConfigError(
            name, "the picture of the board is empty", "Write a row of squares a line, such as '.. 2. ##'"
        )
    rows = _rows(lines, at)
    height, width = len(rows), len(rows[0])
    if max(height, width) > LARGEST_SIDE:
        raise ConfigError(name, f"{width} by {height} squares are too many", f"A side has at most {LARGEST_SIDE}")
    column, row = centre or (width // 2, height // 2)
    if column >= width or row >= height:
        raise _wrong(at, named, f"there is no column {column} and row {row}", f"The board is {width} by {height}")
    squares = [[_square(token, at) for token in tokens] for tokens in rows]
    found = {square for line in squares for square in line if square}
    others = sorted(found - set(_USUAL))
    if len(others) > len(_GLYPHS) - len(_USUAL):
        raise ConfigError(name, f"{len(others)} kinds of square are too many", "Use fewer kinds")
    ids = {square: index for index, square in enumerate((*_USUAL, *others)) if square in found or index == 0}
    grid = np.array([[HOLE if square is None else ids[square] for square in line] for line in squares], dtype=np.int32)
    if grid[row, column] == HOLE:
        remedy = "Name another with a line 'centre COL ROW'"
        raise ConfigError(name, f"the centre (column {column}, row {row}) is not a square", remedy)
    kinds = {index: _kind(index, *square) for square, index in ids.items()}
    filling = GridSquares(grid, -column, -row)
    return Layout(name, (0, 0), kinds, kinds[0], extent(grid, -column, -row), filling)


def _wrong(at: _Place, token: _Token, problem: str, remedy: str) -> ConfigError:
    return ConfigError(at(token[1], token[2]), problem, remedy)


def _rows(lines: list[list[_Token]], at: _Place) -> list[list[_Token]]:
    """Return the rows of tokens, all of one length, by the size that is announced or by the lines."""
    first = lines[0]
    if len(first) == 1 and first[0][0].isascii() and first[0][0].isdigit() and len(lines) > 1:
        size = min(int(first[0][0][:20]), 10**18)
        tokens = [token for line in lines[1:] for token in line]
        if size and len(tokens) == size * size:
            return [tokens[start : start + size] for start in range(0, len(tokens), size)]
        column = len(first[0][0]) == 2 and all(len(line) == 1 for line in lines)  # "22" may be its first square
        if len(lines) - 1 != size and not column:
            problem = f"{size} rows of {size} squares are announced, and {len(tokens)} squares follow"
            raise _wrong(at, first[0], problem, "Mend the number or the rows")
        if len(lines) - 1 == size:
            lines = lines[1:]
    for line in lines:
        if len(line) != len(lines[0]):
            problem = f"this row has {len(line)} squares and the first one has {len(lines[0])}"
            raise _wrong(at, line[0], problem, "Fill the rows up with ##, which is not a square")
    return lines


def _square(token: _Token, at: _Place) -> tuple[int, int] | None:
    """Return a token's (word, letter) multipliers, or None for a hole."""
    if token[0] == "##":
        return None
    if re.fullmatch(r"[1-9.]{2}", token[0]):
        word, letter = (1 if part == "." else int(part) for part in token[0])
        return word, letter
    if len(token[0]) == 1 and token[0].isalpha():
        raise _wrong(at, token, f"a tile ({token[0]!r}) stands on the board", "A board has squares only")
    remedy = "Write the word's multiplier and the letter's, such as '3.', '.2' or '..', or ## for no square"
    raise _wrong(at, token, f"{token[0]!r} is not a square", remedy)


def _kind(index: int, word: int, letter: int) -> SquareKind:
    programs = {0: f"_result_ := pointValue(_pos_) * {letter} + _acc_"}
    if word != 1:
        programs[1] = f"_result_ := _acc_ * {word}"
    name = _NAMES.get((word, letter), f"{word}W{letter}L")
    return SquareKind(index, name, _GLYPHS[index], programs, (letter, word))
