"""How long a channel waits, and when a match takes an answer for late: on a clock that moves as the test says."""

from __future__ import annotations

import os
import select
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from arena.contract.outcome import Void
from arena.runner import match as match_module
from arena.runner import turn_clock
from arena.runner.dialects import Dialects
from arena.runner.match import Match
from arena.runner.seats import channel as channel_module
from arena.runner.seats.channel import MOST_AFTER, Channel, Output
from arena.runner.seats.seat import Heard, Silence
from arena.runner.terms import Terms
from arena.variants.build import build_game
from tests.conformance.scripted import ScriptedSeat
from tests.runner.tables import LIMITS, job_for, setup_for

ANSWER = b'{"type": "ready"}'


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


class Pipes:
    """A channel of pipes. When it waits, the next thing happens (moment, what), or its time passes at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock, self.waits, self.then = Clock(), list[float](), list[tuple[float, Callable[[], Any]]]()
        self.fds = [*os.pipe(), *os.pipe(), *os.pipe()]
        reader, self.writer, printed, self.printer, _, out = self.fds
        monkeypatch.setattr(channel_module, "time", self.clock)
        real, pipes = select.poll, self

        class Poll:
            def __init__(self) -> None:
                self._poll = real()

            def __getattr__(self, name: str) -> Any:
                return getattr(self._poll, name)

            def poll(self, ms: int) -> Any:
                pipes.waits.append(ms)
                end = pipes.clock.now + ms / 1000
                if pipes.then and pipes.then[0][0] <= end:
                    moment, act = pipes.then.pop(0)
                    pipes.clock.now = max(pipes.clock.now, moment)
                    act()
                else:
                    pipes.clock.now = end
                return self._poll.poll(0)

        monkeypatch.setattr(channel_module, "select", SimpleNamespace(poll=Poll, POLLIN=1, POLLOUT=4, POLLERR=8))
        self.channel = Channel(reader, out, Output(printed, 1000), None)

    def writes(self, moment: float, data: bytes, fd: int | None = None) -> None:
        self.then.append((moment, lambda: os.write(self.writer if fd is None else fd, data)))


@pytest.fixture
def pipes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pipes]:
    made = Pipes(monkeypatch)
    yield made
    for fd in made.fds:
        os.close(fd)


def test_silence_lasts_until_the_deadline_and_a_millisecond_at_most(pipes: Pipes):
    assert pipes.channel.hear(100.2003) == Silence()
    assert 100.2003 <= pipes.clock.now < 100.2013
    assert pipes.waits == [201, 0]  # and a last look when it is over


def test_a_deadline_that_has_passed_waits_for_nothing(pipes: Pipes):
    assert pipes.channel.hear(99.0) == Silence()
    assert (pipes.clock.now, pipes.waits) == (100.0, [0])


def test_an_answer_that_is_there_is_heard_after_the_deadline_as_well(pipes: Pipes):
    os.write(pipes.writer, ANSWER + b"\n")
    pipes.clock.now = 200.0  # it came in time; we were held up
    assert pipes.channel.hear(100.2) == ANSWER


def test_few_of_many_lines_are_heard_after_the_deadline(pipes: Pipes):
    os.write(pipes.writer, b"in time\n" * 20)
    pipes.then.append((100.1, lambda: None))
    assert [pipes.channel.hear(100.2) for _ in range(3)] == [b"in time"] * 3
    pipes.clock.now = 100.3
    heard = [pipes.channel.hear(100.2) for _ in range(20)]
    assert heard == [b"in time"] * MOST_AFTER + [Silence()] * (20 - MOST_AFTER)
    assert pipes.channel.hear(100.5) == b"in time"  # there is time again
    pipes.clock.now = 100.6
    assert pipes.channel.hear(100.5) == b"in time"


def test_lines_without_end_stretch_no_deadline(pipes: Pipes):
    for number in range(100):
        pipes.writes(100.01 + number * 0.01, b"an offer\n")
    while pipes.channel.hear(100.2) != Silence():
        pipes.clock.now += 0.02  # it takes longer to hear one than to say it
        os.write(pipes.writer, b"an offer\n")
    assert pipes.clock.now < 100.2 + 0.02 * (MOST_AFTER + 2)


def test_what_is_no_whole_line_stretches_no_deadline(pipes: Pipes):
    for number in range(40):  # bytes of a line and of output by turns, beyond the deadline
        pipes.writes(100.01 + number * 0.01, b"x", None if number % 2 else pipes.printer)
    assert pipes.channel.hear(100.2) == Silence()
    assert 100.2 <= pipes.clock.now < 100.211
    assert len(pipes.then) > 15  # nobody waited for these


@pytest.mark.parametrize("char", [b"x", b"\x1b", b"\xff", "\u202e".encode()])
def test_what_is_printed_takes_no_more_room_than_its_limit_however_it_is_written_out(pipes: Pipes, char: bytes):
    os.write(pipes.printer, char * (1000 // len(char)))
    pipes.channel.hear(100.1)
    output = pipes.channel._output
    assert output is not None
    kept, _, mark = output.text().partition("\n[... ")
    assert len(kept) <= 1000
    assert bool(mark) is (char not in (b"x", b"\xff"))


class TimedFamily:
    """What is read of a timed seat's processes."""

    def __init__(self, seat: TimedSeat) -> None:
        self.seat = seat

    @property
    def used(self) -> float:
        return self.seat.used

    def glance(self) -> None:
        return self.look()

    def seconds(self) -> float:
        return self.seat.used

    quick_seconds = seconds
    slept = False

    @property
    def running(self) -> float:
        return self.seat.used

    def look(self) -> None:
        """Take nothing that is limited."""

    hold = go = look

    def held(self) -> str:
        return ""


