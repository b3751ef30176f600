"""Positions, hands and plays as people and other programs write them, and those that no game can come to."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from arena.cli.words.judge import judge
from arena.cli.words.moves import moves
from arena.errors import ArenaError, NotationError
from arena.lexicon.alphabet import Alphabet
from arena.notation.cgp import Cgp, Letter, read_cgp, write_cgp
from arena.notation.squares import WordPlace, lay_word
from arena.scrabble.moves import Placed, Play, read_move
from arena.scrabble.rules import WordGame
from arena.scrabble.tiles import TileSet
from arena.variants.position_cgp import cgp_text, read_cgp_position
from arena.variants.position_file import read_position
from arena.wire.message import answers, word
from tests.scrabble.tables import board, table, tile_set
from tests.shared_data import shared

EMPTY = "/".join(["15"] * 15)
CAT = EMPTY.replace("15", "6CAT6", 8).replace("6CAT6", "15", 7)  # CAT at 8G
TURKISH = TileSet.from_mapping(
    {
        "alphabet": {"letters": ["A", "I", "İ", "T"], "capitals": {"i": "İ", "ı": "I"}},
        "tiles": [{"wild": 0, "count": 2}, *({"faces": {letter: 1}, "count": 9} for letter in "AIİT")],
    },
    "turkish",
)


def run(command: Any, *arguments: str, **more: Any) -> Result:
    return CliRunner().invoke(command, list(arguments), **more)


@pytest.fixture
def lexicon(tmp_path: Path) -> Any:
    def write(*words: str) -> tuple[str, str]:
        (tmp_path / "words.txt").write_text("\n".join(words), encoding="utf-8")
        return "--lexicon", str(tmp_path / "words.txt")

    return write


# --- C203, C205: accents, spellings, marks that stand apart


@pytest.mark.parametrize("play", ["ÉTÉ", "ETE", "E\u0301TE\u0301", "ÈTÊ", "(ÉTÉ)"])
def test_an_accent_makes_no_wild_card(lexicon, play):
    position = f"{EMPTY} EETABCD/ 0/0 0 ld french;"
    result = run(judge, position, "8G", play, *lexicon("ÉTÉ"))
    if play.startswith("("):
        assert isinstance(result.exception, NotationError)  # nothing lies there
    else:
        assert result.stdout == "ETE 6\ntotal 6\n"


@pytest.mark.parametrize(
    ("tiles", "words", "play", "verdict"),
    [
        ("english", "CAT", "CÁT", "CAT 10\ntotal 10\n"),
        ("english", "CAT", "CáT", "illegal\nPlayerDoesNotHavePiece(1, 0)\n"),  # a small á is a wild card
        ("french", "ŒUF", "ŒUF", "OEUF 14\ntotal 14\n"),
        ("german", "STRASSE", "STRAẞE", "STRASSE 16\nbonus 50\ntotal 66\n"),
        ("german", "ÄRA", "ÄRA", "ÄRA 16\ntotal 16\n"),
        ("german", "ARA", "ÀRA", "ARA 6\ntotal 6\n"),
        ("spanish", "ÑA", "N\u0303A", "ÑA 18\ntotal 18\n"),
        ("english", "QA", "Q\u0308A", "QA 22\ntotal 22\n"),  # no character has this letter with its mark
    ],
)
def test_every_character_that_is_read_as_a_letter_is_one_in_plays_hands_and_positions(
    lexicon, tmp_path, tiles, words, play, verdict
):
    known = tile_set(tiles)
    hand = known.print_hand(known.parse_hand(play))
    if any(known.alphabet.is_small(sign) for sign in play):
        hand += "E"  # and no wild card
    for form in ("NFC", "NFD"):
        written, rack = (unicodedata.normalize(form, text) for text in (play, hand))
        option, file = lexicon(words)
        found = run(judge, f"{EMPTY} {rack}/ 0/0 0 ld {tiles};", "8G", written, option, file)
        assert found.stdout == verdict, found.output
        file_of = tmp_path / "position.json"
        fields = {"board": "scrabble", "tiles": tiles, "rules": "tournament", "lexicon": file, "hand": rack}
        file_of.write_text(json.dumps(fields, ensure_ascii=False), encoding="utf-8")
        assert run(judge, str(file_of), "8G", written).stdout == verdict


def test_hands_boards_and_answers_written_with_marks_apart_are_the_same():
    german = tile_set("german")
    apart = unicodedata.normalize("NFD", "ÄÖÜ")
    assert german.parse_hand(apart) == german.parse_hand("ÄÖÜ")
    rows = unicodedata.normalize("NFD", "1Äö/3/3 ÄÜ/Ö 0/0 0")
    assert read_cgp(rows, german) == read_cgp("1Äö/3/3 ÄÜ/Ö 0/0 0", german)
    assert read_move("0 0 2A\u03086") == read_move("0 0 2Ä6")
    text = json.dumps({"board": "scrabble", "tiles": "german", "placed": [[0, 0, "A\u0308"]], "lexicon": "odd"})
    assert read_position(text).board[0, 0].char == "Ä"
    answer = answers.Play([answers.PlacedTile((0, 0), 2, "A\u0308", 6)])
    server = word.WordServer(WordGame(table("", tiles=german)), "v")
    assert server.read(answer, None, 0) == Play((Placed(0, 0, 2, "Ä", 6),))
    with pytest.raises(ArenaError, match="has no tile"):
        tile_set("polish").parse_hand("A\u0308")


def test_a_tile_file_with_marks_apart_is_the_same_set():
    fields = {"alphabet": {"letters": ["A\u0308", "B"]}, "tiles": [{"faces": {"A\u0308": 6}}, {"faces": {"B": 3}}]}
    assert [tile.faces[0].char for tile in TileSet.from_mapping(fields, "t").tiles] == ["Ä", "B"]


def test_what_is_small_is_the_alphabet_s_business():
    alphabet = TURKISH.alphabet
    assert [alphabet.is_small(text) for text in ("i", "ı", "I", "İ", "a", "A", "é", "É")] == [
        *[True, True, False, False, True, False, True, False],
    ]
    assert [alphabet.small(letter) for letter in ("I", "İ", "A")] == ["ı", "i", "a"]
    assert Alphabet.of(["A", "CH"]).is_small("ch") and not Alphabet.of(["A", "CH"]).is_small("Ch")
    assert not Alphabet.of(["א", "ב"]).is_small("א")  # a script without case
    assert Alphabet.of(["א", "ב"]).small("א") == "א"
    assert not Alphabet.of(["a", "b"]).is_small("a")  # the tiles are written small


def test_a_wild_card_is_written_small_as_its_language_writes_it():
    at = table("", tiles=TURKISH)
    laid = lay_word("Tiı", WordPlace(0, 0, True), TURKISH, {})
    assert [(tile.tile, tile.char) for tile in laid.tiles] == [(4, "T"), (0, "İ"), (0, "I")]
    lying = {(tile.x, tile.y): tile for tile in laid.tiles}
    text = cgp_text(at, lying, [None, None])
    assert "7Tiı5" in text
    assert [letter and letter.char for letter in read_cgp(text, TURKISH).rows[7][7:10]] == ["T", "İ", "I"]
    with pytest.raises(NotationError, match="has no small form"):
        write_cgp(Cgp(((Letter("א", True), None),) * 2))


# --- C213: letters of the board in brackets


@pytest.mark.parametrize(
    ("play", "verdict"),
    [
        ("(CAT)S", "CATS 6\ntotal 6\n"),
        ("[CAT]S", "CATS 6\ntotal 6\n"),
        ("(CAT)s", "CATS 5\ntotal 5\n"),
        ("...s", "CATS 5\ntotal 5\n"),
        ("(cat)S", "CATS 6\ntotal 6\n"),
    ],
)
def test_a_play_may_have_the_board_s_letters_in_brackets(lexicon, play, verdict):
    assert run(judge, f"{CAT} S?/ 0/0 0", "8G", play, *lexicon("CAT", "CATS")).stdout == verdict


@pytest.mark.parametrize(
    ("play", "why"),
    [
        ("(DOG)S", "D cannot lie where there is C already"),
        ("(CATS)", "(S) stands for a letter of the board, but no tile lies there"),
        ("(CAT", "Brackets hold one tile"),
        ("(CA!)S", "'!' is not a letter of the tile set 'english'"),
    ],
)
def test_brackets_that_do_not_fit_are_told(lexicon, play, why):
    result = run(judge, f"{CAT} S/ 0/0 0", "8G", play, *lexicon("CATS"))
    assert isinstance(result.exception, NotationError)
    assert why in str(result.exception)


# --- C219: names and sizes of the field


@pytest.mark.parametrize(
    "names",
    ["bdn SuperCrosswordGame; ld english_super;", "bdn standard21;", "ld english_super;", "", "bdn superscrabble;"],
)
def test_a_position_of_21_rows_is_one_of_the_great_board(names):
    rows = "/".join(["21"] * 10 + ["9CAT9"] + ["21"] * 10)
    position = read_cgp_position(f"{rows} QQ/ 0/0 0 lex odd; {names}").position
    assert (position.table.layout.name, position.table.tiles.name) == ("superscrabble", "superscrabble")
    assert position.board[0, 0].char == "A"
    assert position.warnings == ()


# --- C221: what no bag can give


@pytest.mark.parametrize(
    ("position", "warning"),
    [
        (f"{EMPTY} QQQ/ 0/0 0", "3 tiles Q, and the tile set 'english' has 1"),
        (f"{EMPTY} ABCDEFGH/ 0/0 0", "a hand of 8 tiles, and 7 are a full one"),
        (f"{EMPTY} A/ABCDEFGH 0/0 0", "a hand of 8 tiles, and 7 are a full one"),
        (f"{EMPTY} Q/Q 0/0 0", "2 tiles Q, and the tile set 'english' has 1"),
        (f"{EMPTY} ???????/ 0/0 0", "7 tiles ?, and the tile set 'english' has 2"),
        (f"{EMPTY.replace('15', 'ZZZZZ10', 1)} A/ 0/0 0", "5 tiles Z, and the tile set 'english' has 1"),
        (f"{EMPTY.replace('15', 'abc12', 1)} A/ 0/0 0", "3 tiles ?, and the tile set 'english' has 2"),
        (f"{CAT} ABC__/ 0/0 0", "2 tiles are not known in the hand"),
    ],
)
def test_a_position_that_no_game_can_come_to_is_warned_of_or_refused(lexicon, position, warning):
    options = lexicon("QQ", "CAT")
    for more in ((), ("--json",)):
        result = run(moves, position, *options, *more)
        assert result.stderr.startswith(f"CGP: warning: {warning}\n")
        assert "warning" not in result.stdout
        assert result.exit_code == 0
    result = run(moves, position, *options, "--strict")
    assert result.stdout == ""
    assert (result.exception.exit_code, str(result.exception)) == (
        2,
        f"CGP: {warning}. Without --strict this is a warning",
    )


def test_a_position_file_and_every_line_of_a_summary_are_warned_of(lexicon, tmp_path):
    _, words = lexicon("QQ")
    fields = {"board": "scrabble", "lexicon": words, "hand": "QQQ", "placed": [[0, 0, "Z"], [1, 0, "Z"]]}
    (tmp_path / "position.json").write_text(json.dumps(fields), encoding="utf-8")
    result = run(moves, str(tmp_path / "position.json"))
    assert result.stderr.count("warning") == 2
    assert run(moves, str(tmp_path / "position.json"), "--strict").exception.exit_code == 2
    lines = f"{EMPTY} QA/ 0/0 0\n{EMPTY} QQ/ 0/0 0\n"
    result = run(moves, "-", "--summary", *lexicon("QA"), input=lines)
    assert result.stderr == "-:2: warning: 2 tiles Q, and the tile set 'english' has 1\n"
    (tmp_path / "large.json").write_text(
        json.dumps({"board": "scrabble", "lexicon": words, "hand": "ABCDEFGH", "hand_size": 8}), encoding="utf-8"
    )
    assert "warning" not in run(moves, str(tmp_path / "large.json")).stderr


def test_without_a_hand_the_play_s_own_tiles_are_counted(lexicon):
    qat = EMPTY.replace("15", "6QAT6", 8).replace("6QAT6", "15", 7)
    result = run(judge, f"{qat} / 0/0 0", "H8", ".Q", *lexicon("QAT", "AQ"))
    assert result.stdout == "AQ 11\ntotal 11\n"
    assert result.stderr == "CGP: warning: 2 tiles Q, and the tile set 'english' has 1\n"
    strict = run(judge, f"{qat} / 0/0 0", "H8", ".Q", "--strict", *lexicon("QAT", "AQ"))
    assert strict.exception.exit_code == 2


# --- C257: damaged positions


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (["15"] * 6 + ["14"] + ["15"] * 8, "row 7 has 14, the others 15"),
        (["15"] * 6 + ["8A7"] + ["15"] * 7 + ["13"], "row 7 has 16, row 15 has 13, the others 15"),
        (["15"] * 14, "15 by 14 squares are not the 15 by 15 of the board 'scrabble'"),
        (["15"] * 16, "15 by 16 squares are not the 15 by 15 of the board 'scrabble'"),
    ],
)
def test_a_damaged_position_is_refused_by_its_rows(rows, why):
    with pytest.raises(ArenaError) as caught:
        read_cgp_position(f"{'/'.join(rows)} / 0/0 0 lex odd;")
    assert why in str(caught.value)


def test_the_positions_of_four_engines_tests_are_read_but_for_the_damaged_ones():
    lines = shared("positions", "engines.cgp").read_text(encoding="utf-8").splitlines()
    read = 0
    for line in lines:
        try:
            read_cgp_position(line, given={"lexicon": "odd"})
            read += 1
        except ArenaError:
            continue
    assert (read, len(lines)) == (523, 532)


# --- C248, C250, C252, C254


def test_the_word_graph_of_another_program_has_its_words():
    from arena.lexicon.alphabet import ENGLISH
    from arena.lexicon.kwg import read_kwg

    words = read_kwg(shared("lexica", "TWL06.kwg").read_bytes(), ENGLISH, "TWL06.kwg").words
    assert len(words) == 178_691
    assert [sum(len(found) == length for found in words) for length in (2, 15)] == [101, 3157]


OXYPHENBUTAZONE = (
    "1PACIFYING5/1IS12/YE13/1REQUALIFIED3/H1L12/EDS12/NO3T9/1RAINWASHING3/UM3O9/T2E1O9/1WAKEnERS6/1OnETIME7/"
    "OOT2E1B7/N6U7/1JACULATING4 ABEOPXZ/ 0/0 0"
)
ITS_WORDS = "OXYPHENBUTAZONE OPACIFYING XIS PREQUALIFIED BRAINWASHING AWAKENERS ZONETIME EJACULATING"


def test_the_largest_play_is_found_among_the_words_that_it_makes(lexicon):
    found, *_ = json.loads(run(moves, OXYPHENBUTAZONE, *lexicon(*ITS_WORDS.split()), "--json").stdout)
    assert (found["word"], found["score"], {tile[0] for tile in found["tiles"]}) == ("OXYPHENBUTAZONE", 1780, {-7})


def test_the_largest_play_is_found_among_all_words():
    file = shared("lexica", "TWL06.kwg")
    best = json.loads(run(moves, OXYPHENBUTAZONE, "--lexicon", str(file), "--json", "--top", "1").stdout)[0]
    assert (best["word"], best["score"], best["tiles"][0][0]) == ("OXYPHENBUTAZONE", 1780, -7)


def test_a_square_may_count_letters_of_one_worth_three_times(tmp_path, lexicon):
    triple = "if (pointValue(_pos_) = 5) then { _result_ := pointValue(_pos_) * 3 + _acc_ } else"
    fields = {
        "bounds": [-2, -2, 2, 2],
        "centre": [0, 0],
        "squares": {
            0: {"name": "plain", "programs": {0: "_result_ := pointValue(_pos_) + _acc_"}},
            1: {"name": "fives", "programs": {0: triple + " { _result_ := pointValue(_pos_) + _acc_ }"}},
        },
        "used": 0,
        "program": "if (_x_ = 0 /\\ _y_ = 0) then { _result_ := 1 }",
        "pretty": "_result_ := charToInt(' ')",
    }
    (tmp_path / "fives.json").write_text(json.dumps(fields), encoding="utf-8")
    _, words = lexicon("AKA", "AAA")
    for text, points in (("AKA", 17), ("AAA", 3)):  # K is worth 5: 1 + 15 + 1
        position = {"board": "fives.json", "rules": "tournament", "lexicon": words, "hand": "AAAK"}
        (tmp_path / "position.json").write_text(json.dumps(position), encoding="utf-8")
        result = run(judge, str(tmp_path / "position.json"), "3B", text)
        assert result.stdout == f"{text} {points}\ntotal {points}\n"


def test_letters_of_two_signs_are_one_tile_each(tmp_path, lexicon):
    letters = {"Ó": 2, "E": 1, "R": 1, "L": 1, "S": 1, "Z": 4, "G": 2, "Y": 5}
    letters |= {"SZ": 3, "GY": 4, "NY": 4, "CS": 7, "LY": 8, "ZS": 8, "TY": 10}
    fields = {
        "alphabet": {"letters": list(letters)},
        "tiles": [{"wild": 0, "count": 2}, *({"faces": {text: n}, "count": 3} for text, n in letters.items())],
    }
    (tmp_path / "hungarian.json").write_text(json.dumps(fields), encoding="utf-8")
    tiles = TileSet.from_mapping(fields, "hungarian")
    rack = tiles.parse_hand("[GY][GY]Ó[SZ]ER")
    assert sum(rack.values()) == 6
    position = f"{EMPTY} [GY][GY]Ó[SZ]ER/ 0/0 0"
    options = ("--tiles", str(tmp_path / "hungarian.json"), *lexicon("GYÓGYSZER", "[Z][S]EL"))
    result = run(judge, position, "8D", "[GY]Ó[GY][SZ]ER", *options)
    assert result.stdout == "GYÓGYSZER 38\ntotal 38\n"  # (2*4 + 2 + 4 + 3 + 1 + 1) * 2
    # a word of four tiles; with the tile ZS it would be another, which the list has not
    assert run(judge, f"{EMPTY} ZSEL/ 0/0 0", "8G", "ZSEL", *options).stdout.startswith("ZSEL ")
    assert run(judge, f"{EMPTY} [ZS]EL/ 0/0 0", "8G", "[ZS]EL", *options).stdout.startswith("illegal")


def test_a_word_on_the_board_of_tables_is_read_back_by_its_brackets():
    at = table("", tiles="spanish")
    lying = board(at, ("CHA", "8G"))
    for text in ("[CH]AS", "(CHA)S", "CHAS", "([CH]A)S"):
        assert [tile.char for tile in lay_word(text, WordPlace(-1, 0, True), at.tiles, lying).tiles] == ["S"]
    lying = board(at, ("[CH]A", "8G"))
    for text in ("[CH]AS", "([CH]A)S", "..S", "([CH])AS"):
        assert [tile.char for tile in lay_word(text, WordPlace(-1, 0, True), at.tiles, lying).tiles] == ["S"]
    with pytest.raises(NotationError, match="C cannot lie where there is CH already"):
        lay_word("(CHA)S", WordPlace(-1, 0, True), at.tiles, lying)
