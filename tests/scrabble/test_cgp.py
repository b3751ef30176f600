"""CGP: what the field's programs write reads, what is wrong is named, and nothing is lost on the way round."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import NotationError
from arena.notation.cgp import Cgp, Letter, looks_like_cgp, read_cgp, write_cgp
from arena.scrabble.tiles import TileSet
from tests.shared_data import shared


def tile_set(name: str) -> TileSet:
    from arena.variants.load import load_tiles

    return load_tiles(name)


ENGLISH = tile_set("english")
OPENING = "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15"


def test_a_position_reads():
    cgp = read_cgp(f"{OPENING} AEIOU?Q/ 10/0 2 lex ENABLE; bdn scrabble; lm 8H CAT;", ENGLISH)
    assert cgp.rows[7][7:10] == (Letter("C", False), Letter("A", False), Letter("T", False))
    assert cgp.racks == ("AEIOU?Q", "")
    assert cgp.scores == (10, 0)
    assert cgp.zeros == 2
    assert dict(cgp.ops) == {"lex": "ENABLE", "bdn": "scrabble", "lm": "8H CAT"}


def test_lower_case_is_a_blank_and_scores_may_be_negative():
    cgp = read_cgp("1a1/3/Zz1 / -6/-16 6", ENGLISH)
    assert cgp.rows[0][1] == Letter("A", True)
    assert cgp.rows[2][:2] == (Letter("Z", False), Letter("Z", True))
    assert cgp.scores == (-6, -16)


def test_tiles_of_several_signs_stand_in_brackets():
    cgp = read_cgp("[CH]O[ch]O1/5/5/5/5 [CH]A/ 0/0 0", tile_set("spanish"))
    assert [cell and (cell.char, cell.blank) for cell in cgp.rows[0]] == [
        ("CH", False),
        ("O", False),
        ("CH", True),
        ("O", False),
        None,
    ]
    assert write_cgp(cgp).startswith("[CH]O[ch]O1/5")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("15/15 A/", "2 of its 4"),
        ("2/3 / 0/0 0", "equally long"),
        ("3/1!1/3 / 0/0 0", "row 2"),
        ("3/1[AB]1/3 / 0/0 0", "row 2"),
        ("0/1/1 / 0/0 0", "row 1"),
        ("99999999999999999999/1 / 0/0 0", "row 1"),
        ("3/3/3 A!/ 0/0 0", "rack 1"),
        ("3/3/3 / 0/x 0", "score"),
        ("3/3/3 / 0/0/0 0", "2 racks but 3"),
        ("3/3/3 / 0/0 many", "scoreless"),
        ("3/3/3 / 0/0 0 lex A; lex B;", "twice"),
    ],
)
def test_what_is_wrong_is_named(text, message):
    with pytest.raises(NotationError, match=message):
        read_cgp(text, ENGLISH)


def test_a_file_name_is_no_cgp():
    assert looks_like_cgp(f"{OPENING} / 0/0 0")
    assert not looks_like_cgp("positions/opening.json")


cells = st.none() | st.builds(Letter, st.sampled_from("ABCXYZ"), st.booleans())
boards = st.integers(2, 6).flatmap(
    lambda width: st.lists(st.tuples(*[cells] * width), min_size=2, max_size=6).map(tuple)
)


@given(
    st.builds(
        Cgp,
        boards,
        st.just(("ABC?", "")),
        st.tuples(st.integers(-99, 999), st.integers(-99, 999)),
        st.integers(0, 9),
        st.just({"lex": "X", "bb": "50"}),
    )
)
def test_a_position_reads_back_as_it_was_written(cgp):
    assert read_cgp(write_cgp(cgp), ENGLISH) == cgp


def test_the_boards_of_the_reference_positions_read_back():
    lines = [line for line in shared("positions", "scrabble.tsv").read_text().splitlines() if line[0] != "#"]
    for line in lines[:100]:
        board, hand, *_ = line.split("\t")
        text = f"{board} {hand}/ 0/0 0"
        assert write_cgp(read_cgp(text, ENGLISH)) == text
