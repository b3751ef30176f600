"""``arena games``, ``advise`` and ``play``: what they print, and how they refuse."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from arena.cli.games.advise import advise
from arena.cli.games.games import games
from arena.cli.play.play import play
from arena.cli.play.play_open import PlayerLeft, Terminal, play_open
from arena.errors import ArenaError, ConfigError, IllegalMove, UnreadableMove
from arena.games import connect, peg, tictactoe
from arena.games.transcript import replay
from arena.small_games import read_game


def run(command, *arguments, **rest):
    done = CliRunner().invoke(command, list(arguments), catch_exceptions=False, standalone_mode=False, **rest)
    return done.output


def advice(*arguments):
    return json.loads(run(advise, *arguments, "--json"))


def test_the_list_names_our_games_and_their_options():
    rows = {row["game"]: row for row in json.loads(run(games, "--json"))}
    assert {"coins", "connect", "nim", "peg", "sticks", "tictactoe"} <= rows.keys()
    assert rows["connect"]["options"] == "rods=7, height=6, k=4, first=1"
    assert "connect" in run(games)


@pytest.mark.parametrize("name", ["tictactoe", "connect(5,4,3)", "nim(3,5,7)", "peg(board=cross,hole=d4)", "coins(0)"])
def test_our_games_pass_their_check(name):
    assert "every promise is kept" in run(games, "check", name, "--games", "3")


def test_a_check_in_json():
    report = json.loads(run(games, "check", "sticks(9)", "--json", "--games", "2"))
    assert (report["game"], report["good"], report["games"], report["findings"]) == ("sticks(9)", True, 2, [])


@pytest.mark.parametrize(
    ("text", "name"),
    [("connect(5,4,3)", "connect(5,4,3)"), ("connect(height=4, rods=5)", "connect(5,4,4)"), ("nim", "nim(3,5,7)"),
     ("nim(2, 2, misere=no)", "nim(2,2)"), ("peg(hole=5)", "peg(hole=5)"), (" sticks( 7 ) ", "sticks(7)")],
)  # fmt: skip
def test_games_are_named_with_their_options(text, name):
    assert read_game(text).name == name


@pytest.mark.parametrize(
    "text",
    ["", "chess", "connect(", "connect(a)", "connect(7,6,4,1,9)", "connect(width=3)", "nim(x,most=2)", "peg(hole=99)"],
)
def test_what_is_no_game_is_refused(text):
    with pytest.raises(ArenaError):
        read_game(text)


# --- advise


def test_advice_for_people():
    text = run(advise, "tictactoe", "--state", "m um ul", "--aggressive")
    assert text.endswith("O to move\nbest move: O: lower right\nforecast: X wins\n")


def test_an_explanation_says_how_soon_at_what_cost_and_what_each_move_is_worth():
    text = run(advise, "tictactoe", "--state", "m um ul", "--explain")
    assert "in 4 moves, counting both sides\n" in text
    assert "states, " in text
    assert "from the table (compiled search)" in text
    assert "  O: lower right: X wins in 4\n  O: upper right: X wins in 2\n" in text


def test_advice_in_json():
    answer = advice("sticks(14)")
    assert (answer["move"], answer["winner"], answer["tie"], answer["to_move"]) == ("X: take 2", 1, False, 1)
    assert answer["limit"] is None
    assert answer["nodes"] > 0


def test_ranked_moves_in_json():
    answer = advice("coins(1,2)", "--explain")
    assert [move["winner"] for move in answer["ranked"]] == [1, 2, 2]
    assert answer["ranked"][0]["move"] == answer["move"] == "X: 1 of kind 2"
    assert answer["ranked"][0]["in_moves"] == answer["in_moves"] == 3


def test_a_game_that_is_over_has_no_move():
    answer = advice("tictactoe", "--state", "ul m um ll ur")
    assert (answer["over"], answer["move"], answer["winner"], answer["to_move"]) == (True, None, 1, None)
    assert "best move" not in run(advise, "tictactoe", "--state", "ul m um ll ur")


def test_a_limit_that_is_reached_is_said():
    answer = advice("connect", "--nodes", "1000")
    assert (answer["limit"], answer["winner"], answer["tie"], answer["places"]) == ("nodes", None, None, None)
    assert answer["move"].startswith("X: rod ")
    text = run(advise, "connect", "--nodes", "1000")
    assert "best move so far: X: rod" in text
    assert "no forecast: the limit of nodes was reached first" in text


# --- positions as moves


@pytest.mark.parametrize(
    ("game", "text", "turns"),
    [
        (connect.make_game(), "4737", 4),
        (connect.make_game(), "4 7 3 7", 4),
        (connect.make_game(), "X: rod 4, O: rod 7", 2),
        (connect.make_game(12, 6), "12 11", 2),
        (tictactoe.make_game(), "upper left", 1),
        (tictactoe.make_game(), "upper left, middle; lower right\n", 3),
        (tictactoe.make_game(), "ul m lr", 3),
        (peg.make_game(), "4 to 1, 6-4", 2),
        (peg.make_game("cross"), "d6-d4", 1),
        (tictactoe.make_game(), "", 0),
    ],
)
def test_positions_are_written_as_moves(game, text, turns):
    assert replay(game, text).turn == turns


@pytest.mark.parametrize(
    ("game", "text", "error", "said"),
    [
        (tictactoe.make_game(), "m zz", UnreadableMove, "move 2: cannot read 'zz'"),
        (tictactoe.make_game(), "m m", IllegalMove, "move 2 .middle.: the square is taken. The moves are: upper left"),
        (tictactoe.make_game(), "ul m um ll ur lr", IllegalMove, "move 6 .*the game is over"),
        (tictactoe.make_game(), "O: m", IllegalMove, "move 1 .*it is the turn of X"),
        (connect.make_game(), "1111111", IllegalMove, "move 7 .*the rod is full"),
        (connect.make_game(), "48", IllegalMove, "move 2 .*there is no rod 8"),
    ],
)
def test_positions_that_cannot_be_are_refused(game, text, error, said):
    with pytest.raises(error, match=said):
        replay(game, text)


# --- play


def scripted(*lines):
    waiting, shown = list(lines), []
    table = Terminal(ask=lambda prompt: waiting.pop(0) if waiting else None, say=shown.append, seconds=20)
    return table, shown


def test_two_people_play_to_the_end():
    table, shown = scripted("ul", "m", "um", "ll", "ur")
    outcome = play_open(tictactoe.make_game(), {0, 1}, table)
    assert outcome.places == (1, 2)
    assert shown[-1].endswith("X has won: three in a row")


def test_the_computer_plays_alone_and_ties():
    table, shown = scripted()
    assert play_open(tictactoe.make_game(), set(), table).places == (1, 1)
    assert sum(line.startswith(("X: ", "O: ")) for line in shown) == 9


def test_the_computer_never_loses_tictactoe():
    for lines in (["ul", "ur", "ll", "lr"], ["m", "ul", "um", "ur", "lm", "ml", "mr", "ll", "lr"]):
        table, _ = scripted(*lines * 5)
        try:
            outcome = play_open(tictactoe.make_game(), {0}, table)
        except PlayerLeft:
            continue  # the script ran out of squares
        assert outcome.places != (1, 2)


def test_a_person_who_errs_is_told_and_asked_again():
    table, shown = scripted("zz", "m", "m", "", "moves", "hint", "ul", "quit")
    with pytest.raises(PlayerLeft, match="you left the game"):
        play_open(tictactoe.make_game(), {0, 1}, table)
    text = "\n".join(shown)
    assert "cannot read 'zz'" in text
    assert "the square is taken. The moves are: upper left" in text
    assert "O: upper left\nO: upper middle" in text


def test_input_that_ends_too_early_is_said():
    table, _ = scripted("m")
    with pytest.raises(PlayerLeft, match="the input ended before the game did"):
        play_open(tictactoe.make_game(), {0, 1}, table)


def test_a_whole_game_can_be_piped_in():
    text = run(play, "sticks(5)", "--as", "both", input="2\ntake 1\n2\n")
    assert text.endswith("0 sticks\nX has won: the last stick is taken\n")


def test_a_game_can_begin_later():
    text = run(play, "tictactoe", "--as", "none", "--state", "m um ul", "--aggressive")
    assert "O: lower right" in text
    assert text.endswith("X has won: three in a row\n")


@pytest.mark.parametrize(
    "arguments",
    [["advise", "chess"], ["advise", "tictactoe", "--state", "m m"], ["play", "tictactoe"], ["games", "check", "go"]],
)
def test_bad_input_ends_with_status_two_and_without_a_traceback(arguments):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "from arena.cli.main import main; main()", *arguments],
        input="", capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip()) > 20


def test_the_word_game_is_no_small_game():
    with pytest.raises(ConfigError):
        read_game("word")
