"""What an engine cannot play is refused before the first game, with the first square, tile or rule that differs.

A board is rows of signs: a blank is a plain square, ``'`` and ``"`` double and triple letter, ``^`` four times, ``-``
and ``=`` double and triple word, ``~`` four times, ``#`` no square. The first play covers the middle.
"""

from __future__ import annotations

from arena.bot import BotError, GameInfo, Table
from arena_engines.description import Description

SIGNS = {" ": (1, 1), "'": (2, 1), '"': (3, 1), "^": (4, 1), "-": (1, 2), "=": (1, 3), "~": (1, 4)}
HOLE = "#"


def check(description: Description, info: GameInfo, table: Table) -> None:
    """Raise BotError, saying what the engine cannot play, unless it can play at this table."""
    if info.seats != 2:
        raise _refusal(description, info, f"it plays against one other, and {info.seats} sit here", "Write players: 2")
    if table.rules.challenge != "void":
        problem = f"plays may be challenged there ({table.rules.challenge}), and it judges them before they stand"
        raise _refusal(description, info, problem, "Write challenge: void")
    _check_board(description, info, table)
    _check_tiles(description, info, table)
    for name, value in description.rules.items():
        has = table.hand_size if name == "hand_size" else getattr(table.rules, name, None)
        if has != value:
            remedy = "Take a rule book that says so, such as tournament"
            raise _refusal(description, info, f"its rules have {name} {value}, and here it is {has}", remedy)


def _refusal(description: Description, info: GameInfo, problem: str, remedy: str) -> BotError:
    return BotError(description.name, f"cannot play {info.variant!r}: {problem}", remedy)


def _check_board(description: Description, info: GameInfo, table: Table) -> None:
    rows, layout = description.board, table.layout
    remedy = "Take another board, such as scrabble"
    high, wide = len(rows), max(map(len, rows), default=0)
    if layout.bounds is None:
        problem = f"the board {layout.name!r} has no end, and its own has {wide} by {high} squares"
        raise _refusal(description, info, problem, remedy)
    x0, y0, x1, y1 = layout.bounds
    size = x1 - x0 + 1, y1 - y0 + 1
    if size != (wide, high):
        problem = f"the board {layout.name!r} has {size[0]} by {size[1]} squares, and its own {wide} by {high}"
        raise _refusal(description, info, problem, remedy)
    if layout.centre != (x0 + wide // 2, y0 + high // 2):
        raise _refusal(description, info, f"the board {layout.name!r} does not begin in its middle", remedy)
    for y, row in enumerate(rows, y0):
        for x, sign in enumerate(row.ljust(wide), x0):
            kind = layout.kind_at(x, y)
            same = kind is None if sign == HOLE else kind is not None and kind.multipliers == SIGNS.get(sign)
            if not same:
                place = f"row {y - y0 + 1}, column {x - x0 + 1}"
                there = "no square" if kind is None else kind.name
                own = f"its own board has {sign!r} there"
                raise _refusal(description, info, f"{place} of the board {layout.name!r} is {there}; {own}", remedy)
    if layout.used.multipliers != (1, 1):
        raise _refusal(description, info, f"tiles that lie on the board {layout.name!r} count in another way", remedy)


def _check_tiles(description: Description, info: GameInfo, table: Table) -> None:
    tiles = table.tiles
    remedy = "Take another set of tiles, such as english"
    several = [tile for tile in tiles.tiles if tile.wild and len(tile.faces) < len(tiles.alphabet.symbols)]
    if several:
        faces = ", ".join(face.char for face in several[0].faces)
        raise _refusal(description, info, f"the set {tiles.name!r} has a tile that may show {faces}", remedy)
    if any(tile.wild and any(face.points for face in tile.faces) for tile in tiles.tiles):
        raise _refusal(description, info, f"the wild card of the set {tiles.name!r} counts points", remedy)
    here = {f"{'?' if tile.wild else tile.faces[0].char}{tiles.counts[tile.id]}:{tile.points}" for tile in tiles.tiles}
    differing = sorted(here ^ set(description.tiles.split()))
    if differing:
        problem = f"the set {tiles.name!r} is not its own; they differ in {', '.join(differing[:6])}"
        raise _refusal(description, info, problem, remedy)
