"""``arena import``: what a person sees of a game record."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from arena.cli.words.import_game import command
from arena.errors import ArenaError
from tests.shared_data import shared

GAME = """#player1 ann Ann
#player2 bob Bob
>ann: CATXYZQ 8G CAT +10 10
>bob: ABCDEFG 9I BE +7 7
"""


def run(*arguments: str, text: str = GAME):
    return CliRunner().invoke(command, arguments, input=text, standalone_mode=False)


def test_a_record_that_agrees_ends_with_0():
    result = run("-", text=GAME.replace("ABCDEFG 9I BE +7 7", "ABCDEFS 8G ...S +6 6"))
    assert result.return_value == 0
    assert "ann 10, bob 6; 4 tiles on the board; unfinished, ann to move; everything agrees" in result.output


def test_a_wrong_score_is_listed_with_its_line_and_ends_with_1():
    result = run("-", text=GAME.replace("+10 10", "+11 11"))
    assert result.return_value == 1
    assert "line 3: +11 is written where +10 is right" in result.output


def test_json_is_one_object():
    fields = json.loads(run("-", "--json").output)
    assert fields["scores"] == [10, 7]
    assert fields["events"][0]["words"] == ["CAT"]
    assert fields["to_move"] == 1


def test_the_record_can_be_written_again():
    assert ">ann: CATXYZQ 8G CAT +10 10" in run("-", "--gcg").output


def test_the_board_of_the_file_is_found_by_its_name():
    text = GAME.replace(">ann", "#board-layout SuperCrosswordGame\n>ann", 1).replace("8G", "11J").replace("9I", "P1")
    result = run("-", "--json", text=text)
    assert json.loads(result.output)["events"][0]["placed"][0][:2] == [-1, 0]


@pytest.mark.parametrize(("file", "message"), [("missing.gcg", "cannot be read"), ("-", "line 1")])
def test_a_file_that_cannot_be_read_is_told(file, message):
    result = run(file, text="hello\n")
    assert isinstance(result.exception, ArenaError)
    assert message in str(result.exception)
    assert result.exception.exit_code == 2


def test_a_real_game_reads():
    result = run(str(shared("gcg", "G16.gcg")))
    assert result.return_value == 0
    assert "everything agrees" in result.output
