"""Tile sets: the shipped ones, hands as text, and files that cannot be used."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import Complaints, NotationError
from arena.lexicon.words import read_words
from arena.scrabble.tiles import Face, TileSet
from tests.scrabble.tables import CONFIGS, lexicon, shipped_mapping, tile_set

# name -> tiles, points of all tiles together, wild cards. English 187: the publisher's figure; the others
# from the published distributions named in docs/reference/tiles.md; english-itu: 8 D instead of 4.
TOTALS = {
    "english": (100, 187, 2),
    "english-itu": (104, 195, 2),
    "superscrabble": (200, 381, 4),
    "french": (102, 197, 2),
    "german": (102, 202, 2),
    "danish": (100, 247, 2),
    "spanish": (100, 192, 2),
    "polish": (100, 190, 2),
}


@pytest.mark.parametrize("name", sorted(path.stem for path in (CONFIGS / "tiles").glob("*.yaml")))
def test_a_shipped_set_has_its_published_totals(name: str):
    tiles = tile_set(name)
    count, points, wild = TOTALS[name]
    assert tiles.total == count
    assert sum(tiles.tiles[tile].points * n for tile, n in tiles.full().items()) == points
    assert tiles.wild is not None
    assert tiles.counts[tiles.wild] == wild
    assert [tile.id for tile in tiles.tiles] == list(range(len(tiles.tiles)))
    assert {face.char for face in tiles.tiles[tiles.wild].faces} == set(tiles.alphabet.symbols)


# points -> how often which letters; the tables of the encyclopaedia's "Scrabble letter distributions" (Danish, Polish),
# the same as the sets of the XWords program (Danish) and the Quackle engine (Polish)
BY_POINTS = {
    "danish": {
        0: {2: "?"}, 1: {9: "E", 7: "A", 6: "NR"}, 2: {5: "DLOST"}, 3: {4: "BIK", 3: "FGMUV"}, 4: {2: "HJPYÆØÅ"},
        8: {2: "C", 1: "XZ"},
    },
    "polish": {
        0: {2: "?"}, 1: {9: "A", 8: "I", 7: "E", 6: "O", 5: "NZ", 4: "RSW"}, 2: {4: "Y", 3: "CDKLMPT"},
        3: {2: "BGHJŁU"}, 5: {1: "ĄĘFÓŚŻ"}, 6: {1: "Ć"}, 7: {1: "Ń"}, 9: {1: "Ź"},
    },
}  # fmt: skip


@pytest.mark.parametrize("name", BY_POINTS)
def test_every_letter_is_there_as_often_and_worth_as_much_as_two_sources_say(name: str):
    tiles = tile_set(name)
    found = {
        "?" if tile.id == tiles.wild else tile.faces[0].char: (tile.faces[0].points, tiles.counts[tile.id])
        for tile in tiles.tiles
    }
    wanted = {
        char: (points, count)
        for points, counts in BY_POINTS[name].items()
        for count, chars in counts.items()
        for char in chars
    }
    assert {char: counted for char, counted in found.items() if counted[1]} == wanted
    assert sum(count for _, count in wanted.values()) == 100


def test_the_course_ids_hold_for_english():
    tiles = tile_set("english-itu")
    assert [tiles.plain(char) for char in "ADZ"] == [1, 4, 26]
    assert tiles.counts[4] == 8


def test_the_super_set_has_its_own_counts():
    tiles = tile_set("superscrabble")
    assert [tiles.counts[tiles.plain(char)] for char in "EAOT"] == [24, 16, 15, 15]


def test_a_set_without_wild_cards_begins_with_its_first_letter():
    source = dict(shipped_mapping("tiles", "english"))
    source["tiles"] = source["tiles"][1:]
    tiles = TileSet.from_mapping(source)
    assert tiles.wild is None
    assert tiles.plain("A") == 0
    with pytest.raises(NotationError):
        tiles.parse_hand("A?")


def test_a_scale_multiplies_every_count():
    source = {**shipped_mapping("tiles", "english"), "scale": 10}
    assert TileSet.from_mapping(source).total == 1000


def test_a_tile_may_have_a_few_faces_with_points_of_their_own():
    source = {
        "alphabet": {"letters": ["A", "B", "C"]},
        "tiles": [{"faces": {"A": 1}, "count": 3}, {"faces": {"B": 3, "A": 1}, "count": 2}, {"wild": 2}],
    }
    tiles = TileSet.from_mapping(source, "odd")
    assert tiles.tiles[1].faces == (Face("A", 1), Face("B", 3))
    assert tiles.wild == 2
    assert tiles.face(2, "C") == Face("C", 2)
    assert tiles.face(1, "C") is None
    assert tiles.face(9, "A") is None
    assert tiles.parse_hand("A#1?") == {0: 1, 1: 1, 2: 1}
    assert tiles.parse_hand(tiles.print_hand({0: 2, 1: 1, 2: 1})) == {0: 2, 1: 1, 2: 1}


def test_only_the_question_mark_is_the_wild_card():
    tiles = tile_set()
    assert tiles.parse_hand("?u") == {0: 1, 21: 1}
    assert tiles.parse_hand("ABCDE??") == {0: 2, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1}


def test_tiles_of_two_signs_stand_in_brackets():
    tiles = tile_set("spanish")
    hand = tiles.parse_hand("[CH]O[ll]CH")
    assert tiles.print_hand(hand) == "C[CH]H[LL]O"
    assert sum(hand.values()) == 5


@pytest.mark.parametrize("text", ["É#", "1", "[XYZ]", "#99", "AB!"])
def test_a_hand_that_cannot_be_read_is_refused_by_name(text: str):
    with pytest.raises(NotationError, match="has no tile"):
        tile_set().parse_hand(text)


def test_a_hand_is_sorted_by_the_alphabet_not_by_code_points():
    norse = {
        "alphabet": {"letters": [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "Æ", "Ø", "Å"]},
        "tiles": [{"wild": 0}, *({"faces": {char: 1}} for char in [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "Æ", "Ø", "Å"])],
    }
    tiles = TileSet.from_mapping(norse)
    assert tiles.print_hand(tiles.parse_hand("ÅÆØA?")) == "AÆØÅ?"
    german = tile_set("german")
    assert german.print_hand(german.parse_hand("ZÄA")) == "AÄZ"


def test_words_are_measured_in_tiles():
    german, catalan = tile_set("german"), ["A", "B", "E", "M", "N", "QU", "R", "S"]
    assert len(german.alphabet.encode("ABFRÜHSTÜCKEND")) == 14
    assert len(german.alphabet.encode("SEHENSWÜRDIGKEIT")) == 16
    tiles = TileSet.from_mapping({"alphabet": {"letters": catalan}, "tiles": [{"faces": {"QU": 8}}]})
    assert len(tiles.alphabet.encode("ABARRAN[QU]ESSEM")) == 13


def test_a_word_list_may_begin_with_a_byte_order_mark():
    words = read_words(b"\xef\xbb\xbfaa\nab\n", tile_set().alphabet)
    assert words.count == 2
    assert "AA" in lexicon("aa ab")


def test_accents_go_where_the_set_says_so_and_the_words_are_then_one():
    french = tile_set("french").alphabet
    assert read_words("FOIȘI\nFOIŞI\nFOISI\n", french).count == 1
    assert french.decode(french.encode("œuvré")) == "OEUVRE"


def test_an_umlaut_is_one_letter_however_it_is_composed():
    german = tile_set("german")
    codes = german.alphabet.encode("A\N{COMBINING DIAERESIS}RA")
    assert german.alphabet.decode(codes) == "ÄRA"
    assert len(codes) == 3
    assert sum(german.tiles[german.plain(char)].points for char in "ÄRA") == 8


def test_case_is_the_alphabet_s_own():
    turkish = TileSet.from_mapping(
        {
            "alphabet": {"letters": ["A", "Ç", "E", "I", "İ", "L", "S"], "capitals": {"i": "İ", "ı": "I"}},
            "tiles": [{"faces": {"I": 2}}, {"faces": {"İ": 1}}],
        }
    ).alphabet
    assert turkish.decode(turkish.encode("içel")) == "İÇEL"
    assert turkish.decode(turkish.encode("ısı")) == "ISI"
    german = tile_set("german").alphabet
    assert german.decode(german.encode("straße")) == "STRASSE"
    assert read_words("straße\n", tile_set().alphabet).rejected == ("straße",)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ([], "not a mapping"),
        ({}, "no list of tiles"),
        ({"alphabet": {"letters": ["A"]}, "tiles": [{"faces": {"B": 1}}]}, "'B' is not a letter"),
        ({"alphabet": {"letters": ["A"]}, "tiles": [{"faces": {"A": "one"}}]}, "is not a number of points"),
        ({"alphabet": {"letters": ["A"]}, "tiles": [{"faces": {"A": 10_000}}]}, "is not a number of points"),
        ({"alphabet": {"letters": ["A"]}, "tiles": [{"wild": -(10**12)}]}, "from -9999 to 9999"),
        (
            {"alphabet": {"letters": ["A"]}, "tiles": [{"faces": {"A": 1}, "count": 10**12}]},
            "1000000000000 tiles are too",
        ),
        (
            {"alphabet": {"letters": ["A"]}, "tiles": [{"wild": 0, "count": 1001}], "scale": 1000},
            "1001000 tiles are too",
        ),
        ({"alphabet": {"letters": ["A"]}, "tiles": [{"faces": {"A": 1}, "count": -1}]}, "is not a whole number"),
        ({"alphabet": {"letters": ["A"]}, "tiles": [{"faces": {"A": 1}, "wild": 0}]}, "either 'faces' or 'wild'"),
        ({"alphabet": {"letters": ["A"]}, "tiles": [{"faces": {"A": 1}}], "scale": 0}, "is not a whole number"),
        ({"alphabet": {"letters": ["A"], "case": 1}, "tiles": [{"faces": {"A": 1}}]}, "no field 'case'"),
        ({"alphabet": {"letters": ["A", "a"]}, "tiles": [{"faces": {"A": 1}}]}, "one letter but for their case"),
        ({"tiles": [{"faces": {"A": 1}}], "letters": "ABC"}, "no field 'letters'"),
    ],
)
def test_a_tile_file_that_cannot_be_used_says_why(source: object, message: str):
    from arena.errors import ArenaError

    with pytest.raises(ArenaError) as caught:
        TileSet.from_mapping(source, "mine")  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_everything_wrong_with_a_tile_file_is_told_at_once():
    with pytest.raises(Complaints) as caught:
        TileSet.from_mapping({"alphabet": {"letters": ["A"]}, "scale": 0, "tiles": [{"faces": {"B": 1}}, 7]}, "mine")
    assert len(caught.value.errors) == 3


@given(st.dictionaries(st.integers(0, 29), st.integers(1, 4)))
def test_a_printed_hand_reads_back(hand: dict[int, int]):
    tiles = tile_set("spanish")
    hand = {tile: count for tile, count in hand.items() if tiles.has(tile)}
    text = tiles.print_hand(hand)
    assert tiles.parse_hand(text) == hand
