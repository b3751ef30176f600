"""One TCP connection that speaks s-expressions: whole messages in by a deadline, messages out. Both ends use it.

Nothing that the other end does (silence, half a message, a flood, not reading, leaving) makes the caller wait
longer than its deadline or hold more than the limits here. After the first trouble the connection is closed.
"""

from __future__ import annotations

import contextlib
import select
import socket
import threading
import time
from collections import deque
from collections.abc import Iterable
from math import ceil

from arena.contract.outcome import Fault
from arena.errors import NotationError
from arena.printable import LONGEST, printable
from arena.runner.seats.seat import Gone, Silence
from arena.wire.sexpr import codec, messages
from arena.wire.sexpr.messages import Message

MOST_BYTES = 1 << 18  # that may come between two calls of ``fresh``
MOST_QUEUED = 1 << 18  # that waits for an end which does not read
_CHUNK = 1 << 14
_LOOK = 0.25  # seconds between two looks at whether everything is to stop


class Stopped(Exception):
    """Everything is to stop, so nobody waits any more."""


class Connection:
    """``halt``: set by another thread to have ``hear`` raise Stopped."""

    def __init__(self, sock: socket.socket, halt: threading.Event | None = None) -> None:
        sock.setblocking(False)
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = sock
        self._halt = halt or threading.Event()
        self._decoder = codec.Decoder()
        self._heard: deque[Message] = deque()
        self._queued = bytearray()
        self._bytes = 0
        self._gone: Gone | None = None

    @property
    def gone(self) -> Gone | None:
        """Why nothing more will come, None while it may."""
        return self._gone

    def fresh(self) -> None:
        """Start counting bytes anew."""
        self._bytes = 0

    def say(self, said: Iterable[Message]) -> None:
        """Send messages as far as the other end takes them now, and queue the rest."""
        if self._gone is None:
            self._queued += codec.encode(messages.write(message) for message in said)
            self._flush()

    def _flush(self) -> None:
        try:
            while self._queued:
                del self._queued[: self._socket.send(self._queued)]
        except BlockingIOError:
            if len(self._queued) > MOST_QUEUED:
                self.close(Gone(Fault.FLOOD, "it does not read what it is sent"))
        except OSError:
            self._queued.clear()  # it has left: reading will tell

    def hear(self, deadline: float) -> Message | Silence | Gone:
        """Return the next message, or what happened instead, by ``deadline`` (``time.monotonic()``)."""
        while True:
            if self._halt.is_set():
                raise Stopped
            if self._heard:
                return self._heard.popleft()
            if self._gone is not None:
                return self._gone
            left = deadline - time.monotonic()
            poll = select.poll()
            poll.register(self._socket, select.POLLIN | (select.POLLOUT if self._queued else 0))
            events = poll.poll(max(0, ceil(min(left, _LOOK) * 1000)))
            if events and events[0][1] & select.POLLOUT:
                self._flush()
            if events and events[0][1] & ~select.POLLOUT and self._gone is None:
                self.read()
            elif left <= 0:
                return Silence()
            if not self._heard and self._gone is None and time.monotonic() >= deadline:
                return Silence()  # busy with half a message until the end

    def take(self) -> Message | None:
        """Return the next message that has come whole, None where there is none."""
        return self._heard.popleft() if self._heard else None

    def read(self) -> None:
        """Read what is there, one piece of it; what is wrong with it ends the connection."""
        try:
            data = self._socket.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError as error:
            self.close(Gone(Fault.CRASHED, f"its connection broke ({error.strerror or error})"))
            return
        if not data:
            where = "" if self._decoder.idle else " in the middle of a message"
            self.close(Gone(Fault.CRASHED, f"closed its connection{where}"))
            return
        self._bytes += len(data)
        if self._bytes > MOST_BYTES:
            self.fail(Fault.FLOOD, f"more than {MOST_BYTES} bytes in one turn")
            return
        try:
            for expression in self._decoder.feed(data):
                self._heard.append(messages.read(expression))
        except NotationError as error:
            self.fail(Fault.GARBLED, str(error))

    def fail(self, fault: Fault, why: str) -> Gone:
        """Say why, and close; what had come before and was not taken is forgotten."""
        self._heard.clear()
        self.say([messages.error(why)])
        return self.close(Gone(fault, why))

    def hang_up(self) -> None:
        """Close the connection for no fault of anybody's."""
        self.close(Gone(Fault.CRASHED, "we hung up"))

    def close(self, why: Gone) -> Gone:
        """Close the connection; the first reason is the one that is kept."""
        if self._gone is None:
            self._gone = Gone(why.fault, printable(why.detail, LONGEST), why.killed)
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_WR)
                for _ in range(8):  # unread bytes would have the system drop what we said last
                    if not self._socket.recv(1 << 16):
                        break
            self._socket.close()
        return self._gone
