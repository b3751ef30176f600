"""Moves as people write them at a terminal: ``WORD ROW COL DIR`` and the course's tile by tile.

WORD is the whole word, the letters that lie on the board included; ``_`` is a blank of the rack, and whoever
reads it asks which letter it stands for. Rows and columns are the board's own, which may be negative. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from arena.errors import LexiconError, UnreadableMove
from arena.scrabble.moves import Placed, Play
from arena.scrabble.position import Board, laid, words_through
from arena.scrabble.table import Table
from arena.serve.people.refusals import square

AskLetter = Callable[[int, int], str]  # x, y -> the letter that a blank on that square stands for

HOW = "Write WORD ROW COL DIR (DIR is H or V, _ is a blank); :HELP has an example"
_WORD = re.compile(r"(\S+)\s+([+-]?\d{1,10})\s+([+-]?\d{1,10})\s+(\S+)")
_SIGNS = re.compile(r"_|\[[^\[\]]+\]|[^_\[\]]+")


def read_word(text: str, table: Table, board: Board, hand: Mapping[int, int], ask: AskLetter) -> Play:
    """Return the play that ``WORD ROW COL DIR`` says: the tiles of the hand that it needs.

    Raises UnreadableMove, saying why; what the rules make of the play is not looked at here.
    """
    match = _WORD.fullmatch(text.strip())
    if match is None:
        raise UnreadableMove("", f"{text.strip()[:60]!r} is not a move", HOW)
    word, row, column, direction = match.groups()
    if direction.upper() not in ("H", "V"):
        raise UnreadableMove("", f"{direction[:20]!r} is not a direction", "Write H (across) or V (down)")
    dx, dy = (1, 0) if direction.upper() == "H" else (0, 1)
    letters = letters_of(word, table)
    x, y = int(column), int(row)
    left, tiles = dict(hand), list[Placed]()
    for step, letter in enumerate(letters):
        at = (x + dx * step, y + dy * step)
        lying = board.get(at)
        if lying is not None:
            if letter != lying.char:
                shown = "A blank" if letter is None else letter
                raise UnreadableMove("", f"{shown} cannot lie at {square(at)}, where there is {lying.char} already", "")
            continue
        if not table.layout.has(*at):
            raise UnreadableMove("", f"the board has no square at {square(at)}", "Every tile needs a square to lie on")
        tiles.append(_placed(at, letter, table, left, ask))
    if tiles:
        _whole_word(tiles, board, (x, y), len(letters), dx == 1)
    return Play(tuple(tiles))


def letters_of(word: str, table: Table) -> list[str | None]:
    """Return the letters of a written word, None for each ``_``; ``[CH]`` is one letter."""
    alphabet, letters = table.tiles.alphabet, list[str | None]()
    if "".join(_SIGNS.findall(word)) != word:
        raise UnreadableMove("", f"cannot read the brackets in {word[:40]!r}", "[CH] is one tile")
    for part in _SIGNS.findall(word):
        try:
            if part == "_":
                letters.append(None)
            elif part.startswith("["):
                letters.append(table.tiles.letter(part[1:-1]))
            else:
                letters += [alphabet.symbols[code - 1] for code in alphabet.encode(part)]
        except LexiconError as error:
            raise UnreadableMove("", error.problem, error.remedy or HOW) from error
    return letters


def _placed(at: tuple[int, int], letter: str | None, table: Table, left: dict[int, int], ask: AskLetter) -> Placed:
    """Return the tile for one square, taken from what is left of the hand."""
    tiles = table.tiles
    held = [tile for tile, count in left.items() if count]
    if letter is None:
        several = [tile for tile in held if tiles.tiles[tile].wild]
        if not several:
            raise UnreadableMove("", "you hold no blank", "_ stands for a blank of your rack")
        answer = ask(*at)
        try:
            letter = tiles.letter(answer)
        except LexiconError:
            problem = f"{answer[:20]!r} is not a letter that a blank can stand for"
            raise UnreadableMove("", problem, "Write the move again") from None
        order = sorted(several, key=lambda tile: (tile != tiles.wild, tile))
    else:
        # A tile that shows this letter alone goes first; the blank itself is never taken without being asked for.
        order = sorted((tile for tile in held if tile != tiles.wild), key=lambda tile: len(tiles.tiles[tile].faces))
    for tile in order:
        face = tiles.face(tile, letter)
        if face is not None:
            left[tile] -= 1
            return Placed(*at, tile, face.char, face.points)
    remedy = "Write _ in its place to use your blank" if tiles.wild in held else "Use the tiles of your rack"
    raise UnreadableMove("", f"you do not hold (enough of) the tile {letter}", remedy)


def _whole_word(tiles: Sequence[Placed], board: Board, start: tuple[int, int], length: int, across: bool) -> None:
    """Refuse a word that tiles before or behind it make longer than it was written."""
    for run, reads_across in words_through(laid(board, tiles), tiles):
        if reads_across == across and (len(run) != length or (run[0].x, run[0].y) != start):
            whole = "".join(tile.char for tile in run)
            problem = f"with the tiles beside it the word would be {whole}"
            whole_word = f"{whole} {run[0].y} {run[0].x} {'H' if across else 'V'}"
            raise UnreadableMove("", problem, f"Write the whole word: {whole_word}")


def typed(play: Play, board: Board, table: Table) -> tuple[str, str]:
    """Return a play as it is typed (``C_T 7 6 H``), and the letters of its blanks ("A")."""
    tiles = play.tiles
    runs = words_through(laid(board, tiles), tiles)
    run, across = runs[0] if runs else (tuple(tiles[:1]), True)
    new = {(tile.x, tile.y) for tile in tiles}
    signs, letters = [], []
    for tile in run:
        if (tile.x, tile.y) in new and tile.tile == table.tiles.wild:
            signs.append("_")
            letters.append(tile.char)
        else:
            signs.append(tile.char if len(tile.char) == 1 else f"[{tile.char}]")
    return f"{''.join(signs)} {run[0].y} {run[0].x} {'H' if across else 'V'}", "".join(letters)
