"""Records beside the best moves by simulation and by exact endgame; stored games; the page of an analysis."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from arena import words
from arena.cli.words.analyse import command
from arena.errors import ConfigError
from arena.runner.runs.stop import Stop
from arena.tournament import Tournament
from arena.words import AnalysedTurn, Effort, RecordAnalysis
from arena.words.judges import Basis

# Twelve tiles, of which two hands take all.
TILES = """
name: few
alphabet: {letters: [A, B, C]}
tiles: [{faces: {A: 1}, count: 5}, {faces: {B: 3}, count: 4}, {faces: {C: 5}, count: 3}]
"""
HEAD = "#character-encoding UTF-8\n#player1 Ann Ann\n#player2 Bob Bob\n"
# Ann lays CAB, of which no more is known; then she holds ABBC, and Bob passes.
GAME = HEAD + ">Ann: 8G CAB +18 18\n>Bob: AAABC - +0 0\n>Ann: ABBC 7H A +2 20\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("few.yaml").write_text(TILES, encoding="utf-8")
    Path("words.txt").write_text("\n".join(["AB", "BA", "CAB", "CABA", "ABA", "BAC", "AA", "BACA"]), encoding="utf-8")
    Path("leaves.csv").write_text("A,1.5\nAB,3.0\n", encoding="utf-8")
    Path("game.gcg").write_text(GAME, encoding="utf-8")
    return tmp_path


def analysis(by: Basis, record: str = GAME, **effort: int) -> RecordAnalysis:
    more = Effort(**{"iterations": 120, "candidates": 4, **effort})
    return words.analyse(record, by=by, leaves={"A": 1.5}, lexicon="words.txt", tiles="few.yaml", effort=more)


def run(*arguments: str) -> Result:
    asked = [*arguments, "--leaves", "leaves.csv", "--lexicon", "words.txt", "--tiles", "few.yaml"]
    return CliRunner().invoke(command, asked, standalone_mode=False)


def position(racks: str, board: str, scores: str) -> words.Position:
    return words.read_position(f"{board} {racks} {scores} 0", tiles="few.yaml", lexicon="words.txt")


def test_an_empty_bag_is_searched_and_the_rest_is_told_by_equity():
    found = analysis("endgame")
    assert [turn.by for turn in found.turns] == ["endgame"] * len(found.turns)  # hands of seven: the bag never has any
    board = "15/15/15/15/15/15/15/6CAB6/15/15/15/15/15/15/15"
    passed = found.turns[0]
    ranked = position("AAABC/", board, "0/18").ranked("endgame")
    assert passed.player == 1
    assert (passed.best_value, passed.exact) == (ranked[0].value, True)
    [made] = [move.value for move in ranked if isinstance(move.move, words.Pass)]
    assert passed.value == made
    assert passed.given_away == passed.best_value - passed.value > 0
    assert passed.mistake == "pass"
    assert passed.best_win is not None and passed.win is not None
    assert passed.win_given_away == passed.best_win - passed.win


def test_the_search_and_what_is_left_of_equity_agree_on_the_best_record():
    # what the search calls best is no mistake by it
    passed = analysis("endgame").turns[0]
    score = passed.best_score
    record = HEAD + f">Ann: 8G CAB +18 18\n>Bob: AAABC {passed.best} +{score} {score}\n"
    turns = analysis("endgame", record).turns
    assert [turn.mistake for turn in turns if turn.player == 1] == [""]
    assert [turn.given_away for turn in turns if turn.player == 1] == [0.0]


WIDE = HEAD + ">Ann: AEINRST 8G TEN +6 6\n>Bob: ACTUUVV - +0 0\n"


def wide(by: Basis, **effort: int) -> RecordAnalysis:
    more = Effort(**{"iterations": 120, "candidates": 4, **effort})
    return words.analyse(WIDE, by=by, leaves={"S": 8.0}, lexicon="wide.txt", effort=more)


@pytest.fixture
def wide_words() -> None:
    Path("wide.txt").write_text("ANESTRI\nTEN\nCAT\nAT\nNE\nSTEN\nTENS\n", encoding="utf-8")


@pytest.mark.usefixtures("wide_words")
def test_simulation_tells_points_and_chances_that_were_given_away():
    found = wide("auto")
    assert [turn.by for turn in found.turns] == ["sim", "sim"]
    bingo, passed = found.turns
    assert bingo.mistake == "missed bingo"
    assert bingo.best_score == 66
    assert 30 < bingo.given_away < 90
    assert bingo.win_given_away is not None and bingo.win_given_away > 0.05
    assert passed.mistake == "pass"
    sums = found.by_mistake(0)["missed bingo"]
    assert (sums.points, sums.wins, sums.weighed) == (bingo.given_away, bingo.win_given_away, 1)


@pytest.mark.usefixtures("wide_words")
def test_the_same_seed_says_the_same_for_any_threads_and_another_seed_something_else():
    assert wide("sim") == wide("sim", threads=2)
    assert wide("sim") != wide("sim", seed=3)


def test_a_basis_that_is_none_is_refused():
    with pytest.raises(ConfigError, match="'luck' is no way to analyse moves"):
        analysis("luck")  # type: ignore[arg-type]


def turn(**more: Any) -> AnalysedTurn:
    fields: dict[str, Any] = {
        "number": 1, "player": 0, "rack": "A", "phase": "opening", "made": "a", "score": 1, "equity": 1.0, "best": "b",
        "best_score": 2, "best_equity": 2.0, "mistake": "", "by": "sim", "value": 1.0, "best_value": 9.0, "win": 0.4,
        "best_win": 0.405,
    }  # fmt: skip
    return AnalysedTurn(**(fields | more))


def test_by_simulation_only_mistakes_give_away():
    assert (turn().given_away, turn().win_given_away) == (0.0, 0.0)
    assert turn(mistake="pass").given_away == 8.0
    assert turn(by="equity", win=None).given_away == 8.0
    assert turn(by="equity", win=None).win_given_away is None
    assert turn(by="endgame", value=10.0).given_away == 0.0


def test_the_command_by_search_in_text_and_json():
    text = run("game.gcg", "--by", "endgame").stdout
    assert "win lost" in text
    assert "wins given away" in text
    assert "beside the best by equity, with an empty bag by exact search" in text
    answer = json.loads(run("game.gcg", "--by", "endgame", "--json").stdout)
    assert answer["by"] == "endgame"
    first = answer["records"][0]["turns"][0]
    assert first["by"] == "endgame"
    assert first["best"]["value"]["exact"] is True
    assert first["given_away"] == first["best"]["value"]["points"] - first["made"]["value"]["points"]
    assert first["win_given_away"] == first["best"]["win"] - first["made"]["win"]
    plain = json.loads(run("game.gcg", "--json").stdout)["records"][0]["turns"][0]
    assert (plain["by"], plain["best"]["value"], plain["best"]["win"], plain["win_given_away"]) == (
        "equity", None, None, None,
    )  # fmt: skip


@pytest.mark.parametrize(
    "options",
    [
        ("--iterations", "5"),
        ("--by", "endgame", "--plies", "1"),
        ("--by", "sim", "--nodes", "9"),
        ("--json", "--html", "a.html"),
    ],
)
def test_options_that_do_not_go_together_are_refused(options: tuple[str, ...]):
    result = CliRunner().invoke(command, ["game.gcg", *options])
    assert result.exit_code == 2
    assert options[-2] in result.stderr
    assert not Path("a.html").exists()


EVIL = "<script>alert(1)</script>"


def test_the_page_needs_nothing_from_anywhere_and_shows_what_the_text_shows():
    evil = GAME.replace("Bob Bob", f'{EVIL} "><img src=x>').replace(">Bob:", f">{EVIL}:")
    Path("evil.gcg").write_text(evil, encoding="utf-8")
    assert run("game.gcg", "--html", "a.html", "--by", "endgame").stdout == "wrote a.html\n"
    page = Path("a.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert not re.findall(r"""(?:src|href)=["'](?!#|data:)[^"']+""", page)
    assert not re.findall(r"@import|url\((?!#)|https?:", page)
    ids = Counter(re.findall(r' id="([^"]+)"', page))
    assert set(ids.values()) == {1}
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    assert page.count('<svg class="drawn board"') >= 1
    assert "fresh" in page
    for phrase in ("AAABC", "gave away", "The moves that gave most away", "wins given away"):
        assert phrase in page
    assert run("evil.gcg", "--html", "b.html").exception is None
    evil = Path("b.html").read_text(encoding="utf-8")
    assert EVIL not in evil
    assert "&lt;script&gt;alert" in evil
    assert "<img" not in evil


def test_a_page_of_many_records_names_those_that_were_left_out(folder: Path):
    games = folder / "games"
    games.mkdir()
    (games / f"{EVIL.replace('/', '_')}.gcg").write_text(GAME, encoding="utf-8")
    (games / "2.gcg").write_text(GAME, encoding="utf-8")
    (games / "bad.gcg").write_text("no record", encoding="utf-8")
    done = run("games", "--html", "a.html", "--top", "1", "--workers", "1")
    assert done.return_value == 1
    page = Path("a.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert page.count("gave away") == 1
    assert "bad.gcg" in page.partition('id="left-out"')[2]


def test_a_page_that_cannot_be_written_is_told_before_the_work(monkeypatch):
    monkeypatch.setattr("arena.cli.words.analyse.sorted_out", None)  # nothing is looked at
    error = run("game.gcg", "--html", "no/folder/a.html").exception
    assert isinstance(error, ConfigError)
    assert "cannot be written" in str(error)


TOURNAMENT = """
name: small
seed: 7
bots: [{name: greedy, bot: greedy}, {name: longest, bot: longest}]
variants: [{name: standard, board: standard}]
pairs: 1
move_time: 5s
isolation: process
workers: 1
"""


def test_stored_games_are_analysed_as_they_were_played():
    Path("small.yaml").write_text(TOURNAMENT, encoding="utf-8")
    Tournament.read(Path("small.yaml"), output=Path("results/small")).run(stop=Stop())

    def ask(*arguments: str) -> Any:
        return json.loads(CliRunner().invoke(command, [*arguments, "--json"], standalone_mode=False).stdout)

    every = ask("results/small")
    assert [record["record"] for record in every["records"]] == [
        f"results/small/standard/greedy-vs-longest/0001/{half}" for half in (1, 2)
    ]
    assert every == ask("results/small", "--workers", "2")
    assert set(every["players"]) == {"greedy", "longest"}
    assert all(record["unknown"] == 0 and len(record["turns"]) > 10 for record in every["records"])
    lost = {name: sum(phase["points"] for phase in sums["phases"].values()) for name, sums in every["players"].items()}
    assert lost["longest"] > lost["greedy"] > 0
    [one] = ask("small/standard/greedy-vs-longest/0001/2")["records"]
    assert one["turns"] == every["records"][1]["turns"]
    few = ("--iterations", "20", "--candidates", "2", "--plies", "0", "--nodes", "2000")
    searched = ask("small/standard/greedy-vs-longest/0001/1", "--by", "auto", *few)
    [one] = searched["records"]
    assert searched == ask("small/standard/greedy-vs-longest/0001/1", "--by", "auto", *few)
    assert {turn["by"] for turn in one["turns"]} == {"sim", "endgame"}
    assert [turn["number"] for turn in one["turns"]] == [turn["number"] for turn in every["records"][0]["turns"]]
