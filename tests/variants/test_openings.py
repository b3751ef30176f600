"""Openings: positions and rows of moves that games begin with, and what is told of those that cannot be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arena.config.model import OpeningsEntry, VariantEntry
from arena.contract.chance import stream
from arena.contract.game import first_state, opened
from arena.errors import Complaints, NotationError
from arena.scrabble.begun import is_begun, read_begun, write_begun
from arena.variants.build import build_game
from arena.variants.load import load_variant
from arena.variants.spec import VariantSpec

EMPTY = "/".join(["15"] * 15)
CATS = EMPTY.replace("15", "5CATS6", 8).replace("5CATS6", "15", 7)  # row 8 alone
GCG = (
    "#player1 Ann Ann\n#player2 Bob Bob\n>Ann: CATS 8E CATS +12 12\n>Bob: DOO 9E DO +10 10\n>Bob: DOO -- -10 0\n"
    ">Ann: EEE - +0 12\n>Bob: AAI -AI +0 0\n"
)


def word(openings: OpeningsEntry, **more: Any) -> VariantEntry:
    return VariantEntry(name="v", board="scrabble", rules="tournament", openings=openings, **more)


def tictactoe(*texts: str) -> VariantEntry:
    return VariantEntry(name="t", game="tictactoe", openings=OpeningsEntry(texts=texts))


def complaints(entry: VariantEntry, base: Path | None = None) -> list[str]:
    with pytest.raises(Complaints) as caught:
        load_variant(entry, base=base)
    return [str(error) for error in caught.value.errors]


def test_a_cgp_is_where_a_game_begins_and_what_it_leaves_open_comes_from_the_seed(tmp_path):
    (tmp_path / "book.cgp").write_text(f"# a comment\n\n{CATS} AEINRT?/ 12/7 0 bdn scrabble; # another\n")
    spec = load_variant(word(OpeningsEntry(path="book.cgp")), base=tmp_path)
    ((text,),) = spec.openings
    game = build_game(spec)
    first, other = first_state(game, 1, (text,)), first_state(game, 2, (text,))
    assert {square: tile.char for square, tile in first.board.items()} == {
        (-2, 0): "C",
        (-1, 0): "A",
        (0, 0): "T",
        (1, 0): "S",
    }
    assert (first.scores, first.mover, first.turn) == ((12, 7), 0, 0)
    assert first.hands[0] == other.hands[0]
    assert game.table.tiles.print_hand(first.hands[0]) == "AEINRT?"
    assert first.hands[1] != other.hands[1]
    assert sum(first.hands[1].values()) == 7
    assert len(first.bag) == 100 - 4 - 14
    assert first_state(game, 1, (text,)) == first, "the seed says all"
    assert not first_state(game, 1).board, "without an opening it begins empty"


def test_pairs_go_through_the_openings_in_their_order_and_begin_again():
    spec = load_variant(tictactoe("middle", "upper left, middle", "ul m lr"))
    assert [spec.opening(pair) for pair in range(1, 6)] == [*spec.openings, *spec.openings[:2]]
    assert [len(opening) for opening in spec.openings] == [1, 2, 3]
    assert VariantSpec(name="x", game="nim", seats=2).opening(7) == ()


def test_moves_are_played_from_the_start():
    spec = load_variant(tictactoe("upper left, middle"))
    game = build_game(spec)
    state = opened(game, stream(0), spec.openings[0])
    assert game.to_move(state) == 0
    assert len(list(game.legal(state))) == 7


def test_a_record_is_an_opening_after_so_many_turns_with_a_play_withdrawn_again(tmp_path):
    (tmp_path / "ann.gcg").write_text(GCG)
    for turns, squares, scores in ((1, 4, (0, 12)), (2, 4, (12, 0)), (3, 4, (0, 12))):
        spec = load_variant(word(OpeningsEntry(games="*.gcg", turns=turns)), base=tmp_path)
        begun = read_begun(spec.openings[0][0])
        assert len(begun.board) == squares
        assert begun.scores == scores, "who is on turn comes first"
        assert begun.hands == ({}, {})
    assert any(
        "fewer than 5 turns" in told for told in complaints(word(OpeningsEntry(games="*.gcg", turns=4)), tmp_path)
    )


def test_openings_are_part_of_what_is_played():
    plain, one, other = (
        load_variant(entry)
        for entry in (VariantEntry(name="t", game="tictactoe"), tictactoe("middle"), tictactoe("ul"))
    )
    assert len({plain.digest, one.digest, other.digest}) == 3


def test_a_position_is_written_and_read_back():
    spec = load_variant(word(OpeningsEntry(texts=(f"{CATS} AEINRT?/QZ 12/7 0",))))
    (text,) = spec.openings[0]
    assert write_begun(read_begun(text)) == text
    assert is_begun((text,))
    assert not is_begun(("middle", "upper left"))
    for damaged in ("", "{", "[]", '{"placed": []}', text.replace('"mover"', '"who"')):
        with pytest.raises(NotationError):
            read_begun(damaged)


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (tictactoe("middle, middle"), "openings[0]: move 2 (middle): the square is taken"),
        (tictactoe("middle", "nowhere"), "openings[1]"),
        (tictactoe("ul, m, um, ll, ur"), "the game is over after this opening"),
        (VariantEntry(name="t", game="tictactoe", openings=OpeningsEntry(games="*", turns=1)), "of the word game"),
        (word(OpeningsEntry(texts=(f"{CATS} / 0/0",))), "4 fields"),
        (word(OpeningsEntry(texts=(f"{CATS} // 0/0/0 0",))), "it has 3 players, and this tournament seats 2"),
        (word(OpeningsEntry(texts=(f"{CATS} ZZ/ 0/0 0",))), "2 tiles Z"),
        (word(OpeningsEntry(texts=(f"{CATS} AAAAAAAA/ 0/0 0",))), "8 tiles"),
        (word(OpeningsEntry(texts=(f"{CATS} / 0/0 0 bdn hole;",))), "bdn hole is not what the variant is played with"),
        (word(OpeningsEntry(texts=("3/3/3 / 0/0 0",))), "3 by 3 squares"),
        (VariantEntry(name="v", board="infinite", openings=OpeningsEntry(texts=(f"{CATS} / 0/0 0",))), "without end"),
        (word(OpeningsEntry(path="nothing.cgp")), "there is no file"),
        (word(OpeningsEntry(games="nothing*.gcg", turns=2)), "there is no file"),
    ],
)  # fmt: skip
def test_what_no_game_can_begin_with_is_told(entry, told, tmp_path):
    (said,) = complaints(entry, tmp_path)
    assert told in said


def test_a_line_of_a_file_is_named_and_all_of_them_at_once(tmp_path):
    (tmp_path / "book.cgp").write_text(f"{CATS} / 0/0 0\n{CATS} Z!/ 0/0 0\n# \n{CATS} ZZ/ 0/0 0\n")
    said = complaints(word(OpeningsEntry(path="book.cgp")), tmp_path)
    assert ["book.cgp:2" in said[0], "book.cgp:4" in said[1]] == [True, True]
    assert len(said) == 2
    (tmp_path / "book.cgp").write_text("# nothing\n")
    assert "there is no opening in it" in complaints(word(OpeningsEntry(path="book.cgp")), tmp_path)[0]


def test_each_record_that_cannot_be_read_is_named_with_the_line(tmp_path):
    (tmp_path / "a.gcg").write_text(GCG)
    (tmp_path / "b.gcg").write_text("rubbish\n")
    (tmp_path / "c.gcg").write_bytes(b"\xff\xfe\0")
    (tmp_path / "folder.gcg").mkdir()
    said = complaints(word(OpeningsEntry(games="*.gcg", turns=2)), tmp_path)
    for name in ("b", "c", "folder"):
        assert any(f"{name}.gcg" in text for text in said), said
    assert any("b.gcg: line 1: " in text for text in said), said
    assert "cannot be read: Is a directory" in said[-1]


@pytest.mark.parametrize("entry", [OpeningsEntry(turns=2), OpeningsEntry(games="*.gcg"), OpeningsEntry()])
def test_what_the_reader_of_the_file_complained_about_is_not_looked_for(entry, tmp_path):
    (tmp_path / "a.gcg").write_text(GCG)
    assert load_variant(word(entry), base=tmp_path).openings == ()
