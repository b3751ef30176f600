"""Times for a whole game, through real processes: a budget that runs out, overtime that costs points, odds.

Where a bot is to take long, the harness's clock leaps and nobody waits.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from arena.config.model import VariantEntry
from arena.contract.game_time import GameTime, Overtime, TimeControl, TimeStage
from arena.contract.outcome import Void
from arena.records.record import decode, encode
from arena.records.replay import replay
from arena.records.tables import game_rows
from arena.runner import worker as workers
from arena.runner.asking.question import Conditions, question_of
from arena.runner.match import Match
from arena.runner.setup import BotSetup, Setup
from arena.variants.build import build_game
from arena.variants.load import load_variant
from tests.runner.conftest import play_on
from tests.runner.tables import PLENTY, ZOO, Unhurried, job_for, setup_for

BUDGET = 3600.0  # seconds: what a busy machine takes of it changes nothing


class Slow(Unhurried):
    """A match in which some bots take so many seconds to answer, by the harness's clock alone."""

    takes: Mapping[str, float] = {}

    def _allowed(self, sitting: Any) -> float | None:
        return Match._allowed(self, sitting)

    def _heard(self, sitting: Any, *moments: float) -> Any:
        heard = super()._heard(sitting, *moments)
        if isinstance(heard, bytes) and b'"turn"' in heard:
            bot = next(b for b, other in zip(self._job.bots, self._sittings, strict=True) if other is sitting)
            self.clock.leap(self.takes.get(bot, 0.0))
            self._came = self.clock.monotonic()
        return heard


@pytest.fixture
def slowly(worker_for, monkeypatch: pytest.MonkeyPatch):
    """Play one game in which bots take so many seconds a move; return its record and what seat 0 was sent."""

    def play(setup: Setup, **takes: float):
        monkeypatch.setattr(Slow, "takes", takes)
        monkeypatch.setattr(workers, "Match", Slow)
        sent: list[dict[str, Any]] = []

        def trace(seat: int, from_server: bool, line: bytes) -> None:
            if seat == 0 and from_server:
                sent.append(json.loads(line))

        record = worker_for(setup).play(job_for(setup), trace)
        assert not isinstance(record, Void), record
        return record, sent

    return play


@pytest.fixture(scope="module")
def words():
    return load_variant(VariantEntry(name="words", board="hole", rules="itu"))


def own_ms(record, seat: int) -> list[float]:
    return [ms for move, ms in zip(record.moves, record.circumstances.ms, strict=True) if move.seat == seat]


def test_a_bot_that_thinks_past_its_budget_is_late(worker_for, bots_home):
    setup = setup_for("sleeper", "first", move_time=None, game_time=GameTime.of(0.2))
    record = play_on(worker_for(setup), setup, bots_home, "bot0", "bot1")
    assert [(left.seat, left.fault) for left in record.forfeits] == [(0, "LATE")]
    assert [move.fault.detail for move in record.moves if move.fault] == ["no answer within 0.2 s"]
    assert record.circumstances.left_ms[0] == 0.0
    assert record.circumstances.used_ms[0] >= 200.0


def test_by_processor_time_the_budget_is_what_the_bot_worked(worker_for, bots_home):
    setup = setup_for("first", "first", move_time=None, clock="cpu", backstop=600.0, game_time=GameTime.of(0.2))
    setup.bots["bot0"] = BotSetup("bot0", value=ZOO, options={"act": "works", "seconds": 600.0})
    record = play_on(worker_for(setup), setup, bots_home, "bot0", "bot1")
    assert [left.fault for left in record.forfeits] == ["LATE"]
    assert "no answer within 0.2 s of processor time" in {move.fault.detail for move in record.moves if move.fault}


