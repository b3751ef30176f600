"""What an engine cannot play is refused with the first thing that differs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from arena_engines.description import read_description
from arena_engines.limits import check

from arena.bot import BotError, GameInfo, Table
from arena.variants.load import load_board, load_tiles
from tests.engines.conftest import ADAPTER, HERE, table


def refused(at: Table, seats: int = 2) -> str:
    text = (HERE / "stand_in.toml").read_text(encoding="utf-8")
    with pytest.raises(BotError) as found:
        check(read_description(text, "stand_in.toml"), GameInfo("here", "word", seats, 0, 1.0, {}, at), at)
    return str(found.value)


@pytest.mark.parametrize(
    ("board", "tiles", "says"),
    [
        ("infinite", "english", "the board 'infinite' has no end, and its own has 15 by 15 squares"),
        ("superscrabble", "superscrabble", "has 21 by 21 squares, and its own 15 by 15"),
        ("hole", "english", "row 4, column 4 of the board 'hole' is no square; its own board has '-' there"),
        ("scrabble", "spanish", "the set 'spanish' is not its own; they differ in A12:1, A9:1, C2:3, C4:3, CH1:5"),
        ("scrabble", "english-itu", "the set 'english-itu' is not its own; they differ in"),
    ],
)
def test_boards_and_tiles(board: str, tiles: str, says: str):
    said = refused(replace(table(), layout=load_board(board), tiles=load_tiles(tiles)))
    assert said.startswith("Standin: cannot play 'here': ") and says in said


def test_squares_that_differ_are_named():
    at = table()
    scrabble = at.layout
    plain = replace(scrabble.kinds[0], id=3)
    without = replace(at, layout=replace(scrabble, kinds={**scrabble.kinds, 3: plain}))
    said = refused(without)
    assert "row 2, column 2 of the board 'scrabble' is SLS; its own board has '-' there" in said
    programmed = replace(scrabble.kinds[0], multipliers=None)
    assert "row 1, column 2" in refused(replace(at, layout=replace(scrabble, kinds={**scrabble.kinds, 0: programmed})))
    assert "does not begin in its middle" in refused(replace(at, layout=replace(scrabble, centre=(1, 1))))
    counted = replace(scrabble, used=scrabble.kinds[1])
    assert "count in another way" in refused(replace(at, layout=counted))


def test_wild_cards_that_cannot_show_all_letters_or_count_points():
    at = table()
    tiles = list(at.tiles.tiles)
    tiles[0] = replace(tiles[0], faces=tiles[0].faces[:3])
    assert "has a tile that may show A, B, C" in refused(replace(at, tiles=replace(at.tiles, tiles=tuple(tiles))))
    tiles[0] = replace(tiles[0], faces=tuple(face._replace(points=1) for face in at.tiles.tiles[0].faces))
    assert "counts points" in refused(replace(at, tiles=replace(at.tiles, tiles=tuple(tiles))))


def test_rules_hands_and_seats():
    at = table()
    assert "its rules have hand_size 7, and here it is 8" in refused(replace(at, hand_size=8))
    assert "full_hand_bonus 50, and here it is 40" in refused(replace(at, rules=replace(at.rules, full_hand_bonus=40)))
    assert "plays against one other, and 3 sit here" in refused(at, seats=3)
    assert "may be challenged there (double)" in refused(replace(at, rules=replace(at.rules, challenge="double")))


@pytest.mark.parametrize("file", sorted((ADAPTER / "arena_engines").glob("*.toml")), ids=lambda file: file.stem)
def test_the_engines_that_come_along_play_the_usual_game(file: Path):
    at = table()
    check(read_description(file.read_text(encoding="utf-8"), file.name), GameInfo("a", "word", 2, 0, 1.0, {}, at), at)
