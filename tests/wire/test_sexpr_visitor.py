"""A bot's end of a conversation: what it is told of what little the server says."""

from __future__ import annotations

import pytest

from arena.errors import NotationError
from arena.scrabble.table import Table
from arena.variants.load import load_table
from arena.wire.message.answers import Change, Pass, PlacedTile, Play
from arena.wire.sexpr.messages import (
    Ack,
    DonePlace,
    Draw,
    Error,
    Exchange,
    GameOver,
    Place,
    Register,
    TakeTurn,
    Tiles,
    TournamentOver,
)
from arena.wire.sexpr.session import State
from arena.wire.sexpr.visitor import Step, Visitor
from tests.serve.peers import WORDS

RACK = ("T", "R", "E", "E", "A", "_", "Q")


@pytest.fixture(scope="module")
def table() -> Table:
    return load_table("scrabble", rules="chicago", lexicon=str(WORDS))


@pytest.fixture
def visitor(table: Table) -> Visitor:
    made = Visitor(table, "ann", variant="scrabble", seconds=2.0, seeds=lambda game: 5 + game)
    assert made.register() == (Register("ann"),)
    assert made.hear(Ack()).say == ()
    return made


def board(*tiles: tuple[int, int, str], blanks: str = "") -> tuple[tuple[tuple[str, bool] | None, ...], ...]:
    rows: list[list[tuple[str, bool] | None]] = [[None] * 15 for _ in range(15)]
    for x, y, letter in tiles:
        rows[y][x] = letter, letter in blanks
    return tuple(map(tuple, rows))


def kinds(step: Step) -> list[str]:
    return [message["type"] for message in step.tell]


def tree(table: Table) -> Play:
    """TREE across over the centre: letters worth 1 each, the centre doubles, so 8 points."""
    ids = {letter: table.tiles.plain(letter) for letter in "TRE"}
    return Play([PlacedTile((x, 0), ids[letter], letter, 1) for x, letter in enumerate("TREE")])


def test_the_first_player_of_two_is_told_a_start_and_its_turn(visitor):
    step = visitor.hear(Draw(RACK))
    assert (step.say, step.sit, step.tell) == ((Ack(),), True, ())
    step = visitor.hear(TakeTurn(board(), 86))
    assert step.ask
    assert kinds(step) == ["start", "your_turn"]
    start = step.tell[0]
    assert (start["players"], start["you"], start["first"]) == (2, 1, 1)
    assert sorted(start["hand"].values()) == [1, 1, 1, 1, 1, 2]


@pytest.mark.parametrize(("in_bag", "players"), [(86, 2), (79, 3), (72, 4), (44, 8), (85, 2), (0, 2)])
def test_the_players_are_counted_from_the_bag(visitor, in_bag, players):
    visitor.hear(Draw(RACK))
    assert visitor.hear(TakeTurn(board(), in_bag)).tell[0]["players"] == players


def test_tiles_that_lie_there_first_were_played_by_the_other_for_its_points(visitor):
    visitor.hear(Draw(RACK))
    lies = board((7, 7, "T"), (8, 7, "E"), (9, 7, "A"), blanks="E")
    step = visitor.hear(TakeTurn(lies, 83))
    assert kinds(step) == ["start", "played", "your_turn"]
    assert step.tell[0]["first"] == 2
    assert step.tell[1]["points"] == 4  # T1 blank0 A1, doubled by the centre
    assert [(tile["at"], tile["char"], tile["points"]) for tile in step.tell[1]["tiles"]] == [
        ((0, 0), "T", 1),
        ((1, 0), "E", 0),
        ((2, 0), "A", 1),
    ]


def test_with_three_players_the_next_one_is_given_the_tiles_and_no_points_and_the_other_passed(visitor):
    visitor.hear(Draw(RACK))
    step = visitor.hear(TakeTurn(board((7, 7, "A"), (8, 7, "T")), 77))
    assert kinds(step) == ["start", "played", "passed", "your_turn"]
    assert [message.get("player") for message in step.tell] == [None, 2, 3, None]
    assert step.tell[1]["points"] == 0


