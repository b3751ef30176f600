"""Every kind of seat keeps the same promises: a bot's process, a foreign program, a double, those around others."""

from __future__ import annotations

import select
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.contract.outcome import Fault
from arena.runner.seats.seat import Gone, Seat, Silence
from arena.wire.message.answers import Move, Ready, read_answer
from tests.conformance.kinds import PLENTY, START, Opener, kinds
from tests.runner.shared_zygotes import SharedZygotes


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that have been waited at the longest by each wait of a seat made after this, -1 for no limit."""
    seconds: list[float] = []
    poll, sleep = select.poll, time.sleep

    class Poll:
        def __init__(self) -> None:
            self._poll = poll()

        def __getattr__(self, name: str) -> Any:
            return getattr(self._poll, name)

        def poll(self, ms: float | None = None) -> list[tuple[int, int]]:
            seconds.append(-1 if ms is None or ms < 0 else ms / 1000)
            return self._poll.poll(ms)

    def slept(length: float) -> None:
        seconds.append(length)
        sleep(length)

    monkeypatch.setattr(select, "poll", Poll)
    monkeypatch.setattr(time, "sleep", slept)
    return seconds


@pytest.fixture(params=["process", "command", "scripted", "halting", "watched"])
def open_seat(request: pytest.FixtureRequest, tmp_path: Path, zygotes: SharedZygotes) -> Iterator[Opener]:
    with kinds(tmp_path, zygotes) as opened:
        yield opened[request.param]


def started(open_seat: Opener, act: str) -> Seat:
    seat = open_seat(act)
    seat.tell({**START, "options": {"act": act}})
    heard = seat.hear(time.monotonic() + PLENTY)
    assert isinstance(heard, bytes)
    assert isinstance(read_answer(heard), Ready)
    return seat


def ask(seat: Seat, turn: int = 0, seconds: float = PLENTY) -> object:
    seat.fresh_turn()
    seat.tell({"type": "your_turn", "turn": turn, "ms": 200, "position": "", "moves": []})
    return seat.hear(time.monotonic() + seconds)


def test_a_seat_says_ready_then_answers_its_turns(open_seat):
    seat = started(open_seat, "first")
    for turn in (0, 1):
        answer = read_answer(ask(seat, turn))
        assert isinstance(answer, Move)
        assert answer.turn == turn


def test_a_seat_that_is_silent_is_silent_until_the_deadline_and_no_longer(waits, open_seat):
    seat = started(open_seat, "sleeper")
    began = time.monotonic()
    waits.clear()
    assert ask(seat, seconds=0.15) == Silence()
    assert time.monotonic() - began >= 0.15
    assert all(0 <= seconds <= 0.15 for seconds in waits)


def test_a_deadline_that_has_passed_waits_for_nothing(waits, open_seat):
    seat = started(open_seat, "sleeper")
    waits.clear()
    assert seat.hear(time.monotonic() - 1) == Silence()
    assert set(waits) == {0}


def test_a_seat_that_ends_is_gone_for_good_and_may_be_told_things(open_seat):
    seat = started(open_seat, "exits")
    gone = ask(seat)
    if isinstance(gone, bytes):  # the guest of the zoo answers once before it leaves
        gone = ask(seat, 1)
    assert isinstance(gone, Gone)
    assert gone.fault is Fault.CRASHED
    seat.tell({"type": "game_over"})
    assert isinstance(seat.hear(time.monotonic() + PLENTY), Gone)


def test_what_a_seat_prints_is_no_message_and_is_kept(open_seat):
    seat = started(open_seat, "prints")
    assert isinstance(read_answer(ask(seat)), Move)
    assert "x" * 1000 in seat.close(patience=PLENTY).output


def test_a_seat_that_leaves_at_the_end_says_so(open_seat):
    seat = started(open_seat, "first")
    seat.tell({"type": "game_over", "scores": None, "places": [1, 2], "reason": "", "forfeits": []})
    assert seat.close(patience=PLENTY).how == ""


def test_closing_a_busy_seat_is_bounded_and_closing_twice_is_the_same(waits, open_seat):
    seat = started(open_seat, "sleeper")
    ask(seat, seconds=0.05)
    waits.clear()
    first = seat.close(patience=0.05)  # it would sleep for ten minutes
    assert all(0 <= seconds <= 10 for seconds in waits), "a wait without a limit"
    assert first.how.startswith("ended by")
    assert seat.close(patience=PLENTY) == first


def test_a_process_seat_and_a_command_seat_say_what_they_are(open_seat):
    assert started(open_seat, "first").process in {"fresh", "command"}
