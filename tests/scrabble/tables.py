"""Tables, boards and positions for the tests of the word game, written as people write them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from arena.board.layout import HOLE, Layout, SquareKind
from arena.boardlang.boardfile import board_from_mapping
from arena.engine.compiled import COMPILED
from arena.lexicon.alphabet import Alphabet
from arena.lexicon.lexicon import Lexicon, make_lexicon
from arena.lexicon.words import read_words
from arena.notation.squares import BoardExtent, read_place, signs_of
from arena.scrabble.moves import Placed
from arena.scrabble.position import Board
from arena.scrabble.rulebook import RuleBook
from arena.scrabble.tiles import TileSet
from arena.scrabble.view import Table

CONFIGS = Path(__file__).parents[2] / "configs"


def shipped_mapping(folder: str, name: str, ending: str = "yaml") -> Any:
    return yaml.safe_load((CONFIGS / folder / f"{name}.{ending}").read_text(encoding="utf-8"))


@cache
def tile_set(name: str = "english") -> TileSet:
    return TileSet.from_mapping(shipped_mapping("tiles", name), name)


@cache
def rule_book(name: str = "tournament") -> RuleBook:
    return RuleBook.from_mapping(shipped_mapping("rulebooks", name), name)


@cache
def layout(name: str = "scrabble", seed: int | None = None) -> Layout:
    return board_from_mapping(shipped_mapping("boards", name, "board"), name, seed)


@cache
def lexicon(words: str, alphabet: Alphabet | None = None) -> Lexicon:
    """Return the lexicon of words with blanks between them."""
    listed = read_words("\n".join(words.split()), alphabet or tile_set().alphabet)
    assert not listed.rejected
    return make_lexicon("test", listed)


def table(
    words: str = "",
    board: str | Layout = "scrabble",
    tiles: str | TileSet = "english",
    rules: str = "tournament",
    hand_size: int | None = None,
    **fields: Any,
) -> Table:
    """Return a table; ``fields`` are changes to the rule book."""
    chosen = tile_set(tiles) if isinstance(tiles, str) else tiles
    book = replace(rule_book(rules), **fields)
    place = layout(board) if isinstance(board, str) else board
    return Table(place, chosen, lexicon(words, chosen.alphabet), book, hand_size or book.hand_size, COMPILED)


def picture(text: str, centre: tuple[int, int] | None = None, name: str = "picture") -> Layout:
    """Return a board drawn in tokens (``..`` plain, ``3.`` triple word, ``.2`` double letter, ``##`` no square).

    Its first square is (0, 0); its centre is the middle one, rounded down, unless said otherwise.
    """
    rows = [line.split() for line in text.strip().splitlines()]
    kinds: dict[int, SquareKind] = {}
    tokens = sorted({".."} | {token for row in rows for token in row if token != "##"})
    for number, token in enumerate(tokens):
        word, letter = (1 if sign == "." else int(sign) for sign in token)
        programs = {0: f"_result_ := pointValue(_pos_) * {letter} + _acc_"}
        if word > 1:
            programs[1] = f"_result_ := _acc_ * {word}"
        kinds[number] = SquareKind(number, token, token[0], programs, (letter, word))
    ids = np.array([[HOLE if token == "##" else tokens.index(token) for token in row] for row in rows], np.int32)
    height, width = ids.shape

    def fill(x0: int, y0: int, x1: int, y1: int) -> Any:
        out = np.full((y1 - y0 + 1, x1 - x0 + 1), HOLE, np.int32)
        for y in range(max(y0, 0), min(y1, height - 1) + 1):
            for x in range(max(x0, 0), min(x1, width - 1) + 1):
                out[y - y0, x - x0] = ids[y, x]
        return out

    middle = (width // 2, height // 2)
    return Layout(name, centre or middle, kinds, kinds[tokens.index("..")], (0, 0, width - 1, height - 1), fill)


def punched(whole: Layout, *holes: tuple[int, int]) -> Layout:
    """Return a board without the squares ``holes``."""

    def fill(x0: int, y0: int, x1: int, y1: int) -> Any:
        ids = whole.fill(x0, y0, x1, y1).copy()
        for x, y in holes:
            if x0 <= x <= x1 and y0 <= y <= y1:
                ids[y - y0, x - x0] = HOLE
        return ids

    return replace(whole, fill=fill)


def word(at: Table, text: str, where: str) -> list[Placed]:
    """Return the tiles of ``text`` from ``8H`` (across) or ``H8`` (down) on; ``.`` skips a square."""
    return word_at(at, text, *read_place(where, BoardExtent.of(at.layout)))


def word_at(at: Table, text: str, x: int, y: int, across: bool = True) -> list[Placed]:
    """Return the tiles of ``text`` from (x, y) on."""
    found = []
    for step, sign in enumerate(signs_of(text)):
        if sign.text != ".":
            tile, face = at.tiles.read_board_letter(sign.text)
            found.append(Placed(x + step * across, y + step * (not across), tile, face.char, face.points))
    return found


def board(at: Table, *words: tuple[str, str]) -> Board:
    """Return the board with words on it, given as (text, where)."""
    lying: dict[tuple[int, int], Placed] = {}
    for text, where in words:
        lying.update({(tile.x, tile.y): tile for tile in word(at, text, where)})
    return lying


@cache
def small_tiles() -> TileSet:
    """Return a small set for whole games: few letters, a wild card, and a tile with two faces."""
    letters = [{"faces": {char: points}, "count": 5} for char, points in zip("ABCST", (1, 3, 3, 1, 1), strict=True)]
    return TileSet.from_mapping(
        {
            "alphabet": {"letters": list("ABCST")},
            "tiles": [*letters, {"faces": {"A": 1, "B": 3}, "count": 2}, {"wild": 0, "count": 2}],
        },
        "small",
    )
