"""The course's score checker and solver: verdicts on cases, in text that is fixed to the byte. Pure.

Coordinates are (row, column) from 0. Cases are read by casetext.py; words, points and rules come from
the same rooms as every other game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from arena.board.layout import Layout
from arena.engine.field import Field
from arena.engine.generate import Generator, ScoredPlay
from arena.notation.casetext import LETTER, BoardText
from arena.scrabble.legality import faults_of_play
from arena.scrabble.moves import Placed
from arena.scrabble.scoring import score_play
from arena.scrabble.table import Table
from arena.scrabble.tiles import TileSet

Setting = Callable[[Layout], Table]  # a board -> the table at which its case is judged


def checked(case: tuple[BoardText, BoardText], setting: Setting) -> str:
    """Return the score checker's text for one case, without the empty line between cases."""
    original, result = case
    lines = [
        "original board:",
        *original.lines(),
        "result board:",
        *result.lines(),
        *verdict(original, result, setting),
    ]
    return "\n".join(lines) + "\n"


def verdict(original: BoardText, result: BoardText, setting: Setting) -> list[str]:
    """Return the lines that say what was played, whether it is legal, and its score."""
    trouble = incompatible(original, result)
    if trouble:
        return [f"Incompatible boards: {trouble}"]
    before = original.tiles()
    played = {place: letter for place, letter in result.tiles().items() if place not in before}
    if not played:
        return ["play is empty", "play is not legal"]
    placed = "play is " + ", ".join(f"{letter} at ({row}, {column})" for (row, column), letter in played.items())
    table = setting(original.layout())
    board = {(tile.x, tile.y): tile for tile in _placed(original, before, table.tiles)}
    tiles = _placed(original, played, table.tiles)
    if faults_of_play(table, board, tiles, Counter(tile.tile for tile in tiles), 1):
        return [placed, "play is not legal"]
    return [placed, "play is legal", f"score is {score_play(table, board, tiles).total}"]


def incompatible(original: BoardText, result: BoardText) -> str | None:
    """Return why no play leads from one board to the other: the first fault in row-major order, or None."""
    if original.size != result.size:
        return f"size mismatch {original.size} and {result.size}"
    for row, (old_row, new_row) in enumerate(zip(original.cells, result.cells, strict=True)):
        for column, (old, new) in enumerate(zip(old_row, new_row, strict=True)):
            if old == new:
                continue
            if LETTER.fullmatch(old):
                return f"tile {'changed' if LETTER.fullmatch(new) else 'removed'} at ({row}, {column})"
            if old == "##" or not LETTER.fullmatch(new):
                return f"multiplier mismatch at ({row}, {column})"
    return None


def _placed(board: BoardText, letters: dict[tuple[int, int], str], tiles: TileSet) -> list[Placed]:
    """Return the tiles of a board's letters: a lower-case letter is an ordinary tile, a capital a blank."""
    placed = []
    for (row, column), letter in letters.items():
        tile, face = tiles.read_board_letter(letter.swapcase())
        placed.append(Placed(*board.square(row, column), tile, face.char, face.points))
    return placed


def solved(case: tuple[BoardText, str], setting: Setting) -> str:
    """Return the solver's text for one case; its last line is empty."""
    board, tray = case
    table = setting(board.layout())
    best = best_play(board, tray, table)
    after = board.cells
    if best is None:
        outcome = "No legal move found"
    else:
        wild = {board.place(tile.x, tile.y): _letter(tile, table.tiles) for tile in best.play.tiles}
        after = tuple(
            tuple(wild.get((row, column), cell) for column, cell in enumerate(cells))
            for row, cells in enumerate(board.cells)
        )
        outcome = f"Solution {written(best, board, after)} has {best.score} points"
    lines = ["Input Board:", *board.lines(), f"Tray: {tray}", outcome, "Solution Board:", *BoardText(after).lines(), ""]
    return "\n".join(lines) + "\n"


def best_play(board: BoardText, tray: str, table: Table) -> ScoredPlay | None:
    """Return the tray's best play: most points, then the word, its row, its column, across before down."""
    field = Field(table, _placed(board, board.tiles(), table.tiles))
    return Generator(table).best(field, table.tiles.parse_hand(tray.replace("*", "?")))


def _letter(tile: Placed, tiles: TileSet) -> str:
    return tile.char if tiles.tiles[tile.tile].wild else tile.char.lower()


def written(best: ScoredPlay, board: BoardText, after: tuple[tuple[str, ...], ...]) -> str:
    """Return the main word as it lies on the solution board, blanks in capitals."""
    row, column = board.place(best.play.tiles[0].x, best.play.tiles[0].y)
    down, right = (0, 1) if best.across else (1, 0)

    def letter_at(row: int, column: int) -> str:
        inside = 0 <= row < len(after) and 0 <= column < len(after)
        return after[row][column] if inside and LETTER.fullmatch(after[row][column]) else ""

    while letter_at(row - down, column - right):
        row, column = row - down, column - right
    word = ""
    while letter := letter_at(row, column):
        word += letter
        row, column = row + down, column + right
    return word
