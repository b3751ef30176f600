"""Plays and exchanges in one list: known equities, their order, and what cannot be ranked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena import words
from arena.cli.words.moves import moves
from arena.errors import ConfigError
from arena.scrabble.moves import Change, Pass, Play
from tests.shared_data import shared

LEAVES = {"S": 8.0, "?": 25.0, "Q": -7.0, "AT": 1.5}
OUT = {"lexicon": "words.txt", "board": "scrabble", "rules": "tournament"}


@pytest.fixture
def lexicon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("CAT\nCATS\nAT\nQAT\nACT\nTA\n", encoding="utf-8")
    return "words.txt"


def test_the_best_of_known_positions_is_as_an_independent_engine_has_it():
    """Source: an independent engine (shared data); every tenth position, equities to 0.01."""
    enable, table = str(shared("enable1.txt")), shared("leaves", "formula.klv2")
    lines = [line for line in shared("equities.tsv").read_text().splitlines() if not line.startswith("#")]
    for line in lines[::10]:
        cgp, _, best, kept, score, equity, highest = line.split("\t")
        ranked = words.read_position(cgp, lexicon=enable, board="scrabble").ranked(leaves=table, top=30)
        expected = [float(number) for number in highest.split()]
        assert [move.equity for move in ranked] == pytest.approx(expected[: len(ranked)], abs=0.0051)
        tied = [move for move in ranked if move.equity == ranked[0].equity]
        assert (kept.strip("-"), int(score)) in {(move.kept, move.score) for move in tied}, best
        assert ranked[0].equity == pytest.approx(float(equity), abs=0.0051)


def test_plays_exchanges_and_the_pass_stand_in_one_list(lexicon: str):
    position = words.position("CATSQ", lexicon=lexicon, board="scrabble", rules="tournament")
    ranked = position.ranked("equity", leaves=LEAVES)
    assert ranked[-1].move == Pass()
    assert sum(isinstance(move.move, Change) for move in ranked) == 2**5 - 1
    assert sum(isinstance(move.move, Play) for move in ranked) == len(position.plays())
    equities = [move.equity or 0.0 for move in ranked[:-1]]
    assert equities == sorted(equities, reverse=True)
    changed = next(move for move in ranked if isinstance(move.move, Change))
    assert (changed.kept, changed.score, changed.equity) == ("S", 0, 8.0)
    points = position.ranked("points")
    assert len(points) == len(ranked)
    assert [move.score for move in points] == sorted((move.score for move in ranked), reverse=True)
    assert points[0].equity is None


def test_how_many_play_says_whether_tiles_may_be_exchanged(lexicon: str):
    position = words.position("CATSQ", lexicon=lexicon, board="scrabble", rules="tournament")
    kinds = [{type(move.move) for move in position.ranked(leaves=LEAVES, seats=seats)} for seats in (2, 13, 14, 15)]
    assert [Change in kind for kind in kinds] == [True, True, False, False]  # 95 unseen less 84 leaves 11, less 91: 4


def test_with_an_empty_bag_tiles_left_count_instead_of_leaves(lexicon: str):
    position = words.position("CAT", [(0, 0, "A"), (1, 0, "T")], lexicon=lexicon, board="scrabble", rules="tournament")
    unseen = position.table.tiles.points(dict(enumerate(position.table.tiles.counts))) - 2 - 5
    ranked = position.ranked(leaves={}, seats=20)
    out = [move for move in ranked if isinstance(move.move, Play) and len(move.move.tiles) == 3]
    assert out
    assert out[0].equity == out[0].score + 2 * unseen
    kept = next(move for move in ranked if move.kept == "C")
    assert kept.equity == kept.score - 10 - 2 * 3


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ({"by": "taste"}, "'taste' is no way to rank moves"),
        ({"seats": 0}, "0 players"),
        ({"leaves": "none.klv2"}, "there is no such file of leaves"),
    ],
)
def test_what_cannot_be_ranked_is_told(lexicon: str, asked: dict, problem: str):
    with pytest.raises(ConfigError, match=problem):
        words.position("CAT", lexicon=lexicon).ranked(**asked)


def test_without_a_hand_there_is_nothing_to_rank(lexicon: str):
    with pytest.raises(ConfigError, match="there is no hand"):
        words.position(lexicon=lexicon).ranked(leaves=LEAVES)


def test_tiles_without_a_leave_table_say_how_to_make_one(lexicon: str):
    Path("few.yaml").write_text("name: few\nalphabet: {letters: [A, C, T]}\ntiles:\n  - {faces: {A: 1}, count: 9}\n")
    with pytest.raises(ConfigError, match=r"arena train leaves --tiles few .*--leaves FILE\.klv2"):
        words.position("A", tiles="few.yaml", lexicon="any").ranked()


def asked(*options: str):
    Path("position.json").write_text(json.dumps({**OUT, "hand": "CATSQ"}), encoding="utf-8")
    Path("leaves.csv").write_text("".join(f"{leave},{value}\n" for leave, value in LEAVES.items()), encoding="utf-8")
    return CliRunner().invoke(moves, ["position.json", *options])


def test_the_command_prints_them_as_lines_and_as_json(lexicon: str):
    lines = asked("--by", "equity", "--leaves", "leaves.csv").stdout.splitlines()
    answer = json.loads(asked("--by", "equity", "--leaves", "leaves.csv", "--json").stdout)
    assert len(lines) == len(answer)
    assert answer[-1]["kind"] == "pass"
    change = next(move for move in answer if move["kind"] == "exchange")
    assert change == {
        "kind": "exchange", "move": change["move"], "tiles": [], "exchanged": "ACQT", "word": "", "words": [],
        "kept": "S", "score": 0, "equity": 8.0, "value": None, "win": None,
        "spread": None, "iterations": None,
    }  # fmt: skip
    assert any("exchange ACQT" in line and "keeps S" in line and "8.00" in line for line in lines)
    play = answer[0]
    assert (play["kind"], play["word"] in play["words"], len(play["tiles"]) > 0) == ("play", True, True)
    assert len(asked("--by", "points", "--top", "3").stdout.splitlines()) == 3


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--leaves", "leaves.csv"], "--leaves goes with --by equity"),
        (["--seats", "3"], "--seats goes with --by"),
        (["--by", "equity", "--summary"], "--by goes with neither --summary nor --cgp"),
    ],
)
def test_options_that_would_do_nothing_are_refused(lexicon: str, options: list[str], said: str):
    result = asked(*options)
    assert result.exit_code == 2
    assert said in result.stderr
