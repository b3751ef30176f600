"""The small games from Python: moves, the end, and the solver's advice."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from arena import small_games
from arena.errors import ConfigError, IllegalMove, UnreadableMove
from arena.solver import Solver


def test_a_game_is_played_to_its_end():
    position = small_games.start("tictactoe", "ul m um ll")
    assert position.to_move == 0
    assert len(position.moves) == 5
    end = position.play("X: upper right")
    assert end.outcome.places == (1, 2)
    assert (end.to_move, end.moves, end.best_move()) == (None, (), None)
    assert end.forecast() == (1, 2)
    assert end.played == ("X: upper right",)
    assert position.outcome is None
    with pytest.raises(IllegalMove, match="the game is over"):
        end.play("lm")


@pytest.mark.parametrize(("move", "kind"), [("ul", IllegalMove), ("nowhere", UnreadableMove)])
def test_what_is_no_move_is_refused(move, kind):
    with pytest.raises(kind):
        small_games.start("tictactoe", "ul").play(move)


@pytest.mark.parametrize("text", ["chess", "nim(3,x)", "connect(rods=0)", "peg(board=cross,hole=z9)", "no:where"])
def test_what_is_no_game_is_refused(text):
    with pytest.raises(ConfigError):
        small_games.start(text)


@pytest.mark.parametrize(
    "text", ["sticks(10)", "nim(1,2,3)", "coins(2,3)", "tictactoe", "connect(4,4,3)", "peg(size=4)"]
)
def test_best_play_by_both_comes_to_what_was_forecast(text):
    position = small_games.start(text)
    forecast = position.forecast()
    while position.outcome is None:
        assert position.forecast() == forecast
        position = position.play(position.best_move())
    assert position.outcome.places == forecast


def test_advice_says_what_the_solver_says():
    position = small_games.start("connect(5,4,4)", "3 3 2")
    solver = Solver(position.game)
    answer = solver.solve(position.state, aggressive=True)
    advice = position.advise(aggressive=True)
    assert (advice.places, advice.plies, advice.winner, advice.tie) == (
        answer.places, answer.plies, answer.winner, answer.tie,
    )  # fmt: skip
    assert advice.method == "own search"
    ranked = position.ranked()
    assert [move for move, _ in ranked] == [str(move) for move, _ in solver.ranked(position.state, 1000)]
    assert ranked[0][1].places == answer.places


def test_a_limit_that_is_reached_is_told():
    advice = small_games.start("connect(7,6,4)").advise(nodes=10)
    assert (advice.limit, advice.places, advice.winner, advice.tie) == ("nodes", None, None, False)
    assert advice.move in small_games.start("connect(7,6,4)").moves
    assert small_games.start("nim(5,6,7)").advise(time_left=lambda: 0.0).limit == "time"


def test_positions_of_a_game_share_what_the_solver_learned():
    position = small_games.start("nim(3,4,5)")
    first = position.advise().nodes
    again = position.play(position.best_move()).advise()
    assert again.nodes < first


def test_positions_show_themselves():
    position = small_games.start("tictactoe", "X.. / .O. / ...")
    assert str(position) == "X . .\n. O .\n. . .\nX to move"
    assert repr(position) == "<tictactoe: X to move>"
    assert position._repr_html_() == "<pre>X . .\n. O .\n. . .\nX to move</pre>"


def test_a_game_itself_may_be_given():
    game = small_games.read_game("sticks(3)")
    assert small_games.start(game, "2").moves == ("O: take 1",)


def test_marks_that_a_page_would_obey_are_written_out():
    game = small_games.read_game("sticks(3)")

    @dataclass(frozen=True, eq=False)
    class Loud(small_games.Position):
        def __str__(self) -> str:
            return "<script>"

    assert Loud(game, small_games.start(game).state)._repr_html_() == "<pre>&lt;script&gt;</pre>"