class TimedSeat(ScriptedSeat):
    """Answers each question ``after`` seconds of the clock; ``used`` is its processor time, of both cores."""

    pid = 1

    @property
    def family(self) -> TimedFamily:
        return TimedFamily(self)

    def __init__(self, clock: Clock, after: float) -> None:
        super().__init__("first")
        self.clock, self.after, self.used, self.heard = clock, after, 0.0, 0
        self.asked: float | None = None

    def tell(self, message: Any) -> None:
        super().tell(message)
        self.asked = self.clock.now if message["type"] == "your_turn" else self.asked

    def hear(self, deadline: float) -> Heard:
        self.heard += 1
        answered = self.clock.now if self.asked is None else self.asked + self.after
        if answered <= deadline:
            self.pass_until(answered)
            return super().hear(deadline)
        self.pass_until(max(deadline, self.clock.now))
        return Silence()

    def pass_until(self, moment: float) -> None:
        self.used += 2 * (moment - self.clock.now)
        self.clock.now = moment

    def close(self, *, patience: float) -> Any:
        self.asked = None
        return super().close(patience=patience)


def played(monkeypatch: pytest.MonkeyPatch, after: float, **terms: Any) -> tuple[Any, TimedSeat]:
    """Play sticks, the first seat answering after a while and the second at once; return record and first seat."""
    clock = Clock()
    seats = [TimedSeat(clock, after), TimedSeat(clock, 0.0)]
    setup = setup_for("first", "first")
    game = build_game(setup.variants["small"])
    for module in (match_module, turn_clock):
        monkeypatch.setattr(module, "time", clock)
    monkeypatch.setattr(turn_clock, "cores", lambda: 2)
    dialects = Dialects(game, setup.variants["small"], foreign=False)
    record = Match(job_for(setup), game, dialects, Terms(0.2, LIMITS, 10, **terms), lambda seat: seats[seat]).play()
    return record, seats[0]


@pytest.mark.parametrize(("after", "late"), [(0.0, False), (0.199, False), (0.201, True), (5.0, True)])
def test_an_answer_is_in_time_or_late_to_the_millisecond(monkeypatch, after: float, late: bool):
    record, _ = played(monkeypatch, after)
    assert [left.fault for left in record.forfeits] == ["LATE"] * late
    assert record.circumstances.ms[0] == pytest.approx(200.0 if late else after * 1000)
    assert not late or record.moves[0].fault.detail == "no answer within 0.2 s"


def test_processor_time_is_looked_at_often_enough_and_no_more(monkeypatch):
    record, seat = played(monkeypatch, 5.0, clock="cpu", backstop=50.0)
    assert record.moves[0].fault.detail == "no answer within 0.2 s of processor time"
    assert 200 <= record.circumstances.cpu_ms[0] <= 202  # a look can be a millisecond too late on each of two cores
    assert seat.heard < 5


def test_rules_that_fail_behind_a_move_are_our_failure_and_hang_nobody(monkeypatch):
    setup = setup_for("first", "first")
    game = build_game(setup.variants["small"])
    outcome = game.outcome

    def failing(state: Any) -> Any:
        if state.left < 14:
            raise ZeroDivisionError("after the first move")
        return outcome(state)

    monkeypatch.setattr(game, "outcome", failing)
    dialects = Dialects(game, setup.variants["small"], foreign=False)
    seats = [ScriptedSeat("first"), ScriptedSeat("first")]
    void = Match(job_for(setup), game, dialects, Terms(0.2, LIMITS, 10), lambda seat: seats[seat]).play()
    assert isinstance(void, Void)
    assert "ZeroDivisionError" in void.detail
