"""What plays are worth, on the boards and in the cases that others got wrong."""

from __future__ import annotations

import pytest

from arena.scrabble.moves import Placed
from arena.scrabble.position import Board
from arena.scrabble.scoring import score_play
from arena.scrabble.table import Table
from arena.scrabble.tiles import TileSet
from tests.scrabble.tables import board, layout, picture, punched, table, tile_set, word, word_at


def total(at: Table, lying: Board, tiles: list[Placed]) -> int:
    return score_play(at, lying, tiles).total


@pytest.mark.parametrize(("name", "points"), [("standard", 7), ("scrabble", 14)])
def test_an_opening_is_doubled_only_where_the_centre_is_a_double_word(name: str, points: int):
    at = table("CAB", name)
    assert total(at, {}, word_at(at, "CAB", 0, 0)) == points  # known answers of the two courses


def test_three_plays_of_the_chicago_handout_have_their_points():
    at, lying = table("", "scrabble"), {}
    for text, where, points in [("HELL", "H8", 14), ("HAS", "7F", 15), ("AS", "8F", 13)]:
        tiles = [tile for tile in word(at, text, where) if (tile.x, tile.y) not in lying]
        assert total(at, lying, tiles) == points
        lying = {**lying, **{(tile.x, tile.y): tile for tile in tiles}}


def test_crossing_plays_of_the_same_handout_have_their_points():
    at = table()
    lying = board(at, ("FOUL", "H8"), ("NOUS", "10F"))
    score = score_play(at, lying, word(at, "T.E", "G9"))
    assert [(made.text, made.points) for made in score.words] == [("TOE", 4), ("TO", 3), ("EL", 2)]
    assert score.total == 9


def test_a_play_at_the_rim_and_one_hooking_into_it_have_the_points_of_the_cs_351_handout():
    at = table()
    assert total(at, {}, word(at, "FATED", "H8")) == 22
    lying = board(at, ("FATED", "H8"))
    tiles = [tile for tile in word(at, "WODE", "12F") if (tile.x, tile.y) not in lying]
    assert total(at, lying, tiles) == 8


def test_a_down_play_reads_the_premiums_of_its_own_squares():
    at = table()
    lying = board(at, ("JOG", "8H"))
    assert total(at, lying, word(at, "G.RE", "I7")) == 8


@pytest.mark.parametrize(("where", "points"), [("8D", 40), ("8E", 24), ("8F", 24), ("8G", 24), ("8H", 26)])
def test_a_word_moved_along_a_row_meets_other_letter_premiums(where: str, points: int):
    at = table()
    assert total(at, {}, word(at, "XENIA", where)) == points


def test_an_emptied_hand_earns_no_bonus_by_itself():
    at = table()
    assert total(at, {}, word(at, "CAT", "8G")) == 10


def test_a_bonus_of_a_refused_play_leaves_no_trace():
    at = table("IT")
    full = word(at, "AEINRST", "8D")
    assert score_play(at, {}, full).bonus == 50
    assert total(at, {}, word(at, "IT", "8G")) == 4


@pytest.mark.parametrize("letter", ["a", "d", "h", "l", "o"])
def test_a_wild_card_in_a_word_stops_nothing(letter: str):
    at = table()
    lying = board(at, ("WASTE", "8D"))
    tiles = [*word(at, "H", "8B"), *word(at, letter, "8C")]
    assert total(at, lying, tiles) == 12


def test_a_multiplying_bonus_is_for_the_main_word_only():
    plain = picture("\n".join([".. " * 27] * 19))
    at = table("ROMAINE ONE", plain, full_hand_bonus=0, bonus_factor=2)
    lying = board(at, ("ON", "13L"))
    assert total(at, lying, word(at, "ROMAINE", "N7")) == 21


def test_word_premiums_that_multiply_to_144_do_not_overflow():
    at = table(board="superscrabble", tiles="superscrabble")
    whole = word(at, "BARCONYLDINHOSPHOXATE", "1A")
    lying = {
        (tile.x, tile.y): tile
        for tile, name in zip(whole, "ABCDEFGHIJKLMNOPQRSTU", strict=True)
        if name not in "ADHKNRU"
    }
    tiles = [tile for tile in whole if (tile.x, tile.y) not in lying]
    assert len(tiles) == 7
    assert total(at, lying, tiles) == 8114


