"""A failed play costs the turn, or what else the rule book says, and nothing more, however often it comes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from arena.config.model import Limits, VariantEntry
from arena.config.read import read_tournament
from arena.contract.chance import stream
from arena.contract.outcome import Outcome
from arena.errors import Complaints
from arena.referee.events import Answered, Ask, Dismiss, Finish, Order, Tell
from arena.referee.referee import Referee
from arena.runner import match
from arena.runner.dialects import Dialects
from arena.runner.match import Match
from arena.runner.recorder import TRIES_KEPT
from arena.runner.seats.seat import Silence
from arena.runner.terms import Terms
from arena.scrabble.moves import Change, Pass, Placed, Play
from arena.scrabble.rules import WordGame
from arena.variants.load import load_variant, load_variants
from arena.variants.spec import VariantSpec
from arena.wire.message.codec import encode
from tests.conformance.scripted import ScriptedSeat
from tests.runner.tables import LIMITS, job_for, setup_for
from tests.scrabble.tables import rule_book, table

NOWHERE = Play((Placed(3, 3, 99, "A", 1),))  # no such tile, and not over the centre
TOO_MANY = Change((1,) * 50)


def play_on(game: WordGame, move: Any, most: int, patience: int = 1) -> tuple[list[Order], Outcome | None]:
    """Answer every question with ``move``, at most ``most`` times; return all orders and the outcome."""
    referee = Referee(game, game.start(stream(1, "t")), patience=patience)
    orders = referee.begin()
    all_orders = list(orders)
    for _ in range(most):
        ask = orders[-1]
        if not isinstance(ask, Ask):
            break
        orders = referee.hear(Answered(ask.seat, ask.turn, move))
        all_orders += orders
    return all_orders, referee.result if isinstance(referee.result, Outcome) else None


@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize(("rules", "turns"), [("itu", 3), ("tournament", 6)])
def test_failed_plays_alone_end_a_game_by_the_scoreless_limit(rules: str, turns: int, seats: int):
    all_orders, outcome = play_on(WordGame(table("CAT", rules=rules), seats), NOWHERE, 1000)
    assert outcome is not None and outcome.reason == "scoreless turns"
    assert outcome.forfeits == ()
    assert sum(isinstance(order, Tell) for order in all_orders) == (turns * seats if rules == "itu" else turns)


@pytest.mark.parametrize("rules", ["itu", "tournament", "cs351"])
@pytest.mark.parametrize("move", [NOWHERE, TOO_MANY])
def test_without_a_scoreless_limit_the_turn_limit_ends_it(rules: str, move: Any):
    book = rule_book(rules)
    game = WordGame(table("CAT", rules=rules, scoreless_limit=0, turn_limit=50))
    all_orders, outcome = play_on(game, move, 200)
    assert not any(isinstance(order, Dismiss) for order in all_orders)
    if move is NOWHERE and book.failed_play == "try_again":
        assert outcome is None  # the same turn is asked for over and over: the clock ends it
        assert {order.turn for order in all_orders if isinstance(order, Ask)} == {0}
    else:
        assert outcome is not None and outcome.reason == "turn limit" and outcome.forfeits == ()


def test_impossible_changes_go_on_to_the_turn_limit_where_they_count_for_nothing():
    all_orders, outcome = play_on(WordGame(table("CAT", rules="brighton")), TOO_MANY, 3000)
    assert outcome is not None and outcome.reason == "turn limit" and outcome.forfeits == ()
    assert sum(isinstance(order, Tell) for order in all_orders) == 2000


def test_where_a_cheater_is_dropped_the_first_failed_play_is_the_last():
    all_orders, outcome = play_on(WordGame(table("CAT", rules="chicago"), 3), NOWHERE, 100)
    assert outcome is not None and len(outcome.forfeits) == 3
    assert isinstance(all_orders[-1], Finish)


# Through a match, seat by seat.


def match_of(spec: VariantSpec, game: WordGame, scripts: list[Any], **terms: Any) -> Any:
    setup = setup_for("first", "first")
    setup.variants.clear()
    setup.variants["words"] = spec
    seats = [ScriptedSeat(script) for script in scripts]
    many = {"move_time": 60.0, "limits": LIMITS, "patience": 10} | terms
    record = Match(
        job_for(setup), game, Dialects(game, spec, foreign=False), Terms(**many), lambda seat: seats[seat]
    ).play()
    return record, seats


@pytest.fixture
def spec() -> VariantSpec:
    return load_variant(VariantEntry(name="words", board="standard"))


def script_of(*answers: dict[str, Any]) -> Any:
    """Answer the questions in turn with ``answers``, the last one over and over."""
    left = list(answers)

    def script(message: Any) -> list[Any]:
        if message["type"] == "start":
            return [b'{"type": "ready"}']
        if message["type"] != "your_turn":
            return []
        answer = left.pop(0) if len(left) > 1 else left[0]
        return [encode({**answer, "turn": message["turn"]}).strip()]

    return script


NO_WORD = {"type": "play", "tiles": [{"at": [3, 3], "tile": 99, "char": "A", "points": 1}]}


def test_a_bot_whose_plays_all_fail_stays_to_the_end(spec: VariantSpec):
    game = WordGame(table("CAT", rules="itu", scoreless_limit=15))
    record, _ = match_of(spec, game, [script_of(NO_WORD)] * 2)
    assert record.reason == "scoreless turns" and record.forfeits == ()
    assert [move.fault.fault for move in record.moves] == ["ILLEGAL"] * 30


def test_of_very_many_tries_in_one_turn_the_first_are_kept_and_the_rest_counted(spec: VariantSpec):
    game = WordGame(table("CAT", rules="cs351"))
    record, _ = match_of(spec, game, [script_of(*[NO_WORD] * 150, {"type": "pass"})] * 2)
    tries = record.moves[0].tries
    assert len(tries) == TRIES_KEPT + 1
    assert tries[-1].detail.startswith("and 50 more of this turn; the last: ")
    assert not any(left for left in record.forfeits)
    assert str(Pass()) == record.moves[0].move


def test_the_tries_of_a_turn_share_one_clock(spec: VariantSpec, monkeypatch: pytest.MonkeyPatch):
    """Also where no clock, or a game's clock, runs: trying again must not give the time anew."""
    now = [0.0]

    class Slow(ScriptedSeat):
        """Needs 4 s for each failed play; after two of them it says nothing more."""

        tries = 0

        def hear(self, deadline: float) -> Any:
            if self._said and self.tries < 3:
                now[0] += 4.0 if self.tries else 0.0  # it is ready at once
                self.tries += 1
                return super().hear(deadline)
            waited.append(deadline)
            now[0] = max(now[0], deadline)
            return Silence()

    waited: list[float] = []
    monkeypatch.setattr(match, "time", SimpleNamespace(monotonic=lambda: now[0]))
    game = WordGame(table("CAT", rules="cs351"), 1)
    limits = Limits(start_time=1000.0, late_time=1000.0, game_time=10.0)
    setup = setup_for("first")
    setup.variants.clear()
    setup.variants["words"] = spec
    seat = Slow(script_of(NO_WORD))
    record = Match(
        job_for(setup), game, Dialects(game, spec, foreign=False), Terms(None, limits, 10), lambda _: seat
    ).play()
    first = record.moves[0]
    assert [fault.fault for fault in first.tries] == ["ILLEGAL", "ILLEGAL"]
    assert first.fault.fault == "LATE"
    assert waited[0] == 10.0  # of the game's clock, which began at 0: neither more nor less


@pytest.mark.parametrize(
    ("fields", "never"),
    [
        ("scoreless_limit: 0", "passes, failed plays and changes"),
        ("scoreless_turns: [pass, timeout]", "failed plays and changes"),
        ("scoreless_turns: [pass, timeout, change]", "failed plays"),
        ("scoreless_turns: [timeout, failed, change]", "passes"),
    ],
)
def test_rules_by_which_a_game_need_not_end_are_refused_in_a_tournament(tmp_path: Any, fields: str, never: str):
    (tmp_path / "mine.yaml").write_text(f"{fields}\n", encoding="utf-8")
    file = tmp_path / "night.yaml"
    file.write_text("name: night\nbots: [greedy, random]\nvariants: [standard]\nrules: ./mine.yaml\n", encoding="utf-8")
    with pytest.raises(Complaints, match=f"nothing ends a game of {never}") as caught:
        load_variants(read_tournament(file))
    assert "turn_limit" in str(caught.value) and "night.yaml:4:" in str(caught.value)
    (tmp_path / "mine.yaml").write_text(f"{fields}\nturn_limit: 100\n", encoding="utf-8")
    assert load_variants(read_tournament(file))
