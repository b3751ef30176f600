"""What people and bots meet at the edges of the rules: move texts, refusals, faults, pictures, options."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.contract.chance import Random
from arena.contract.outcome import Fault, Offence
from arena.errors import ConfigError, IllegalMove, UnreadableMove
from arena.games import coins, connect, nim, peg, sticks, tictactoe
from tests.games.positions import walk

GAMES = [
    tictactoe.make_game(),
    sticks.make_game(14),
    nim.make_game(3, 5, 7),
    coins.make_game(4, 10, 7),
    connect.make_game(),
    peg.make_game(),
    peg.make_game("cross"),
]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@each_game
def test_a_moves_text_names_the_player_and_reads_back(game):
    rng = Random(4)
    for state in walk(game, rng):
        for move in game.legal(state):
            text = str(move)
            assert text.startswith(("X: ", "O: ")[state.mover])
            again = game.read_move(text)
            assert (again, again.seat, str(again)) == (move, move.seat, text)
            bare = game.read_move(move.what())
            assert bare == move
            assert game.play(state, bare) == game.play(state, move)


@each_game
@settings(max_examples=200)
@given(text=st.text(max_size=30))
def test_any_text_is_a_move_or_is_refused_with_the_way_to_write_one(game, text):
    try:
        move = game.read_move(text)
    except UnreadableMove as error:
        refusal = error
    else:
        assert game.read_move(str(move)) == move
        return
    assert refusal.remedy == game.wording


@each_game
def test_an_illegal_move_is_told_the_rule_and_what_moves_there_are(game):
    rng = Random(5)
    for state in list(walk(game, rng))[:-1]:
        legal = list(game.legal(state))
        played = game.play(state, legal[0])
        if legal[0] not in list(game.legal(played)) and game.outcome(played) is None:
            with pytest.raises(IllegalMove) as caught:
                game.play(played, type(legal[0])(**{**_fields(legal[0]), "seat": None}))
            assert caught.value.problem
            assert next(game.legal(played)).what() in caught.value.remedy


def _fields(move):
    return {name: getattr(move, name) for name in move.__dataclass_fields__}


@each_game
def test_nobody_moves_or_is_to_move_when_the_game_is_over(game):
    *_, before, last = walk(game, Random(6))
    assert list(game.legal(last)) == []
    with pytest.raises(IllegalMove, match="over"):
        game.play(last, next(game.legal(before)))
    with pytest.raises(IllegalMove, match="over"):
        game.to_move(last)


@each_game
def test_a_move_in_the_name_of_the_other_player_is_refused(game):
    state = game.start(Random(1))
    move = next(game.legal(state))
    other = game.read_move(f"{'O' if state.mover == 0 else 'X'}: {move.what()}")
    with pytest.raises(IllegalMove, match="it is the turn of"):
        game.play(state, other)


@each_game
def test_a_fault_forfeits_the_game(game):
    state = game.start(Random(1))
    ruling = game.penalize(state, Offence(0, 0, Fault.ILLEGAL, "a taken square"))
    assert ruling.outcome.places == (2, 1)
    assert [(left.seat, left.fault) for left in ruling.outcome.forfeits] == [(0, Fault.ILLEGAL)]


@each_game
def test_the_text_of_a_state_ends_in_a_newline_and_says_whose_turn_it_is(game):
    for state in walk(game, Random(7)):
        text = game.show(state)
        assert text.endswith("\n")
        last = text.splitlines()[-1]
        over = game.outcome(state)
        assert last == f"{'XO'[state.mover]} to move" if over is None else over.reason in last


@each_game
def test_the_number_of_turns_makes_no_state_another_state(game):
    from dataclasses import replace

    for state in walk(game, Random(8)):
        later = replace(state, turn=state.turn + 5)
        assert later == state
        assert hash(later) == hash(state)


@pytest.mark.parametrize("factory", [tictactoe, sticks, nim, coins, connect, peg])
def test_player_two_may_begin(factory):
    game = factory.make_game(first=2)
    assert game.to_move(game.start(Random(1))) == 1
    with pytest.raises(ConfigError, match="no player 3"):
        factory.make_game(first=3)


REFUSED = [
    (tictactoe, "ul", "ul", "the square is taken"),
    (sticks, "", "4", "a player takes 1 to 3 sticks"),
    (nim, "1:2", "1:1-3", "not all of these sticks are there"),
    (nim, "", "2:1-4", "a player takes 1 to 3 neighbouring sticks"),
    (nim, "", "9:1", "there is no row 9"),
    (coins, "", "5 of 1", "there are only 4 coins of kind 1"),
    (coins, "", "1 of 4", "there is no kind 4"),
    (coins, "", "0 of 1", "a player takes at least one coin"),
    (connect, "", "8", "there is no rod 8"),
    (connect, "1 1 1 1 1 1", "1", "the rod is full"),
    (peg, "", "4 to 2", "a jump goes in a straight line over one neighbour"),
    (peg, "", "99 to 2", "there is no hole '99'"),
    (peg, "", "7 to 2", "the hole to land in is taken"),
    (peg, "4 to 1", "4 to 6", "there is no peg to jump with"),
    (peg, "4 to 1", "1 to 4", "no peg in 2 to jump"),
]


@pytest.mark.parametrize(("factory", "before", "move", "rule"), REFUSED)
def test_the_rule_that_a_move_breaks_is_named(factory, before, move, rule):
    game = factory.make_game()
    state = game.initial(0)
    for word in before.split(",") if "," in before else [before] if " to " in before else before.split():
        state = game.play(state, game.read_move(word))
    with pytest.raises(IllegalMove) as caught:
        game.play(state, game.read_move(move))
    assert caught.value.problem == rule


def test_a_gap_splits_a_row_of_nim():
    game = nim.make_game(5)
    state = game.play(game.initial(0), game.read_move("row 1 stick 3"))
    assert {move.what() for move in game.legal(state)} == {
        "row 1 stick 1", "row 1 sticks 1-2", "row 1 stick 2", "row 1 stick 4", "row 1 sticks 4-5", "row 1 stick 5",
    }  # fmt: skip


WRONG_OPTIONS = [
    (connect.make_game, {"rods": 0}, "rods"),
    (connect.make_game, {"k": "four"}, "k"),
    (connect.make_game, {"height": True}, "height"),
    (sticks.make_game, {"count": -1}, "count"),
    (sticks.make_game, {"most": 0}, "most"),
    (peg.make_game, {"hole": 16}, "hole"),
    (peg.make_game, {"board": "ring"}, "board"),
    (peg.make_game, {"size": 99}, "size"),
]


@pytest.mark.parametrize(("factory", "options", "named"), WRONG_OPTIONS)
def test_options_outside_their_range_are_refused_by_name(factory, options, named):
    with pytest.raises(ConfigError, match=named):
        factory(**options)


@pytest.mark.parametrize("row", [-1, 61, "three"])
def test_rows_and_kinds_outside_their_range_are_refused(row):
    with pytest.raises(ConfigError, match="row 2"):
        nim.make_game(3, row)
    with pytest.raises(ConfigError, match="kind 1"):
        coins.make_game(row if row != 61 else 10_001)


def test_pictures():
    game = connect.make_game(4, 3, 3)
    state = game.initial(0)
    for rod in "1221":
        state = game.play(state, game.read_move(rod))
    assert game.show(state) == (
        ".  .  .  .\nO  X  .  .\nX  O  .  .\n1  2  3  4\nX to move\n"
    )  # fmt: skip
    assert peg.make_game(size=3).show(peg.make_game(size=3).initial(0)) == "  .\n o o\no o o\nX to move\n"
