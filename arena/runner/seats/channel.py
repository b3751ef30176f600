"""One non-blocking channel to a process: whole lines in by a deadline, queued bytes out, what it prints drained.

The deadline holds for a whole line, not for its first byte. Nothing a process does (half a line, a flood, not
reading, printing without end) makes the caller wait longer or hold more than the limits here.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import socket
import sys
import termios
import time
from collections import deque
from math import ceil

from arena.contract.outcome import Fault
from arena.printable import printable_lines
from arena.runner.seats.seat import Flood, Gone, Heard, Silence
from arena.wire.message.codec import Bad, LineDecoder

MOST_BYTES = 16 * 1024 * 1024  # that one seat may send between two questions
MOST_LINES = 20_000
MOST_QUEUED = 16 * 1024 * 1024  # that waits for a process which does not read
MOST_AFTER = 8  # lines that are heard after their deadline: we may have been late ourselves to hear what came in time
_CHUNK = 1 << 18
_MOST_LEFT = 1 << 14  # bytes that may stay in a socket after they were heard


class Output:
    """What a process prints: the first ``limit`` bytes are kept, the rest is read and counted."""

    def __init__(self, fd: int, limit: int) -> None:
        self.fd = fd
        self._limit = limit
        self._kept = bytearray()
        self._cut = 0
        self.open = True
        os.set_blocking(fd, False)

    def drain(self) -> None:
        """Read what is there, at most a few chunks, so that a flood cannot hold us."""
        for _ in range(8):
            try:
                data = os.read(self.fd, _CHUNK)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if not data:
                self.open = False
                return
            room = max(0, self._limit - len(self._kept))
            self._kept += data[:room]
            self._cut += max(0, len(data) - room)

    def text(self) -> str:
        """Return what was kept, made printable, with a mark where the rest was cut off.

        What has to be written out takes more room than it had, and is cut as well: it stays in a record.
        """
        whole = printable_lines(self._kept.decode("utf-8", errors="replace"))
        text = whole[: self._limit]
        cut = self._cut + len(whole) - len(text)
        return text + f"\n[... {cut} more bytes were dropped]\n" if cut else text

    def take(self) -> str:
        """Return what was kept and start anew, for the next game of a process that stays."""
        self.drain()
        text = self.text()
        self._kept.clear()
        self._cut = 0
        return text

    def close(self) -> None:
        """Read no more; once only, for the number of a closed descriptor may be another's by now."""
        if self.fd >= 0:
            os.close(self.fd)
        self.fd, self.open = -1, False