def test_a_bot_hears_what_is_left_and_is_told_the_same_when_it_is_asked_again(slowly):
    game_time = GameTime((TimeStage(BUDGET, 2.0, moves=2), TimeStage(100.0)), delay=0.5)
    setup = setup_for("first", "first", game="sticks(14)", move_time=None, game_time=game_time)
    record, sent = slowly(setup, bot0=10.0)
    questions = [message for message in sent if message["type"] == "your_turn"]
    left = BUDGET * 1000
    for number, (question, spent) in enumerate(zip(questions, own_ms(record, 0), strict=True)):
        assert question["game_ms"] == pytest.approx(left, abs=1e-6)
        assert question["ms"] == pytest.approx(left + 500.0, abs=1e-6)
        assert question.get("increment_ms") == (2000.0 if number < 2 else None)
        left += -(spent - 500.0) + (2000.0 if number < 2 else 0.0) + (100_000.0 if number == 1 else 0.0)
        assert spent >= 10_000.0
    assert len(questions) > 2
    assert record.circumstances.left_ms[0] == pytest.approx(left, abs=1e-6)
    assert sent[0]["game_time"]["stages"][0] == {"budget": BUDGET * 1000, "increment": 2000.0, "moves": 2}
    spec = setup.variants["small"]
    conditions = Conditions(setup.bots["bot0"].options, TimeControl(None, game_time))
    again = question_of(record, spec, build_game(spec), 0, record.moves[-1].turn, conditions)
    said = [json.loads(msgspec.json.encode(message)) for message in again.messages()]
    assert [message for message in said if message["type"] == "your_turn"] == questions
    assert said[0] == sent[0]


def test_overtime_costs_points_and_the_score_that_is_left_decides(slowly, words):
    game_time = GameTime((TimeStage(100.0),), overtime=Overtime(10, 60.0))
    setup = setup_for(
        "arena_bots.greedy:make_bot", "arena_bots.first:make_bot", variants={"words": words}, move_time=PLENTY,
        game_time=game_time,
    )  # fmt: skip
    record, sent = slowly(setup, bot0=80.0)
    turns = len(own_ms(record, 0))
    minutes = -int(-(sum(own_ms(record, 0)) - 100_000.0) // 60_000.0)
    assert turns > 2
    assert record.penalties == (10 * minutes, 0)
    plain = next(message for message in reversed(sent) if message["type"] == "game_over")
    assert plain["scores"] == list(record.scores) and plain["places"] == list(record.places)
    game = build_game(words)
    last = [state for _, state in replay(record, game)][-1]  # which looks whether the end is the record's
    unpenalized = game.outcome(last)
    assert record.scores == (unpenalized.scores[0] - 10 * minutes, unpenalized.scores[1])
    assert record.adjustments == unpenalized.adjustments
    assert record.places[0] == 1 + (record.scores[1] > record.scores[0])
    questions = [message for message in sent if message["type"] == "your_turn"]
    assert [question["ms"] > 0 for question in questions] == [True] * turns
    assert questions[-1]["game_ms"] < 0.0
    assert questions[-1]["ms"] <= 60_000.0  # what is left of the minute that has begun
    assert decode(encode(record)) == record
    assert [row["penalty"] for row in game_rows([record])] == [10 * minutes, 0]
    assert [row["left_ms"] for row in game_rows([record])] == list(record.circumstances.left_ms)


def test_odds_hold_for_one_bot_alone(worker_for, bots_home):
    setup = setup_for("first", "first", game="sticks(9)", move_time=PLENTY)
    setup.bots["bot0"] = BotSetup("bot0", value=ZOO, options={"act": "naps", "seconds": 600.0}, odds=TimeControl(0.1))
    setup = msgspec.json.decode(msgspec.json.encode(setup), type=Setup)  # as workers hear of it
    record = play_on(worker_for(setup), setup, bots_home, "bot0", "bot1")
    assert [(left.seat, left.fault) for left in record.forfeits] == [(0, "LATE")]
    assert "no answer within 0.1 s" in {move.fault.detail for move in record.moves if move.fault}


def test_without_a_time_for_the_game_a_record_and_its_messages_are_as_they_were(slowly):
    record, sent = slowly(setup_for("first", "first", move_time=PLENTY))
    assert (record.penalties, record.circumstances.used_ms, record.circumstances.left_ms) == ((), (), ())
    assert b"used_ms" not in encode(record)
    assert {key for message in sent for key in message} & {"game_time", "game_ms", "increment_ms", "delay_ms"} == set()
