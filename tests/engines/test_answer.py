"""Moves as engines write them."""

from __future__ import annotations

import pytest
from arena_engines.answer import NotAMove, read_answer

from arena.bot import Change, Pass, Play
from tests.engines.conftest import table
from tests.scrabble.tables import board

AT = table()
LYING = board(AT, ("ERA", "8G"))  # on (-1, 0), (0, 0), (1, 0)


def tiles(text: str) -> tuple[int, ...]:
    return tuple(tile for tile, count in sorted(AT.tiles.parse_hand(text).items()) for _ in range(count))


@pytest.mark.parametrize("text", ["8F (ERA)S", "8G (ERA)S", "8g.ERAS", "8G ...S", "8g ERAS", "  8G   [ERA]S "])
def test_one_play_in_the_ways_of_the_field(text: str):
    if text == "8F (ERA)S":
        with pytest.raises(NotAMove, match="no tile lies there"):
            read_answer(text, AT, LYING, AT.tiles.parse_hand("SABCDE?"))
        return
    move = read_answer(text, AT, LYING, AT.tiles.parse_hand("SABCDE?"))
    assert isinstance(move, Play)
    assert [(tile.x, tile.y, tile.char, tile.points) for tile in move.tiles] == [(2, 0, "S", 1)]


def test_a_play_that_begins_with_a_tile_of_the_board_and_one_down_with_a_wild_card():
    hand = AT.tiles.parse_hand("ABDE?")
    for text in ("I8 .Bs", "i8 aBs", "I8.ABs"):
        move = read_answer(text, AT, LYING, hand)
        assert isinstance(move, Play)
        assert [(tile.x, tile.y, tile.char, tile.points) for tile in move.tiles] == [(1, 1, "B", 3), (1, 2, "S", 0)]


@pytest.mark.parametrize("text", ["ex AAB?", "exch AAB?", "(exch AAB?)", "Exchange AAB?", "-AAB?", "ex.BA?A"])
def test_changes(text: str):
    assert read_answer(text, AT, {}, AT.tiles.parse_hand("AAAB??E")) == Change(tiles("AAB?"))


@pytest.mark.parametrize("text", ["pass", "(Pass)", " - "])
def test_passes(text: str):
    assert read_answer(text, AT, {}, AT.tiles.parse_hand("ABC")) == Pass()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "'' is no move"),
        ("resigns", "is no move"),
        ("exAB", "is no move"),
        ("--", "is no move"),
        ("-1", "has no tile '1'"),
        ("16A AB", "is not on the board"),
        ("8P AB", "is not on the board"),
        ("8G XRAS", "X cannot lie where there is E already"),
        ("8G ERA", "lays no tile"),
        ("9G A*", r"is not a letter of the tile set"),
        ("9G AA", "needs tiles that are not in the hand ABC"),
        ("ex AA", "needs tiles that are not in the hand ABC"),
        ("9G aB", "needs tiles that are not in the hand ABC"),
    ],
)
def test_what_is_no_move_says_why(text: str, why: str):
    with pytest.raises(NotAMove, match=why):
        read_answer(text, AT, LYING, AT.tiles.parse_hand("ABC"))