def test_one_tile_counts_its_premium_in_both_words():
    at = table()
    lying = board(at, ("A", "1I"), ("I", "2H"))
    assert total(at, lying, word(at, "Q", "1H")) == 66
    assert total(at, lying, word(at, "q", "1H")) == 6
    assert total(at, board(at, ("A", "6G"), ("I", "7F")), word(at, "Q", "6F")) == 62


def test_premiums_under_older_tiles_are_spent():
    at = table()
    assert total(at, board(at, ("CAT", "8H")), word(at, "S", "8K")) == 6


@pytest.mark.parametrize(("wild", "points"), [(0, 4), (2, 8)])
def test_a_wild_card_is_worth_what_the_tile_set_says(wild: int, points: int):
    source = dict(tile_set().source)
    source["tiles"] = [{"wild": wild, "count": 2}, *source["tiles"][1:]]
    at = table(tiles=TileSet.from_mapping(source, "dear wild cards"))
    assert total(at, {}, word(at, "cAT", "8G")) == points


def test_the_bonus_follows_the_hand_size():
    at = table(hand_size=9)
    assert total(at, {}, word(at, "RETAINS", "8E")) == 14
    assert total(at, {}, word(at, "CONTAINER", "8D")) == 80


def test_a_rule_book_may_fix_the_number_of_tiles_that_earn_the_bonus():
    at = table(rules="cs351", hand_size=9)
    assert score_play(at, {}, word(at, "RETAINS", "8E")).bonus == 50
    assert score_play(at, {}, word(at, "CONTAINER", "8D")).bonus == 0


def test_a_long_word_made_of_few_tiles_earns_no_bonus():
    at = table()
    lying = board(at, ("ETAIN", "8F"))
    assert score_play(at, lying, word(at, "R.....S", "8E")).bonus == 0


def test_a_german_word_over_a_double_word_counts_its_own_letters():
    at = table(tiles="german")  # E3: a Ä on a plain square, the G on the double word
    lying = board(at, ("LE", "13D"))
    assert total(at, lying, word(at, "GÄ", "13B")) == 11 * 1 * 2  # C13 doubles: 2 + 6 + 2 + 1


def test_a_tile_of_two_signs_is_one_tile():
    at = table(tiles="spanish")
    score = score_play(at, {}, word(at, "[CH]ICLEAN", "8D"))
    assert score.total == 86
    assert [made.text for made in score.words] == ["CHICLEAN"]
    assert len(score.words[0].tiles) == 7


def test_words_far_from_the_centre_of_an_endless_board_score_as_near_it():
    at = table(board="infinite")
    far = 7 * 10**7
    lying = {(tile.x, tile.y): tile for tile in word_at(at, "CAT", far + 1, 1)}
    near = {(tile.x, tile.y): tile for tile in word_at(at, "CAT", 7 + 1, 1)}
    assert total(at, lying, word_at(at, "S", far + 4, 1)) == total(at, near, word_at(at, "S", 7 + 4, 1))


def test_the_used_square_counts_under_older_tiles_whatever_it_does():
    from dataclasses import replace

    from arena.board.layout import SquareKind

    # under older tiles each letter takes a point, at a priority after everything else
    greedy = SquareKind(9, "greedy", "g", {5: "_result_ := _acc_ - 1"}, None)
    at = table(board=replace(layout("scrabble"), used=greedy))
    lying = board(at, ("CAT", "8H"))
    assert total(at, lying, word(at, "S", "8K")) == 1 - 3


def test_square_programs_run_by_priority_and_then_by_position():
    from arena.board.layout import SquareKind

    plain = picture(".. .. .. ..\n.. .. .. ..\n.. .. .. ..")
    # every square first adds its letter; then, from left to right, doubles and adds its position
    kind = SquareKind(
        0, "odd", "o", {3: "_result_ := _acc_ * 2 + _pos_", 1: "_result_ := pointValue(_pos_) + _acc_"}, None
    )
    from dataclasses import replace

    at = table(board=replace(plain, kinds={0: kind}, used=kind))
    assert total(at, {}, word_at(at, "CAT", 0, 1)) == ((5 * 2 + 0) * 2 + 1) * 2 + 2


def test_a_hole_ends_the_run_that_scores():
    at = table(board=punched(layout("scrabble"), (3, 0)))
    lying = board(at, ("CAT", "8H"), ("S", "8L"))
    score = score_play(at, lying, word(at, "O", "9L"))
    assert [made.text for made in score.words] == ["SO"]
