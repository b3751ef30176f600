"""A position as engines are told it: read back by our own readers, it is the same."""

from __future__ import annotations

import pytest
from arena_engines.position import Record, cgp_of

from arena.bot import Change
from arena.errors import NotationError
from arena.notation.gcg_read import read_gcg
from arena.notation.gcg_replay import replay_gcg
from arena.scrabble.seen import SeenTurn
from arena.variants.position_cgp import read_cgp_position
from tests.engines.conftest import table, view_of
from tests.scrabble.tables import board, word

AT = table()


def test_a_cgp_has_blanks_hands_scores_and_scoreless_turns():
    lying = board(AT, ("ErA", "8G"))
    played = SeenTurn(1, "play", tuple(word(AT, "ErA", "8G")), 2)
    history = (played, SeenTurn(0, "change", count=2), SeenTurn(1, "pass"))
    view = view_of(AT, "BEST?", lying, history=history, scores=(0, 2))
    text = cgp_of(view)
    assert text.endswith("/15 BEST?/ 0/2 2")
    read = read_cgp_position(text)
    assert dict(read.position.board) == lying and read.position.hand == view.hand
    assert read.position.scores == (0, 2) and read.position.scoreless == 2


def test_the_other_hand_is_told_where_the_bag_is_empty():
    view = view_of(AT, "AB", unseen=AT.tiles.parse_hand("QU?"), bag_count=0)
    assert read_cgp_position(cgp_of(view)).position.others == (AT.tiles.parse_hand("QU?"),)


def test_a_record_is_the_game_so_far():
    record, history = Record(), list[SeenTurn]()
    first = tuple(word(AT, "ErA", "8G"))
    history.append(SeenTurn(1, "play", first, 4))
    lying = {(tile.x, tile.y): tile for tile in first}
    view = view_of(AT, "AEIOUUS", lying, history=tuple(history), scores=(0, 4))
    record.asked(view)
    record.answered(view, Change(tuple(AT.tiles.parse_hand("OU"))))
    history += [SeenTurn(0, "change", count=2), SeenTurn(1, "change", count=3)]
    view = view_of(AT, "AEIUSTT", lying, history=tuple(history), scores=(0, 4))
    record.asked(view)
    second = tuple(word(AT, "...S", "8G"))
    history += [SeenTurn(0, "play", second, 5), SeenTurn(1, "timeout")]
    lying |= {(tile.x, tile.y): tile for tile in second}
    view = view_of(AT, "AEIUTTB", lying, history=tuple(history), scores=(5, 4))
    record.asked(view)
    text = record.text(view)
    assert text.splitlines() == [
        "#character-encoding UTF-8",
        "#player1 other other",
        "#player2 me me",
        ">other: E?A 8G ErA +4 4",
        ">me: AEIOSUU -OU +0 0",
        ">other: _______ -3 +0 4",
        ">me: AEISTTU 8G ...S +5 5",
        ">other: _______ - +0 4",
        "#rack2 ABEITTU",
        "#incomplete ABEITTU",
    ]
    game = read_gcg(text)
    assert game.doubts == () and replay_gcg(game, AT).board == lying


def test_who_began_is_player_one():
    view = view_of(AT, "AB")
    said = ["#player1 me me", "#player2 other other", "#rack1 AB", "#incomplete AB"]
    assert Record().text(view).splitlines()[1:] == said


def test_a_game_that_began_in_a_position_is_no_record():
    with pytest.raises(NotationError, match="the game began in a position"):
        Record().text(view_of(AT, "AB", board(AT, ("ERA", "8G"))))
