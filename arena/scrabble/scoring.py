"""What a play is worth: each new word folded through its squares' programs, and the bonus. Pure.

This is the plain reading of the rules, and the referee's. It takes a legal play for granted.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from arena.boardlang.run import fold_word
from arena.scrabble.moves import Placed
from arena.scrabble.position import Board, Run, Square, laid, text_of, words_through
from arena.scrabble.table import Table


@dataclass(frozen=True, slots=True)
class Word:
    """One word that a play makes: its letters, its points (without the bonus), its tiles, its direction."""

    text: str
    points: int
    tiles: Run
    across: bool


@dataclass(frozen=True, slots=True)
class Score:
    """What a play earns: its words, the main word first, and the bonus (0 for most plays)."""

    words: tuple[Word, ...]
    bonus: int

    @property
    def total(self) -> int:
        return sum(word.points for word in self.words) + self.bonus


def score_play(table: Table, board: Board, tiles: Sequence[Placed]) -> Score:
    """Return what playing ``tiles`` on ``board`` is worth.

    The bonus depends on how many tiles are placed, never on how long a word is or how many are left.
    """
    after, new = laid(board, tiles), {(tile.x, tile.y) for tile in tiles}
    rules = table.rules
    full = len(tiles) == rules.bonus_count(table.hand_size)
    words = []
    for index, (run, across) in enumerate(words_through(after, tiles)):
        factor = rules.bonus_factor if full and index == 0 else 1
        words.append(Word(text_of(run), factor * points_of(table, run, new), run, across))
    return Score(tuple(words), rules.full_hand_bonus if full else 0)


def points_of(table: Table, run: Run, new: Collection[Square]) -> int:
    """Return the points of one word. new: the squares of tiles laid in this play; all others are used squares."""
    layout = table.layout
    old = [(tile.x, tile.y) not in new for tile in run]
    kinds = [layout.used if used else layout.kind_at(tile.x, tile.y) for tile, used in zip(run, old, strict=True)]
    letters, times = 0, 1
    for tile, kind in zip(run, kinds, strict=True):
        if kind is None:
            raise ValueError(f"{layout.name}: there is no square at ({tile.x}, {tile.y})")
        pair = kind.multipliers
        if pair is None:  # a square whose programs are no plain multipliers: the whole word goes through them all
            ids = [layout.id_at(tile.x, tile.y) for tile in run]
            chars, points = [tile.char for tile in run], [tile.points for tile in run]
            return fold_word(table.squares, ids, chars, points, old)
        letters += tile.points * pair[0]
        times *= pair[1]
    return wrapped(letters * times)


def wrapped(number: int) -> int:
    """Return ``number`` as the board language's 32-bit integers have it."""
    return (number + 2**31) % 2**32 - 2**31
