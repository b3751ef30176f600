"""The tiles on a board, and the words that they form. Pure; knows no rules, no points, no lexicon.

A board is a mapping from squares to the tiles that lie there; an empty square has no entry. Tiles
lie only where there is a square, so a run of tiles ends at a hole and at the edge by itself. Nothing
here depends on how far from the centre a square is, only on how many tiles lie around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from arena.scrabble.moves import Placed

Square = tuple[int, int]  # x, y
Board = Mapping[Square, Placed]
Run = tuple[Placed, ...]  # neighbours on one line, left to right or top to bottom


def neighbours(x: int, y: int) -> tuple[Square, Square, Square, Square]:
    """Return the four squares beside (x, y)."""
    return (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)


def laid(board: Board, tiles: Iterable[Placed]) -> dict[Square, Placed]:
    """Return the board with ``tiles`` on it; the board that was handed in stays as it is."""
    after = dict(board)
    for tile in tiles:
        after[tile[:2]] = tile
    return after


def run_through(board: Board, x: int, y: int, across: bool) -> Run:
    """Return the longest run of tiles through (x, y) on one line; () where no tile lies there."""
    if (x, y) not in board:
        return ()
    dx, dy = (1, 0) if across else (0, 1)
    while (x - dx, y - dy) in board:
        x, y = x - dx, y - dy
    run = []
    while (x, y) in board:
        run.append(board[x, y])
        x, y = x + dx, y + dy
    return tuple(run)


def words_through(board: Board, tiles: Sequence[Placed]) -> list[tuple[Run, bool]]:
    """Return (run, across) for every run of two or more tiles through one of ``tiles``, each run once.

    board: as it is with the tiles on it. The main word comes first, the cross words follow in the order
    of their squares; of a single tile that makes two words, the one that reads across is the main word.
    """
    if not tiles:
        return []
    in_order = sorted(tiles)
    across = len({tile.y for tile in tiles}) == 1
    words = []
    for direction in (across, not across):
        read: set[Square] = set()  # squares of runs that have been read, so that a long play is read once
        for tile in in_order:
            if (tile.x, tile.y) not in read:
                run = run_through(board, tile.x, tile.y, direction)
                read.update((part.x, part.y) for part in run)
                if len(run) > 1:
                    words.append((run, direction))
    return words


def all_words(board: Board) -> list[tuple[Run, bool]]:
    """Return (run, across) for every run of two or more tiles on the board, row by row, then column by column."""
    words = []
    for across in (True, False):
        for x, y in sorted(board, key=lambda square: square[::-1] if across else square):
            before = (x - 1, y) if across else (x, y - 1)
            run = () if before in board else run_through(board, x, y, across)
            if len(run) > 1:
                words.append((run, across))
    return words


def text_of(run: Run) -> str:
    """Return the letters of a run, one after the other."""
    return "".join(tile.char for tile in run)
