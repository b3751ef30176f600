"""Seats in which foreign programs sit that listen at ``host:port`` for the message protocol.

A connection a game. The program is not ours: no limit but the clock holds it, nothing of what it prints is seen,
and closing the seat closes the connection and nothing else.
"""

from __future__ import annotations

import contextlib
import socket
import time

from arena.config.model import Limits
from arena.contract.outcome import Fault
from arena.runner.seats.channel import Channel
from arena.runner.seats.not_ready import NotReady
from arena.runner.seats.seat import Closing, Gone, Heard
from arena.wire.message.codec import encode
from arena.wire.message.plain import Message


class AddressSeat:
    """A program at an address (``host:port``, an IPv6 host in brackets). Raises NotReady where nobody listens there."""

    process = "address"
    brief = False
    family = None

    def __init__(self, address: str, limits: Limits) -> None:
        host, _, port = address.rpartition(":")
        try:
            self._socket = socket.create_connection((host.strip("[]"), int(port)), timeout=limits.start_time)
        except OSError as error:
            raise NotReady(f"cannot connect to {address}: {error.strerror or error}") from None
        with contextlib.suppress(OSError):
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._channel = Channel(self._socket.fileno(), self._socket.fileno(), None, None)
        self._verdict: Gone | None = None

    def tell(self, message: Message) -> None:
        self._channel.send(encode(message))

    def fresh_turn(self) -> None:
        self._channel.fresh_turn()

    def hear(self, deadline: float) -> Heard:
        return self._channel.hear(deadline) if self._verdict is None else self._verdict

    def stage(self) -> str:
        return ""

    def condemn(self, fault: Fault, detail: str) -> Gone:
        """Hang up at once; the program is out of our hands."""
        self._verdict = Gone(fault, detail)
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        return self._verdict

    def rest(self) -> str:
        return ""

    def close(self, *, patience: float) -> Closing:
        """Say the end of the conversation, and wait for the other end to read it and close as well."""
        if self._socket.fileno() >= 0:
            until = time.monotonic() + patience
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_WR)
                while (left := until - time.monotonic()) > 0:  # what it still had to say is dropped
                    self._socket.settimeout(left)
                    if not self._socket.recv(1 << 16):
                        break
            self._socket.close()
        return Closing("", "")
