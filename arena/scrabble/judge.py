"""The quick way to know that a play is legal, and its words and points: for referees that keep a Field.

It answers exactly what ``legality.py`` and ``scoring.py`` say in plain Python, which stay the measure: when it
finds no legal play here, ask them for the faults. That the tiles exist, show these faces, and are in the hand
is the caller's to check.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from arena.scrabble import _kernels_judge as kernels
from arena.scrabble.field import Field
from arena.scrabble.moves import Placed
from arena.scrabble.scoring import score_play, wrapped


class Verdict(NamedTuple):
    """A legal play's words with their points, the main word first, the bonus, and the total."""

    words: tuple[tuple[str, int], ...]
    bonus: int
    total: int


def judge(field: Field, tiles: Sequence[Placed]) -> Verdict | None:
    """Return the verdict on playing ``tiles``, None when the play is not legal.

    Rule books that look at the whole board (``check_whole_board``) are not served: their boards hold words only,
    or the plain rules must be asked.
    """
    if not tiles:
        return None
    table, ground = field.table, field.ground
    new = sorted(tiles)
    across = new[0].y == new[-1].y
    if any(tile.y != new[0].y if across else tile.x != new[0].x for tile in new):
        return None
    if len(new) == 1:  # it reads across when it has neighbours there, down otherwise
        x, y = new[0].x, new[0].y
        across = (x - 1, y) in field.tiles or (x + 1, y) in field.tiles
    cells = [field.cell(tile.x, tile.y, not across) for tile in new]
    if min(cells) < 0 or len(set(cells)) < len(cells):
        return None
    if field.opening:
        if len(new) < table.rules.opening_tiles or all(tile[:2] != table.layout.centre for tile in new):
            return None
    elif not any(field.anchors[cell] for cell in cells):
        return None
    line, told = np.empty(3 * len(new), np.int64), np.empty(3 + len(new), np.int64)
    line[0::3] = cells
    line[1::3] = [ground.code.get(tile.char, 0) for tile in new]
    line[2::3] = [tile.points for tile in new]
    answer = kernels.judge(ground.edges, ground.root, field.letters, field.cells, field.cross, line, len(new), told)
    if answer == kernels.ILLEGAL:
        return None
    if answer == kernels.UNSCORED:
        score = score_play(table, field.tiles, new)
        return Verdict(tuple((word.text, word.points) for word in score.words), score.bonus, score.total)
    start, last, main, *crossing = told.tolist()
    rules, words = table.rules, []
    full = len(new) == rules.bonus_count(table.hand_size)
    if last > start:
        text = _text(field, start, last, {cell: tile.char for cell, tile in zip(cells, new, strict=True)})
        words.append((text, wrapped(main) * (rules.bonus_factor if full else 1)))
    for tile, points in zip(new, crossing, strict=True):
        if points >= 0:
            there = first = end = field.cell(tile.x, tile.y, across)
            while field.letters[first - 1] > 0:
                first -= 1
            while field.letters[end + 1] > 0:
                end += 1
            words.append((_text(field, first, end, {there: tile.char}), wrapped(points)))
    bonus = rules.full_hand_bonus if full else 0
    return Verdict(tuple(words), bonus, sum(points for _, points in words) + bonus)


def _text(field: Field, first: int, last: int, new: dict[int, str]) -> str:
    symbols, letters = field.ground.symbols, field.letters[first : last + 1].tolist()
    return "".join(new[cell] if code == 0 else symbols[code] for cell, code in enumerate(letters, first))
