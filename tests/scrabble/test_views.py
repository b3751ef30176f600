"""Views that are carried along from state to state equal those that are made anew."""

from __future__ import annotations

from dataclasses import fields

import pytest

from arena.contract.chance import stream
from arena.scrabble.moves import Change, Pass, Resign
from arena.scrabble.rules import WordGame
from arena.scrabble.view import WordView, view_of
from arena.scrabble.views import Views
from tests.scrabble.tables import table

WORDS = "CAT CATS ACT AT TA AS AA QI QAT CAB AB BA EE IN ON NO TO OR RE ER ED DE TEN NET SET LET TOE ONE ION RED ART"


def same(carried: WordView, anew: WordView) -> None:
    for field in fields(WordView):
        if field.name != "kept":
            assert getattr(carried, field.name) == getattr(anew, field.name), field.name
    assert (carried.opening, carried.may_change) == (anew.opening, anew.may_change)
    assert carried.best() == anew.best()
    assert sorted(carried.plays(), key=str) == sorted(anew.plays(), key=str)


@pytest.mark.parametrize("board", ["scrabble", "infinite", "hole"])
def test_every_view_of_a_game_is_as_if_it_were_made_anew(board: str):
    game = WordGame(table(WORDS, board=board), 3)
    state = game.start(stream(3, "game"))
    views, rng = Views(game.table), stream(5, "moves")
    while game.outcome(state) is None and state.turn < 24:
        for seat in range(3):
            same(views.view(state, seat), view_of(game.table, state, seat))
        found = list(view_of(game.table, state, state.mover).plays())
        hand = state.hands[state.mover]
        other = Change(tuple(hand)[:1]) if rng.random() < 0.5 else Pass()
        state = game.play(state, rng.choice(found).play if found and rng.random() < 0.8 else other)
    state = game.play(state, Resign()) if game.outcome(state) is None else state
    assert views.view(state, 0).gone == view_of(game.table, state, 0).gone
    assert state.turn > 6


def test_a_bot_that_lays_tiles_on_the_field_spoils_no_later_view():
    game = WordGame(table(WORDS), 2)
    state = game.start(stream(1, "game"))
    views = Views(game.table)
    best = views.view(state, state.mover).best()
    assert best is not None
    views.view(state, state.mover).field.place(best.play.tiles)
    same(views.view(state, state.mover), view_of(game.table, state, state.mover))
