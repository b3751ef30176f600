"""The word game over the wire: a client that only hears messages knows exactly what its seat may see."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.contract.chance import Random
from arena.contract.game import GoOn, TryAgain
from arena.contract.outcome import Fault, Offence, Outcome
from arena.errors import IllegalMove
from arena.scrabble.moves import Change, Pass, Placed, Play, Resign, read_move
from arena.scrabble.rules import WordGame
from arena.wire.message import plain, word
from arena.wire.message.answers import Answer, Bad, read_answer
from arena.wire.message.codec import encode
from arena.wire.message.word import WordServer, table_message
from arena.wire.message.word_client import WordClient
from tests.guests.rude import obeyed
from tests.scrabble.tables import table

WORDS = "at ta tea eat ate tee seat teas east eats set sets sea seas as es et ea"


def through_the_wire(message):
    """Return a message as it arrives at the other end."""
    return json.loads(encode(message))


def clients_of(game, state, server):
    starts = [
        through_the_wire(server.start(seat, state, seed=seat, seconds=1.0, options={}, brief=True))
        for seat in range(game.seats)
    ]
    return [WordClient(game.table, start) for start in starts]


def tell(server, clients, turn, before, after, move=None, offence=None, ruling=None):
    seat = before.mover if offence is None else offence.seat
    letters = server.turn_messages(seat, turn, before, after, move, offence, ruling)
    for other, message in letters:
        clients[other].hear(through_the_wire(message))
    return letters


def same(view, other):
    names = ("seat", "mover", "turn", "players", "hand", "board", "scores", "bag_count", "unseen", "gone", "history")
    for name in names:
        mine, theirs = getattr(view, name), getattr(other, name)
        if isinstance(theirs, dict):
            assert dict(mine) == dict(theirs), name
        else:
            if name == "history":  # of a seat that a refused play drops, only the leaving is told
                theirs = [dataclasses.replace(seen, tiles=()) if seen.kind == "forfeit" else seen for seen in theirs]
            assert tuple(mine) == tuple(theirs) if isinstance(theirs, list | tuple) else mine == theirs, name


@settings(max_examples=30)
@given(st.integers(0, 2**32), st.integers(2, 4), st.sampled_from(["itu", "tournament", "chicago", "brighton"]))
def test_what_a_client_has_heard_is_what_its_seat_may_see(seed, seats, rules):
    game = WordGame(table(WORDS, rules=rules), seats)
    chance = Random(seed)
    state = game.start(Random(seed))
    server = WordServer(game, "v")
    clients = clients_of(game, state, server)
    turn = 0
    while game.outcome(state) is None and turn < 60:
        gone = {forfeit.seat for forfeit in state.gone}
        for seat in range(seats):
            if seat not in gone:
                same(clients[seat].view(), game.view(state, seat))
        before, what = state, chance.random()
        legal = list(game.legal(state))
        move = chance.choice(legal)
        if what < 0.1:  # a play that the rules refuse
            move = Play((Placed(0, 0, 1, "Q", 1), Placed(5, 9, 2, "A", 1)))
        elif what < 0.13:
            move = Resign()
        if what > 0.9:
            offence = Offence(state.mover, turn, Fault.LATE if what > 0.93 else Fault.GARBLED, "trouble")
            move = None
        else:
            # The move itself goes over the wire as well.
            answer = read_answer(encode(clients[state.mover].write(move)))
            assert not isinstance(answer, Bad)
            move = server.read(answer, state, state.mover)
            try:
                state = game.play(state, move)
                offence = None
            except IllegalMove as error:
                offence = Offence(state.mover, turn, Fault.ILLEGAL, str(error), move=move)
        ruling = game.penalize(before, offence) if offence else None
        if isinstance(ruling, GoOn):
            state = ruling.state
        tell(server, clients, turn, before, state, move, offence, ruling)
        turn += not isinstance(ruling, TryAgain)


def opened():
    game = WordGame(table(WORDS), 2)
    state = game.start(Random(3))
    server = WordServer(game, "v")
    return game, state, server, clients_of(game, state, server)


def test_after_a_play_the_mover_hears_first_and_alone_what_it_drew():
    game, state, server, clients = opened()
    play = next((move for move in game.legal(state) if isinstance(move, Play)), None)
    assert play is not None
    letters = tell(server, clients, 0, state, game.play(state, play), play)
    (first, success), (second, played) = letters
    assert (first, second) == (state.mover, 1 - state.mover)
    assert success["type"] == "play_success"
    assert len(success["new_tiles"]) == len(play.tiles)
    assert played["type"] == "played"
    assert "new_tiles" not in played
    assert played["points"] == success["points"]
    assert played["player"] == state.mover + 1


def test_a_refused_play_is_told_with_its_faults_to_the_mover_and_with_its_tiles_to_the_others():
    game, state, server, clients = opened()
    refused = Play((Placed(0, 0, 1, "A", 1),))
    with pytest.raises(IllegalMove) as error:
        game.play(state, refused)
    offence = Offence(state.mover, 0, Fault.ILLEGAL, str(error.value), move=refused)
    ruling = game.penalize(state, offence)
    (_, errors), (_, failed) = tell(server, clients, 0, state, ruling.state, refused, offence, ruling)
    assert errors["type"] == "errors"
    assert {"type": "FirstWordTooShort", "text": "FirstWordTooShort"} in errors["errors"]
    assert failed["type"] == "play_failed"
    assert failed["tiles"] == [{"at": (0, 0), "tile": 1, "char": "A", "points": 1}]


@pytest.mark.parametrize("move", [Pass(), Resign()])
def test_of_a_pass_and_a_forfeit_everybody_hears_the_same(move):
    game, state, server, clients = opened()
    (_, mine), (_, theirs) = tell(server, clients, 0, state, game.play(state, move), move)
    assert mine == theirs
    assert mine["type"] == {"pass": "passed", "forfeit": "forfeited"}[str(move)]


def test_of_a_change_the_others_hear_only_how_many():
    game, state, server, clients = opened()
    change = next(move for move in game.legal(state) if isinstance(move, Change) and len(move.tiles) == 3)
    (_, mine), (_, theirs) = tell(server, clients, 0, state, game.play(state, change), change)
    assert mine["old_tiles"] == change.tiles
    assert len(mine["new_tiles"]) == 3
    assert theirs == {"type": "changed", "player": state.mover + 1, "turn": 0, "count": 3}


def test_a_start_for_a_foreign_program_holds_all_that_is_public():
    game, state, _, _ = opened()
    public = table_message(game.table, {"program": "..."}, "/words.txt")
    start = through_the_wire(
        WordServer(game, "v", public).start(0, state, seed=1, seconds=None, options={"depth": 3}, brief=False)
    )
    assert start["timeout"] is None
    assert start["options"] == {"depth": 3}
    assert start["board"]["centre"] == [0, 0]
    assert len(start["board"]["window"]["rows"]) == 15
    assert start["tiles"][1] == {"id": 1, "count": 9, "faces": [["A", 1]]}
    assert len(start["tiles"][0]["faces"]) == 26
    assert start["dictionary"]["words"] == "/words.txt"
    assert start["rules"]["full_hand_bonus"] == 50
    assert sum(start["hand"].values()) == 7
    assert not {"bag", "hands", "game_seed"} & start.keys()


def test_the_end_is_told_with_scores_places_and_who_left():
    game, state, server, _ = opened()
    outcome = game.outcome(game.play(state, Resign()))
    assert isinstance(outcome, Outcome)
    over = through_the_wire(server.over(outcome, 0))
    assert over["type"] == "game_over"
    assert over["places"][state.mover] == 2
    assert over["forfeits"][0]["player"] == state.mover + 1


PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "message-protocol.md").read_text(encoding="utf-8")


def test_the_reference_names_every_message_and_no_other():
    sources = [Path(word.__file__), Path(plain.__file__)]
    sent = {kind for path in sources for kind in re.findall(r'"type": "([a-z_]+)"', path.read_text(encoding="utf-8"))}
    sent |= {kind.__struct_config__.tag for kind in get_args(Answer)}
    rows = re.findall(r"^\| ((?:`[a-z_]+`(?:, )?)+) \|", PAGE, flags=re.M)
    named = {kind for row in rows for kind in re.findall("`([a-z_]+)`", row)}
    assert named == sent


def test_the_example_of_the_reference_is_what_the_server_says():
    lines = [line for line in PAGE.partition("## An example")[2].splitlines() if line.startswith(("<-", "->"))]
    chosen = table("be", board="standard", rules="itu")
    game = WordGame(chosen, 2)
    hands = ({9: 1, 20: 1, 5: 2, 7: 1, 14: 1, 2: 1}, {1: 7})
    state = msgspec.structs.replace(game.start(Random(1)), hands=hands, mover=0, first=0)
    state = msgspec.structs.replace(state, bag=(0, 1, *state.bag))  # seat 0 draws from the front
    server = WordServer(game, "standard", {"board": ..., "tiles": ..., "dictionary": ..., "rules": ...})
    start = dict(server.start(0, state, seed=1449295517692929, seconds=1.0, options={}, brief=True))
    said = [f"<- {encode(start).decode().strip()[:-1]},"]
    moves = [json.loads(line[3:]) for line in lines if line.startswith("->")]
    for turn, answer in enumerate([moves[1], {"type": "pass"}, moves[2]]):
        if state.mover == 0:
            said.append("<- " + encode(server.ask(turn, state, 1000.0, brief=False)).decode().strip())
        move = server.read(read_answer(encode(answer)), state, state.mover)
        after = game.play(state, move)
        said += [
            "<- " + encode(message).decode().strip()
            for seat, message in server.turn_messages(state.mover, turn, state, after, move, None, None)
            if seat == 0
        ]
        state = after
    said.append("<- " + encode(server.over(game.outcome(state), 0)).decode().strip())
    shown = [line for line in lines if line.startswith("<-")]
    assert shown[0].startswith(said[0])
    assert shown[1:] == said[1:]


GAME = WordGame(table(WORDS), 2)
FACES = st.one_of(
    st.text(max_size=4), st.sampled_from(["A", "é", "é", "L·L", "L-", "A1", "A 1", "\x1b[2J", "a\nb", "+A"])
)
IDS = st.integers(-2, 100)
SAID_TILES = st.lists(st.builds(dict, at=st.tuples(IDS, IDS), tile=IDS, char=FACES, points=IDS), max_size=3)


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.builds(dict, type=st.just("play"), tiles=SAID_TILES),
                 st.builds(dict, type=st.just("change"), tiles=st.lists(IDS, max_size=3))))  # fmt: skip
def test_what_is_read_of_an_answer_is_kept_by_a_text_that_says_it_again(said):
    """Else a refused play would leave a game that nobody can replay, or words for a terminal to obey."""
    server = WordServer(GAME, "v")
    answer = read_answer(encode(said).strip())
    assert not isinstance(answer, Bad)
    move = server.read(answer, GAME.start(Random(1)), 0)
    if not isinstance(move, Bad):
        assert read_move(str(move)) == move
        assert not obeyed(str(move))


@pytest.mark.parametrize("char", ["A", "AB", "é", "L·L", "?"])
def test_faces_that_games_have_are_read(char):
    said = {"type": "play", "tiles": [{"at": [0, 0], "tile": 1, "char": char, "points": 1}]}
    assert isinstance(WordServer(GAME, "v").read(read_answer(encode(said).strip()), GAME.start(Random(1)), 0), Play)


@pytest.mark.parametrize(
    ("char", "tile"), [("", 1), ("\x1b[2J", 1), ("A\n", 1), ("1", 1), ("A B", 1), ("A-", 1), ("\u202eA", 1), ("A", -1)]
)  # fmt: skip
def test_tiles_that_no_game_has_say_no_move(char, tile):
    said = {"type": "play", "tiles": [{"at": [0, 0], "tile": tile, "char": char, "points": 1}]}
    bad = WordServer(GAME, "v").read(read_answer(encode(said).strip()), GAME.start(Random(1)), 0)
    assert isinstance(bad, Bad)
    assert "no game writes" in bad.detail
