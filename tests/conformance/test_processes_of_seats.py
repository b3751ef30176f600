"""What seats of every kind say of their processes: whether some can be held and looked at, and their time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.contract.outcome import Fault
from arena.runner.seats.seat import Gone, Processes, Seat, Silence
from arena.wire.message.answers import Move, read_answer
from tests.conformance.kinds import PLENTY, START, Opener, kinds
from tests.conformance.test_seats import ask, started
from tests.runner.shared_zygotes import SharedZygotes

OURS = ("process", "command", "halting", "watched")  # whose processes the arena has started
NOBODYS = ("address", "tcp", "person", "scripted")


@pytest.fixture
def opened(tmp_path: Path, zygotes: SharedZygotes) -> Iterator[dict[str, Opener]]:
    with kinds(tmp_path, zygotes) as made:
        yield made


def of(seat: Seat) -> Processes:
    assert seat.family is not None
    return seat.family


def test_every_kind_of_seat_is_asked_here(opened: dict[str, Opener]):
    assert opened.keys() == {*OURS, *NOBODYS}


@pytest.mark.parametrize("kind", NOBODYS)
def test_who_has_no_processes_of_ours_says_so(opened: dict[str, Opener], kind: str):
    seat = opened[kind]("first")
    assert (seat.family, seat.stage()) == (None, "")


@pytest.mark.parametrize("kind", OURS)
def test_processor_time_is_read_and_grows_with_what_is_done(opened: dict[str, Opener], kind: str):
    seat = started(opened[kind], "first")
    assert seat.stage() == ""
    assert of(seat) is of(seat)
    before = of(seat).seconds()
    assert before is not None and before > 0
    for turn in range(20):
        ask(seat, turn)
    after = of(seat).seconds()
    assert after is not None and after > before
    assert of(seat).look() is None  # it is within its limits
    assert of(seat).used > 0 and of(seat).quick_seconds() > 0


@pytest.mark.parametrize("kind", OURS)
def test_who_is_held_says_nothing_until_it_may_go_on(opened: dict[str, Opener], kind: str):
    seat = started(opened[kind], "first")
    of(seat).hold()
    assert of(seat).held() == ""
    assert ask(seat, seconds=0.15) == Silence()
    of(seat).go()
    heard = seat.hear(time.monotonic() + PLENTY)
    assert isinstance(heard, bytes)
    assert isinstance(read_answer(heard), Move)


@pytest.mark.parametrize("kind", [*OURS, *NOBODYS])
def test_who_is_condemned_is_gone_for_that_reason_and_for_good(opened: dict[str, Opener], kind: str):
    seat = opened[kind]("first")
    if kind in OURS:
        seat.tell({**START, "options": {"act": "sleeper"}})  # it is at something
    gone = seat.condemn(Fault.MEMORY, "it takes too much")
    assert gone == Gone(Fault.MEMORY, "it takes too much")
    for _ in range(2):
        assert seat.hear(time.monotonic() + PLENTY) == gone
    if kind in OURS or kind in ("address", "scripted"):
        seat.tell({"type": "game_over"})  # goes nowhere, and disturbs nobody
        assert seat.hear(time.monotonic() + PLENTY) == gone
    if kind in OURS:
        of(seat).look()
        assert of(seat).quick_seconds() == 0, "nobody is left"
    seat.close(patience=0.0)
    assert seat.hear(time.monotonic() + PLENTY) == gone