class Channel:
    """The wire to one process or connection. ``reader`` and ``writer`` may be one descriptor; pidfd tells of its end.

    output: what the process prints, None where nothing of it reaches us. peeked: the reader's socket, where what was
    heard is to be left in it until the next answer is waited for. To take it out wakes whoever sleeps at the other end
    until there is something to read (the kernel says to all who wait that there is room again), and a bot that has
    answered shall sleep on.
    """

    def __init__(
        self, reader: int, writer: int, output: Output | None, pidfd: int | None, peeked: socket.socket | None = None
    ) -> None:
        self._reader, self._writer, self._output, self._pidfd = reader, writer, output, pidfd
        self._decoder = LineDecoder()
        self._lines: deque[bytes | Bad] = deque()
        self._peeked, self._left = peeked, 0  # bytes that were heard, and are still in the socket
        self._queued = bytearray()
        self._full = False  # whether poll tells when there is room for what is queued
        self._bytes = self._count = self._after = 0
        self._ended = ""  # why nothing more will come
        self._deaf = False
        for end in {reader, writer}:
            os.set_blocking(end, False)
        self._poll = select.poll()
        self._poll.register(reader, select.POLLIN)
        if output is not None:
            self._poll.register(output.fd, select.POLLIN)
        if pidfd is not None:
            self._poll.register(pidfd, select.POLLIN)
            self._gone = select.poll()
            self._gone.register(pidfd, select.POLLIN)

    def fresh_turn(self, there: bool = False) -> None:
        """Begin to count anew. Of a process that has ended already nobody else answers the next question.

        there: that it has not is known.
        """
        self._bytes = self._count = self._after = 0
        if not there and self._pidfd is not None and not self._ended and self._gone.poll(0):
            self._end("its process ended")

    def send(self, data: bytes) -> None:
        """Send what the process takes now, and queue the rest."""
        if self._deaf:
            return
        self._queued += data
        self._flush()

    def hold(self, data: bytes) -> None:
        """Have ``data`` sent in one piece with what is sent next: one wake-up of the process instead of two."""
        if not self._deaf:
            self._queued += data

    def _flush(self) -> None:
        try:
            while self._queued:
                del self._queued[: os.write(self._writer, self._queued)]
        except BlockingIOError:
            if len(self._queued) > MOST_QUEUED:
                self._deaf, self._ended = True, self._ended or "does not read what it is sent"
                self._queued.clear()
        except OSError:  # it closed its end, or it is gone: reading will tell
            self._deaf = True
            self._queued.clear()
        if bool(self._queued) != self._full:
            self._full = not self._full
            if self._writer != self._reader:
                if self._full:
                    self._poll.register(self._writer, select.POLLOUT)
                else:
                    self._poll.unregister(self._writer)
            elif not self._ended:
                self._poll.modify(self._reader, select.POLLIN | (select.POLLOUT if self._full else 0))

    def hear(self, deadline: float) -> Heard:
        """Return the next line, or what happened instead.

        Of lines that wait when the deadline has passed already the first few are returned: who says one thing after
        the other shall not have more time by that.
        """
        while True:
            if self._lines:
                self._after = 0 if time.monotonic() < deadline else self._after + 1
                if self._after > MOST_AFTER:
                    return Silence()
                self._count += 1
                if self._count > MOST_LINES:
                    self._lines.clear()
                    return Flood(f"more than {MOST_LINES} lines in one turn")
                return self._lines.popleft()
            if self._ended:
                return Gone(Fault.CRASHED, self._ended)
            if self._left and not self._has_more():
                self._take_out()
            left = deadline - time.monotonic()
            events = self._poll.poll(max(0, ceil(left * 1000)))
            if not events:
                if left <= 0:
                    return Silence()
                continue
            if self._serve(dict(events)):
                return Flood(f"more than {MOST_BYTES} bytes in one turn")
            if not self._lines and not self._ended and time.monotonic() >= deadline:
                return Silence()  # busy with something else (printing, half a line) until the end

    def _serve(self, events: dict[int, int]) -> bool:
        """Handle what poll told; return whether the process sent too much."""
        if self._output is not None and self._output.fd in events:
            self._output.drain()
            if not self._output.open:
                self._poll.unregister(self._output.fd)
        if self._writer in events and events[self._writer] & (select.POLLOUT | select.POLLERR):
            self._flush()
        if self._reader in events and events[self._reader] & ~select.POLLOUT:
            return self._read()
        if self._pidfd in events:  # it ended; a grandchild may hold its channel open
            while not self._ended:
                before = self._bytes
                if self._read():
                    return True
                if self._bytes == before:
                    self._end("its process ended")
        return False

    def _has_more(self) -> bool:
        """Whether more came since: who sent it may wait for us already, and is not to be woken by our taking out."""
        with contextlib.suppress(OSError):
            there = int.from_bytes(fcntl.ioctl(self._reader, termios.FIONREAD, bytes(4)), sys.byteorder)
            return self._left < there < _MOST_LEFT
        return False

    def _take_out(self) -> None:
        """Take out of the socket what was heard already."""
        with contextlib.suppress(OSError):
            while self._left and (data := os.read(self._reader, self._left)):
                self._left -= len(data)
        self._left = 0

    def _received(self) -> bytes:
        """Return what came, b"" at its end. Raises OSError, BlockingIOError where there is nothing."""
        if self._peeked is None:
            return os.read(self._reader, _CHUNK)
        if self._left and not self._has_more():
            self._take_out()
        data = self._peeked.recv(_CHUNK, socket.MSG_PEEK)
        if self._left and len(data) <= self._left:  # no look goes further than to where somebody sent descriptors
            self._take_out()
            data = self._peeked.recv(_CHUNK, socket.MSG_PEEK)
        new, self._left = data[self._left :], len(data)
        return new

    def _read(self) -> bool:
        try:
            data = self._received()
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if not data:
            self._end("closed its channel")
            return False
        self._bytes += len(data)
        if self._bytes > MOST_BYTES:
            self._lines.clear()
            return True
        self._lines += self._decoder.feed(data)
        return False

    def _end(self, why: str) -> None:
        self._ended = why + (" in the middle of a line" if self._decoder.unfinished else "")
        for fd in {self._reader, self._pidfd} - {None}:
            with contextlib.suppress(KeyError):
                self._poll.unregister(fd)  # type: ignore[arg-type]
