"""Games of ours told in GCG: read back and replayed, they say the same moves, scores and end."""

from __future__ import annotations

from random import Random

import pytest

from arena.contract.game import GoOn
from arena.contract.outcome import Fault, Offence
from arena.notation.gcg import EventKind, write_gcg
from arena.notation.gcg_read import read_gcg
from arena.notation.gcg_record import PlayedTurn, record_as_gcg
from arena.notation.gcg_replay import replay_gcg
from arena.scrabble.moves import Change, Pass, Play, Resign
from arena.scrabble.rules import WordGame
from arena.variants.load import load_table


def played(board: str, rules: str, seed: int, seats: int = 2):
    """A whole game of a player that plays, changes, passes, is late, and tries a phony now and then."""
    game = WordGame(load_table(board=board, rules=rules), seats)
    rng = Random(seed)
    state = game.start(rng)
    turns = []
    while game.outcome(state) is None:
        view = game.view(state, state.mover)
        plays = list(view.plays())
        chance = rng.random()
        move = Pass()
        before, seat, fault = state, state.mover, ""
        if chance < 0.05 and view.may_change:
            move = Change(tuple(view.hand)[:1])
        elif chance < 0.10:
            ruling = game.penalize(state, Offence(seat, state.turn, Fault.LATE, "no answer"))
            assert isinstance(ruling, GoOn)
            state, move, fault = ruling.state, None, "LATE: no answer"
        elif chance < 0.2 and plays:
            tiles = rng.choice(plays).play.tiles
            move = Play(tuple(reversed(tiles)))
            hand = {tile: n for tile, n in view.hand.items() if not game.table.tiles.tiles[tile].wild}
            if tiles and len(hand) >= len(tiles):  # other letters on the same squares: most often no word
                faces = [game.table.tiles.tiles[tile].faces[0] for tile in hand]
                move = Play(
                    tuple(
                        old._replace(tile=tile, char=face.char, points=face.points)
                        for old, tile, face in zip(tiles, hand, faces, strict=False)
                    )
                )
        elif plays:
            move = rng.choice(plays).play
        if move is not None:
            state = game.play(state, move) if legal(game, state, move) else refused(game, state, seat, move)
        turns.append(PlayedTurn(seat, None if move is None else str(move), dict(game.note(before, state)), fault))
    return game, state, turns


def legal(game, state, move) -> bool:
    from arena.errors import IllegalMove

    try:
        game.play(state, move)
    except IllegalMove:
        return False
    return True


def refused(game, state, seat, move):
    ruling = game.penalize(state, Offence(seat, state.turn, Fault.ILLEGAL, "not allowed", move=move))
    assert isinstance(ruling, GoOn)
    return ruling.state


@pytest.mark.parametrize("penalties", [(10, 0), (0, 120), (30, 20)])
def test_a_penalty_for_overtime_is_a_line_of_its_own_and_is_read_back(penalties):
    game, state, turns = played("scrabble", "itu", 1)
    outcome = game.outcome_less(state, penalties)
    hands = [game.table.tiles.print_hand(hand) for hand in state.hands]
    record = record_as_gcg(game.table, ["ann", "bob"], turns, outcome.adjustments, "", "", hands, penalties)
    text = write_gcg(record)
    for nick, points, score in zip(("ann", "bob"), penalties, outcome.scores, strict=True):
        lines = [line for line in text.splitlines() if line.startswith(f">{nick}: ") and "(time)" in line]
        assert [line.split("(time) ")[1] for line in lines] == ([f"-{points} {score}"] if points else [])
    again = read_gcg(text)
    assert again == record
    replayed = replay_gcg(again, game.table)
    assert replayed.problems == ()
    assert replayed.scores == outcome.scores


@pytest.mark.parametrize("board", ["scrabble", "hole", "infinite", "infinite-hole", "superscrabble"])
@pytest.mark.parametrize(("rules", "seed"), [("itu", 1), ("tournament", 2)])
def test_a_game_told_in_gcg_replays_to_the_same_end(board, rules, seed):
    game, state, turns = played(board, rules, seed)
    outcome = game.outcome(state)
    hands = [game.table.tiles.print_hand(hand) for hand in state.hands]
    record = record_as_gcg(game.table, ["ann b", "ann b"], turns, outcome.adjustments, outcome.reason, "t", hands)
    again = read_gcg(write_gcg(record))
    assert again == record
    replayed = replay_gcg(again, game.table)
    assert replayed.problems == ()
    assert replayed.scores == outcome.scores
    assert replayed.board == state.board
    kinds = {event.kind for event in again.events}
    assert EventKind.PLAY in kinds


def test_a_phony_is_a_play_taken_back_and_a_late_turn_a_pass_with_a_note():
    kinds: dict[EventKind, int] = {}
    notes = []
    for seed in range(3):
        game, _, turns = played("scrabble", "itu", seed)
        for event in record_as_gcg(game.table, ["a", "b"], turns).events:
            kinds[event.kind] = kinds.get(event.kind, 0) + 1
            notes += event.notes
    assert kinds[EventKind.WITHDRAWN] > 0
    assert kinds[EventKind.EXCHANGE] > 0
    assert any(note.startswith("timeout: LATE") for note in notes)
    assert any(note.startswith("failed: WordNotInDictionary") for note in notes)


@pytest.mark.parametrize("seed", [3, 4])
def test_whoever_leaves_a_game_of_three_is_out_of_the_order_and_his_tiles_are_nobody_s(seed):
    game = WordGame(load_table(board="scrabble", rules="tournament"), 3)
    state = game.start(Random(seed))
    turns = []
    while game.outcome(state) is None:
        before, seat = state, state.mover
        plays = game.view(state, seat).plays().sorted()
        move = Resign() if len(turns) == 4 else plays[0].play if plays else Pass()
        state = game.play(state, move)
        turns.append(PlayedTurn(seat, str(move), dict(game.note(before, state))))
    outcome = game.outcome(state)
    hands = [game.table.tiles.print_hand(hand) for hand in state.hands]
    record = record_as_gcg(game.table, "abc", turns, outcome.adjustments, outcome.reason, "t", hands)
    replayed = replay_gcg(read_gcg(write_gcg(record)), game.table)
    assert replayed.problems == ()
    assert (replayed.scores, outcome.reason) == (outcome.scores, "out of tiles")
