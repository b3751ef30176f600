"""A position that games begin in, as a line of text: what a record keeps of a game that did not begin empty. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from arena.errors import NotationError
from arena.scrabble.moves import Placed
from arena.scrabble.turns import GameStart


class _Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[x, y, tile id, letter, points]`` of each tile on the board; tile ids of a seat's known hand; points; mover."""

    placed: tuple[tuple[int, int, int, str, int], ...]
    hands: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    mover: int = 0


def write_begun(start: GameStart) -> str:
    """Return a position as JSON on one line."""
    text = _Text(
        tuple((tile.x, tile.y, tile.tile, tile.char, tile.points) for _, tile in sorted(start.board.items())),
        tuple(tuple(sorted(Counter(hand).elements())) for hand in start.hands),
        tuple(start.scores),
        start.mover,
    )
    return msgspec.json.encode(text).decode()


def is_begun(opening: Sequence[str]) -> bool:
    """Tell whether an opening is a position of the word game, and no moves of another game."""
    return len(opening) == 1 and opening[0].startswith("{")


def read_begun(text: str) -> GameStart:
    """Return the position that ``write_begun`` wrote. Raises NotationError for any other text."""
    try:
        read = msgspec.json.decode(text, type=_Text)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise NotationError("opening", f"this is no position ({error})") from error
    return start_of(read.placed, read.hands, read.scores, read.mover)


def start_of(
    placed: Iterable[tuple[int, int, int, str, int]],
    hands: Iterable[tuple[int, ...]],
    scores: tuple[int, ...],
    mover: int,
) -> GameStart:
    """Return a position from plain values: (x, y, tile id, letter, points) of each tile, ids of each seat's hand."""
    board = {(tile[0], tile[1]): Placed(*tile) for tile in placed}
    return GameStart(board, tuple(dict(Counter(hand)) for hand in hands), scores, mover)
