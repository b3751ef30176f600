"""Board pictures of recorded games: which tiles lie where after a turn, drawn as text or handed on as cells.

Tiles are read from the moves' text (``<x> <y> <tile id><char><points>``), so that a picture needs the records only;
a layout, when there is one, adds squares and holes. y grows downward.
"""

from __future__ import annotations

import re
from typing import Any

from arena.board.drawing import PLAIN, Cell, Picture, sign, window_of
from arena.board.layout import HOLE
from arena.records.record import GameRecord, MoveRecord
from arena.scrabble.begun import is_begun, read_begun

_TILE = re.compile(r"(-?\d+)\s+(-?\d+)\s+(\d+)([^\d\s+-][^\d\s]*?)(-?\d+)(?=\s|$)")


def placed(move: MoveRecord) -> list[tuple[int, int, str, int]]:
    """Return (x, y, letter, points) of the tiles that a turn left on the board; [] when it left none."""
    if move.move is None or move.note.get("kind") != "play":
        return []
    return [(int(x), int(y), char, int(points)) for x, y, _, char, points in _TILE.findall(move.move)]


def begun_with(record: GameRecord) -> list[tuple[int, int, str, int]]:
    """Return (x, y, letter, points) of the tiles that lay there before the first turn; [] for an empty board."""
    if not is_begun(record.opening):
        return []
    return [(tile.x, tile.y, tile.char, tile.points) for tile in read_begun(record.opening[0]).board.values()]


def picture_after(record: GameRecord, turn: int, layout: Any = None) -> Picture:
    """Return the board after a turn (counted from 0), the tiles of that turn marked as fresh."""
    tiles = {(x, y): Cell(char, points, False) for x, y, char, points in begun_with(record)}
    for move in record.moves:
        if move.turn > turn:
            break
        for x, y, char, points in placed(move):
            tiles[x, y] = Cell(char, points, move.turn == turn)
    return Picture(tiles, window_of(tiles, layout))


def picture_text(picture: Picture, layout: Any = None) -> str:
    """Return the picture in letters: ``[A]`` the play, lower case a tile worth nothing; see ``legend``."""
    x0, y0, x1, y1 = picture.window
    ids = None if layout is None else layout.ids(x0, y0, x1, y1)
    rows: list[list[tuple[str, bool]]] = []
    for y in range(y0, y1 + 1):
        row = []
        for x in range(x0, x1 + 1):
            cell = picture.tiles.get((x, y))
            if cell is not None:
                row.append((_face(cell), cell.fresh))
            else:
                row.append((_square(layout, None if ids is None else int(ids[y - y0, x - x0])), False))
        rows.append(row)
    width = max(len(text) for row in rows for text, _ in row)
    return "\n".join(_joined(row, width) for row in rows)


def _joined(row: list[tuple[str, bool]], width: int) -> str:
    """Return a row with a blank between squares, turned into brackets around the fresh ones."""
    text = "[" if row[0][1] else " "
    for index, (char, fresh) in enumerate(row):
        after = index + 1 < len(row) and row[index + 1][1]
        text += char.ljust(width) + ("|" if fresh and after else "]" if fresh else "[" if after else " ")
    return text.rstrip()


def _face(cell: Cell) -> str:
    lower = cell.char.lower()
    return lower if cell.points == 0 and len(lower) == len(cell.char) else cell.char


def _square(layout: Any, square: int | None) -> str:
    if square is None:
        return PLAIN
    return " " if square == HOLE or square not in layout.kinds else sign(layout.kinds[square])


def legend(picture: Picture, layout: Any) -> str:
    """Return one line that says what the signs of a picture mean, and where it lies."""
    entries = ["[A] the play", "b a tile worth nothing", f"{PLAIN} a plain square"]
    if layout is not None:
        names: dict[str, list[str]] = {}
        for _, kind in sorted(layout.kinds.items()):
            names.setdefault(sign(kind), []).append(str(kind.name))
        entries += [f"{mark} {' or '.join(kinds)}" for mark, kinds in names.items() if mark != PLAIN]
        entries.append("blank: no square")
    return "; ".join([*entries, f"top left: x {picture.window[0]}, y {picture.window[1]}"])
