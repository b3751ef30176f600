"""Games with challenges through real processes: what bots may ask, what is charged, and what their records say."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from arena.config.model import Limits, VariantEntry
from arena.contract.adjudication import Adjudication
from arena.contract.outcome import Void
from arena.notation.gcg import EventKind, write_gcg
from arena.notation.gcg_read import read_gcg
from arena.notation.gcg_record import PlayedTurn, record_as_gcg
from arena.notation.gcg_replay import replay_gcg
from arena.records.record import GameRecord
from arena.records.replay import replay
from arena.report.replay import ReplayData
from arena.report.site.naming import Naming
from arena.runner.setup import BotSetup, Setup
from arena.scrabble.challenge import open_phonies
from arena.variants.build import build_game
from arena.variants.load import load_variant
from tests.runner.tables import job_for, setup_for

BLUFFS = "tests.guests.bluffs:bluffs"


def setup(rule: Any, **acts: str) -> Setup:
    """Return a set-up of bots that bluff; those of ``acts`` challenge so as well."""
    spec = load_variant(VariantEntry(name="words", board="scrabble", rules="tournament", challenge=rule))
    made = setup_for(BLUFFS, BLUFFS, variants={"words": spec}, move_time=None, limits=Limits(game_time=600.0))
    for name, act in acts.items():
        value = f"tests.guests.bluffs:{'out_of_place' if act == 'out_of_place' else 'challenges'}"
        made.bots[name] = BotSetup(name, value=value, options={} if act == "out_of_place" else {"act": act})
    return made


def kinds(record: GameRecord) -> Counter[tuple[int, str]]:
    return Counter((move.seat, move.note["kind"]) for move in record.moves)


@pytest.fixture
def played(worker_for):
    def play(made: Setup) -> GameRecord:
        record = worker_for(made).play(job_for(made))
        assert not isinstance(record, Void), record
        return record

    return play


def gcg_of(record: GameRecord, made: Setup) -> Any:
    """Return a record in GCG, and its replay from the text."""
    game = build_game(made.variants["words"])
    turns = [PlayedTurn(move.seat, move.move, dict(move.note)) for move in record.moves]
    *_, (_, last) = replay(record, game)
    hands = [game.table.tiles.print_hand(hand) for hand in last.hands]
    written = record_as_gcg(game.table, record.bots, turns, record.adjustments, hands=hands)
    return written, replay_gcg(read_gcg(write_gcg(written)), game.table)


def shown_scores(record: GameRecord) -> list[list[int]]:
    """Return the scores to which the turns of a page add up, under names and under pseudonyms."""
    naming = Naming({bot: f"p{seat}" for seat, bot in enumerate(record.bots)})
    found = []
    for one in (record, naming.record(record)):
        scores = list(one.adjustments)
        for turn in ReplayData({}).game(one)["m"]:
            scores[turn["s"]] += turn.get("p", 0)
            if "g" in turn:
                scores[turn["g"][0]] += turn["g"][1]
        found.append(scores)
    return found


@pytest.mark.parametrize("rule", ["single", "double", 5, 10])
def test_phonies_of_a_bot_that_is_challenged_are_taken_back_and_those_of_the_other_stay(rule, played):
    made = setup(rule, bot1="right")
    record = played(made)
    assert kinds(record)[0, "play"] == 0
    assert kinds(record)[0, "failed"] == kinds(record)[1, "challenge"] > 2
    assert kinds(record)[1, "play"] > 2
    assert all(move.fault is None for move in record.moves)
    written, again = gcg_of(record, made)
    assert written.pragma("challenge") == str(rule)
    assert again.problems == ()
    assert list(again.scores) == list(record.scores)
    assert shown_scores(record) == [list(record.scores)] * 2
    assert sum(event.kind is EventKind.WITHDRAWN for event in written.events) == kinds(record)[1, "challenge"]


@pytest.mark.parametrize(("rule", "bonus"), [("single", 0), ("double", 0), (5, 5), (10, 10)])
def test_wrong_challenges_cost_what_the_rule_says_in_the_record_and_in_gcg(rule, bonus, played):
    made = setup(rule, bot1="always")
    made.bots["bot0"] = BotSetup("bot0", value="arena_bots.opener:make_bot")
    record = played(made)
    wrong = [move for move in record.moves if move.note["kind"] == "challenge"]
    assert wrong
    assert all(move.note["against_points"] == bonus and "phonies" not in move.note for move in wrong)
    after = {move.turn: record.moves[move.turn + 1].seat for move in wrong if move.turn + 1 < len(record.moves)}
    assert set(after.values()) == {0 if rule == "double" else 1}
    written, again = gcg_of(record, made)
    assert again.problems == ()
    assert list(again.scores) == list(record.scores)
    assert shown_scores(record) == [list(record.scores)] * 2
    assert sum(event.kind is EventKind.CHALLENGE for event in written.events) == (len(wrong) if bonus else 0)


def test_who_has_no_challenge_never_challenges_and_is_never_charged(played):
    record = played(setup("double"))
    assert not any(kind in ("challenge", "failed", "forfeit") for _, kind in kinds(record))


def test_a_challenge_out_of_place_is_charged_as_a_refused_play(played):
    record = played(setup("single", bot1="out_of_place"))
    own = [move for move in record.moves if move.seat == 1]
    assert any(move.fault is not None and move.fault.fault == "ILLEGAL" for move in own)
    assert all("challenge" in move.fault.detail for move in own if move.fault is not None)


def test_a_challenge_that_answers_neither_true_nor_false_ends_its_bot(played):
    record = played(setup("single", bot1="nonsense"))
    assert [(left.seat, left.fault) for left in record.forfeits] == [(1, "CRASHED")]
    assert "neither True nor False" in record.circumstances.outputs[1]


@pytest.mark.parametrize("agreed", [Adjudication(turns=3), Adjudication(lead=1, bag=200)], ids=["turns", "lead"])
def test_no_agreed_end_is_reached_by_a_phony(played, agreed):
    """Whose turn the last one is would win by any tiles at all: nobody is asked any more."""
    made = msgspec.structs.replace(setup("single"), adjudicate=agreed)
    record = played(made)
    game = build_game(made.variants["words"])
    (*_, (_, last)) = replay(record, game)  # says that the record has what comes of it again
    if agreed.turns is None:
        assert record.moves[-1].note["score"] > 0 and open_phonies(game.table, last) == ()
        return
    play = last.last
    assert open_phonies(game.table, last) and play.points > 0
    assert record.moves[-1].note["kind"] == "failed" and record.moves[-1].note["taken_back"] == play.points
    assert record.scores[play.seat] == last.scores[play.seat] - play.points
    assert game.to_come(last) == len(last.bag) + len(play.drawn)
    _, again = gcg_of(record, made)
    assert again.problems == () and list(again.scores) == list(record.scores)
