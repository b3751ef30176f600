"""The moves of best play, read from a search's transposition table after it is done."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arena.engine._kernels.end_moves import EXACT, entry_of
from arena.engine.endgame.ending import EndOfGame
from arena.engine.endgame.result import move_of
from arena.engine.endgame.tree import Tree
from arena.scrabble.bag import without_tiles
from arena.scrabble.finding import PlayFinder, ScoredPlay
from arena.scrabble.moves import Pass, Play
from arena.scrabble.tiles import Hand

MOST_MOVES = 60


def best_line(
    tree: Tree, finder: PlayFinder, ending: EndOfGame, hands: Sequence[Hand], first: ScoredPlay | None
) -> tuple[Play | Pass, ...]:
    """Return the moves that the table knows, from ``first`` (None: a pass) on; entries written over end it early.

    tree: after its search. hands: both seats' at the root.
    """
    field, left, seat = tree.field.copy(), ending.left, 0
    held = [dict(hand) for hand in hands]
    sum_, move = tree.root, first
    line: list[Play | Pass] = []
    while len(line) < MOST_MOVES:
        line.append(move_of(move))
        before = left
        left = left - 1 if move is None or (ending.zero and move.score == 0) else ending.passes
        change = np.uint64(0)
        if move is not None:
            change = tree.key_of(move.play) ^ tree.gone(seat, held[seat], move.play)
            held[seat] = without_tiles(held[seat], [tile.tile for tile in move.play.tiles])
            field.place(move.play.tiles)
        if left == 0 or not held[seat]:
            break
        seats = tree.tree.seats
        sum_ = sum_ ^ seats[0] ^ seats[before] ^ seats[left] ^ change
        seat = 1 - seat
        entry = entry_of(tree.table, sum_)
        if entry < 0 or tree.table.facts[entry, 1] != EXACT or not tree.table.moves[entry]:
            break
        key = tree.table.moves[entry]
        move = None
        if key != 1:
            plays = (play for play in finder.plays(field, held[seat]) if tree.key_of(play.play) == key)
            move = next(plays, None)
            if move is None:
                break
    return tuple(line)
