"""A channel that leaves in its socket what it has heard, so that who sleeps at the other end is not woken by it."""

from __future__ import annotations

import os
import random
import socket
import time
from collections.abc import Iterator

import pytest

from arena.contract.outcome import Fault
from arena.runner.seats.channel import _MOST_LEFT, Channel
from arena.runner.seats.seat import Gone, Heard, Silence

ANSWER = b'{"type": "ready"}'


class Sockets:
    def __init__(self) -> None:
        self.ours, self.theirs = socket.socketpair()
        self.channel = Channel(self.ours.fileno(), self.ours.fileno(), None, None, self.ours)

    def hear(self, seconds: float = 5.0) -> Heard:
        return self.channel.hear(time.monotonic() + seconds)

    def at_once(self) -> Heard:
        """Return what is there, in a turn of its own: within one, few lines are heard after the deadline."""
        self.channel.fresh_turn()
        return self.hear(0.0)

    def there(self) -> bytes:
        """Return what lies in the socket."""
        try:
            return self.ours.recv(1 << 20, socket.MSG_PEEK)
        except BlockingIOError:
            return b""


@pytest.fixture
def sockets() -> Iterator[Sockets]:
    made = Sockets()
    yield made
    made.ours.close()
    made.theirs.close()


def test_what_was_heard_stays_until_more_is_waited_for(sockets: Sockets):
    sockets.theirs.sendall(ANSWER + b"\n")
    assert sockets.hear() == ANSWER
    assert sockets.there() == ANSWER + b"\n"
    assert sockets.hear(0.0) == Silence()
    assert sockets.there() == b""


def test_an_answer_that_is_there_before_the_last_one_was_taken_out_is_heard_without_taking_it_out(sockets: Sockets):
    for number in range(5):
        line = b"%d" % number
        sockets.theirs.sendall(line + b"\n")
        assert sockets.hear() == line
    assert sockets.there() == b"0\n1\n2\n3\n4\n"
    assert sockets.hear(0.0) == Silence()


def test_what_stays_is_bounded(sockets: Sockets):
    line = b"x" * 1000
    for _ in range(100):
        sockets.theirs.sendall(line + b"\n")
        assert sockets.hear() == line
        assert len(sockets.there()) < _MOST_LEFT


def test_descriptors_that_came_along_are_dropped_and_hide_nothing(sockets: Sockets):
    held = os.open(os.devnull, os.O_RDONLY)
    try:
        before = set(os.listdir("/proc/self/fd"))
        for number in range(4):
            socket.send_fds(sockets.theirs, [b"%d\n" % number], [held])
        assert [sockets.hear() for _ in range(4)] == [b"0", b"1", b"2", b"3"]
        assert sockets.hear(0.0) == Silence()
        assert set(os.listdir("/proc/self/fd")) == before
    finally:
        os.close(held)


def test_the_end_is_told_after_the_last_line(sockets: Sockets):
    sockets.theirs.sendall(ANSWER + b"\n" + ANSWER)
    sockets.theirs.close()
    assert sockets.hear() == ANSWER
    assert sockets.hear() == Gone(Fault.CRASHED, "closed its channel in the middle of a line")


@pytest.mark.parametrize("seed", range(20))
def test_lines_come_whole_and_once_however_they_are_cut(sockets: Sockets, seed: int):
    chance = random.Random(seed)
    lines = [b"%d:" % number + b"y" * chance.randrange(0, 9000) for number in range(40)]
    text, heard = b"".join(line + b"\n" for line in lines), list[Heard]()
    while text:
        cut = chance.randrange(1, 20_000)
        sockets.theirs.sendall(text[:cut])
        text = text[cut:]
        if chance.random() < 0.7:
            heard += iter(sockets.at_once, Silence())
    heard += iter(sockets.at_once, Silence())
    assert heard == lines
