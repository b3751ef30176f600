"""Where clients wait until enough of them have registered. One thread; nobody can hold it up.

A visitor has a limited time to register, and room for little more than its name. Once the players are complete
the door is closed: who comes later finds nobody listening.
"""

from __future__ import annotations

import errno
import selectors
import socket
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass

from arena.contract.outcome import Fault
from arena.errors import ConfigError, NotationError
from arena.printable import printable
from arena.runner.runs.stop import Stop
from arena.runner.seats.seat import Gone
from arena.serve.connection import Connection
from arena.serve.names import alike, record_name
from arena.wire.sexpr.host import Host
from arena.wire.sexpr.session import State

MOST_WAITING = 256  # connections at once; more are closed as they come
_CROWD = 64  # connections that may wait for us to accept them
_LOOK = 0.25  # seconds between two looks at the clock

MakeHost = Callable[[], Host]
News = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Client:
    """A registered client. name: in records; registered: as it wrote it; peer: its host."""

    name: str
    registered: str
    peer: str
    connection: Connection
    host: Host


@dataclass(slots=True)
class _Visitor:
    connection: Connection
    host: Host
    peer: str
    until: float


def listen(bind: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 takes any free one. Raises ConfigError where that cannot be."""
    where = f"{bind}:{port}"
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            bind, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise ConfigError(where, f"no such address ({error.strerror or error})", "Try --bind 127.0.0.1") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_CROWD)
    except OSError as error:
        listener.close()
        taken = error.errno == errno.EADDRINUSE
        problem = "the port is in use" if taken else f"cannot listen there ({error.strerror or error})"
        raise ConfigError(where, problem, "Choose another --port (0 takes any free one)") from None
    listener.setblocking(False)
    return listener


class Lobby:
    """Gathers ``wanted`` clients from a listening socket, which it closes at the end."""

    def __init__(
        self,
        listener: socket.socket,
        wanted: int,
        make_host: MakeHost,
        *,
        taken: Collection[str] = (),
        register_time: float = 30.0,
        halt: threading.Event | None = None,
        news: News = lambda line: None,
        only: Collection[str] | None = None,
    ) -> None:
        """taken: names that are not free. register_time: seconds from connecting to a registration.

        only: names of records, one of which every client has to have; None for any.
        """
        self._listener, self._wanted, self._make_host = listener, wanted, make_host
        self._taken = {alike(name) for name in taken}
        self._only = only
        self._register_time, self._halt, self._news = register_time, halt, news
        self._visitors: dict[int, _Visitor] = {}
        self._clients: list[Client] = []
        self._select = selectors.DefaultSelector()

    def gather(self, stop: Stop) -> list[Client]:
        """Return the clients in the order in which they registered; too few when ``stop`` was asked."""
        self._select.register(self._listener, selectors.EVENT_READ)
        self._select.register(stop, selectors.EVENT_READ)
        try:
            while len(self._clients) < self._wanted and not stop.asked:
                for key, _ in self._select.select(_LOOK):
                    if key.fileobj is self._listener:
                        self._accept()
                    elif key.fileobj is stop:
                        stop.drain()
                    elif key.fd in self._visitors:
                        self._hear(key.fd)
                    if len(self._clients) == self._wanted:
                        break
                self._hurry()
        finally:
            self._listener.close()
            self._select.close()
            seated = {client.connection for client in self._clients}
            for visitor in self._visitors.values():
                if visitor.connection not in seated:
                    visitor.connection.fail(Fault.LATE, "the players are complete")
        return self._clients

    def _accept(self) -> None:
        try:
            sock, address = self._listener.accept()
        except OSError:  # it has left again, or there are no descriptors: whoever waits, waits
            return
        if len(self._visitors) >= MOST_WAITING:
            sock.close()
            return
        until = time.monotonic() + self._register_time
        self._visitors[sock.fileno()] = _Visitor(Connection(sock, self._halt), self._make_host(), address[0], until)
        self._select.register(sock.fileno(), selectors.EVENT_READ)

    def _hear(self, fd: int) -> None:
        visitor = self._visitors[fd]
        visitor.connection.read()
        while (message := visitor.connection.take()) is not None:
            try:
                visitor.connection.say(visitor.host.hear(message).say)
            except NotationError as error:
                visitor.connection.fail(Fault.GARBLED, str(error))
                break
            if visitor.host.state is State.REGISTERING:
                self._register(visitor)
        if visitor.connection.gone is not None:
            self._leave(fd, visitor.connection.gone.detail)

    def _register(self, visitor: _Visitor) -> None:
        registered = visitor.host.name
        name = record_name(registered)
        refusal = ""
        if not name:
            refusal = "a name needs a letter a to z or a digit"
        elif alike(name) in self._taken:
            refusal = f"the name {printable(registered, 64)} is taken"
        elif self._only is not None and name not in self._only:
            refusal = f"the tournament goes on between those who began it: {', '.join(self._only)}"
        if refusal:
            visitor.connection.say(visitor.host.refuse(refusal))
            visitor.connection.close(Gone(Fault.GARBLED, refusal))
            return
        visitor.connection.say(visitor.host.accept())
        self._taken.add(alike(name))
        self._clients.append(Client(name, registered, visitor.peer, visitor.connection, visitor.host))
        self._news(f"{name} registered from {visitor.peer} ({len(self._clients)} of {self._wanted} clients)")

    def _hurry(self) -> None:
        """Part with visitors that have had their time."""
        now = time.monotonic()
        for fd, visitor in list(self._visitors.items()):
            if visitor.host.state is State.CONNECTED and now >= visitor.until:
                gone = visitor.connection.fail(Fault.LATE, f"no registration within {self._register_time:g} s")
                self._leave(fd, gone.detail)

    def _leave(self, fd: int, why: str) -> None:
        self._select.unregister(fd)
        visitor = self._visitors.pop(fd)
        who = visitor.peer
        for client in [client for client in self._clients if client.connection is visitor.connection]:
            self._clients.remove(client)  # its name is free again
            self._taken.discard(alike(client.name))
            who = client.name
        self._news(f"{who} left: {why}")