def test_a_play_goes_out_tile_by_tile_and_the_bot_hears_what_it_earned(visitor, table):
    visitor.hear(Draw(RACK))
    visitor.hear(TakeTurn(board(), 86))
    said = [*visitor.answer(tree(table))]
    for _ in range(4):
        said += visitor.hear(Ack()).say
    assert said == [Place(7, 7, "T"), Place(8, 7, "R"), Place(9, 7, "E"), Place(10, 7, "E"), DonePlace()]
    step = visitor.hear(Tiles(("S", "_", "I", "O")))
    assert step.say == (Ack(),)
    assert kinds(step) == ["play_success"]
    assert step.tell[0]["points"] == 8
    assert visitor.state is State.HUB
    step = visitor.hear(TakeTurn(board(*((7 + x, 7, letter) for x, letter in enumerate("TREE"))), 82))
    assert kinds(step) == ["passed", "your_turn"]


def test_a_blank_goes_out_as_one(visitor, table):
    visitor.hear(Draw(RACK))
    visitor.hear(TakeTurn(board(), 86))
    play = Play([PlacedTile((0, 0), table.tiles.wild, "A", 0), PlacedTile((1, 0), table.tiles.plain("T"), "T", 1)])
    assert visitor.answer(play) == (Place(7, 7, "A", blank=True),)


def test_an_exchange_goes_out_with_its_letters(visitor, table):
    visitor.hear(Draw(RACK))
    visitor.hear(TakeTurn(board(), 86))
    assert visitor.answer(Change([table.tiles.plain("Q"), table.tiles.wild])) == (Exchange(("Q", "_")),)
    step = visitor.hear(Tiles(("A", "B")))
    assert kinds(step) == ["change_success"]
    assert step.tell[0]["new_tiles"] == [table.tiles.plain("A"), table.tiles.plain("B")]


@pytest.mark.parametrize(
    "action",
    [
        None,
        Pass(),
        Play([]),
        Play([PlacedTile((20, 0), 1, "A", 1)]),
        Play([PlacedTile((0, 0), 99, "A", 1)]),
        Change([99]),
    ],
)
def test_what_cannot_be_said_is_a_pass(visitor, action):
    visitor.hear(Draw(RACK))
    visitor.hear(TakeTurn(board(), 86))
    assert visitor.answer(action) == (Exchange(()),)
    assert kinds(visitor.hear(Tiles(()))) == ["passed"]


def test_a_refused_turn_is_news_and_the_next_game_begins_all_the_same(visitor, table):
    visitor.hear(Draw(RACK))
    visitor.hear(TakeTurn(board(), 86))
    visitor.answer(tree(table))
    for _ in range(4):
        visitor.hear(Ack())
    step = visitor.hear(Error("tree is no word"))
    assert kinds(step) == ["errors"]
    assert "tree is no word" in step.news
    assert visitor.hear(GameOver(-3, won=False)).say == (Ack(),)
    assert visitor.hear(Draw(RACK)).sit
    assert visitor.hear(GameOver(5, won=True)).tell == ()  # it ended before our first turn
    assert visitor.hear(TournamentOver(won=True)).say == (Ack(),)
    assert (visitor.state, visitor.won, len(visitor.games)) == (State.CLOSED, True, 2)


def test_a_board_that_loses_tiles_is_the_servers_fault(visitor):
    visitor.hear(Draw(RACK))
    visitor.hear(TakeTurn(board((7, 7, "A"), (8, 7, "T")), 84))
    visitor.answer(None)
    visitor.hear(Tiles(()))
    with pytest.raises(NotationError, match="lost or changed 1 tiles"):
        visitor.hear(TakeTurn(board((7, 7, "A")), 84))


def test_what_a_server_may_not_say_now_is_its_fault(visitor):
    with pytest.raises(NotationError, match="may not be said now"):
        visitor.hear(Tiles(("A",)))
