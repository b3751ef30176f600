"""The quick reading of a play for the referee: what a legal play is worth, in one pass over its lines. Plain Python.

The plain rules (legality.py, scoring.py) stay the measure and find the faults: whatever is not seen at one glance to
be legal is left to them, and so are rule books that look at the whole board and squares that only programs know.
Without kernels, so that a process which merely watches over games stays small and starts at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arena.scrabble.moves import Placed
from arena.scrabble.position import Board
from arena.scrabble.scoring import wrapped
from arena.scrabble.table import Table
from arena.scrabble.tiles import Hand

MOST_KNOWN = 1 << 16  # words that are remembered


class Worth(NamedTuple):
    """A legal play's words with their points, the main word first, and the total with the bonus."""

    words: tuple[tuple[str, int], ...]
    total: int


class QuickRules:
    """The quick reading at one table. Remembers words and squares that it met, and nothing of any game."""

    def __init__(self, table: Table) -> None:
        self._table = table
        rules, used = table.rules, table.layout.used.multipliers
        self._served = not rules.check_whole_board and used is not None
        self._used_letter, self._used_word = used or (1, 1)
        self._bonus_count = rules.bonus_count(table.hand_size)
        self._faces = {(tile.id, face.char, face.points) for tile in table.tiles.tiles for face in tile.faces}
        for tile in table.tiles.tiles:
            chars = [face.char for face in tile.faces]
            if len(set(chars)) < len(chars):  # two faces with one letter: the plain rules say which may be played
                self._served = False
        self._kind_at = table.layout.kind_at
        self._multipliers: dict[tuple[int, int], tuple[int, int] | None] = {}  # of squares that were asked for
        self._words: set[tuple[str, ...]] = set()

    def worth(self, board: Board, tiles: Sequence[Placed], hand: Hand) -> Worth | None:
        """Return what playing ``tiles`` from ``hand`` is worth; None: ask the plain rules, it may be illegal."""
        if not self._served or not tiles:
            return None
        wanted: dict[int, int] = {}
        for _, _, kind, char, points in tiles:
            if (kind, char, points) not in self._faces:
                return None
            count = wanted[kind] = wanted.get(kind, 0) + 1
            if hand.get(kind, 0) < count:
                return None
        new = sorted(tiles)
        first, last = new[0], new[-1]
        across = first.y == last.y
        rules = self._table.rules
        if not board and (len(new) < rules.opening_tiles or all(tile[:2] != self._table.layout.centre for tile in new)):
            return None
        factor = rules.bonus_factor if len(new) == self._bonus_count else 1
        bonus = rules.full_hand_bonus if len(new) == self._bonus_count else 0
        main = self._line(board, new, across)
        if main is None:
            return None
        text, points, joined = main
        words = [(text, points * factor)] if text else []
        dx, dy = (0, 1) if across else (1, 0)
        for tile in new:
            x, y = tile[0], tile[1]
            if (x - dx, y - dy) in board or (x + dx, y + dy) in board:
                cross = self._crossing(board, tile, dx, dy)
                if cross is None:
                    return None
                joined = True
                words.append(cross if words else (cross[0], cross[1] * factor))
        if board and not joined:
            return None
        return Worth(tuple(words), sum(points for _, points in words) + bonus)

    def _line(self, board: Board, new: Sequence[Placed], across: bool) -> tuple[str, int, bool] | None:
        # The main word ("" for a single letter), its points, whether an old tile is in it; None: no line, or no word.
        x, y, *_ = new[0]
        dx, dy = (1, 0) if across else (0, 1)
        while (x - dx, y - dy) in board:
            x, y = x - dx, y - dy
        chars: list[str] = []
        letters, times, left, joined = 0, 1, 0, False
        while True:
            old = board.get((x, y))
            if left < len(new) and new[left][0] == x and new[left][1] == y:
                if old is not None:
                    return None
                multipliers = self._multipliers_at((x, y))
                if multipliers is None:
                    return None
                letter, word = multipliers
                chars.append(new[left].char)
                letters += new[left].points * letter
                times *= word
                left += 1
            elif old is not None:
                chars.append(old.char)
                letters += old.points * self._used_letter
                times *= self._used_word
                joined = True
            else:
                break
            x, y = x + dx, y + dy
        if left < len(new):
            return None
        if len(chars) == 1:
            return "", 0, False
        return ("".join(chars), wrapped(letters * times), joined) if self._knows(chars) else None

    def _multipliers_at(self, square: tuple[int, int]) -> tuple[int, int] | None:
        # None where there is no square, or one that only its programs know.
        known = self._multipliers
        if square not in known:
            if len(known) >= MOST_KNOWN:
                known.clear()
            kind = self._kind_at(*square)
            known[square] = None if kind is None else kind.multipliers
        return known[square]

    def _crossing(self, board: Board, tile: Placed, dx: int, dy: int) -> tuple[str, int] | None:
        # The word through one new tile on the line across the main one; None where it is no word, or the square
        # is one that only its programs know.
        x, y, _, char, points = tile
        multipliers = self._multipliers_at((x, y))
        if multipliers is None:
            return None
        letter, times = multipliers
        chars, letters = [char], points * letter
        for step in (-1, 1):
            at = x + step * dx, y + step * dy
            while (old := board.get(at)) is not None:
                chars.append(old.char)
                letters += old.points * self._used_letter
                times *= self._used_word
                at = at[0] + step * dx, at[1] + step * dy
            if step < 0:
                chars.reverse()
        return ("".join(chars), wrapped(letters * times)) if self._knows(chars) else None

    def _knows(self, chars: list[str]) -> bool:
        word = tuple(chars)  # not their text: a letter may have several signs
        if word in self._words:
            return True
        codes = self._table.tiles.codes
        if not self._table.lexicon.graph.lookup([codes.get(char, 0) for char in chars]):
            return False
        if len(self._words) >= MOST_KNOWN:
            self._words.clear()
        self._words.add(word)
        return True
