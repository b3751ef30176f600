"""What a play is worth: each new word folded through its squares' programs, and the bonus. Pure.

This is the plain reading of the rules, and the referee's. It takes a legal play for granted.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from arena.board.layout import SquareKind
from arena.scrabble.moves import Placed
from arena.scrabble.position import Board, Run, Square, laid, text_of, words_through
from arena.scrabble.view import Table


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
    kinds = [
        layout.kinds[layout.id_at(tile.x, tile.y)] if (tile.x, tile.y) in new else layout.used for tile in run
    ]
    multipliers = [kind.multipliers for kind in kinds]
    if None in multipliers:
        return _fold(table, run, kinds)
    letters, times = 0, 1
    for tile, pair in zip(run, multipliers, strict=True):
        assert pair is not None
        letters += tile.points * pair[0]
        times *= pair[1]
    return wrapped(letters * times)


def _fold(table: Table, run: Run, kinds: Sequence[SquareKind]) -> int:
    """Return the points of a word of which some square's programs are no plain multipliers."""
    raise NotImplementedError


def wrapped(number: int) -> int:
    """Return ``number`` as the board language's 32-bit integers have it."""
    return (number + 2**31) % 2**32 - 2**31
