"""Positions given as pictures: what is shown reads back, and what cannot be reached is refused."""

from __future__ import annotations

from random import Random

import pytest

from arena.errors import NotationError
from arena.games import connect, tictactoe
from arena.games.transcript import replay
from arena.solver import Solver
from tests.games.positions import walk


@pytest.mark.parametrize(
    "game",
    [tictactoe.make_game(), tictactoe.make_game(first=2), connect.make_game(), connect.make_game(5, 3, 3, first=2)],
)
def test_what_a_game_shows_reads_back(game):
    for seed in range(10):
        for state in walk(game, Random(seed)):
            again = replay(game, game.picture(state))
            assert (again, again.turn) == (state, state.turn)
            if game.outcome(state) is None:
                assert replay(game, game.show(state)) == state


def test_every_picture_of_tictactoe_is_read_exactly_when_a_game_leads_there():
    game = tictactoe.make_game()
    reached, waiting = {game.initial(0)}, [game.initial(0)]
    while waiting:
        state = waiting.pop()
        for move in game.legal(state):
            after = game.play(state, move)
            if after not in reached:
                reached.add(after)
                waiting.append(after)
    assert len(reached) == 5478  # known

    def readable(number):
        cells = "".join(".XO"[number // 3**place % 3] for place in range(9))
        try:
            return replay(game, f"{cells[:3]}/{cells[3:6]}/{cells[6:]}")
        except NotationError:
            return None

    read = {state for state in map(readable, range(3**9)) if state is not None}
    assert read == reached


def test_the_opposite_corner_trap_as_pictures():
    # edges tie and corners lose; against a corner opening only the middle ties
    game = tictactoe.make_game()
    for picture, ties in (("X../.O./..X", {1, 3, 5, 7}), ("X../.../...", {4})):
        state = replay(game, picture)
        found = {move.square for move in game.legal(state) if Solver(game).forecast(game.play(state, move)) == (1, 1)}
        assert found == ties


REFUSED = [
    (tictactoe.make_game(), "XX./.../...", "X has 2 and O 0"),
    (tictactoe.make_game(), "XXX/OOO/...", "no order of moves"),
    (tictactoe.make_game(), "XXX/OO./O..", "no order of moves"),
    (tictactoe.make_game(), "XX/O.", "2 rows of 2 2 squares"),
    (connect.make_game(4, 3, 3), "..../X.../....", "hangs in the air"),
    (connect.make_game(4, 3, 3), "..../XXX./OOO.", "no order of moves"),
    (connect.make_game(2, 2, 2), "../X.", None),
    (connect.make_game(3, 3, 3), "XX./OO./...", "hangs in the air"),
    (connect.make_game(2, 4, 4), "XX/XX/OO/OO", "no order of moves"),
]


@pytest.mark.parametrize(("game", "picture", "said"), REFUSED)
def test_pictures_of_positions_that_cannot_be_are_refused(game, picture, said):
    if said is None:
        assert replay(game, picture).turn == 1
        return
    with pytest.raises(NotationError, match=said):
        replay(game, picture)
