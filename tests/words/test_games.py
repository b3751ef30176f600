"""A game from Python, move by move: the same rules, the same chance, and a record that reads back."""

from __future__ import annotations

import itertools

import pytest

from arena import words
from arena.contract.chance import stream
from arena.errors import ArenaError, ConfigError, IllegalMove, NotationError
from arena.scrabble.rules import WordGame


@pytest.fixture(scope="module")
def table():
    return words.table("scrabble", rules="tournament")


@pytest.fixture(scope="module")
def played(table):
    """Every game between two turns, from the deal to the end."""
    games = [words.deal(seed=5, table=table)]
    while games[-1].outcome is None:
        found = games[-1].best()
        games.append(games[-1].pass_turn() if found is None else games[-1].play(found))
    return games


def test_a_game_keeps_the_rules_and_the_chance_of_its_seed(table, played):
    rules = WordGame(table)
    state = rules.start(stream(5, "start"))
    for game, after in itertools.pairwise(played):
        assert game.racks == tuple(table.tiles.print_hand(hand) for hand in state.hands)
        assert game.to_move == state.mover
        state = rules.play(state, after.moves[-1])
    last = played[-1]
    assert last.scores == state.scores
    assert last.outcome == rules.outcome(state)
    assert last.to_move is None
    assert (last.turn, len(last.moves)) == (len(played) - 1, len(played) - 1)


def test_a_record_of_a_game_reads_back_at_every_move(played):
    record = played[-1].gcg(["Ann", "Bob"], title="a game")
    for number, game in enumerate(played[:-1], 1):
        read = words.read_record(record, move=number)
        assert read.board == game.position.board
        assert read.hand == game.position.hand
        assert read.warnings == ()
    end = words.read_record(record)
    assert end.board == played[-1].position.board
    assert end.rack is None


def test_an_unfinished_record_has_the_racks(played):
    game = played[4]
    read = words.read_record(game.gcg())
    assert (read.board, read.hand) == (game.position.board, game.position.hand)


def test_a_record_is_a_file_too_and_has_so_many_moves(played, tmp_path):
    path = tmp_path / "a.gcg"
    path.write_text(played[-1].gcg(), encoding="utf-8")
    assert words.read_record(path, move=2).fresh == frozenset((tile.x, tile.y) for tile in played[1].moves[0].tiles)
    for number in (0, 1000):
        with pytest.raises(NotationError, match=f"there is no move {number}"):
            words.read_record(path, move=number)


def test_words_that_are_not_known_here_are_told(played):
    record = played[2].gcg().replace("#lexicon english", "#lexicon Nowhere99")
    assert any("'Nowhere99'" in warning for warning in words.read_record(record).warnings)
    with pytest.raises(ArenaError):
        words.read_record(record, lexicon="Nowhere98")


def test_turns_without_a_play(table):
    game = words.deal(seed=1, table=table)
    seat = game.to_move
    changed = game.change(game.racks[seat][:2])
    assert changed.bag_count == game.bag_count
    assert changed.racks[seat] != game.racks[seat]
    assert changed.racks[1 - seat] == game.racks[1 - seat]
    assert changed.to_move == 1 - seat
    left = changed.resign()
    assert left.outcome is not None
    assert left.outcome.places[seat] == 1
    for act in (left.pass_turn, left.best, left.plays, lambda: left.play("8G CAT"), lambda: left.judge("8G CAT")):
        with pytest.raises(IllegalMove, match="the game is over"):
            act()


def test_a_refused_move_costs_nothing(table):
    game = words.deal(seed=1, table=table)
    with pytest.raises(words.IllegalPlay):
        game.play("1A QQ")
    with pytest.raises(words.IllegalPlay):
        game.change("ABCDEFGHIJ")
    assert game.turn == 0
    assert game.judge("1A QQ").faults


def test_the_seed_is_the_game_and_may_be_text(table):
    same, other = (words.deal(seed="one", table=table), words.deal(seed="two", table=table))
    assert words.deal(seed="one", table=table).racks == same.racks != other.racks
    assert words.deal(seed=7, table=table, first=1).to_move == 1
    assert words.deal(seed=7, table=table, seats=4).seats == 4
    for seats, first in ((9, None), (2, 2)):
        with pytest.raises(ConfigError):
            words.deal(table=table, seats=seats, first=first)
    with pytest.raises(ConfigError, match="1 name"):
        same.gcg(["Ann"])


def test_how_a_game_shows_itself(played):
    game = played[3]
    assert game._repr_svg_() == game.position.svg()
    assert str(game).endswith(f"player {game.to_move + 1} to move")
    assert repr(played[-1]).endswith("over>")
    assert "over: out of tiles" in str(played[-1])
