"""Positions on which independent engines agree: number of plays, best score, sum of scores. Needs reference data."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache

import pytest

from arena.board.layout import Layout
from arena.engine.compiled import COMPILED
from arena.engine.field import Field
from arena.engine.generate import Generator
from arena.lexicon.lexicon import Lexicon, make_lexicon
from arena.lexicon.words import read_words
from arena.scrabble.moves import Placed
from arena.scrabble.view import Table
from tests.scrabble.tables import layout, picture, rule_book, tile_set
from tests.shared_data import shared

FILES = ("scrabble.tsv", "punctured.tsv")
TOKENS = {" ": "..", "'": ".2", '"': ".3", "-": "2.", "=": "3.", "#": "##"}


@cache
def enable() -> Lexicon:
    text = shared("enable1.txt").read_text(encoding="utf-8")
    chosen = "\n".join(word for word in text.split() if 2 <= len(word) <= 15)
    return make_lexicon("enable", read_words(chosen, tile_set().alphabet))


@cache
def board_of(file: str) -> Layout:
    if file == "scrabble.tsv":
        return layout("scrabble")
    lines = shared("positions", file).read_text(encoding="utf-8").splitlines()
    rows = [line[3:].rstrip("|") for line in lines if line.startswith("#|")]
    return picture("\n".join(" ".join(TOKENS[sign] for sign in row) for row in rows), (7, 7))


def tiles_of(text: str, corner: tuple[int, int]) -> Iterator[Placed]:
    """Yield the tiles of rows such as ``3CAT9``; lower case is the wild card."""
    tiles = tile_set()
    for y, row in enumerate(text.split("/"), corner[1]):
        x = corner[0]
        for run in re.findall(r"\d+|.", row):
            if run.isdigit():
                x += int(run)
                continue
            tile, face = tiles.read_board_letter(run)
            yield Placed(x, y, tile, face.char, face.points)
            x += 1


def check(file: str, every: int) -> None:
    board = board_of(file)
    at = Table(board, tile_set(), enable(), rule_book(), 7, COMPILED)
    generator = Generator(at)
    assert board.bounds is not None
    lines = [line for line in shared("positions", file).read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    for line in lines[::every]:
        text, hand, plays, best, total = line.split("\t")
        field, held = Field(at, tuple(tiles_of(text, board.bounds[:2]))), tile_set().parse_hand(hand)
        found = generator.plays(field, held)
        top = generator.best(field, held)
        got = (len(found), int(found.scores.max(initial=-1)), int(found.scores.sum()))
        assert got == (int(plays), int(best), int(total)), line
        assert (top.score if top else -1) == int(best), line
        if len(found) < 2000:
            assert top == next(iter(found.sorted()), None), line


@pytest.mark.parametrize("file", FILES)
def test_positions_have_the_known_number_of_plays_best_and_sum(file: str):
    check(file, 150 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 1)
