"""``arena moves``: what it prints, to the byte, and what it says of positions that cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from arena.cli.words.moves import moves
from arena.variants.position_file import read_position

FORM = (
    'A position is a JSON object, such as {"board": "standard", "hand": "ABCDE??"}, '
    "or a CGP: 'BOARD RACKS SCORES ZEROS'"
)
WORDS = "ERA BUM BE UR MA UM ME EM MU RUM BRA"


@pytest.fixture
def run(tmp_path: Path) -> Any:
    (tmp_path / "words.txt").write_text(WORDS.replace(" ", "\n"), encoding="utf-8")
    (tmp_path / "aa.txt").write_text("AA", encoding="utf-8")
    (tmp_path / "twins.yaml").write_text(
        "name: twins\nalphabet: {letters: [A, B]}\ntiles:\n"
        "  - {faces: {A: 1}}\n  - {faces: {A: 1, B: 3}}\n  - {faces: {A: 2}}\n",
        encoding="utf-8",
    )

    def call(*positions: dict[str, Any], options: tuple[str, ...] = ()) -> Result:
        text = "\n".join(json.dumps({"board": "scrabble", "lexicon": "words.txt", **given}) for given in positions)
        (tmp_path / "position.json").write_text(text, encoding="utf-8")
        result: Result = CliRunner().invoke(moves, [str(tmp_path / "position.json"), *options])
        return result

    return call


# A published position: ERA at 8G, hand M U B has 14 plays, the best BUM at 7G for 29
ERA = {"placed": [[-1, 0, "E", 1], [0, 0, "R", 1], [1, 0, "A", 1]], "hand": "MUB"}


def test_the_json_answer_is_one_array_best_first_and_nothing_else(run: Any):
    result = run(ERA, options=("--json",))
    answer = json.loads(result.stdout)
    assert len(answer) == 14
    assert answer[0] == {
        "tiles": [[-1, -1, "B", 3], [0, -1, "U", 1], [1, -1, "M", 3]],
        "word": "BUM",
        "words": ["BUM", "BE", "UR", "MA"],
        "score": 29,
    }
    assert [play["score"] for play in answer] == sorted((play["score"] for play in answer), reverse=True)
    assert result.stdout.count("\n") == 1


def test_lines_for_people_can_be_handed_to_judge(run: Any):
    first, *rest = run(ERA, options=("--top", "3")).stdout.splitlines()
    assert first == "   29  BUM              across  -1 -1 2B3 0 -1 21U1 1 -1 13M3"
    assert len(rest) == 2


def test_a_summary_has_a_line_a_position(run: Any):
    result = run(ERA, {"hand": "MU"}, {**ERA, "hand": "V"}, options=("--summary",))
    lines = [line.split("\t") for line in result.stdout.splitlines()]
    assert lines[0][:2] == ["14", "29"]
    # MU and UM, over the centre in two places each way, M 3 and U 1 doubled there: 8 points
    assert lines[1] == ["8", "8", "64"]
    assert lines[2] == ["0", "-1", "0"]


def test_plays_that_look_alike_are_one_play(run: Any):
    # two tiles show A for 1, one shows A for 2: AA at either place of two, each way, has the faces 1 1, 1 2 or 2 1
    result = run({"tiles": "twins.yaml", "lexicon": "aa.txt", "hand": {"0": 1, "1": 1, "2": 1}}, options=("--json",))
    plays = [play["tiles"] for play in json.loads(result.stdout)]
    assert len(plays) == 4 * 3
    assert len({json.dumps(play) for play in plays}) == len(plays)


def test_a_position_without_a_hand_is_told_so(run: Any):
    from arena.errors import ConfigError

    result = run({"placed": ERA["placed"]})
    assert isinstance(result.exception, ConfigError)
    assert "no hand" in str(result.exception)


def test_a_key_that_stands_twice_is_no_position(tmp_path: Path):
    path = tmp_path / "twice.json"
    path.write_text('{"board": "standard", "hand": "CAB", "hand": "X"}', encoding="utf-8")
    result = CliRunner().invoke(moves, [str(path)])
    assert result.output == ""
    message = f"{path}: this is not valid JSON: the key 'hand' appears twice in one object. {FORM}"
    assert str(result.exception) == message


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("hello", "column 1"),
        ("", "column 1"),
        ('{"board": }\n', "column 11"),
        ('{"board": "standard",\n "hand" "CAB"}', "line 2, column 9"),
    ],
)
def test_what_is_no_json_is_told_where_and_what_a_position_is(text: str, place: str, tmp_path: Path):
    path = tmp_path / "bad.txt"
    path.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(moves, [str(path)])
    assert result.output == ""
    message = str(result.exception)
    assert message.startswith(f"{path}: {place}: this is not valid JSON: Expecting ")
    assert message.endswith(f". {FORM}")


def test_a_line_of_a_summary_that_is_no_json_is_told_by_its_number(tmp_path: Path):
    path = tmp_path / "bad.txt"
    path.write_text("\n{]\n", encoding="utf-8")
    result = CliRunner().invoke(moves, [str(path), "--summary"])
    assert str(result.exception).startswith(f"{path}:2: column 2: this is not valid JSON: ")


def test_the_form_that_is_shown_is_read():
    example = FORM.partition("such as ")[2].rpartition(", or a CGP")[0]
    assert read_position(example).hand


def test_summary_goes_alone(run: Any):
    assert run(ERA, options=("--summary", "--json")).exit_code == 2
