"""Squares as people name them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import NotationError
from arena.notation.squares import BoardExtent, WordPlace, column_index, column_name, print_place, read_place
from arena.scrabble.boardtext import board_rows
from tests.scrabble.tables import layout, table, word

BIG = BoardExtent(1, 1, 30, 30)


@pytest.mark.parametrize(
    ("text", "row", "column", "across"),
    [
        ("8H", 8, 8, True),
        ("H8", 8, 8, False),
        ("h8", 8, 8, False),
        ("8h", 8, 8, True),
        ("1AA", 1, 27, True),
        ("aa1", 1, 27, False),
        ("AB10", 10, 28, False),
    ],
)
def test_row_first_reads_across_and_column_first_down(text: str, row: int, column: int, across: bool):
    assert read_place(text, BIG) == WordPlace(column, row, across)


@pytest.mark.parametrize(
    "text", ["0H", "H0", "H", "8", "8H8", "H-1", "１H", "AAA1", "", "H 8", "31A", "A31", "AE1", "H" + "9" * 5000]
)
def test_what_names_no_square_of_the_board_is_refused(text: str):
    with pytest.raises(NotationError):
        read_place(text, BIG)


def test_places_count_from_the_board_s_first_square():
    extent = BoardExtent.of(layout("scrabble"))
    assert read_place("8H", extent) == WordPlace(0, 0, True)
    assert print_place(WordPlace(-7, 7, False), extent) == "A15"


def test_a_board_without_an_end_has_no_row_numbers():
    with pytest.raises(NotationError, match="no end"):
        BoardExtent.of(layout("infinite"))


@given(st.integers(0, 10**6))
def test_column_names_count(index: int):
    assert column_index(column_name(index)) == index
    assert column_name(index) < column_name(index + 1) or len(column_name(index)) < len(column_name(index + 1))


@given(st.integers(1, 30), st.integers(1, 30), st.booleans())
def test_a_printed_place_reads_back(x: int, y: int, across: bool):
    assert read_place(print_place(WordPlace(x, y, across), BIG), BIG) == WordPlace(x, y, across)


def test_a_position_is_written_in_tokens_with_wild_cards_as_capitals():
    at = table()
    lying = {(tile.x, tile.y): tile for tile in word(at, "cAT", "8G")}
    rows = board_rows(at, lying)
    assert rows[7] == "3. .. .. .2 .. ..  C  a  t .. .. .2 .. .. 3."
    assert rows[0] == "3. .. .. .2 .. .. .. 3. .. .. .. .2 .. .. 3."


def test_holes_and_the_margin_of_an_endless_board_are_written():
    at = table(board="infinite-hole")
    rows = board_rows(at, {})
    assert len(rows) == 17
    assert "##" in rows[8 + 2]
