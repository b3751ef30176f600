"""The quick reading of a play for the referee: what a legal play is worth, in one pass over its lines. Plain Python.

The plain rules (legality.py, scoring.py) stay the measure and find the faults: whatever is not seen at one glance to
be legal is left to them, and so are rule books that look at the whole board; what a play earns on squares that only
their programs know is said by these. Without kernels, so that a process which merely watches over games stays small and
starts at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arena.scrabble.moves import Placed
from arena.scrabble.position import Board
from arena.scrabble.scoring import score_play, wrapped
from arena.scrabble.table import Table
from arena.scrabble.tiles import Hand

MOST_KNOWN = 1 << 16  # words that are remembered
_PROGRAMMED = (0, 0)  # of a square that only its programs know, which multiplies nothing


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
        self._programmed = any(kind.multipliers is None for kind in table.layout.kinds.values())
        self._multipliers: dict[tuple[int, int], tuple[int, int] | None] = {}  # of squares that were asked for
        self._words: set[str | tuple[str, ...]] = set()
        self._long = any(len(char) > 1 for char in table.tiles.codes)  # so that a text may say several words

    def worth(self, board: Board, tiles: Sequence[Placed], hand: Hand) -> Worth | None:
        """Return what playing ``tiles`` from ``hand`` is worth; None: ask the plain rules, it may be illegal."""
        if not self._served or not tiles:
            return None
        wanted: dict[int, int] = {}
        for tile in tiles:
            if tile[2:] not in self._faces:
                return None
            kind = tile[2]
            count = wanted[kind] = wanted.get(kind, 0) + 1
            if count > hand.get(kind, 0):
                return None
        new = sorted(tiles)
        rules = self._table.rules
        if not board and (len(new) < rules.opening_tiles or all(tile[:2] != self._table.layout.centre for tile in new)):
            return None
        across = new[0][1] == new[-1][1]
        dx, dy = (1, 0) if across else (0, 1)
        main = self._line(board, new, dx, dy)
        if main is None:
            return None
        text, points, joined = main
        factor, bonus = (rules.bonus_factor, rules.full_hand_bonus) if len(new) == self._bonus_count else (1, 0)
        words = [(text, points * factor)] if text else []
        for tile in new:
            x, y = tile[0], tile[1]
            if (x - dy, y - dx) in board or (x + dy, y + dx) in board:
                cross = self._crossing(board, tile, dy, dx)
                if cross is None:
                    return None
                joined = True
                words.append(cross if words else (cross[0], cross[1] * factor))
        if board and not joined:
            return None
        if self._programmed and any(self._multipliers_at(tile[:2]) is _PROGRAMMED for tile in new):
            score = score_play(self._table, board, tiles)
            return Worth(tuple([(word.text, word.points) for word in score.words]), score.total)
        for _, points in words:
            bonus += points
        return Worth(tuple(words), bonus)

    def _line(self, board: Board, new: Sequence[Placed], dx: int, dy: int) -> tuple[str, int, bool] | None:
        # The main word ("" for a single letter), its points, whether an old tile is in it; None: no line, or no word.
        known = self._multipliers
        nx, ny, _, char, points = new[0]  # the next tile to be laid, and where
        x, y = nx, ny
        while (x - dx, y - dy) in board:
            x, y = x - dx, y - dy
        chars: list[str] = []
        letters, times, left, count = 0, 1, 0, len(new)
        while True:
            at = x, y
            old = board.get(at)
            if x == nx and y == ny and left < count:
                if old is not None:
                    return None
                multipliers = known[at] if at in known else self._multipliers_at(at)
                if multipliers is None:
                    return None
                chars.append(char)
                letters += points * multipliers[0]
                times *= multipliers[1]
                left += 1
                if left < count:
                    nx, ny, _, char, points = new[left]
            elif old is not None:
                chars.append(old[3])
                letters += old[4] * self._used_letter
                times *= self._used_word
            else:
                break
            x += dx
            y += dy
        if left < count:
            return None
        if len(chars) == 1:
            return "", 0, False
        text = self._known(chars)
        return None if text is None else (text, wrapped(letters * times), len(chars) > count)

    def _multipliers_at(self, square: tuple[int, int]) -> tuple[int, int] | None:
        # None where there is no square; _PROGRAMMED of one that only its programs know.
        known = self._multipliers
        if square not in known:
            if len(known) >= MOST_KNOWN:
                known.clear()
            kind = self._kind_at(*square)
            known[square] = None if kind is None else kind.multipliers or _PROGRAMMED
        return known[square]

    def _crossing(self, board: Board, tile: Placed, dx: int, dy: int) -> tuple[str, int] | None:
        # The word through one new tile on the line across the main one; None where it is no word.
        x, y, _, char, points = tile
        multipliers = self._multipliers_at((x, y))
        if multipliers is None:
            return None
        letter, times = multipliers
        chars, letters = [char], points * letter
        for step in (-1, 1):
            at = x + step * dx, y + step * dy
            while (old := board.get(at)) is not None:
                chars.append(old[3])
                letters += old[4] * self._used_letter
                times *= self._used_word
                at = at[0] + step * dx, at[1] + step * dy
            if step < 0:
                chars.reverse()
        text = self._known(chars)
        return None if text is None else (text, wrapped(letters * times))

    def _known(self, chars: list[str]) -> str | None:
        # The text of these letters, None where they are no word.
        text = "".join(chars)
        word = tuple(chars) if self._long else text
        if word in self._words:
            return text
        codes = self._table.tiles.codes
        if not self._table.lexicon.graph.lookup([codes.get(char, 0) for char in chars]):
            return None
        if len(self._words) >= MOST_KNOWN:
            self._words.clear()
        self._words.add(word)
        return text
