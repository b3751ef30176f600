"""Moves ranked by search: what an endgame's moves are worth, what simulation says, and what is asked for in vain."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena import words
from arena.cli.words.moves import moves
from arena.contract.budget import ClockedBudget
from arena.errors import ConfigError
from arena.words import Effort, Position

# Seven tiles, of which CAB lies on the board, and hands of two: what is left are two hands. And a set for longer games.
TILES = """
name: few
alphabet: {{letters: [A, B, C]}}
tiles: [{{faces: {{A: 1}}, count: {}}}, {{faces: {{B: 3}}, count: {}}}, {{faces: {{C: 5}}, count: {}}}]
"""
RULES = """
name: two
hand_size: 2
change_min_bag: 1
scoreless_limit: 6
out_adjustment: both
scoreless_adjustment: own
"""
WORDS = ["AB", "BA", "CAB", "CABA", "ABA", "BAC", "CAC", "AA", "BACA"]
BOARD = "15/15/15/15/15/15/15/6CAB6/15/15/15/15/15/15/15"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("few.yaml").write_text(TILES.format(3, 2, 2), encoding="utf-8")
    Path("many.yaml").write_text(TILES.format(12, 8, 6), encoding="utf-8")
    Path("two.yaml").write_text(RULES, encoding="utf-8")
    Path("words.txt").write_text("\n".join(WORDS), encoding="utf-8")
    Path("leaves.csv").write_text("A,1.5\nAB,3.0\n", encoding="utf-8")
    return tmp_path


def position(racks: str, scores: str = "0/0", zeros: int = 0) -> Position:
    """Return a position: CAB lies there, four tiles are left, AABC."""
    text = f"{BOARD} {racks} {scores} {zeros}"
    return words.read_position(text, tiles="few.yaml", lexicon="words.txt", rules="two.yaml")


def longer(scores: str = "0/0") -> Position:
    """Return a position with nine tiles in the bag."""
    return words.read_position(f"{BOARD} AABBCAB/ {scores} 0", tiles="many.yaml", lexicon="words.txt")


def run(racks: str, *options: str, scores: str = "0/0") -> Result:
    text = f"{BOARD} {racks} {scores} 0"
    return CliRunner().invoke(
        moves, [text, "--tiles", "few.yaml", "--lexicon", "words.txt", "--rules", "two.yaml", *options]
    )


def test_with_an_empty_bag_the_other_holds_what_is_not_seen():
    told, untold = position("AB/AC").ranked("endgame"), position("AB/").ranked("endgame")
    assert told == untold
    assert all(move.exact and move.equity is None for move in told)
    values = [move.value for move in told]
    assert values == sorted(values, reverse=True)
    assert [move.kept for move in told if isinstance(move.move, words.Pass)] == ["AB"]


def test_who_wins_is_told_where_points_are_known():
    best = position("AB/AC").ranked("endgame")[0]
    assert best.value is not None
    level = round(best.value)
    for behind, win in ((level - 1, 1.0), (level, 0.5), (level + 1, 0.0)):
        scores = f"0/{behind}" if behind >= 0 else f"{-behind}/0"
        assert position("AB/AC", scores).ranked("endgame")[0].win == win
    file = words.parse_position(json.dumps({
        "board": "scrabble", "tiles": "few.yaml", "lexicon": "words.txt", "rules": "two.yaml", "hand": "AB",
        "placed": [[-1, 0, "C"], [0, 0, "A"], [1, 0, "B"]],
    }))  # fmt: skip
    assert file.ranked("endgame")[0][5:8] == (None, best.value, True)
    assert file.ranked("endgame")[0].win is None


def test_scoreless_turns_before_count():
    once, twice = (position("BC/AA", zeros=zeros).ranked("endgame") for zeros in (0, 5))
    # the sixth scoreless turn in a row ends the game: both lose their tiles, 8 points here and 2 there
    [last] = [move.value for move in twice if isinstance(move.move, words.Pass)]
    assert last == 2 - 8
    assert [move.value for move in once if isinstance(move.move, words.Pass)] != [last]


def test_one_tile_in_the_bag_is_weighed_over_what_it_may_be():
    at = position("A/")  # ABC are not seen, two of them in the other's hand
    ranked = at.ranked("endgame")
    plays = [move for move in ranked if isinstance(move.move, words.Play)]
    assert plays and ranked[0] == plays[0]
    assert all(move.exact and move.value is not None and move.win is not None for move in plays)
    assert ranked[-1].value is None and isinstance(ranked[-1].move, words.Pass)
    wins = [move.win for move in position("A/", "500/0").ranked("endgame") if isinstance(move.move, words.Play)]
    assert set(wins) == {1.0}


@pytest.mark.parametrize(
    ("racks", "scores", "problem"),
    [
        ("/", "0/0", "there is no hand"),
        ("AB/A", "0/0", "the others hold A, but AC is what lies neither on the board"),
        ("AB//", "0/0/0", "the hands of 2 others are not known"),
    ],
)
def test_what_cannot_be_searched_is_told_with_what_to_do(racks: str, scores: str, problem: str):
    result = run(racks, "--by", "endgame", scores=scores)
    assert isinstance(result.exception, ConfigError)
    assert problem in str(result.exception)
    assert result.exception.exit_code == 2
    assert result.stdout == ""


def test_tiles_in_the_bag_are_told_with_what_to_do():
    result = CliRunner().invoke(moves, [f"{BOARD} AB/ 0/0 0", "--lexicon", "words.txt", "--by", "endgame"])
    assert "88 tiles are in the bag" in str(result.exception)
    assert "--by sim or --by equity" in str(result.exception)


def test_three_players_whose_hands_are_known_are_searched():
    [first, *_] = position("AB/A/C", "0/0/0").ranked("endgame", effort=Effort(nodes=200))
    assert first.value is not None
    assert first.win is None


def test_simulation_tells_the_chance_to_win_and_is_the_same_for_any_threads():
    found = [
        longer().ranked("sim", leaves={"A": 1.5}, effort=Effort(iterations=60, candidates=3, threads=threads))
        for threads in (1, 2)
    ]
    assert found[0] == found[1]
    assert len(found[0]) == 3
    assert all(move.win is not None and 0 <= move.win <= 1 for move in found[0])
    assert [move.iterations for move in found[0]] == [25, 25, 10]  # half for all three, half for the best two
    assert [move.value for move in found[0]] == [None] * 3
    ahead = longer("500/0").ranked("sim", leaves={}, effort=Effort(iterations=45))
    assert all(move.win is not None and move.win > 0.99 for move in ahead)


def test_a_budget_that_has_ended_leaves_the_order_by_equity():
    budget = ClockedBudget(1e-9, iter(float(n) for n in range(10**6)).__next__)
    found = longer().ranked("sim", leaves={}, budget=budget)
    assert [(move.win, move.spread, move.iterations) for move in found] == [(None, None, 0)] * len(found)
    equities = [move.equity or 0.0 for move in found]
    assert equities == sorted(equities, reverse=True)


def test_the_json_answer_has_what_each_ranking_finds_out():
    few = ("--iterations", "40", "--candidates", "3", "--leaves", "leaves.csv")
    rows = {
        by: json.loads(run("AB/", "--by", by, "--json", *more).stdout)[0]
        for by, more in {"points": (), "equity": few[4:], "sim": few, "endgame": ("--nodes", "5000")}.items()
    }
    known = {by: {key for key in ("equity", "value", "win", "spread", "iterations") if row[key] is not None}
             for by, row in rows.items()}  # fmt: skip
    assert known == {
        "points": set(), "equity": {"equity"}, "sim": {"equity", "win", "spread", "iterations"},
        "endgame": {"value", "win"},
    }  # fmt: skip
    assert rows["endgame"]["value"] == {"points": rows["endgame"]["value"]["points"], "exact": True}


@pytest.mark.parametrize(
    ("racks", "options", "told"),
    [
        ("AB/", ("endgame", "--nodes", "1", "--top", "1"), ""),  # the best move alone is known: it goes out
        ("AABBCAAABBCC/", ("sim", "--leaves", "leaves.csv", "--tiles", "many.yaml"), "nothing was simulated"),
    ],
)
def test_a_search_that_says_nothing_of_any_move_is_told(racks: str, options: tuple[str, ...], told: str):
    text = f"{BOARD} {racks} 0/0 0"
    result = CliRunner().invoke(moves, [text, "--tiles", "few.yaml", "--lexicon", "words.txt", "--by", *options])
    assert told in result.stderr


def test_lines_for_people():
    first = run("AB/", "--by", "endgame", "--top", "1").stdout
    assert first.split()[1].endswith("0") or "%" in first
    assert "%" in run("AB/", "--by", "sim", "--iterations", "20", "--leaves", "leaves.csv").stdout


@pytest.mark.parametrize(
    "options",
    [
        ("--by", "equity", "--iterations", "5"),
        ("--by", "endgame", "--plies", "1"),
        ("--by", "sim", "--nodes", "5"),
        ("--by", "points", "--seconds", "1"),
        ("--seed", "1"),
        ("--by", "endgame", "--leaves", "leaves.csv"),
        ("--by", "sim", "--plies", "99"),
    ],
)
def test_options_of_other_rankings_are_refused(options: tuple[str, ...]):
    result = run("AB/", *options)
    assert result.exit_code == 2
    assert options[-2] in result.stderr
    assert result.stdout == ""


def test_hands_and_points_of_a_position_file():
    file = {
        "board": "scrabble", "tiles": "few.yaml", "lexicon": "words.txt", "rules": "two.yaml",
        "placed": [[-1, 0, "C"], [0, 0, "A"], [1, 0, "B"]], "hand": "AB", "others": ["AC"], "scores": [3, 4],
        "scoreless": 1,
    }  # fmt: skip
    found = words.parse_position(json.dumps(file))
    assert (found.scores, found.scoreless, [found.table.tiles.print_hand(hand or {}) for hand in found.others]) == (
        (3, 4), 1, ["AC"],
    )  # fmt: skip
    assert found.cgp().split()[1:4] == ["AB/AC", "3/4", "1"]
    for changed, said in (
        ({"scores": [1]}, "1 scores for 2 players"),
        ({"scores": "none"}, "no list of scores"),
        ({"scores": [1, None]}, "scores[1]"),
        ({"others": "AB"}, "no list of up to 7 hands"),
        ({"others": ["AB", 7], "scores": [1, 2, 3]}, "others[1]"),
        ({"scoreless": -1}, "scoreless"),
    ):
        with pytest.raises(Exception, match=said.replace("[", r"\[").replace("]", r"\]")):
            words.parse_position(json.dumps(file | changed))
    with pytest.raises(ConfigError, match="has hands or points of 2 players, not of 3"):
        found.ranked("points", seats=3)


@pytest.mark.parametrize(("hand", "placed", "held"), [("A" * 20, 4, 20), ("A" * 7, 0, 23)])
def test_hands_too_large_for_an_exact_search_are_refused_at_once(hand: str, placed: int, held: int):
    Path("large.yaml").write_text(TILES.format(30, 2, 2), encoding="utf-8")
    Path("wide.yaml").write_text(RULES.replace("hand_size: 2", "hand_size: 23"), encoding="utf-8")
    lying = [[-1, 0, "C"], [0, 0, "A"], [1, 0, "B"], [0, -1, "B"], [0, 1, "C"]][: 3 + placed]
    file = {
        "board": "scrabble", "tiles": "large.yaml", "lexicon": "words.txt", "rules": "wide.yaml", "placed": lying,
        "hand": hand,
    }  # fmt: skip
    with pytest.raises(ConfigError, match=r"a hand of \d+ tiles has too many plays .* at most 15: use --by equity"):
        words.parse_position(json.dumps(file)).ranked("endgame", effort=Effort(nodes=10))


def test_what_no_search_has_looked_at_has_no_value():
    found = position("AB/").ranked("endgame", effort=Effort(nodes=1))
    assert {move.value for move in found if not move.exact} == {None}
    lines = run("AB/", "--by", "endgame", "--nodes", "1")
    assert "e+" not in lines.stdout
    assert all(row["value"] is None or row["value"]["exact"] for row in
               json.loads(run("AB/", "--by", "endgame", "--nodes", "1", "--json").stdout))  # fmt: skip


def test_hands_with_more_exchanges_than_can_be_weighed_are_refused_at_once():
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    tiles = "\n".join(f"  - {{faces: {{{letter}: 1}}, count: 9}}" for letter in letters)
    Path("all.yaml").write_text(f"name: all\nalphabet: {{letters: [{', '.join(letters)}]}}\ntiles:\n{tiles}\n")
    file = {
        "board": "scrabble", "tiles": "all.yaml", "lexicon": "words.txt", "hand": letters, "hand_size": 26,
    }  # fmt: skip
    for by in ("equity", "sim"):
        with pytest.raises(ConfigError, match=r"a hand of 26 tiles has 67,108,864 exchanges.*--by points"):
            words.parse_position(json.dumps(file)).ranked(by, leaves={})
