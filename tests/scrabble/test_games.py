"""Whole games: what holds in every one of them, whatever is played."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.contract.chance import stream
from arena.contract.game import GoOn, TryAgain
from arena.contract.outcome import Fault, Offence, Outcome
from arena.engine.compiled import COMPILED
from arena.errors import IllegalMove
from arena.scrabble.moves import Change, Pass, Placed, Play, Resign, WordMove
from arena.scrabble.rules import WordGame
from arena.scrabble.turns import WordState
from arena.scrabble.view import Mirror, Table, WordView, view_of
from tests.scrabble.tables import layout, lexicon, picture, rule_book, small_tiles

WORDS = "CAT ACT AT TA AA CAB AB BA TAB TAT BAA ABA CATS AS TABS BAT BATS STAB SAT SABA"
RULES = ("itu", "tournament", "cs351", "chicago", "brighton")
SMALL = picture(
    "3. .. .. .2 .. .. 3.\n" + ".. 2. .. .. .. 2. ..\n" * 2 + ".. .. ## 2. .2 .. ..\n" + ".. .2 .. .. .. .3 ..\n" * 3
)


@cache
def small_table(rules: str, board: str = "small") -> Table:
    tiles = small_tiles()
    place = SMALL if board == "small" else layout(board)
    return Table(place, tiles, lexicon(WORDS, tiles.alphabet), rule_book(rules), 4, COMPILED)


def all_tiles(state: WordState) -> Counter[int]:
    tiles = Counter(state.bag) + Counter(tile.tile for tile in state.board.values())
    for hand in state.hands:
        tiles += Counter(hand)
    return tiles


def choose(view: WordView, rng: Random) -> WordMove:
    """Return some legal move: mostly a play, so that games go somewhere."""
    plays = list(view.plays())
    if plays and rng.random() < 0.8:
        return rng.choice(plays).play
    changes = list(view.changes())
    if changes and rng.random() < 0.5:
        return rng.choice(changes)
    return Resign() if rng.random() < 0.1 else Pass()


def step(game: WordGame, state: WordState, rng: Random) -> WordState:
    """Return the state after some turn of the seat to move, now and then a lost one."""
    if rng.random() < 0.15:
        fault = rng.choice([Fault.ILLEGAL, Fault.LATE, Fault.GARBLED, Fault.CRASHED])
        wrong = Play((Placed(90, 90, 99, "A", 1),)) if fault == Fault.ILLEGAL else None
        ruling = game.penalize(state, Offence(state.mover, state.turn, fault, "", move=wrong))
        if isinstance(ruling, TryAgain):
            return state
        assert isinstance(ruling, GoOn)
        after: WordState = ruling.state
        return after
    return game.play(state, choose(game.view(state, state.mover), rng))


def play_out(game: WordGame, seed: int) -> tuple[list[WordState], Outcome]:
    """Return every state of a game, and its outcome."""
    rng, states = Random(seed), [game.start(stream(seed, "tiles"))]
    while (outcome := game.outcome(states[-1])) is None:
        after = step(game, states[-1], rng)
        if after is not states[-1]:
            states.append(after)
        assert len(states) < 3000
    return states, outcome


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.sampled_from(RULES), st.integers(1, 4), st.sampled_from(["small", "infinite-hole"]))
def test_in_every_game_tiles_are_conserved_and_points_add_up(seed: int, rules: str, seats: int, board: str):
    game = WordGame(small_table(rules, board), seats)
    states, outcome = play_out(game, seed)
    full = Counter(game.table.tiles.full())
    for state in states:
        assert all_tiles(state) == full
        assert all(sum(hand.values()) <= game.table.hand_size for hand in state.hands)
        assert (next(game.legal(state), None) is None) == (game.outcome(state) is not None)
    assert outcome.scores is not None
    last = states[-1]
    for seat in range(seats):
        played = sum(turn.points for turn in last.history if turn.seat == seat)
        assert played == last.scores[seat]
        assert played + outcome.adjustments[seat] == outcome.scores[seat]
    assert sorted(outcome.places)[0] == 1
    assert game.outcome(last) == outcome
    for move in (Pass(), Resign(), Change((0,)), Play((Placed(0, 0, 1, "A", 1),))):
        with pytest.raises(IllegalMove, match="over"):
            game.play(last, move)


@settings(max_examples=20)
@given(st.integers(0, 2**32), st.sampled_from(RULES), st.integers(1, 4))
def test_a_mirror_that_is_told_what_happens_sees_what_the_referee_shows(seed: int, rules: str, seats: int):
    game = WordGame(small_table(rules), seats)
    states, _ = play_out(game, seed)
    start = states[0]
    mirrors = [Mirror(game.table, seat, seats, start.hands[seat], start.first) for seat in range(seats)]
    for state in states:
        for mirror in mirrors:
            tell(mirror, state)
        if game.outcome(state) is None:
            for mirror in mirrors:
                assert seen(mirror.view()) == seen(view_of(game.table, state, mirror.seat))
            mover = mirrors[state.mover].view()
            assert keys(mover) == keys(game.view(state, state.mover)), "the kept field finds the same plays"


def tell(mirror: Mirror, state: WordState) -> None:
    turn = state.last
    if turn is None:
        return
    own = turn.seat == mirror.seat
    match turn.kind:
        case "play":
            mirror.played(turn.seat, turn.tiles, turn.points, turn.drawn if own else ())
        case "change":
            given_, drawn = (turn.given, turn.drawn) if own else ((), ())
            mirror.changed(turn.seat, len(turn.given), given_, drawn)
        case "failed":
            mirror.failed(turn.seat, turn.tiles)
        case "pass":
            mirror.passed(turn.seat)
        case "timeout":
            mirror.timed_out(turn.seat)
        case "forfeit":
            mirror.forfeited(turn.seat)


def seen(view: WordView) -> tuple[object, ...]:
    return (
        view.seat, view.mover, view.turn, view.players, view.hand, view.board, view.scores, view.bag_count,
        view.hand_counts, view.unseen, view.gone, [(turn.kind, turn.seat, turn.points) for turn in view.history],
        view.opening, list(view.changes()),
    )  # fmt: skip


def keys(view: WordView) -> set[tuple[Placed, ...]]:
    return {found.play.key for found in view.plays()}


def test_a_view_holds_no_bag_no_other_hand_and_no_state():
    game = WordGame(small_table("itu"), 2)
    state = game.start(stream(1, "tiles"))
    view = game.view(state, 0)
    assert view.hand == state.hands[0]
    assert Counter(view.unseen) == Counter(state.bag) + Counter(state.hands[1])
    for value in vars(view).values():
        assert value is not state
        assert value is not state.hands[1]
        assert value != state.bag


def test_the_same_seed_gives_the_same_game():
    for rules in RULES:
        one, two = (play_out(WordGame(small_table(rules), 3), 5)[0] for _ in range(2))
        assert [str(state.last.move) for state in one[1:]] == [str(state.last.move) for state in two[1:]]  # type: ignore[union-attr]
        assert one[-1].bag == two[-1].bag


@pytest.mark.parametrize("seats", [1, 2, 8])
def test_games_of_any_number_of_players_end(seats: int):
    for rules in RULES:
        _, outcome = play_out(WordGame(small_table(rules), seats), 11)
        assert len(outcome.places) == seats


def test_a_change_tells_the_others_only_how_many_tiles():
    game = WordGame(small_table("itu"), 2)
    state = game.start(stream(1, "tiles"))
    tiles = tuple(sorted(state.hands[state.mover]))[:2]
    after = game.play(state, Change(tiles))
    turn = game.view(after, 1 - state.mover).history[-1]
    assert (turn.kind, turn.count, turn.tiles) == ("change", 2, ())
