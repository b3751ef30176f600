"""A move as engines write it, as a move of ours."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from arena.bot import ArenaError, Change, Pass, Play, Table, WordMove
from arena.notation.squares import BoardExtent, lay_word, read_place
from arena.scrabble.moves import Placed

_PASS = re.compile(r"\(?pass\)?|-", re.IGNORECASE)
_CHANGE = re.compile(r"\(?ex(?:ch(?:ange)?)?[ .]+([^)\s]+)\)?|-([^\s-]\S*)", re.IGNORECASE)
_PLAY = re.compile(r"([0-9]+[A-Za-z]+|[A-Za-z]+[0-9]+)(?: +|\.)(\S+)")


class NotAMove(Exception):
    """A text that says no move of this hand on this board; says why."""


def read_answer(text: str, table: Table, board: Mapping[tuple[int, int], Placed], hand: Mapping[int, int]) -> WordMove:
    """Return the move that an engine's text says.

    ``8H WORD``, ``8h.WORD`` or ``H8 WO(R)D``, small letters for wild cards, letters of the board as such, as dots or
    in brackets; ``ex ABC``, ``(exch ABC)``, ``-ABC``; ``pass``, ``-``. Whether the rules allow it is not looked at.
    Raises NotAMove for anything else, and for tiles that the hand does not have.
    """
    text = " ".join(text.split())
    try:
        move = _move(text, table, board)
    except ArenaError as error:
        raise NotAMove(f"{text!r}: {error.problem}") from error
    used = Counter(tile.tile for tile in move.tiles) if isinstance(move, Play) else Counter(_given(move))
    if used - Counter(hand):
        raise NotAMove(f"{text!r} needs tiles that are not in the hand {table.tiles.print_hand(hand)}")
    return move


def _given(move: WordMove) -> tuple[int, ...]:
    return move.tiles if isinstance(move, Change) else ()


def _move(text: str, table: Table, board: Mapping[tuple[int, int], Placed]) -> WordMove:
    if _PASS.fullmatch(text):
        return Pass()
    if change := _CHANGE.fullmatch(text):
        hand = table.tiles.parse_hand(change[1] or change[2])
        return Change(tuple(tile for tile, count in sorted(hand.items()) for _ in range(count)))
    play = _PLAY.fullmatch(text)
    if not play:
        raise NotAMove(f"{text[:80]!r} is no move")
    place = read_place(play[1], BoardExtent.of(table.layout))
    tiles = lay_word(play[2], place, table.tiles, dict(board)).tiles
    if not tiles:
        raise NotAMove(f"{text!r} lays no tile")
    return Play(tiles)
