"""Cases of the score checker and the solver, as text: boards, trays, tile lists. Pure.

A board is its size N and N rows of N tokens: two characters an empty square (word multiplier, letter
multiplier, ``.`` for none), ``##`` no square, one letter a tile (upper case a blank that stands for
it). Tokens are parted by any white space; lines mean nothing but in complaints. Cases are read one
at a time, so that a stream of any length takes the memory of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from arena.board.layout import Layout
from arena.boardlang.boardtext import board_from_text
from arena.errors import NotationError

LARGEST = 100  # squares a side
EMPTY = re.compile(r"[1-9.]{2}|##")
LETTER = re.compile(r"[A-Za-z]")
TRAY = re.compile(r"[A-Za-z*]{1,100}")

Token = tuple[str, int]  # text, line from 1


@dataclass(frozen=True, slots=True)
class BoardText:
    """A board as it was written, older notation made the usual one: ``cells[row][column]``."""

    cells: tuple[tuple[str, ...], ...]

    @property
    def size(self) -> int:
        return len(self.cells)

    def lines(self) -> Iterator[str]:
        """Yield the rows as they are printed: a letter is padded to two characters."""
        for row in self.cells:
            yield " ".join(f"{cell:>2}" for cell in row)

    def tiles(self) -> dict[tuple[int, int], str]:
        """Return (row, column) -> letter of the squares that hold a tile, in row-major order."""
        return {
            (r, c): cell for r, row in enumerate(self.cells) for c, cell in enumerate(row) if LETTER.fullmatch(cell)
        }

    def layout(self) -> Layout:
        """Return the board without its tiles; the square (N/2, N/2) is (0, 0). What is under a tile is plain."""
        bare = (" ".join(".." if LETTER.fullmatch(cell) else cell for cell in row) for row in self.cells)
        return board_from_text("\n".join([str(self.size), *bare]), "board")

    def square(self, row: int, column: int) -> tuple[int, int]:
        """Return the coordinates (x, y) of a row and a column on ``layout``."""
        return column - self.size // 2, row - self.size // 2

    def place(self, x: int, y: int) -> tuple[int, int]:
        """Return the (row, column) of coordinates on ``layout``."""
        return y + self.size // 2, x + self.size // 2


class Tokens:
    """The words of a stream, one at a time, each with its line."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._tokens = ((word, number) for number, line in enumerate(lines, start=1) for word in line.split())
        self.line = 1  # of the last token

    def next(self) -> str | None:
        """Return the next word, or None at the end."""
        token = next(self._tokens, None)
        if token is None:
            return None
        self.line = token[1]
        return token[0]

    def wrong(self, problem: str, remedy: str) -> NotationError:
        """Return an error at the line of the last token."""
        return NotationError(f"line {self.line}", problem, remedy)


def read_board(tokens: Tokens, what: str) -> BoardText | None:
    """Return the next board of a stream, None at its end; raise NotationError naming the line otherwise."""
    first = tokens.next()
    if first is None:
        return None
    if not re.fullmatch(r"[0-9]{1,4}", first) or not 1 <= int(first) <= LARGEST:
        raise tokens.wrong(
            f"{first[:20]!r} is not a size of {what}", f"Write a number from 1 to {LARGEST}, then the rows"
        )
    size = int(first)
    rows: list[tuple[str, ...]] = []
    for row in range(size):
        cells = []
        for column in range(size):
            token = tokens.next()
            if token is None:
                raise tokens.wrong(f"{what} ends in its row {row}, column {column}", f"It needs {size} rows of {size}")
            if not (EMPTY.fullmatch(token) or LETTER.fullmatch(token)):
                remedy = "A square is two of . and 1 to 9, or ##; a tile is one letter"
                raise tokens.wrong(f"{token[:20]!r} in row {row}, column {column} of {what} is not a square", remedy)
            cells.append(token.replace("1", "."))
        rows.append(tuple(cells))
    return BoardText(tuple(rows))


def read_pairs(lines: Iterable[str]) -> Iterator[tuple[BoardText, BoardText]]:
    """Yield (original, result) boards of a stream; raise NotationError at the first malformed case."""
    tokens = Tokens(lines)
    while (original := read_board(tokens, "the original board")) is not None:
        result = read_board(tokens, "the result board")
        if result is None:
            raise tokens.wrong("the result board is missing", "Each case is an original board and a result board")
        yield original, result


def read_trays(lines: Iterable[str]) -> Iterator[tuple[BoardText, str]]:
    """Yield (board, tray) of a stream; raise NotationError at the first malformed case."""
    tokens = Tokens(lines)
    while (board := read_board(tokens, "the board")) is not None:
        tray = tokens.next()
        if tray is None:
            raise tokens.wrong("the tray is missing", "Each case is a board and a tray")
        if not TRAY.fullmatch(tray):
            raise tokens.wrong(f"{tray[:20]!r} is not a tray", "Write letters a to z, and * for a blank")
        yield board, tray


def tiles_mapping(text: str, name: str = "tiles") -> dict[str, Any]:
    """Return the tile-set mapping (scrabble/tiles.py) of a list ``letter points count`` a line, ``*`` the blank.

    Raises NotationError naming the line.
    """
    tiles: list[dict[str, Any]] = []
    letters: list[str] = []
    blank = False
    for number, line in enumerate(text.splitlines(), start=1):
        match line.split():
            case []:
                continue
            case [letter, points, count] if re.fullmatch(r"\d{1,6}", points) and re.fullmatch(r"\d{1,6}", count):
                if letter == "*" and not blank:
                    blank = True
                    tiles.append({"wild": int(points), "count": int(count)})
                    continue
                if LETTER.fullmatch(letter) and letter.upper() not in letters:
                    letters.append(letter.upper())
                    tiles.append({"faces": {letter.upper(): int(points)}, "count": int(count)})
                    continue
        remedy = "Write 'letter points count', each letter once, * for the blank"
        raise NotationError(f"{name}:{number}", f"cannot read {line.strip()[:40]!r}", remedy)
    if not letters:
        raise NotationError(name, "the tile list has no letters", "Write one 'letter points count' per line")
    return {"name": name, "alphabet": {"letters": sorted(letters)}, "tiles": tiles}
