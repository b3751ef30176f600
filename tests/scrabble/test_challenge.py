"""Challenges: what a rule book makes of a phony, of a challenge that is right and of one that is wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import Any

import pytest
from msgspec.structs import replace

from arena.contract.adjudication import Adjudication, adjudged
from arena.contract.chance import stream
from arena.contract.game import GoOn, note_undone, same_turn
from arena.contract.outcome import Fault, Offence
from arena.engine.endgame.ending import idle_of
from arena.errors import Complaints, IllegalMove
from arena.referee.adjudicator import Adjudicator
from arena.scrabble.legality import IllegalPlay
from arena.scrabble.moves import Challenge, Change, Pass, Placed, Play, Resign, read_move
from arena.scrabble.rulebook import RuleBook
from arena.scrabble.rules import WordGame
from arena.scrabble.turns import WordState
from arena.scrabble.view import WordView, view_of
from arena.scrabble.views import Views
from arena.wire.message.word import WordServer
from arena.wire.message.word_client import WordClient
from tests.scrabble.tables import table, word
from tests.scrabble.test_rules import after, all_tiles, game, offence, standing

RULES = ["single", "double", 5, 10]


def placed(where: str, text: str) -> Play:
    return Play(tuple(word(table(), text, where)))


PHONY, GOOD = placed("8G", "CTA"), placed("8G", "CAT")


def begun(bag: str = "EEEEEEEE", hands: tuple[str, ...] = ("CATXYZQ", "SAAIOUE")) -> WordState:
    return standing(list(hands), bag=bag)


def test_where_plays_are_judged_before_they_stand_nothing_is_changed():
    rules = game()
    with pytest.raises(IllegalPlay, match="WordNotInDictionary"):
        rules.play(begun(), PHONY)
    with pytest.raises(IllegalMove, match="never challenged"):
        rules.play(rules.play(begun(), GOOD), Challenge())
    assert rules.play(begun(), GOOD).open_play is None
    assert "challenge" not in RuleBook("plain").as_mapping()
    assert RuleBook.from_mapping(RuleBook("odd", challenge=5).as_mapping()).challenge == 5


@pytest.mark.parametrize("value", ["triple", True, "5", 7, None])
def test_a_rule_that_there_is_not_is_told_with_those_that_there_are(value: Any):
    with pytest.raises(Complaints, match="one of void, single, double, 5, 10"):
        RuleBook.from_mapping({"challenge": value}, "mine")


@pytest.mark.parametrize("rule", RULES)
def test_a_phony_that_is_challenged_is_taken_back_and_its_player_has_lost_the_turn(rule: Any):
    rules, state = game(challenge=rule), begun()
    lying = rules.play(state, PHONY)
    assert lying.mover == 1
    assert lying.scores == (10, 0)
    judged = rules.play(lying, Challenge())
    assert judged.board == {}
    assert judged.scores == (0, 0)
    assert judged.hands == state.hands
    assert Counter(judged.bag) == Counter(state.bag)
    assert judged.mover == 1
    assert (judged.scoreless, judged.idle) == (1, (1, 0))
    result = judged.history[-1].challenge
    assert result is not None
    assert (result.phonies, result.points, result.against, result.lost_turn) == (("CTA",), -10, 0, False)
    assert same_turn(rules, lying, judged)
    assert note_undone(rules, lying, judged) == {
        "kind": "failed", "score": 0, "hand": "ACQTXYZ", "faults": ["WordNotInDictionary(CTA)"], "taken_back": 10,
    }  # fmt: skip
    assert rules.note(lying, judged) == {
        "kind": "challenge", "score": 0, "hand": "AAEIOSU", "against": 0, "against_points": -10, "phonies": ["CTA"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "scores", "mover"), [("single", (10, 0), 1), ("double", (10, 0), 0), (5, (15, 0), 1), (10, (20, 0), 1)]
)
def test_a_wrong_challenge_costs_what_the_rule_says(rule: Any, scores: tuple[int, int], mover: int):
    rules = game(challenge=rule)
    lying = rules.play(begun(), GOOD)
    judged = rules.play(lying, Challenge())
    assert judged.board == lying.board
    assert (judged.scores, judged.mover) == (scores, mover)
    assert judged.hands == lying.hands
    assert (judged.scoreless, judged.idle) == ((1, (0, 1)) if rule == "double" else (0, (0, 0)))
    assert same_turn(rules, lying, judged) == (rule != "double")
    assert note_undone(rules, lying, judged) is None
    with pytest.raises(IllegalMove, match="no play to challenge"):
        rules.play(judged, Challenge())


def test_a_phony_that_nobody_challenged_stays_and_words_through_it_count():
    rules = game(challenge="single", words="CAT CATS AS AA SAT")
    state = after(rules, begun(), PHONY, Pass(), Pass())
    assert len(state.board) == 3
    with pytest.raises(IllegalMove):
        rules.play(state, Challenge())
    longer = rules.play(state, placed("8G", "...S"))  # CTAS is a phony through a phony
    result = rules.play(longer, Challenge()).history[-1].challenge
    assert result is not None
    assert result.phonies == ("CTAS",)
    beside = rules.play(state, placed("I8", ".S"))  # AS is good: the phony it crosses is not asked for
    assert not rules.play(beside, Challenge()).history[-1].challenge.right


def test_only_the_words_of_the_play_are_asked_for_even_where_all_on_the_board_are_looked_at():
    rules = game(challenge="single", words="CAT AS AA", check_whole_board=True)
    state = after(rules, begun(), PHONY, Pass(), Pass())
    beside = rules.play(state, placed("I8", ".S"))
    assert not rules.play(beside, Challenge()).history[-1].challenge.right


def test_everything_else_about_a_play_is_still_refused_at_once():
    rules = game(challenge="single")
    with pytest.raises(IllegalPlay) as caught:
        rules.play(begun(), placed("1A", "CTA"))
    assert [fault.name for fault in caught.value.faults] == ["FirstWordNotOverCenter"]
    assert rules.faults(begun(), PHONY) == ()


def test_a_challenge_where_there_is_no_play_costs_what_a_refused_play_costs():
    rules = game(challenge="single")
    state = after(rules, begun(), Pass())
    ruled = rules.penalize(state, offence(state, Fault.ILLEGAL, Challenge()))
    assert isinstance(ruled, GoOn)
    assert ruled.state.history[-1].kind == "failed"
    assert ruled.state.mover == 0


OUT: dict[str, Any] = {"bag": "", "hands": ("CAT", "SAAIO")}


def test_the_last_play_may_be_challenged_before_the_game_is_over():
    rules = game(challenge=5)
    state = rules.play(begun(**OUT), PHONY)
    assert rules.outcome(state) is None
    assert state.closing
    assert list(rules.legal(state)) == [Challenge(), Pass()]
    judged = rules.play(state, Challenge())
    assert rules.outcome(judged) is None
    assert (judged.mover, judged.scores, judged.hands[0]) == (1, (0, 0), state.history[0].hand)


@pytest.mark.parametrize("answer", [Pass(), Change((1,)), placed("9G", "AS"), "late", "failed"])
def test_whatever_else_is_answered_lets_the_last_play_stand(answer: Any):
    rules = game(challenge="double")
    state = rules.play(begun(**OUT), PHONY)
    if answer == "late":
        ruled = rules.penalize(state, offence(state, Fault.LATE))
        assert isinstance(ruled, GoOn)
        ended = ruled.state
    elif answer == "failed":
        ruled = rules.penalize(state, Offence(1, state.turn, Fault.GARBLED, "no move"))
        assert isinstance(ruled, GoOn)
        ended = ruled.state
    else:
        ended = rules.play(state, answer)
        assert ended.history[-1].kind == "pass"
    outcome = rules.outcome(ended)
    assert outcome is not None
    assert outcome.reason == "out of tiles"
    assert outcome.scores == (10 + 5, -5)  # S, A, A, I, O are lost and gained


@pytest.mark.parametrize(("rule", "bonus"), [("single", 0), ("double", 0), (5, 5), (10, 10)])
def test_a_wrong_challenge_of_the_last_play_ends_the_game(rule: Any, bonus: int):
    rules = game(challenge=rule)
    ended = after(rules, begun(**OUT), GOOD, Challenge())
    outcome = rules.outcome(ended)
    assert outcome is not None
    assert outcome.scores == (10 + 5 + bonus, -5)


def test_who_leaves_instead_of_an_answer_to_the_last_play_has_left():
    rules = game(challenge="single")
    outcome = rules.outcome(after(rules, begun(**OUT), PHONY, Resign()))
    assert outcome is not None
    assert (outcome.reason, outcome.places) == ("last player standing", (1, 2))


def test_the_turn_limit_waits_for_the_answer_to_a_play():
    rules = game(challenge="single", turn_limit=1)
    state = rules.play(begun(), PHONY)
    assert rules.outcome(state) is None
    assert rules.outcome(rules.play(state, Pass())).reason == "turn limit"


@pytest.mark.parametrize("rule", RULES)
def test_an_agreed_end_does_not_count_a_phony_that_nobody_could_challenge(rule: Any):
    rules, agreed = game(challenge=rule), Adjudication(lead=1, bag=5)
    for move, points in ((PHONY, (0, 0)), (GOOD, (10, 0))):
        after_play = rules.play(begun(bag="EEEEEEEE"), move)
        assert after_play.scores == (10, 0) and len(after_play.bag) == 5
        assert rules.points(after_play) == points
        assert rules.to_come(after_play) == (8 if move is PHONY else 5)
        assert bool(Adjudicator(rules, agreed).look(after_play, 1)) == (move is GOOD)
        assert adjudged(rules, after_play, "agreed").scores == points
    stays = rules.play(rules.play(begun(), PHONY), Pass())
    assert rules.points(stays) == stays.scores == (10, 0)


def test_of_three_only_who_is_next_may_challenge_and_who_loses_a_turn_is_passed_over():
    rules = game(challenge="double", seats=3)
    state = standing(["CATXYZQ", "SAAIOUE", "EEEEEEE"], bag="EEEEEE")
    state = rules.play(state, GOOD)
    assert view_of(rules.table, state, 1).challengeable is not None
    assert view_of(rules.table, state, 2).challengeable is None
    assert rules.play(state, Challenge()).mover == 2
    assert after(rules, state, Pass()).open_play is None


def test_alone_at_a_table_or_left_alone_plays_are_judged_at_once():
    alone = game(challenge="single", seats=1)
    with pytest.raises(IllegalPlay):
        alone.play(standing(["CATXYZQ"], bag="EEEEEE"), PHONY)
    rules = game("chicago", challenge="single", words="CAT")
    left = after(rules, begun(), Pass(), Resign())
    with pytest.raises(IllegalPlay):
        rules.play(left, PHONY)


def test_tiles_that_go_back_are_mixed_in_by_the_game_s_own_chance():
    rules = game(challenge="single")
    state = begun(bag="EEEEEEEEFGHJKLMNPR")
    once, again = (after(rules, state, PHONY, Challenge()) for _ in range(2))
    assert once == again
    bags = {after(rules, replace(state, nonce=nonce), PHONY, Challenge()).bag for nonce in range(20)}
    assert len(bags) > 5
    assert all_tiles(once) == all_tiles(state)


def test_a_challenge_is_read_and_written_as_a_move():
    assert read_move(str(Challenge())) == Challenge()
    view = view_of(game(challenge=5).table, game(challenge=5).play(begun(), PHONY), 1)
    assert view.phonies() == ("CTA",)
    assert not view.closing
    assert view_of(view.table, begun(), 0).phonies() == ()


WORDS = "CAT CATS ACT AT TA AS AA QI QAT CAB AB BA EE IN ON NO TO OR RE ER ED DE TEN NET SET LET TOE ONE ION RED ART"


def some_move(state: WordState, rng: Any) -> Any:
    """Return a play of one to three tiles that mostly is a phony, a challenge, a pass or a change."""
    if state.open_play is not None and rng.random() < 0.3:
        return Challenge()
    hand = [tile for tile, count in state.hands[state.mover].items() for _ in range(count) if tile > 1]
    if not hand or rng.random() < 0.15:
        return Pass()
    return rng.sample(hand, min(len(hand), rng.randrange(1, 4)))


def played_on(rules: WordGame, state: WordState, rng: Any) -> tuple[Any, WordState]:
    """Return a move at random that the rules take, and the state after it."""
    tiles = rules.table.tiles
    move = some_move(state, rng)
    if isinstance(move, list):
        cx, cy = rules.table.layout.centre
        ends = sorted(state.board) or [(cx - 1, cy), (cx, cy - 1)]
        for _ in range(30):
            x, y = rng.choice(ends)
            dx, dy = rng.choice([(1, 0), (0, 1)])
            faces = [tiles.tiles[tile].faces[0] for tile in move]
            squares = [(x + dx * step, y + dy * step) for step in range(1, 40)]
            free = [at for at in squares if at not in state.board][: len(move)]
            play = Play(
                tuple(
                    Placed(*at, tile, face.char, face.points) for at, tile, face in zip(free, move, faces, strict=True)
                )
            )
            if not rules.faults(state, play):
                return play, rules.play(state, play)
        move = Pass()
    return move, rules.play(state, move)


@pytest.mark.parametrize(("rule", "seats"), [("single", 2), ("double", 3), (5, 2), (10, 4)])
def test_games_of_phonies_and_challenges_look_the_same_from_everywhere(rule: Any, seats: int):
    """Views made anew, carried along, and added up from messages agree; no tile is lost; scoreless turns are known."""
    rules = game("tournament", seats, WORDS, challenge=rule, scoreless_limit=0, turn_limit=60)
    closing = challenged = 0
    for seed in range(4):
        rng = stream(seed, "moves", str(rule))
        state = rules.start(stream(seed, "game"))
        server, views = WordServer(rules, "any"), Views(rules.table)
        clients = [
            WordClient(rules.table, server.start(seat, state, seed=1, seconds=None, options={}, brief=False))
            for seat in range(seats)
        ]
        full = all_tiles(state)
        while rules.outcome(state) is None:
            for seat in range(seats):
                anew = view_of(rules.table, state, seat)
                _same(clients[seat].view(), anew)
                _same(views.view(state, seat), anew)
            move, later = played_on(rules, state, rng)
            for seat, message in server.turn_messages(state.mover, state.turn, state, later, move, None, None):
                clients[seat].hear(message)
            challenged += later.history[-1].challenge is not None
            state = later
            closing += state.closing
            assert all_tiles(state) == full
            assert idle_of(rules.table.rules, seats, [turn.seen for turn in state.history]) == (
                list(state.idle), state.scoreless,
            )  # fmt: skip
    assert challenged > 10
    assert closing > 0


def _same(view: WordView, anew: WordView) -> None:
    for field in fields(WordView):
        if field.name not in ("kept", "unseen"):
            assert getattr(view, field.name) == getattr(anew, field.name), field.name
    assert dict(view.unseen) == dict(anew.unseen)
    assert view.field.count == len(anew.board)
