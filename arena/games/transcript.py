"""A position as the moves that lead to it, the text form that every game has and that says nothing impossible.

Moves stand one after the other: "upper left, middle", "ul m lr", "43745416472735". Commas, semicolons and line
breaks part moves where there are any; else the text is one move, or words, or single characters, whichever
can be read first. A player's name before a move is allowed ("X: rod 4"), and must then be right. Where a game
reads pictures (``from_rows``), "X.. / .O. / ..X" is a position, too.
"""

from __future__ import annotations

import re
from typing import Any

from arena.contract.chance import stream
from arena.errors import IllegalMove, UnreadableMove
from arena.games.pictures import rows_of


def replay(game: Any, text: str, *, seed: int = 0) -> Any:
    """Return the state after the moves of ``text`` from the start of the game (with chance: of that seed).

    Raises UnreadableMove or IllegalMove, saying which move it is and what moves there are; NotationError for
    a picture of a position that no moves lead to.
    """
    rows = rows_of(text)
    if rows is not None and hasattr(game, "from_rows"):
        return game.from_rows(rows)
    state = game.start(stream(seed, "start"))
    for number, move in enumerate(read_moves(game, text), 1):
        try:
            state = game.play(state, move)
        except IllegalMove as error:
            raise IllegalMove(f"move {number} ({move})", error.problem, error.remedy) from error
    return state


def read_moves(game: Any, text: str) -> list[Any]:
    """Return the moves that ``text`` says; whether they are legal is not asked here."""
    parted = [part.strip() for part in re.split(r"[,;\n]", text) if part.strip()]
    words = text.split()
    if len(parted) > 1:
        return _all(game, parted)
    ways = [parted, words, list(words[0]) if len(words) == 1 else words]
    for way in ways:
        try:
            return _all(game, way)
        except UnreadableMove:
            continue
    return _all(game, words)  # raises, naming the first word that is no move


def _all(game: Any, texts: list[str]) -> list[Any]:
    moves = []
    for number, text in enumerate(texts, 1):
        try:
            moves.append(game.read_move(text))
        except UnreadableMove as error:
            raise UnreadableMove(f"move {number}", error.problem, error.remedy) from error
    return moves
