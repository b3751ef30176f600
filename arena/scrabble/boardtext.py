"""Positions as text for people and for the score checker: rows of two-character tokens. Pure.

A token is an empty square (word multiplier, then letter multiplier, ``.`` for none: ``3.``, ``.2``,
``..``), ``##`` where there is no square, or a tile's letter: lower case an ordinary tile, upper case
a wild card that stands for it. A square that is no plain multiplier is ``?`` and its glyph. This is
the writing half of the form in which boards may be read.
"""

from __future__ import annotations

from arena.board.layout import HOLE, Layout, SquareKind, Window
from arena.scrabble.moves import Placed
from arena.scrabble.position import Board
from arena.scrabble.table import Table
from arena.scrabble.turns import WordState

MARGIN = 8  # squares shown around the tiles of a board without an end


def shown_window(layout: Layout, board: Board) -> Window:
    """Return what a picture shows: a finite board whole, of an endless one the tiles and a margin around them."""
    if layout.bounds is not None:
        return layout.bounds
    squares = list(board) or [layout.centre]
    xs, ys = [x for x, _ in squares], [y for _, y in squares]
    return min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN


def token(kind: SquareKind | None) -> str:
    """Return how an empty square is written; None is no square."""
    if kind is None:
        return "##"
    if kind.multipliers is None:
        return f"?{kind.glyph}" if kind.glyph.strip() else "??"
    letter, word = kind.multipliers
    return ("." if word == 1 else str(word)) + ("." if letter == 1 else str(letter))


def tile_token(table: Table, tile: Placed) -> str:
    """Return a tile's letter: lower case an ordinary tile, upper case one whose player chose what it shows."""
    wild = table.tiles.tiles[tile.tile].wild
    text = tile.char if wild else table.tiles.alphabet.small(tile.char)
    return text if len(tile.char) == 1 else f"[{text}]"


def board_rows(table: Table, board: Board) -> list[str]:
    """Return the rows of a position, top to bottom, tokens two wide and a blank between them."""
    window = x0, y0, x1, y1 = shown_window(table.layout, board)
    ids, kinds = table.layout.ids(*window), table.layout.kinds
    rows = []
    for y in range(y0, y1 + 1):
        tokens = []
        for x in range(x0, x1 + 1):
            tile, square = board.get((x, y)), int(ids[y - y0, x - x0])
            tokens.append(tile_token(table, tile) if tile else token(None if square == HOLE else kinds[square]))
        rows.append(" ".join(f"{text:>2}" for text in tokens))
    return rows


def show_state(table: Table, state: WordState) -> str:
    """Return a state for people: the board, who has what, and whose turn it is."""
    lines = board_rows(table, state.board)
    x0, y0, _, _ = shown_window(table.layout, state.board)
    bag = f"{len(state.bag)} tile{'s' * (len(state.bag) != 1)} in the bag"
    lines.append(f"(the first square above is {x0}, {y0}; {bag})")
    left = {forfeit.seat for forfeit in state.gone}
    for seat, (hand, score) in enumerate(zip(state.hands, state.scores, strict=True)):
        note = " (left)" if seat in left else ""
        lines.append(f"player {seat + 1}: {score} point{'s' * (score != 1)}, {table.tiles.print_hand(hand)}{note}")
    lines.append(f"over: {state.ending}" if state.ending else f"player {state.mover + 1} to move")
    return "\n".join(lines) + "\n"
