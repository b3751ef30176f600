"""Positions from Python: where they come from, what may be played, what a play is worth, how they look."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections import Counter

import pytest

from arena import words
from arena.board.drawing import COLOURS, Cell, Picture
from arena.board.svg import board_svg
from arena.errors import Complaints, ConfigError, NotationError, UnreadableMove

CAT = [(0, 0, "C"), (1, 0, "A"), (2, 0, "t")]
WORDS = "CAT\nCATS\nAT\nTA\nSAT\nACT\nTACT\nSCAT\n"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def lexicon(tmp_path):
    (tmp_path / "few.txt").write_text(WORDS, encoding="utf-8")
    return str(tmp_path / "few.txt")


@pytest.fixture
def position(lexicon):
    return words.position("SAT", CAT, lexicon=lexicon)


def test_every_play_is_legal_by_the_plain_rules_and_worth_what_it_says(position):
    plays = position.plays()
    assert len(plays) > 3
    for found in plays:
        verdict = position.judge(found)
        assert verdict.legal
        assert verdict.score == found.score
        assert verdict.words[0][0] == found.word
    assert [found.score for found in plays] == sorted(plays.scores.tolist(), reverse=True)
    assert position.best().score == plays[0].score
    assert list(position.plays(2)) == list(plays)[:2]
    assert Counter(position.plays(ordered=False).scores.tolist()) == Counter(plays.scores.tolist())


def test_a_play_in_words_is_the_same_as_tile_by_tile(position):
    verdict = position.judge("8H CATS")
    assert verdict.words == (("CATS", 5),)
    assert str(verdict) == "CATS 5\ntotal 5"
    assert position.judge(str(verdict.play)) == verdict
    assert position.judge(verdict.play) == verdict


def test_everything_that_is_wrong_is_told(position):
    verdict = position.judge("1A SXS")
    assert not verdict.legal
    assert (verdict.score, verdict.words) == (0, ())
    assert [fault.name for fault in verdict.faults] == [
        "PlayerDoesNotHavePiece",
        "PlayerDoesNotHavePiece",
        "WordNotAdjacent",
        "WordNotInDictionary",
    ]
    with pytest.raises(words.IllegalPlay) as caught:
        position.lay("1A SXS")
    assert caught.value.faults == verdict.faults


def test_laying_a_play_makes_another_position(position):
    after = position.lay("8H CATS")
    assert (position.rack, len(position.board)) == ("AST", 3)
    assert (after.rack, len(after.board), after.fresh) == ("AT", 4, {(3, 0)})
    assert after.table is position.table
    found = after.best()
    assert after.lay(found).rack is not None


def test_without_a_hand_any_tiles_are_judged_and_doubted(lexicon):
    position = words.position(placed=CAT, lexicon=lexicon)
    assert position.rack is None
    assert position.judge("8H CATS").legal
    assert position.doubts("8H CATS") == ()
    assert any("tiles S" in doubt for doubt in position.doubts("9A SSSSSSSS"))
    with pytest.raises(ConfigError, match="there is no hand"):
        position.plays()
    with pytest.raises(ConfigError, match="there is no hand"):
        position.best()
    assert position.lay("8H CATS").rack is None


@pytest.mark.parametrize(("text", "kind"), [("pass", UnreadableMove), ("8Z CAT", NotationError), ("", UnreadableMove)])
def test_what_is_no_play_is_refused(position, text, kind):
    with pytest.raises(kind):
        position.judge(text)


def test_a_file_says_the_position_that_names_say(position, lexicon, tmp_path):
    fields = {"board": "standard", "lexicon": lexicon, "hand": "SAT", "placed": [list(tile) for tile in CAT]}
    (tmp_path / "one.json").write_text(json.dumps(fields), encoding="utf-8")
    for read in (words.read_position(tmp_path / "one.json"), words.parse_position(json.dumps(fields))):
        assert (read.board, read.hand) == (position.board, position.hand)


def test_a_cgp_is_read_back(position, lexicon, tmp_path):
    read = words.read_position(position.cgp(), lexicon=lexicon)
    assert (read.board, read.hand) == (position.board, position.hand)
    (tmp_path / "one.cgp").write_text(position.cgp() + "\n", encoding="utf-8")
    assert words.read_position(tmp_path / "one.cgp", lexicon=lexicon).board == position.board


def test_errors_name_the_place(lexicon, tmp_path):
    with pytest.raises(Complaints) as caught:
        words.position("A1", [(99, 0, "A")], lexicon=lexicon)
    assert [error.where for error in caught.value.errors] == ["position: placed[0]", "position: hand"]
    with pytest.raises(ConfigError, match="there is no board called 'nowhere'"):
        words.position("A", board="nowhere")
    with pytest.raises(ConfigError, match=r"no\.json: cannot be read"):
        words.read_position(tmp_path / "no.json")
    with pytest.raises(ConfigError, match="board= is for a CGP"):
        words.parse_position('{"board": "standard"}', given={"board": "scrabble"})


def test_a_hand_that_no_bag_can_give_is_warned_of(lexicon):
    position = words.position("QQ", lexicon=lexicon)
    assert position.warnings == ("2 tiles Q, and the tile set 'english' has 1",)


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_the_picture_has_the_tiles_the_squares_and_a_name(position):
    svg = position.lay("8H CATS").svg()
    root = ElementTree.fromstring(svg)
    assert root.get("role") == "img"
    assert root.get("aria-label") == "board standard with 4 tiles, hand AT"
    fills = Counter(rect.get("fill") for rect in root.iter(f"{SVG}rect"))
    assert fills[COLOURS["tile"][0]] == 3
    assert fills[COLOURS["fresh"][0]] == 1
    assert sum(fills.values()) == 1 + 15 * 15
    assert {"C", "A", "S", "2L", "3W", "-7", "7"} <= set(texts(svg))
    assert position._repr_svg_() == position.svg()


def test_a_board_without_end_and_letters_of_two_signs_are_drawn():
    hole = words.position(placed=[(0, 0, "A")], board="infinite", lexicon="odd")
    assert sum(1 for _ in ElementTree.fromstring(hole.svg()).iter(f"{SVG}rect")) == 1 + 3 * 3
    spanish = words.position(placed=[(0, 0, "[CH]")], tiles="spanish", lexicon="odd", board="standard")
    assert "CH" in texts(spanish.svg())


def test_a_label_cannot_leave_its_place_in_the_picture():
    svg = board_svg(Picture({(0, 0): Cell("<&", 1, False)}, (0, 0, 0, 0)), None, "<b>&\"'")
    assert ElementTree.fromstring(svg).get("aria-label") == "<b>&\"'"
    assert texts(svg)[-2:] == ["<&", "1"]


def test_the_board_as_text(position):
    rows = position.text(bonus_squares=False).splitlines()
    assert rows[0].split() == [str(x) for x in range(-7, 8)]
    assert rows[8].split() == ["0", *["."] * 7, "C", "A", "t", *["."] * 5]
    assert str(position).endswith("\nhand: AST")
    assert repr(position) == "<board standard with 3 tiles, hand AST>"
