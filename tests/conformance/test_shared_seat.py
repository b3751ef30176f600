"""A seat whose bot is in our own process keeps the promises of seats, as far as they are not about processes."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

from arena.contract.outcome import Fault
from arena.runner.seats.seat import Chosen, Gone, Seat, Silence
from arena.runner.shared.common_random import CommonRandom
from arena.runner.shared.plugins import Plugins
from arena.runner.shared.seat import SharedSeat, WorkerParts
from arena.runner.shared.turn_log import TurnLog, new_log, overdue, read_log
from arena.variants.plugins import make_game
from arena.wire.message.answers import Move, Offer, Ready, read_answer
from arena.wire.message.plain import info_of
from arena.wire.message.unsent import ShownPlain
from tests.conformance.kinds import PLENTY, START

GAME = make_game("sticks", {})
STATE = GAME.start(None)  # type: ignore[arg-type]  # it draws nothing


@pytest.fixture
def log() -> Iterator[TurnLog]:
    made = TurnLog(new_log())
    yield made
    made.close()


@pytest.fixture
def opened(log: TurnLog):
    def open_seat(act: str, by_cpu: bool = False) -> Seat:
        parts = WorkerParts(Plugins(), log, CommonRandom(), 2000, by_cpu)

        def info(start: Any) -> Any:
            return info_of(start, "small", GAME)

        seat = SharedSeat(0, "tests.guests.zoo:guest", "small", parts, ShownPlain(GAME), info, lambda: info(START))
        seat.tell({**START, "options": {"act": act}})
        return seat

    return open_seat


def hear(seat: Seat, seconds: float = PLENTY) -> object:
    return seat.hear(time.monotonic() + seconds)


def ask(seat: Seat, turn: int = 0, seconds: float = PLENTY) -> object:
    seat.fresh_turn()
    seat.tell({"type": "your_turn", "turn": turn, "ms": 1000 * seconds, "state": STATE})
    return hear(seat, seconds)


def started(opened: Any, act: str, by_cpu: bool = False) -> Seat:
    seat: Seat = opened(act, by_cpu)
    heard = hear(seat)
    assert isinstance(heard, bytes) and isinstance(read_answer(heard), Ready)
    return seat


def test_it_says_ready_then_answers_its_turns_and_leaves(opened):
    seat = started(opened, "first")
    assert (seat.process, seat.stage(), seat.family) == ("shared", "", None)
    for turn in (0, 1):
        chosen = ask(seat, turn)
        assert isinstance(chosen, Chosen)
        assert (chosen.turn, chosen.move) == (turn, next(iter(GAME.legal(STATE))))
        assert chosen.ms >= 0
    seat.tell({"type": "game_over"})
    closing = seat.close(patience=PLENTY)
    assert (closing.how, closing.output) == ("", "")
    assert seat.close(patience=0.0) == closing


def test_an_answer_that_comes_too_late_is_heard_as_one_to_its_own_turn_when_the_next_is_asked(opened):
    seat = started(opened, "first")
    assert ask(seat, 3, seconds=-1.0) == Silence()
    late = ask(seat, 4)
    assert isinstance(late, Chosen) and late.turn == 3
    in_time = hear(seat)
    assert isinstance(in_time, Chosen) and in_time.turn == 4
    assert hear(seat, 0.01) == Silence()


def test_who_raises_is_gone_for_good_with_what_a_process_would_have_printed(opened):
    seat = started(opened, "raises")
    gone = ask(seat)
    assert gone == Gone(Fault.CRASHED, "KeyError: 'lost my way'")
    seat.tell({"type": "game_over"})
    assert hear(seat) == gone
    assert "Traceback" in seat.close(patience=0.0).output


def test_what_is_printed_is_kept_to_its_limit_and_goes_nowhere_else(opened, capsys):
    seat = started(opened, "prints")
    before = sys.stdout
    ask(seat)
    ask(seat, 1)
    assert sys.stdout is before
    assert capsys.readouterr().out == ""
    output = seat.close(patience=0.0).output
    assert output.startswith('{"type": "game_over"}\nxxx')
    assert output.endswith("more bytes were dropped]\n")


def test_who_is_condemned_is_gone_for_that_reason(opened):
    seat = started(opened, "first")
    gone = seat.condemn(Fault.MEMORY, "it takes too much")
    assert gone == hear(seat) == Gone(Fault.MEMORY, "it takes too much")


def test_what_no_move_is_goes_the_way_of_a_message(opened):
    heard = ask(started(opened, "wrong_type"))
    assert isinstance(heard, bytes)
    answer = read_answer(heard)
    assert isinstance(answer, Move) and answer.move == "42.5"


def test_offers_are_heard_before_the_answer_and_kept_for_whoever_goes_on(opened, log):
    log.begin()
    seat = started(opened, "offers")
    offered = ask(seat, 2)
    assert isinstance(offered, bytes) and isinstance(read_answer(offered), Offer)
    assert isinstance(hear(seat), Chosen)
    assert [entry.kind for entry in read_log(log._log).log] == ["offered"]


def test_whose_turn_it_is_can_be_read_while_a_bot_is_at_work_and_only_then(opened, log):
    log.begin()
    seen = []
    seat = started(opened, "first")
    choose = seat._bot.choose  # type: ignore[attr-defined]

    def looking(view: Any, budget: Any) -> Any:
        seen.append((read_log(log._log), overdue(log._log, 0.0), overdue(log._log, -2 * PLENTY)))
        return choose(view, budget)

    seat._bot.choose = looking  # type: ignore[attr-defined]
    ask(seat, 5)
    left, late, soon = seen[0]
    assert (left.games, left.seat, left.turn, left.busy, late, soon) == (1, 0, 5, True, False, True)
    assert not read_log(log._log).busy
    assert not overdue(log._log, -2 * PLENTY)


def test_by_processor_time_its_processes_are_our_own(opened):
    seat = started(opened, "first", by_cpu=True)
    family = seat.family
    assert family is not None
    family.hold()
    assert (family.held(), family.look(), family.glance(), family.slept) == ("", None, None, True)
    before = family.seconds()
    assert before is not None and before > 0
    assert isinstance(ask(seat), Chosen)
