"""Turns and endings of the word game, by the fields of the rule books."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from arena.contract.chance import stream
from arena.contract.game import GoOn, TryAgain
from arena.contract.outcome import Fault, Offence
from arena.errors import ConfigError
from arena.scrabble.legality import IllegalPlay
from arena.scrabble.moves import Change, Pass, Play, Resign
from arena.scrabble.position import Board
from arena.scrabble.rules import WordGame
from arena.scrabble.turns import WordState
from tests.scrabble.tables import board, table, tile_set, word

WORDS = "CAT CATS ACT AT TA AS AA QI QAT CAB AB BA"


def game(rules: str = "tournament", seats: int = 2, words: str = WORDS, **fields: Any) -> WordGame:
    return WordGame(table(words, rules=rules, **fields), seats)


def standing(
    hands: list[str], bag: str = "", scores: list[int] | None = None, lying: Board | None = None, mover: int = 0
) -> WordState:
    """Return a state in the middle of a game."""
    ids = [tile for tile, n in tile_set().parse_hand(bag).items() for _ in range(n)]
    nothing = (0,) * len(hands)
    held = tuple(tile_set().parse_hand(hand) for hand in hands)
    return WordState(lying or {}, held, tuple(ids), tuple(scores or nothing), mover, 0, 7, 0, nothing, nothing)


def after(played: WordGame, state: WordState, *moves: Any) -> WordState:
    for move in moves:
        state = played.play(state, move)
    return state


def all_tiles(state: WordState) -> Counter[int]:
    tiles = Counter(state.bag) + Counter(tile.tile for tile in state.board.values())
    for hand in state.hands:
        tiles += Counter(hand)
    return tiles


def offence(state: WordState, fault: Fault, move: Any = None, final: bool = False) -> Offence:
    return Offence(state.mover, state.turn, fault, "detail", final, move)


def test_a_game_begins_with_full_hands_and_the_rest_in_the_bag():
    for seats in range(1, 9):
        state = game(seats=seats).start(stream(1, "t"))
        assert all(sum(hand.values()) == 7 for hand in state.hands)
        assert len(state.bag) == 100 - 7 * seats
        assert all_tiles(state) == Counter(tile_set().full())
        assert state.ending is None


def test_the_super_set_leaves_186_tiles_in_the_bag():
    assert len(WordGame(table(tiles="superscrabble", board="superscrabble")).start(stream(1, "t")).bag) == 186


def test_a_short_bag_is_dealt_one_tile_at_a_time():
    state = WordGame(table(hand_size=14), 8).start(stream(3, "t"))
    sizes = [sum(hand.values()) for hand in state.hands]
    assert sum(sizes) == 100
    assert set(sizes) == {12, 13}
    assert sizes[state.first] == 13


def test_the_first_mover_and_the_hands_come_from_the_seed():
    starts = [game().start(stream(seed, "t")) for seed in range(40)]
    assert {state.mover for state in starts} == {0, 1}
    again = game().start(stream(5, "t"))
    assert (again.hands, again.bag, again.mover) == (starts[5].hands, starts[5].bag, starts[5].mover)


@pytest.mark.parametrize("seats", [0, 9])
def test_more_than_eight_or_no_players_are_refused(seats: int):
    with pytest.raises(ConfigError, match="1 to 8"):
        game(seats=seats)


def test_a_play_scores_draws_and_passes_the_turn():
    played = game()
    state = standing(["CATXYZW", "ABCDEFG"], "QQ")
    tiles = tuple(word(played.table, "CAT", "8H"))
    now = played.play(state, Play(tiles))
    assert now.scores == (10, 0)
    assert len(now.bag) == 0
    assert sum(now.hands[0].values()) == 6
    assert now.mover == 1
    assert now.last is not None
    assert (now.last.kind, now.last.points, now.last.words, len(now.last.drawn)) == ("play", 10, (("CAT", 10),), 2)
    assert state.board == {}, "a state is a value"
    assert state.scores == (0, 0)


def test_nobody_ever_holds_more_tiles_than_a_hand_and_a_refused_play_draws_nothing():
    played = game(words=f"{WORDS} ATA")
    lying = board(played.table, ("CAT", "8H"))
    state = standing(["ABCDEFG", "ABCDEFG"], "UVW", lying=lying)
    now = played.play(state, Play(tuple(word(played.table, "AB", "9J"))))  # AB across, TA down
    assert ([sum(hand.values()) for hand in now.hands], len(now.bag)) == ([7, 7], 1)
    now = played.play(now, Play(tuple(word(played.table, "BA", "7I"))))  # BA across, BA and ATA down
    assert ([sum(hand.values()) for hand in now.hands], len(now.bag)) == ([7, 6], 0)
    refused = Play(tuple(word(played.table, "GG", "1A")))
    ruling = played.penalize(now, offence(now, Fault.ILLEGAL, refused))
    assert isinstance(ruling, GoOn)
    assert (ruling.state.hands, ruling.state.bag, ruling.state.board) == (now.hands, now.bag, now.board)


@pytest.mark.parametrize("bag", ["", "A", "AB", "ABCDEFG", "ABCDEFGHIJKL"])
@pytest.mark.parametrize("asked", [0, 1, 7])
def test_a_change_keeps_every_tile_and_the_sizes_of_bag_and_hands(bag: str, asked: int):
    played = game("itu")
    state = standing(["RETINAS", "EEEEEEE"], bag)
    tiles = tuple(sorted(state.hands[0]))[:asked]
    if asked == 0 or asked > len(bag):
        with pytest.raises(IllegalPlay):
            played.play(state, Change(tiles))
        return
    now = played.play(state, Change(tiles))
    assert all_tiles(now) == all_tiles(state)
    assert len(now.bag) == len(state.bag)
    assert sum(now.hands[0].values()) == 7
    assert now.last is not None
    assert Counter(now.last.drawn) <= Counter(state.bag), "new tiles are drawn before the old ones go back"


def test_changes_leave_the_number_of_tiles_in_the_bag_as_it_is():
    played = game()
    state = standing(["ABCDEFG", "HIJKLMN"], "O" * 81)
    for _ in range(2):
        state = played.play(state, Change((1,) if state.mover == 0 else tuple(sorted(state.hands[1]))[:4]))
        assert len(state.bag) == 81


def test_a_change_is_the_same_whenever_the_state_is_and_differs_from_seat_and_count():
    played = game("itu")
    state = standing(["ABCDEFG", "HIJKLMN"], "OPQRSTUVWXYZ" * 3)
    one, again = played.play(state, Change((1, 2))), played.play(state, Change((1, 2)))
    assert one.bag == again.bag
    assert played.play(replace(state, changes=(1, 0)), Change((1, 2))).bag != one.bag
    assert played.play(replace(state, nonce=8), Change((1, 2))).bag != one.bag


def test_each_seat_draws_at_its_own_end_so_that_others_hardly_matter():
    played = game("itu")
    state = standing(["ABCDEFG", "HIJKLMN"], "OPQRSTUVWXYZ" * 3, mover=1)
    passed = played.play(state, Pass())
    changed = played.play(state, Change(tuple(sorted(state.hands[1]))[:1]))
    same = sum(a == b for a, b in zip(passed.bag[:10], changed.bag[:10], strict=True))
    assert same >= 9, "one change moves at most one tile of the other end"


def test_tiles_that_went_back_are_anywhere_in_the_bag_with_equal_chance():
    played = game("itu")
    state = standing(["ABCDEFG", "HIJKLMN"], "OPRSTUVWXY")
    where = Counter[int]()
    for nonce in range(4000):
        where[played.play(replace(state, nonce=nonce), Change((1,))).bag.index(1)] += 1
    assert sorted(where) == list(range(10))
    # 400 expected, standard deviation 19: five of them
    assert all(abs(count - 400) < 95 for count in where.values())


@pytest.mark.parametrize(
    ("hand", "count"), [("ABCGGQV", 95), ("ABCDEFG", 127), ("AABBCCC", 35), ("EEEEEEE", 7)]
)  # the product of (count + 1), less the empty one
def test_every_set_of_tiles_is_one_change(hand: str, count: int):
    view = game().view(standing([hand, "A"], "A" * 7), 0)
    changes = list(view.changes())
    assert len(changes) == count
    assert len({change.tiles for change in changes}) == count


def test_no_changes_are_offered_when_the_bag_is_too_short():
    assert not list(game().view(standing(["ABC", "A"], "A" * 6), 0).changes())
    small = game("itu").view(standing(["ABC", "A"], "A" * 2), 0)
    assert small.may_change == 2
    assert len(list(small.changes())) == 6


def test_a_change_of_nothing_is_a_pass_where_the_rule_book_says_so():
    now = game("chicago").play(standing(["ABC", "A"], "A"), Change(()))
    assert now.last is not None
    assert now.last.kind == "pass"


# What a refused play costs.


def test_a_refused_play_loses_the_turn_and_is_told_with_its_faults():
    played = game("tournament")
    state = standing(["QQQ", "A"], "A")
    move = Play(tuple(word(played.table, "QQ", "8H")))
    ruling = played.penalize(state, offence(state, Fault.ILLEGAL, move))
    assert isinstance(ruling, GoOn)
    turn = ruling.state.last
    assert (turn.kind, turn.tiles, [str(fault) for fault in turn.faults]) == (
        "failed",
        move.tiles,
        ["WordNotInDictionary(QQ)"],
    )
    assert ruling.state.mover == 1
    assert ruling.state.scoreless == 1


@pytest.mark.parametrize("rules", ["cs351", "brighton"])
def test_a_refused_play_may_be_tried_again(rules: str):
    played = game(rules)
    state = standing(["QQQ", "A"], "A")
    move = Play(tuple(word(played.table, "QQ", "8H")))
    assert played.penalize(state, offence(state, Fault.ILLEGAL, move)) == TryAgain()


def test_a_cheater_is_dropped_and_the_others_play_on():
    played = game("chicago", seats=3)
    state = standing(["QQQ", "A", "B"], "A")
    ruling = played.penalize(state, offence(state, Fault.ILLEGAL, Play(tuple(word(played.table, "QQ", "8H")))))
    assert isinstance(ruling, GoOn)
    assert ruling.state.active == (1, 2)
    assert ruling.state.mover == 1
    assert ruling.state.last.kind == "forfeit"
    assert ruling.state.ending is None


def test_an_impossible_change_loses_the_turn_under_every_rule_book():
    for rules in ("itu", "tournament", "cs351", "chicago", "brighton"):
        played = game(rules)
        state = standing(["ABC", "A"], "")
        ruling = played.penalize(state, offence(state, Fault.ILLEGAL, Change((1,))))
        assert isinstance(ruling, GoOn)
        assert [str(fault) for fault in ruling.state.last.faults] == ["NotEnoughPieces(1, 0)"]


def test_a_late_answer_counts_as_a_pass():
    played = game()
    state = standing(["ABC", "A"], "A")
    ruling = played.penalize(state, offence(state, Fault.LATE))
    assert isinstance(ruling, GoOn)
    assert (ruling.state.last.kind, ruling.state.scoreless, ruling.state.mover) == ("timeout", 1, 1)


@pytest.mark.parametrize(("fault", "final"), [(Fault.CRASHED, False), (Fault.ILLEGAL, True), (Fault.LATE, True)])
def test_a_final_fault_makes_the_seat_leave(fault: Fault, final: bool):
    played = game(seats=3)
    state = standing(["ABC", "A", "B"], "A")
    ruling = played.penalize(state, offence(state, fault, final=final))
    assert isinstance(ruling, GoOn)
    assert ruling.state.gone[0].fault == fault
    assert ruling.state.mover == 1


def test_a_seat_that_is_not_on_the_move_may_leave_too():
    played = game(seats=3)
    state = standing(["ABC", "A", "B"], "A")
    ruling = played.penalize(state, Offence(2, 0, Fault.CRASHED))
    assert isinstance(ruling, GoOn)
    assert (ruling.state.mover, ruling.state.active) == (0, (0, 1))


# How games end.


def test_six_scoreless_turns_end_a_tournament_game_and_cost_what_is_left():
    played = game()
    state = after(played, standing(["?AEEOTT", "EIOQRRT"], "A" * 9), *[Pass()] * 6)
    assert state.ending == "scoreless turns"
    outcome = played.outcome(state)
    assert outcome is not None
    assert outcome.scores == (-6, -16)
    assert outcome.places == (1, 2)


def test_failed_plays_and_changes_count_for_the_scoreless_end():
    played = game()
    state = standing(["CATQQQQ", "ABCDEFG"], "A" * 60)
    for _ in range(2):
        ruling = played.penalize(state, offence(state, Fault.ILLEGAL, Play(tuple(word(played.table, "QQ", "8H")))))
        assert isinstance(ruling, GoOn)
        state = after(played, ruling.state, Change((sorted(ruling.state.hands[1])[0],)))
    state = after(played, state, Change((17,)), Pass())
    assert state.ending == "scoreless turns"


def test_six_passes_with_an_empty_bag_cost_each_its_own_hand():
    played = game()
    state = after(played, standing(["LR", "AEIOU?"], "", [300, 310]), *[Pass()] * 6)
    outcome = played.outcome(state)
    assert outcome is not None
    assert outcome.scores == (298, 305)
    assert outcome.adjustments == (-2, -5)
    mended = replace(state, hands=(state.hands[0], tile_set().parse_hand("AEIOUQ")))
    for _ in range(3):  # worked out anew each time, never stacked
        assert played.outcome(mended).scores == (298, 295)
        assert played.outcome(state).scores == (298, 305)


@pytest.mark.parametrize(
    ("rule", "scores"), [("double", (422, 380)), ("both", (411, 369)), ("own", (400, 369)), ("none", (400, 380))]
)
def test_going_out_is_settled_by_the_rule_book_and_once(rule: str, scores: tuple[int, int]):
    played = game(out_adjustment=rule)
    lying = board(played.table, ("CAT", "8H"))
    before = standing(["S", "QU"], "", [394, 380], lying)
    state = played.play(before, Play(tuple(word(played.table, "S", "8K"))))
    assert state.ending == "out of tiles"
    for _ in range(3):
        outcome = played.outcome(state)
        assert outcome is not None
        assert outcome.scores == scores


def test_going_out_with_fewer_tiles_than_a_hand_earns_no_bonus():
    played = game()
    state = played.play(standing(["CAT", "AB"]), Play(tuple(word(played.table, "CAT", "8G"))))
    assert (state.scores, state.ending) == ((10, 0), "out of tiles")


def test_no_turn_follows_the_one_that_goes_out():
    played = game()
    lying = board(played.table, ("CAT", "8H"))
    state = played.play(standing(["S", "QU"], "", lying=lying), Play(tuple(word(played.table, "S", "8K"))))
    assert list(played.legal(state)) == []


@pytest.mark.parametrize(("counts", "ending"), [(False, None), (True, "scoreless turns")])
def test_a_play_worth_nothing_is_scoreless_only_where_the_rule_book_says_so(counts: bool, ending: str | None):
    played = game(zero_play_scoreless=counts)
    lying = board(played.table, ("q", "8H"))
    state = after(played, standing(["AB", "?C"], "AAAAAAAA", lying=lying), *[Pass()] * 5)
    state = played.play(state, Play(tuple(word(played.table, "i", "8I"))))
    assert state.scores == (0, 0)
    assert state.ending == ending
    assert state.scoreless == (6 if counts else 0)


def test_three_rounds_of_passes_end_an_itu_game_whoever_began():
    for mover in (0, 1, 2):
        played = game("itu", seats=3)
        state = standing(["A", "B", "C"], "AAAAAAAAA", mover=mover)
        state = after(played, state, *[Pass()] * 8)
        assert state.ending is None
        assert after(played, state, Pass()).ending == "scoreless turns"


def test_a_round_needs_only_those_who_are_still_in():
    played = game("itu", seats=3)
    state = after(played, standing(["A", "B", "C"], "AAAAAAAAA"), Resign(), *[Pass()] * 5)
    assert state.ending is None
    assert after(played, state, Pass()).ending == "scoreless turns"
    # one leaves in the third round: the others have still to pass a third time
    late = after(played, standing(["A", "B", "C"], "AAAAAAAAA"), *[Pass()] * 6, Resign())
    assert late.ending is None
    assert after(played, late, Pass(), Pass()).ending == "scoreless turns"


def test_two_passes_in_a_row_end_a_brighton_game_but_changes_do_not():
    played = game("brighton")
    state = standing(["ABCDEFG", "ABCDEFG"], "A" * 50)
    assert after(played, state, Pass(), Pass()).ending == "scoreless turns"
    assert after(played, state, Pass(), Change((2,)), Pass(), Change((3,))).ending is None


def test_a_turn_limit_ends_a_game_that_nothing_else_ends():
    played = game("brighton", turn_limit=4)
    state = after(played, standing(["ABCDEFG", "ABCDEFG"], "A" * 50), *[Change((2,)), Change((2,))])
    state = after(played, state, Change((3,)), Change((3,)))
    assert state.ending == "turn limit"


def test_a_play_ends_the_row_of_scoreless_turns():
    played = game()
    state = after(played, standing(["CATAAAA", "A"], "A" * 50), *[Pass()] * 4)
    state = after(played, state, Play(tuple(word(played.table, "CAT", "8H"))), *[Pass()] * 5)
    assert state.ending is None
    assert after(played, state, Pass()).ending == "scoreless turns"


def test_the_last_player_wins_at_once_or_plays_on():
    state = standing(["CAT", "AB"], "AAAAAAA", [5, 90])
    wins = game().play(replace(state, mover=1), Resign())
    outcome = game().outcome(wins)
    assert outcome is not None
    assert (outcome.places, outcome.scores, outcome.reason) == ((1, 2), (5, 90), "last player standing")
    assert outcome.forfeits[0].seat == 1
    alone = game("chicago")
    going = alone.play(replace(state, mover=1), Resign())
    assert going.ending is None
    going = after(alone, going, Pass())
    assert going.mover == 0
    assert after(alone, going, *[Pass()] * 5).ending == "scoreless turns"


def test_a_game_that_all_have_left_is_over_and_nobody_wins():
    played = game("chicago")
    state = after(played, standing(["A", "B"], "AAA", [3, 8]), Resign(), Resign())
    outcome = played.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.all_lose, outcome.scores) == ("everybody left", True, (3, 8))


def test_a_player_who_left_is_last_keeps_its_score_and_its_tiles_stay_out():
    played = game(seats=3)
    lying = board(played.table, ("CAT", "8H"))
    state = after(played, standing(["QZ", "S", "A"], "", [200, 50, 60], lying), Resign())
    assert state.mover == 1
    state = played.play(state, Play(tuple(word(played.table, "S", "8K"))))
    outcome = played.outcome(state)
    assert outcome is not None
    assert state.ending == "out of tiles"
    assert outcome.scores == (200, 50 + 6 + 1, 60 - 1)
    assert outcome.places == (3, 2, 1)


def test_an_equal_score_is_a_draw_or_goes_to_the_higher_one_before_the_adjustment():
    before = standing(["A", "AAA"], "", [100, 102])  # each loses its own: 99 and 99
    for rules, places, all_lose in [
        ("tournament", (1, 1), False),
        ("cs351", (2, 1), False),
        ("chicago", (1, 1), True),
        ("itu", (1, 1), False),
    ]:
        played = game(rules)
        outcome = played.outcome(after(played, before, *[Pass()] * 6))
        assert outcome is not None
        assert outcome.scores == (99, 99)
        assert (outcome.places, outcome.all_lose) == (places, all_lose), rules


# What is shown, told and kept.


def test_the_note_of_a_turn_says_what_a_record_needs():
    played = game()
    state = standing(["CATXYZ?", "ABCDEFG"], "QQ")
    now = played.play(state, Play(tuple(word(played.table, "CAT", "8H"))))
    assert played.note(state, now) == {
        "kind": "play",
        "score": 10,
        "hand": "ACTXYZ?",
        "words": [["CAT", 10]],
        "drawn": "QQ",
    }
    changed = played.play(standing(["ABC", "A"], "QQQQQQQ"), Change((1,)))
    assert played.note(state, changed) == {"kind": "change", "score": 0, "hand": "ABC", "drawn": "Q", "given": "A"}
    assert played.note(state, state) == {}


def test_a_state_shown_ends_with_whose_turn_it_is():
    played = game()
    text = played.show(standing(["CAT", "AB"], "Q", mover=1))
    assert text.endswith("player 2 to move\n")
    assert "player 1: 0 points, ACT" in text


def test_a_move_reads_back_from_its_text():
    played = game()
    for move in (Pass(), Resign(), Change((1, 1, 0)), Play(tuple(word(played.table, "CaT", "8H")))):
        assert played.read_move(str(move)) == move
