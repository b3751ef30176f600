"""Records beside the best moves: what moves gave away, in which phase, by what kind of mistake; the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena import words
from arena.cli.words.analyse import command
from arena.errors import ConfigError
from arena.scrabble.moves import Change, Pass, Placed, Play
from arena.words.mistakes import MISTAKES, PHASES, MoveWorth, mistake_of, phase_of

LEAVES = {"S": 8.0, "ANT": 0.0, "EINRST": 30.0}
HEAD = "#character-encoding UTF-8\n#player1 Ann Ann\n#player2 Bob Bob\n"
# Words: a bingo (ANESTRI, 66 at 8D), TEN, and CAT. Scores by hand: TEN at 8G covers the centre: 2 * 3.
GAME = HEAD + (">Ann: AEINRST 8G TEN +6 6\n>Bob: ACTUUVV -UUVV +0 0\n>Ann: AAEIIRS - +0 6\n>Bob: CATUUV -CATUUV +0 0\n")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("ANESTRI\nTEN\nCAT\nAT\nNE\nSTEN\nTENS\n", encoding="utf-8")
    Path("leaves.csv").write_text("".join(f"{leave},{value}\n" for leave, value in LEAVES.items()), encoding="utf-8")
    Path("game.gcg").write_text(GAME, encoding="utf-8")
    return tmp_path


def test_a_record_is_set_beside_the_best_moves():
    found = words.analyse("game.gcg", leaves=LEAVES, lexicon="words.txt")
    assert (found.players, found.unknown) == (("Ann", "Bob"), 1)  # six tiles are no whole rack
    bingo, change, passed = found.turns
    assert (bingo.made, bingo.score, bingo.equity) == ("8G TEN", 6, 6.0)  # AIRS is in no table
    assert (bingo.best_score, bingo.best_equity) == (
        66,
        66.0,
    )  # seven points, one doubled, all doubled: 16, + 50
    assert (bingo.mistake, bingo.given_away, bingo.phase) == ("missed bingo", 60.0, "opening")
    assert change.made == "exchange UUVV"
    assert change.mistake == "exchange instead of play"
    assert change.given_away == change.best_score
    assert (passed.made, passed.mistake) == ("pass", "pass")
    assert (passed.best, passed.best_equity) == ("exchange AAEIIR", 8.0)
    assert found.by_mistake(0)["missed bingo"].points == 60.0
    assert found.by_phase(0)["opening"].turns == 2
    assert sum(known.turns for known in found.by_phase(1).values()) == 1


def test_the_best_move_gives_nothing_away():
    record = HEAD + ">Ann: AEINRST 8D ANESTRI +66 66\n"
    [turn] = words.analyse(record, leaves={}, lexicon="words.txt").turns
    assert turn.best_score == 66
    assert (turn.given_away, turn.mistake) == (0.0, "")


def test_a_play_that_was_taken_back_gave_all_of_the_best_away():
    record = HEAD + ">Ann: AEINRST 8G TEN +6 6\n>Ann: AEINRST -- -6 0\n>Bob: ACTUUVV 8G CAT +10 10\n"
    first, second = words.analyse(record, leaves={}, lexicon="words.txt").turns
    assert (first.mistake, first.given_away) == ("withdrawn play", 66.0)
    assert (second.best_score, second.mistake) == (10, "")


def test_phases_go_by_the_bag_and_the_first_turns():
    assert [phase_of(turns, bag, 7) for turns, bag in [(0, 86), (1, 50), (2, 50), (9, 8), (9, 7), (1, 1), (9, 0)]] == [
        "opening", "opening", "middle", "middle", "pre-endgame", "pre-endgame", "endgame",
    ]  # fmt: skip


def play(count: int) -> Play:
    return Play(tuple(Placed(x, 0, 1, "A", 1) for x in range(count)))


@pytest.mark.parametrize(
    ("made", "best", "more", "kind"),
    [
        (MoveWorth(play(3), 20, 20.0), MoveWorth(play(3), 20, 20.0), {}, ""),
        (MoveWorth(play(3), 90, 90.0), MoveWorth(play(7), 70, 70.0), {}, ""),  # a word that is not in the list
        (MoveWorth(Pass(), 0, 1.0), MoveWorth(play(7), 70, 70.0), {}, "pass"),
        (MoveWorth(Pass(), 0, 1.0), MoveWorth(play(7), 70, 70.0), {"withdrawn": True}, "withdrawn play"),
        (MoveWorth(play(3), 20, 25.0), MoveWorth(play(7), 70, 70.0), {}, "missed bingo"),
        (MoveWorth(Change((1,)), 0, 25.0), MoveWorth(play(7), 70, 70.0), {}, "missed bingo"),
        (MoveWorth(Change((1,)), 0, 9.0), MoveWorth(play(4), 10, 12.0), {}, "exchange instead of play"),
        (MoveWorth(play(2), 5, 1.0), MoveWorth(Change((1,)), 0, 9.0), {}, "play instead of exchange"),
        (MoveWorth(Change((2,)), 0, 1.0), MoveWorth(Change((1,)), 0, 9.0), {}, "other exchange"),
        (MoveWorth(play(2), 10, 0.0), MoveWorth(play(3), 9, 13.0), {"held": 3, "bag": 0}, "missed going out"),
        (MoveWorth(play(2), 10, 12.0), MoveWorth(play(3), 20, 20.0), {}, "fewer points"),
        (MoveWorth(play(2), 10, 12.0), MoveWorth(play(3), 14, 20.0), {}, "fewer points"),
        (MoveWorth(play(2), 19, 12.0), MoveWorth(play(3), 20, 20.0), {}, "worse leave"),
    ],
)
def test_every_kind_of_mistake(made: MoveWorth, best: MoveWorth, more: dict, kind: str):
    asked = {"held": 7, "full": 7, "withdrawn": False, "bag": 30, **more}
    assert mistake_of(made, best, **asked) == kind
    assert kind in (*MISTAKES, "")


def run(*arguments: str):
    asked = [*arguments, "--leaves", "leaves.csv", "--lexicon", "words.txt"]
    return CliRunner().invoke(command, asked, standalone_mode=False)


def test_the_command_prints_the_moves_and_the_sums():
    text = run("game.gcg").stdout
    assert "8G TEN" in text
    assert "missed bingo" in text
    assert "3 moves of 1 record beside the best by equity; 1 move left out: the whole rack is not known" in text
    answer = json.loads(run("game.gcg", "--json").stdout)
    [record] = answer["records"]
    assert record["turns"][0]["given_away"] == 60.0
    assert record["turns"][0]["best"]["score"] == 66
    assert set(answer["players"]["Ann"]["phases"]) == set(PHASES)
    assert answer["players"]["Ann"]["mistakes"]["missed bingo"] == {
        "turns": 1, "mistakes": 1, "points": 60.0, "wins": None,
    }  # fmt: skip


def test_a_folder_is_the_same_for_any_number_of_processes_and_names_what_it_left_out(folder: Path):
    games = folder / "games"
    games.mkdir()
    for number in range(4):
        (games / f"{number}.gcg").write_text(GAME, encoding="utf-8")
    alone, shared = (run("games", "--json", "--workers", workers) for workers in "12")
    assert alone.stdout == shared.stdout
    assert json.loads(alone.stdout)["players"]["Ann"]["mistakes"]["missed bingo"]["turns"] == 4
    (games / "5.gcg").write_text("no record", encoding="utf-8")
    partly = run("games", "--workers", "1")
    assert partly.return_value == 1
    assert "left out: " in partly.stderr
    assert "5.gcg" in partly.stderr
    assert "4 records" in partly.stdout


def test_what_there_is_nothing_to_analyse_in_is_refused(folder: Path):
    (folder / "empty").mkdir()
    for name, said in (("empty", "no file ending in .gcg"), ("none.gcg", "none.gcg"), ("played/a/b", "no results")):
        error = run(name).exception
        assert said in str(error)
    with pytest.raises(ConfigError, match="there is no such file of leaves"):
        words.analyse("game.gcg", leaves="none.klv2", lexicon="words.txt")
