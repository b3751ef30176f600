"""``arena judge`` and the position files that it reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from arena.cli.words.judge import judge
from arena.errors import ArenaError
from arena.scrabble.tiles import Face
from arena.variants.position_file import read_position

CAT: list[Any] = [[-1, 0, "C", 3], [0, 0, "A", 1], [1, 0, "T", 1]]


@pytest.fixture
def words(tmp_path: Path) -> Path:
    (tmp_path / "words.txt").write_text("cat\ncats\nat\nact\nas\n", encoding="utf-8")
    return tmp_path


def position(folder: Path, **fields: Any) -> str:
    """Write a position and return its name."""
    content = {
        "board": "scrabble",
        "rules": "tournament",
        "lexicon": "words.txt",
        "placed": CAT,
        "hand": "ABS?",
        **fields,
    }
    file = folder / "position.json"
    file.write_text(json.dumps({key: value for key, value in content.items() if value != "left out"}), encoding="utf-8")
    return str(file)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(judge, arguments, standalone_mode=False)


def test_a_legal_play_is_told_word_by_word(words: Path):
    result = run(position(words), "2 0 19S1")
    assert (result.return_value, result.output) == (0, "CATS 6\ntotal 6\n")


def test_a_wild_card_counts_nothing_and_negative_coordinates_are_no_options(words: Path):
    result = run(position(words, placed=[]), "-1 0 0C0 0 0 1A1 1 0 0T0")
    assert (result.return_value, result.output) == (1, "illegal\nPlayerDoesNotHavePiece(1, 0)\n")
    result = run(position(words, placed=[], hand="A??"), "-1", "0", "0C0", "0", "0", "1A1", "1", "0", "0T0")
    assert (result.return_value, result.output) == (0, "CAT 2\ntotal 2\n")


def test_an_illegal_play_is_an_answer_with_every_fault(words: Path):
    result = run(position(words), "2 0 19S1 5 5 2B3 6 6 99X1")
    assert result.return_value == 1
    assert result.output.splitlines() == ["illegal", "PieceDoesNotExist(99)", "WordNotOnRowOrColumn(2 0, 5 5, 6 6)"]


def test_the_same_as_json(words: Path):
    fields = json.loads(run("--json", position(words), "2 0 19S1").output)
    assert fields == {"legal": True, "words": [["CATS", 6]], "bonus": 0, "score": 6, "faults": []}
    fields = json.loads(run("--json", position(words), "2 0 2B3").output)
    assert fields["faults"] == [{"fault": "WordNotInDictionary", "details": ["CATB"]}]


def test_without_a_hand_any_tiles_may_be_played(words: Path):
    assert run(position(words, hand="left out"), "2 0 19S1").return_value == 0


def test_the_bonus_is_told_apart(words: Path):
    result = run(position(words, placed=[], hand="CAT", hand_size=3), "-1 0 3C3 0 0 1A1 1 0 20T1")
    assert result.output == "CAT 10\nbonus 50\ntotal 60\n"


@pytest.mark.parametrize("play", ["pass", "change 1", "2 0 x", "hello", "", "9" * 5000 + " 0 1A1"])
def test_what_is_no_play_is_refused_without_a_traceback(words: Path, play: str):
    result = run(position(words), play)
    assert isinstance(result.exception, ArenaError)
    assert result.exception.exit_code == 2


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"board": "nowhere"}, "no board called 'nowhere'"),
        ({"board": "left out"}, "there is no board"),
        ({"bord": "scrabble"}, "Did you mean 'board'? There are: board, "),
        ({"tiles": 7}, "is neither a name nor a path"),
        ({"hand_size": 0}, "not a number from 1 to"),
        ({"hand_size": True}, "not a number from 1 to"),
        ({"seed": "x"}, "not a whole number"),
        ({"placed": {}}, "no list of tiles"),
        ({"placed": [[0, 0]]}, "is not a tile on a square"),
        ({"placed": [[0, 0, "C", 4]]}, "no tile of 'english' shows C for 4"),
        ({"placed": [[0, 0, "Ж", 1]]}, "is not a letter of the tile set"),
        ({"placed": [[0, 0, "C", 3], [0, 0, "A", 1]]}, "there is a tile at (0, 0) already"),
        ({"placed": [[8, 0, "C", 3]]}, "has no square at (8, 0)"),
        ({"placed": [[10**20, 0, "C", 3]]}, "has no square at"),
        ({"hand": "AB!"}, "has no tile '!'"),
        ({"hand": {"99": 1}}, "not a tile id with a count"),
        ({"hand": {"1": -1}}, "not a tile id with a count"),
        ({"hand": 7}, "is not a hand"),
        ({"hand": "A" * 101}, "more than a hand of"),
    ],
)
def test_a_position_that_cannot_be_used_says_why(words: Path, fields: dict[str, Any], message: str):
    result = run(position(words, **fields), "2 0 19S1")
    assert isinstance(result.exception, ArenaError)
    assert message in str(result.exception)


@pytest.mark.parametrize("text", ["", "[]", "{", "7", '{"hand_size": ' + "9" * 5000 + "}", "[" * 100_000])
def test_what_is_no_position_at_all_is_refused(text: str):
    with pytest.raises(ArenaError):
        read_position(text)


def test_a_file_that_is_not_there_is_named():
    result = run("nowhere.json", "0 0 1A1")
    assert "nowhere.json" in str(result.exception)


def test_a_wild_card_on_the_board_is_told_by_its_points_or_by_its_case(words: Path):
    for entry in ([0, 0, "A", 0], [0, 0, "a"]):
        text = json.dumps({"board": "scrabble", "lexicon": "words.txt", "placed": [entry]})
        found = read_position(text, base=words)
        tile = found.board[0, 0]
        assert (tile.tile, Face(tile.char, tile.points)) == (0, Face("A", 0))


def test_a_hand_may_be_counted_by_tile_ids(words: Path):
    text = json.dumps({"board": "scrabble", "lexicon": "words.txt", "hand": {"0": 2, "5": 1, "6": 0}})
    assert read_position(text, base=words).hand == {0: 2, 5: 1}


def test_left_out_parts_have_their_defaults():
    found = read_position('{"board": "standard"}')
    assert (found.table.rules.name, found.table.tiles.name, found.table.hand_size) == ("itu", "english", 7)
    assert (found.board, found.hand) == ({}, None)
